import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { converse, type Found, faultIn } from './converse.ts'
import type { Script } from './script.ts'
import { type Flags, Target } from './target.ts'

/** What an attack found once, and must never find again. */
export interface Case extends Found {
  flags: Flags
  script: Script
}

/** How often a case is played again: what depends on who is faster does not show every time. */
const PLAYS = 5

const FOLDER = fileURLToPath(new URL('cases', import.meta.url))

export function readCases(): { name: string; kept: Case }[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, kept: JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Case }))
}

/** Keeps a case for the tests to play again, and gives its file. */
export function keepCase(kept: Case): string {
  const text = `${JSON.stringify(kept, null, 2)}\n`
  const file = join(
    FOLDER,
    `${kept.kind}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`,
  )
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(file, text)
  return file
}

/** The smallest part of a script that shows the same; the whole where no part does. */
export async function reduce(command: readonly string[], kept: Case): Promise<Case> {
  let least = kept
  let target = await Target.start(command, kept.flags)
  try {
    for (const script of partsOf(kept.script)) {
      const found = faultIn(script, await converse(target.port, script), target)
      if (found?.kind === kept.kind) least = { ...kept, ...found, script }
      if (!target.isAlive) target = await Target.start(command, kept.flags)
    }
    return least
  } finally {
    await target.end()
  }
}

/** Plays the script of a case to a new simulator, a few times: what is found now, or nothing. */
export async function replay(
  command: readonly string[],
  { flags, script }: Case,
): Promise<Found | undefined> {
  const target = await Target.start(command, flags)
  try {
    for (let left = PLAYS; left > 0; left--) {
      const found = faultIn(script, await converse(target.port, script), target)
      if (found) return found
    }
    return target.errors === '' ? undefined : { kind: 'leak', what: target.errors }
  } finally {
    await target.end()
  }
}

/** Scripts with ever less in them: in one piece, then each request alone. */
function* partsOf(script: Script): Generator<Script> {
  const bytes = script.pieces.join('')
  const { methods, owed } = script
  yield { ...script, pieces: [bytes], pause: 0 }
  if (methods.length < 2) return
  const requests = bytes.split(
    new RegExp(`(?<=\\n|[}\\]"x0])(?=(?:${[...new Set(methods)].join('|')}) \\S+ HTTP/)`),
  )
  for (const [i, request] of requests.entries()) {
    yield { ...script, pieces: [request], pause: 0, methods: [methods[i] ?? 'GET'], owed: i < owed ? 1 : 0 }
  }
}
