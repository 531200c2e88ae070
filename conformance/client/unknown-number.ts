import { randomUUID } from 'node:crypto'

/** A random UUID, one of another version or of equal digits, or a text that is none, long or short. */
export type NumberShape = 'uuid' | 'v1' | 'v7' | 'upper-case' | 'nil' | 'max' | 'other' | 'word'

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
  switch (shape) {
    case 'uuid':
      return uuid
    case 'v1':
    case 'v7':
      return `${uuid.slice(0, 14)}${shape.slice(1)}${uuid.slice(15)}`
    case 'upper-case':
      return uuid.toUpperCase()
    case 'nil':
      return uuid.replace(/[\da-f]/g, '0')
    case 'max':
      return uuid.replace(/[\da-f]/g, 'f')
    case 'other':
      return `nao-existe-${uuid.slice(0, 8)}`
    case 'word':
      return `nao-${uuid.slice(0, 4)}`
  }
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
