import { withWiderKinds } from '../../contract/kind-fallbacks.ts'
import type { Parameters } from '../../contract/parameter-table.ts'
import type { Profile } from '../../contract/profile.ts'

/** What happens to each kind of value of each parameter, with no cell left open. */
export type Settled = { [Row in keyof Parameters]-?: Required<NonNullable<Parameters[Row]>> }

/** Returns what happens to each kind of value: as the tables of a profile say, and as its knobs say where these do not. */
export function settleParameters(profile: Profile): Settled {
  const { parameters } = profile.dialect
  const { page, rows, cpf, nome, sort, others } = byKnobs(profile)
  return {
    page: { ...page, ...withWiderKinds('page', parameters.page) },
    rows: { ...rows, ...withWiderKinds('rows', parameters.rows) },
    cpf: { ...cpf, ...withWiderKinds('cpf', parameters.cpf) },
    nome: { ...nome, ...withWiderKinds('nome', parameters.nome) },
    sort: { ...sort, ...withWiderKinds('sort', parameters.sort) },
    others: { ...others, ...withWiderKinds('others', parameters.others) },
  }
}

function byKnobs(knobs: Profile): Settled {
  const numbers = numbersByKnobs(knobs)
  const below = knobs.pageBelowOne === 'refuse' ? 'refuse' : 'one'
  const { rowsOffGrid, cpfMalformed, cpfLength } = knobs
  // The default of `rows` is the least that rounding down ends at, and nobody can be served fewer rows than one.
  const rowsBelow = rowsOffGrid === 'refuse' ? 'refuse' : rowsOffGrid === 'honour' ? 'one' : 'absent'
  const offGrid = {
    refuse: 'refuse',
    'round-down': 'down',
    'round-up': 'up',
    'use-default': 'absent',
    honour: 'honour',
  } as const
  const malformed = cpfMalformed === 'refuse' ? 'refuse' : 'nobody'
  const masked = ({ refuse: 'refuse', 'strip-mask': 'digits', 'no-match': 'nobody' } as const)[cpfMalformed]
  const length = cpfLength === 'eleven' ? 'refuse' : 'nobody'
  const empty = knobs.emptyParameter === 'refuse' ? 'refuse' : 'absent'
  const sort = knobs.sortUnknown === 'refuse' ? 'refuse' : 'absent'
  const unknown = knobs.queryUnknown === 'refuse' ? 'refuse' : 'absent'
  return {
    page: {
      ...numbers,
      'beyond-64-bits': numbers.huge,
      'above-limit': 'refuse',
      zero: below,
      'negative-zero': below,
      negative: below,
      'beyond-end': knobs.pageBeyondEnd,
      'beyond-nobody': knobs.pageBeyondEnd,
    },
    rows: {
      ...numbers,
      zero: rowsBelow,
      'negative-zero': rowsBelow,
      negative: rowsBelow,
      'huge-multiple': numbers.huge,
      'negative-off-grid': rowsBelow,
      'off-grid': offGrid[rowsOffGrid],
      'below-grid': offGrid[rowsOffGrid],
      'above-off-grid': offGrid[rowsOffGrid],
      'above-maximum': knobs.rowsAboveMaximum,
    },
    cpf: {
      empty,
      blank: malformed,
      padded: masked,
      newline: masked,
      masked,
      'half-masked': masked,
      gaps: masked,
      nul: malformed,
      word: malformed,
      'long-word': malformed,
      'short-word': malformed,
      'other-digits': malformed,
      short: length,
      long: length,
      'wrong-digits': 'nobody',
      'same-digits': 'nobody',
      unknown: 'nobody',
      repeated: 'refuse',
    },
    nome: {
      empty,
      blank: 'take',
      'short-blank': 'take',
      padded: 'take',
      gaps: 'take',
      short: 'take',
      long: 'take',
      signs: 'take',
      expression: 'refuse',
      'not-utf-8': 'take',
      escape: 'take',
      nul: 'take',
      unknown: 'nobody',
      repeated: 'refuse',
    },
    sort: {
      empty,
      blank: sort,
      padded: sort,
      capitals: sort,
      plus: sort,
      dash: sort,
      'two-dashes': sort,
      gap: sort,
      'camel-case': sort,
      direction: sort,
      list: sort,
      'unknown-list': sort,
      unsupported: sort,
      word: sort,
      repeated: 'refuse',
    },
    others: {
      unknown,
      nameless: unknown,
      'no-value': 'empty',
      proto: unknown,
      empty: unknown,
      tracking: unknown,
      capitals: unknown,
      'question-mark': unknown,
      'padded-name': unknown,
      nested: unknown,
      semicolon: 'take',
      comma: 'take',
      'unknown-nested': unknown,
      brackets: unknown,
      indexed: unknown,
      'text-nested': unknown,
      'cpf-nested': unknown,
      'sort-nested': unknown,
      'text-brackets': unknown,
    },
  }
}

/** Numbers as the framework family reads them: decimal, with blanks around. */
function numbersByKnobs({ notANumber }: Profile) {
  const not = notANumber === 'refuse' ? 'refuse' : 'absent'
  return {
    empty: not,
    blank: not,
    padded: 'number',
    newline: 'number',
    plus: 'number',
    'leading-zeros': 'number',
    point: 'number',
    fraction: not,
    exponent: 'number',
    hexadecimal: not,
    tail: not,
    underscores: not,
    infinity: not,
    'other-digits': not,
    word: not,
    large: 'number',
    huge: not,
    repeated: not,
  } as const
}
