import { createHash } from 'node:crypto'
import type { Event } from '../../event.ts'
import { fromStored, toStored, type Value } from './origin.ts'

/** An event that is to be appended, unless its id, a UUID, is there already. */
export interface NamedEvent {
  id: string
  world: number
  event: Event
}

/** The columns of a decision, named as its fields; `other` has the fields of other events as JSON. */
const FIELDS = {
  ...{ organizacao: 'text', numero: 'text', aprovar: 'boolean', mensagem: 'text', decidido_em: 'text' },
  ...{ atualiza: 'boolean', once: 'boolean', request: 'text' },
}
export const EVENT_COLUMNS = { id: 'uuid', world: 'int4', event: 'text', other: 'text', ...FIELDS }
const NAMES = Object.keys(EVENT_COLUMNS)
const OWN = ['seq', ...NAMES].map((name) => `e.${name}`)
const GIVEN = Object.values(EVENT_COLUMNS).map((type, i) => `$${i + 1}::${type}[]`)

/**
 * Appends events as one transaction. The row of `head` is locked until it is committed, so events are numbered in the order
 * of their commits.
 */
export const APPEND = `
  WITH h AS (
    UPDATE {head} SET seq = seq + cardinality($1::uuid[]) RETURNING seq - cardinality($1::uuid[]) AS base
  )
  INSERT INTO {events} (seq, ${NAMES}) SELECT h.base + g.i, ${NAMES.map((name) => `g.${name}`)}
  FROM h, unnest(${GIVEN}) WITH ORDINALITY AS g(${NAMES}, i) ON CONFLICT (id) DO NOTHING`

/** Returns the head, the id of a known event, and the events after a number, up to another one. */
export const READ_NEW = `
  SELECT h.generation, h.seq, h.changes, (SELECT id FROM {events} WHERE seq = $1), ${OWN}
  FROM (SELECT * FROM {head} LIMIT 1) h LEFT JOIN {events} e ON e.seq > $2 AND e.seq <= $3 ORDER BY e.seq`
export type NewRow = [generation: string, head: string, changes: string, known: string | null, ...EventRow]

/** Returns the events of a world after a number, up to another one, but no more than so many. */
export const READ_WORLD = `
  SELECT ${OWN} FROM {events} e WHERE e.world = $1 AND e.seq > $2 AND e.seq <= $3 ORDER BY e.seq LIMIT $4`
export type EventRow = [seq: string, id: string, world: number, event: string, other: string, ...Value[]]

/** Returns the values of {@link APPEND}. */
export function columnsOf(events: readonly NamedEvent[]): unknown[][] {
  const rows = events.map(({ id, world, event: { event, ...fields } }): Record<string, Value> => {
    const known = { id, world, event }
    return event === 'decision' ? { ...known, ...fields } : { ...known, other: JSON.stringify(fields) }
  })
  return NAMES.map((name) =>
    rows.map(({ [name]: value = null }) => (name === 'other' ? value : toStored(value))),
  )
}

export function namedOf([, id, world, event, other, ...values]: EventRow): NamedEvent {
  if (other !== null) return { id, world, event: { event, ...JSON.parse(other) } }
  const fields = Object.keys(FIELDS).map((name, i) => [name, fromStored(values[i] as Value)] as const)
  const given = Object.fromEntries(fields.filter(([, value]) => value !== null))
  return { id, world, event: { event, ...given } as unknown as Event }
}

/** Returns the id that an event has whenever and wherever it is sent under a name. */
export function idOf(name: string, world: number, event: Event, position: number): string {
  const about = 'numero' in event ? event.numero : position
  const text = JSON.stringify([world, about, name])
  const hash = createHash('sha256').update(text).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5')
}
