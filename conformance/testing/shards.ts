import type { Subject } from './spellings.ts'

/** An unrelated person: what the same spelling of two people has in common comes from the spelling. */
const nobody: Subject = {
  nome: 'Wxkyw Zwykx',
  cpf: '00000000000',
  token: 'Bearer qqqqqqqqqqqqqqqqqqqqqqqqqqqq',
}

/** Text that is in every report: zeros and the character references of Markdown. */
const FURNITURE = /^0+$|^[^a-z]*(?:&#\d{0,2};?[^a-z]*)+$/

/** Returns the parts of a spelling that identify a person anywhere: six letters or digits, or eight characters. */
export function shardsOf(of: (subject: Subject) => string, subject: Subject): string[] {
  const [spelt, carrier] = [of(subject).toLowerCase(), of(nobody).toLowerCase()]
  const shards = (size: number) =>
    Array.from({ length: Math.max(1, spelt.length - size + 1) }, (_, at) => spelt.slice(at, at + size))
  // A token may contain a word that reports contain anyway.
  const isToken = of(subject) !== of({ ...subject, token: nobody.token })
  const found = isToken
    ? shards(8)
    : [...shards(6).filter((shard) => /^[\p{L}\p{N}]+$/u.test(shard)), ...shards(8)]
  return found.filter(
    (shard) =>
      !carrier.includes(shard) && !FURNITURE.test(shard) && /[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(shard),
  )
}
