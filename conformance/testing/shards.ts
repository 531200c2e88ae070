import type { Subject } from './spellings.ts'

/** Somebody else entirely: what a spelling of theirs has in common with another is what the spelling adds. */
const nobody: Subject = {
  nome: 'Wxkyw Zwykx',
  cpf: '00000000000',
  token: 'Bearer qqqqqqqqqqqqqqqqqqqqqqqqqqqq',
}

/** What is written of nobody: zeros, and characters that Markdown shows by their numbers. */
const FURNITURE = /^0+$|^[^a-z]*(?:&#\d{0,2};?[^a-z]*)+$/

/** The parts of a spelling that give somebody away wherever they are met: six letters or digits, or eight of any kind. */
export function shardsOf(of: (subject: Subject) => string, subject: Subject): string[] {
  const [spelt, frame] = [of(subject).toLowerCase(), of(nobody).toLowerCase()]
  const shards = (size: number) =>
    Array.from({ length: Math.max(1, spelt.length - size + 1) }, (_, at) => spelt.slice(at, at + size))
  // A token may hold a word that is written anyway.
  const isToken = of(subject) !== of({ ...subject, token: nobody.token })
  const found = isToken
    ? shards(8)
    : [...shards(6).filter((shard) => /^[\p{L}\p{N}]+$/u.test(shard)), ...shards(8)]
  return found.filter(
    (shard) => !frame.includes(shard) && !FURNITURE.test(shard) && /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(shard),
  )
}
