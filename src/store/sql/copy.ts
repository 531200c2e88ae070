import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Session } from './database.ts'

/** How long a statement over tens of millions of rows may take, in milliseconds. */
export const HOURS = 6 * 3_600_000

/**
 * Writes lines of COPY to a table.
 * @param into the table with its schema, and the columns
 */
export async function copyLines({ client }: Session, into: string, lines: Iterable<string>): Promise<void> {
  const { from } = await import('pg-copy-streams')
  const stream = from(`COPY ${into} FROM STDIN`)
  // The client reads it from here, where other queries have it among their options.
  Object.assign(stream, { query_timeout: HOURS })
  await pipeline(Readable.from(gathered(lines)), client.query(stream))
}

/** Joins lines, because each write to a stream costs a turn. */
function* gathered(lines: Iterable<string>): Generator<string> {
  let text = ''
  for (const line of lines) {
    text += line
    if (text.length < 65_536) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
