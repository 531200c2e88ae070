import { randomUUID } from 'node:crypto'

const SHAPES = {
  uuid: (uuid: string) => uuid,
  v1: (uuid: string) => `${uuid.slice(0, 14)}1${uuid.slice(15)}`,
  v7: (uuid: string) => `${uuid.slice(0, 14)}7${uuid.slice(15)}`,
  'upper-case': (uuid: string) => uuid.toUpperCase(),
  nil: (uuid: string) => uuid.replace(/[\da-f]/g, '0'),
  max: (uuid: string) => uuid.replace(/[\da-f]/g, 'f'),
  other: (uuid: string) => `nao-existe-${uuid.slice(0, 8)}`,
  word: (uuid: string) => `nao-${uuid.slice(0, 4)}`,
}
/** The shape of an unknown number: a UUID, or text that is none. */
export type NumberShape = keyof typeof SHAPES

const SHARED = { first: [0], last: [4], 'all-but-first': [1, 2, 3, 4], 'all-but-last': [0, 1, 2, 3] }
/** Which groups of digits an unknown number shares with a report. */
export type SharedGroups = keyof typeof SHARED
export const sharedGroups = Object.keys(SHARED) as SharedGroups[]

const NEAR = {
  'underscore-for-digit': (declared: string) => `${declared.slice(0, -1)}_`,
  'percent-for-digit': (declared: string) => `${declared.slice(0, -1)}%`,
  'digit-short': (declared: string) => declared.slice(0, -1),
  'digit-more': (declared: string) => `${declared}0`,
  'first-group-alone': (declared: string) => declared.replace(/-.*/s, ''),
}
/** How an unknown number that is not a UUID differs from a report. `_` and `%` mean a pattern to a database. */
export type NearText = keyof typeof NEAR
export const nearTexts = Object.keys(NEAR) as NearText[]

export function unknownNumber(shape: NumberShape = 'uuid'): string {
  return SHAPES[shape](randomUUID())
}

export function numberNear(declared: string, near: SharedGroups | NearText): string {
  if (near in NEAR) return NEAR[near as NearText](declared)
  const shared: readonly number[] = SHARED[near as SharedGroups]
  const fresh = randomUUID().split('-')
  return declared
    .split('-')
    .map((group, i) => (shared.includes(i) ? group : fresh[i]))
    .join('-')
}
