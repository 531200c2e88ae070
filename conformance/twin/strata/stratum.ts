import type { Profile } from '../../../src/contract/profile.ts'
import { FORM_TYPE, JSON_TYPE, type Question } from '../../client/exchange.ts'
import type { Chance } from '../chance.ts'
import type { TargetData } from '../target-data.ts'

/** What a question is drawn from. */
export interface Draw {
  chance: Chance
  data: TargetData
  /** What is known of the target: its limits and the fields that it sorts by. */
  profile: Profile
}

/** One kind of question, of which many may be drawn. */
export interface Stratum {
  /** A cell of the tables of a profile, such as `page.word`, or what else is asked. */
  name: string
  /** Returns a question; undefined if the data of the target has nothing to ask it with. */
  draw(draw: Draw): Question | undefined
}

/** A value of a parameter; several repeat it. */
export type Value = string | readonly string[]

/** Returns `GET /pessoas` with the type that the interface shows for its query. */
export function listOf(
  { data }: Draw,
  query: Readonly<Record<string, Value | undefined>>,
  more: Partial<Question> = {},
): Question {
  const pairs = Object.entries(query).flatMap(([name, value = []]) =>
    [value].flat().map((one) => [name, one] as const),
  )
  return {
    method: 'GET',
    path: '/pessoas',
    ...(pairs.length > 0 && { query: pairs }),
    contentType: pairs.length > 0 ? FORM_TYPE : JSON_TYPE,
    accept: null,
    authorization: data.keys.own,
    ...more,
  }
}

/** A body: a string is sent as it is, undefined sends none, anything else is sent as JSON. */
export type Body = string | object | undefined

/** Returns the path of a decision on a report, a new unknown one by default. */
export function pathOf({ data }: Pick<Draw, 'data'>, numero: string = data.unknownNumber()): string {
  return `/relatorios/validar/${encodeURIComponent(numero)}`
}

/** Returns a decision, by default on a report that does not exist. */
export function decisionOf(draw: Pick<Draw, 'data'>, body: Body, more: Partial<Question> = {}): Question {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  return {
    method: 'POST',
    path: more.path ?? pathOf(draw),
    contentType: JSON_TYPE,
    accept: null,
    authorization: draw.data.keys.own,
    ...(text !== undefined && { body: text }),
    ...more,
  }
}

/**
 * Returns an object without fields of a size in bytes, which every service refuses for what it lacks, should it read it. The
 * blanks are inside, because decoders of streams such as that of Go stop behind the first object.
 */
export function emptyObjectOf(size: number): string {
  return `{${' '.repeat(size - 2)}}`
}

/** Names a table of functions, one for each stratum. */
export function strataOf(
  group: string,
  table: Readonly<Record<string, (draw: Draw) => Question | undefined>>,
): Stratum[] {
  return Object.entries(table).map(([name, draw]) => ({ name: `${group}.${name}`, draw }))
}
