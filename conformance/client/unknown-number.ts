import { randomUUID } from 'node:crypto'

/**
 * A random UUID, one of another version, one of equal digits, one with a digit left out or with a letter in its place, or
 * something else, such as a text of so many letters.
 */
export type NumberShape =
  | 'uuid'
  | 'v1'
  | 'v7'
  | 'upper-case'
  | 'nil'
  | 'max'
  | 'short-groups'
  | 'other-letter'
  | 'slash'
  | 'other'
  | 'word'
  | `of-${number}`

const SHARED = {
  first: (group: number) => group === 0,
  last: (group: number, last: number) => group === last,
  'all-but-first': (group: number) => group !== 0,
  'all-but-last': (group: number, last: number) => group !== last,
}
/** Which groups of digits an unknown number shares with a report. */
export type SharedGroups = keyof typeof SHARED
export const sharedGroups = Object.keys(SHARED) as SharedGroups[]

const NEAR = {
  'underscore-for-digit': (declared: string) => `${declared.slice(0, -1)}_`,
  'percent-for-digit': (declared: string) => `${declared.slice(0, -1)}%`,
  'digit-short': (declared: string) => declared.slice(0, -1),
  'digit-more': (declared: string) => `${declared}0`,
}
/** How an unknown number that is not a UUID differs from a report. `_` and `%` mean a pattern to a database. */
export type NearText = keyof typeof NEAR
export const nearTexts = Object.keys(NEAR) as NearText[]

/** Returns a new report number that no report has. */
export function unknownNumber(shape: NumberShape = 'uuid'): string {
  const uuid = randomUUID()
  const version = /^v(\d)$/.exec(shape)?.[1]
  if (version !== undefined) return `${uuid.slice(0, 14)}${version}${uuid.slice(15)}`
  if (shape === 'upper-case') return uuid.toUpperCase()
  if (shape === 'nil') return uuid.replace(/[\da-f]/g, '0')
  if (shape === 'max') return uuid.replace(/[\da-f]/g, 'f')
  if (shape === 'slash') return `nao/${uuid.slice(0, 8)}`
  if (shape === 'short-groups') return uuid.slice(0, -1)
  if (shape === 'other-letter') return `${uuid.slice(0, -1)}g`
  const length = /^of-(\d+)$/.exec(shape)?.[1]
  if (length !== undefined) return `nao-existe-${uuid.slice(0, 8)}`.padEnd(Number(length), 'x')
  if (shape === 'word') return `nao-${uuid.slice(0, 4)}`
  return shape === 'uuid' ? uuid : `nao-existe-${uuid.slice(0, 8)}`
}

/** Returns a number that no report has and that shares some groups with a declared one. */
export function numberNear(declared: string, shared: SharedGroups | NearText): string {
  if (isNearText(shared)) return NEAR[shared](declared)
  const groups = declared.split('-')
  const isShared = SHARED[shared]
  const fresh = randomUUID().split('-')
  return groups.map((group, i) => (isShared(i, groups.length - 1) ? group : fresh[i])).join('-')
}

function isNearText(shared: SharedGroups | NearText): shared is NearText {
  return Object.hasOwn(NEAR, shared)
}
