import { nearest } from '../../../operator/hint.ts'
import { OperatorError } from '../../../operator/operator-error.ts'
import type { Entry } from '../entry.ts'
import type { Shower } from '../exchange.ts'
import type { ExchangeMatcher } from '../matcher.ts'
import { textOf } from '../parts.ts'
import { type Raw, toHar } from './har.ts'
import { toHttpFile } from './http-file.ts'
import { type Repeating, withDependencies } from './repeating.ts'
import { type Replay, type ReplaySource, replayOf } from './replay.ts'
import { toCurl } from './shell.ts'
import { type TestRunner, toTestFile } from './test-file.ts'

/** A form in which exchanges can be written down. */
export type ExportFormat = 'har' | 'http' | 'curl' | TestRunner

export const exportFormats = [
  'har',
  'http',
  'curl',
  'vitest',
  'jest',
  'node:test',
] as const satisfies readonly ExportFormat[]

export interface ExportOptions {
  /** Which exchanges; all by default. */
  matcher?: ExchangeMatcher
}

/** What exports are made with. */
export interface Exporting extends Pick<Repeating, 'all' | 'firstLost'> {
  shower: Shower
  reveal: boolean
  source: ReplaySource
}

/** @throws {OperatorError} when the format is unknown */
export function exportEntries(
  format: ExportFormat,
  entries: readonly Entry[],
  { shower, reveal, source, ...kept }: Exporting,
): string {
  if (!exportFormats.includes(format)) {
    const near = nearest(String(format), exportFormats)
    const remedy = near === undefined ? `Use ${exportFormats.join(', ')}.` : `Did you mean ${near}?`
    throw new OperatorError(`The export format "${format}" is unknown. ${remedy}`)
  }
  if (format === 'har') {
    return toHar(entries.map((entry) => ({ ...shower.exchange(entry, reveal), ...(reveal && rawOf(entry)) })))
  }
  const replays = entries.map((entry) => replayOf(entry, shower, reveal))
  if (format === 'http') return toHttpFile(replays)
  if (format === 'curl') return toCurl(replays)
  const obstacles = new Map(replays.map((replay) => [replay.id, obstacleOf(replay, source)]))
  const all = withDependencies({ ...kept, obstacles, hasMemory: source.hasMemory })
  const told = replays.map((replay) => ({ ...replay, obstacle: all.get(replay.id) }))
  return toTestFile(format, told, source)
}

/** Returns what was sent to the letter: a body that is written anew has another length. */
function rawOf({ body, answer }: Entry): Raw {
  return {
    ...(body !== undefined && { rawBody: textOf(body) }),
    ...(answer !== undefined && { rawAnswer: textOf(answer) }),
  }
}

/** Returns why a request is not sent again, whatever is before it. */
function obstacleOf({ obstacle, authorization, id }: Replay, source: ReplaySource): string | undefined {
  if (obstacle !== undefined || authorization === undefined || !('handle' in authorization)) return obstacle
  return source.obstacleTo(authorization.handle, id)
}
