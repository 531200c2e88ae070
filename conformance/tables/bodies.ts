import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import { type Axes, type Cell, type Coverage, coveringCells } from '../model/cells.ts'
import { Undecided } from '../model/judgement.ts'
import { APPROVAL, type Numero, UNKNOWN_KEY } from '../model/questions.ts'
import { REFUSAL_ASPECTS, type RefusalAspect } from '../model/refusal-faults.ts'
import type { Service } from '../model/service.ts'
import { askRefused, type Refused } from './refused.ts'
import { check, type Table } from './table.ts'

const PLAIN = APPROVAL.mensagem
export const EXACT = 'Mensagem com 25 letras ok'
const sentences = (times: number) => 'Conferido com o solicitante. '.repeat(times).trim()

/** Forms of a valid mensagem. All but the plain one a service may refuse for a reason of its own, so it may name them. */
const FORMS: Readonly<Record<string, string>> = {
  plain: PLAIN,
  accents: 'Aprovação já conferida, ok',
  exact: EXACT,
  long: sentences(7),
  lines: 'Linha 1: "ok".\nLinha\t2: ok',
  // Longer than the part of a body that a service may look at, or than it keeps in memory.
  longest: sentences(160),
  large: sentences(1_150),
}

/** Names of unknown fields by class; those that every object of JavaScript inherits come with what inherits them. */
export const UNKNOWN_NAMES: Readonly<Record<string, string>> = {
  ascii: UNKNOWN_KEY,
  accented: 'observação',
  hyphen: 'outro-campo',
  emoji: 'ok👍',
  plural: 'mensagens',
  capital: 'Mensagem',
  'capital-aprovar': 'Aprovar',
  'all-capitals': 'MENSAGEM',
  'all-capitals-aprovar': 'APROVAR',
  near: 'aprovado',
  numero: 'numero',
  'status-code': 'status_code',
  id: 'id',
  underscore: '_interno',
  dollar: '$set',
  inherited: '__proto__',
  'inherited-method': 'hasOwnProperty',
  'inherited-value': 'valueOf',
  digit: '0',
  dotted: 'aprovar.valor',
  blank: 'dois nomes',
  'blank-after': 'aprovar ',
  'blank-before': ' mensagem',
  empty: '',
  'long-with-quotes': `"campo" ${'muito '.repeat(12)}longo`,
}

const VALUES: Readonly<Record<string, unknown>> = {
  one: 1,
  null: null,
  false: false,
  zero: 0,
  'empty-string': '',
  true: true,
  text: PLAIN,
  object: {},
  list: [],
  nested: APPROVAL,
  negative: -1.5,
  'list-of-objects': [{ aprovar: true }],
  'number-of-report': undefined,
}
/** Unknown fields with the very value that a service may take for its own. */
const TEMPTING: readonly Cell[] = [
  { fault: 'numero', value: 'number-of-report' },
  { fault: 'capital', value: 'text' },
  { fault: 'all-capitals', value: 'text' },
  { fault: 'capital-aprovar', value: 'true' },
  { fault: 'all-capitals-aprovar', value: 'true' },
]

/** Values of aprovar that no reading takes for a boolean. */
const APROVAR: Readonly<Record<string, string | undefined>> = {
  missing: undefined,
  null: 'null',
  object: '{}',
  list: '[]',
  'list-of-true': '[true]',
  text: '"talvez"',
  'empty-string': '""',
  two: '2',
}

export const ACCENT = 'ã'
const LESS = MENSAGEM_MINIMUM - 1
/** Each is longer where it is escaped, for HTML, SQL, a URL, JSON or a terminal; no two of them are a tag or an escape. */
const SIGNS = '> & "\'\t%\n+\\ <'
/** Letters that become two when they are normalized, folded or written in capitals. */
const LIGATURES = '\u00df\u338f\ufb01\u2026\u01c6\u2026'
/** JSON of what is not a mensagem of 25 characters, in any unit of length. */
const MENSAGEM: Readonly<Record<string, string | undefined>> = {
  missing: undefined,
  null: 'null',
  number: '42',
  'long-number': '7'.repeat(29),
  true: 'true',
  list: '[]',
  'long-list': JSON.stringify(Array.from({ length: 30 }, () => 'a')),
  'list-of-text': JSON.stringify([PLAIN]),
  object: '{}',
  'object-with-length': '{"length":30}',
  length0: '""',
  length1: '"a"',
  length10: JSON.stringify(EXACT.slice(0, 10)),
  length24: JSON.stringify(EXACT.slice(0, LESS)),
  accented20: JSON.stringify(ACCENT.repeat(20)),
  accented24: JSON.stringify(ACCENT.repeat(LESS)),
  emoji12: JSON.stringify('👍'.repeat(LESS / 2)),
  'lines-and-quotes24': JSON.stringify('"linha"\n'.repeat(3)),
  signs24: JSON.stringify(SIGNS + 'sinais, letras'.slice(0, LESS - SIGNS.length)),
  ligatures24: JSON.stringify(LIGATURES.repeat(LESS / LIGATURES.length)),
  // Each kind of character alone makes more than 25 if it is counted as it is written.
  escaped24: escaped('a'.repeat(8) + ACCENT.repeat(8) + '👍'.repeat(4)),
}
const isShort = ({ field, fault = '' }: Cell) => field === 'mensagem' && /\d$/.test(fault)

const LEGAL = JSON.stringify(APPROVAL)
/** JSON that is no object, and what no dialect of JSON allows, though it begins or ends like a valid body. */
const BODY: Readonly<Record<string, string>> = {
  list: '[]',
  null: 'null',
  string: '"aprovar"',
  number: '1',
  true: 'true',
  'list-of-body': `[${LEGAL}]`,
  'text-after': `${LEGAL} abc`,
  twice: LEGAL + LEGAL,
  'text-before': `abc ${LEGAL}`,
  'without-end': LEGAL.slice(0, -1),
}

/** What else comes, or does not, with an unknown field. */
const BESIDES = ['nothing', 'blanks', 'no-aprovar', 'no-mensagem', 'alone', 'short-mensagem', 'another', 'many']
/** Reasons of their own to refuse the body. */
const REASONS = BESIDES.slice(2)
const MANY = ['outro_campo', ...Array.from({ length: 12 }, (_, i) => `campo_${i + 1}`)]
/** Every kind of blank that JSON may have between its signs. */
const BLANK = ' \t\r\n'

const faultsOf: Readonly<Record<string, readonly string[]>> = {
  unknown: Object.keys(UNKNOWN_NAMES),
  aprovar: Object.keys(APROVAR),
  mensagem: Object.keys(MENSAGEM),
  body: Object.keys(BODY),
}
const axes = {
  field: Object.keys(faultsOf),
  fault: [...new Set(Object.values(faultsOf).flat())],
  value: Object.keys(VALUES),
  place: ['last', 'first', 'between'],
  aprovar: ['true', 'false'],
  mensagem: Object.keys(FORMS),
  besides: BESIDES,
  organization: ['own', 'other'],
} as const satisfies Axes

/** Returns cells of one field, with the plainest values of the axes that are not given. */
function cellsOf(field: string, others: readonly (keyof typeof axes)[], coverage: Partial<Coverage> = {}): Cell[] {
  const plainest = Object.fromEntries(Object.entries(axes).map(([axis, [value]]) => [axis, value]))
  const given = { fault: faultsOf[field] as string[], ...Object.fromEntries(others.map((axis) => [axis, axes[axis]])) }
  return coveringCells(given, { strength: 1, ...coverage }).map((cell) => ({ ...plainest, field, ...cell }))
}

/** Keeps another reason to refuse out of most cells: the body would be refused whatever its unknown field is. */
const hasOneReason = ({ besides = '', fault = 'ascii', value = 'one', mensagem = 'plain' }: Cell) =>
  !REASONS.includes(besides) || (fault === 'ascii' && value === 'one' && mensagem === 'plain')

/** Two known fields come in one order or the other, if there are two. */
const isOrdered = (place = 'last', fault = '') => place === 'last' || (place === 'first' && fault !== 'missing')

/** @param isThorough whether each fault of mensagem is approved and rejected, and also sent for the other organization */
function cells(isThorough: boolean, hasOther: boolean): Cell[] {
  const own = [
    ...cellsOf('unknown', ['value', 'place', 'aprovar', 'mensagem', 'besides'], {
      groups: ['value', 'place', 'mensagem', 'besides'].map((axis) => [axis, 'aprovar']),
      parts: TEMPTING,
      allows: hasOneReason,
    }),
    // A value of aprovar that nobody takes for a boolean stands for the large bodies of all other faults.
    ...cellsOf('aprovar', ['place', 'mensagem'], {
      allows: ({ place, mensagem = '', fault = 'text' }) =>
        isOrdered(place, fault) && (!['longest', 'large'].includes(mensagem) || fault === 'text'),
    }),
    ...cellsOf('mensagem', ['place', 'aprovar'], {
      groups: isThorough ? [['fault', 'aprovar']] : [],
      allows: ({ place, fault }) => isOrdered(place, fault),
    }),
    ...cellsOf('body', []),
  ]
  const isPlain = ({ field, fault }: Cell) => (field === 'unknown' ? fault === 'ascii' : field === 'mensagem' && fault === 'length24')
  const plain = own.filter(isPlain).slice(0, hasOther ? 4 : 0)
  return [...own, ...plain.map((cell) => ({ ...cell, value: 'one', organization: 'other' }))]
}

/** Returns a bad body and what its refusal must be. */
function refused({ field, fault = '', value = '', place, aprovar, mensagem = '', besides }: Cell, numero: Numero) {
  const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 404
  // No interface tells what a body gets that has no fields.
  if (field === 'body') return { body: BODY[fault], want: { status: 400, isOther: isRefusal } } as const
  const text = besides === 'short-mensagem' ? 'curta' : (FORMS[mensagem] as string)
  const name = UNKNOWN_NAMES[fault] as string
  const known: Fields = [
    ['aprovar', field === 'aprovar' ? APROVAR[fault] : hasBeside('aprovar', besides) ? aprovar : undefined],
    ['mensagem', field === 'mensagem' ? MENSAGEM[fault] : hasBeside('mensagem', besides) ? JSON.stringify(text) : undefined],
  ]
  const json = JSON.stringify(value === 'number-of-report' ? numero.value : VALUES[value])
  const added = besides === 'another' ? MANY.slice(0, 1) : besides === 'many' ? MANY : []
  const unknown: Fields = field === 'unknown' ? [[name, json], ...added.map((one): Field => [one, 'true'])] : []
  const at = { first: 0, between: 1, last: 2 }[place as string]
  const isTurned = field !== 'unknown' && place === 'first'
  const fields = isTurned ? known.toReversed() : [...known.slice(0, at), ...unknown, ...known.slice(at)]
  const offending = [
    ...(field === 'unknown' ? [name, ...added] : [field as string]),
    ...(hasBeside('aprovar', besides) ? [] : ['aprovar']),
    ...(text === PLAIN && hasBeside('mensagem', besides) ? [] : ['mensagem']),
  ]
  // A parser may refuse others as malformed, and a message may trim or escape them.
  const isNameable = field === 'unknown' && name !== '' && name !== '__proto__' && name === name.trim() && !name.includes('"')
  const right = ['aprovar', 'mensagem'].filter((one) => !offending.includes(one))
  return {
    body: written(fields, besides === 'blanks' ? BLANK : ''),
    want: {
      status: 400,
      isOther: (status: number) => status === 413 && text.length > 1_000,
      ...(isNameable && { unknown: name }),
      ...((isNameable || field !== 'unknown') && { fields: { offending, right } }),
    },
  } as const
}

type Field = readonly [name: string, json: string | undefined]
type Fields = readonly Field[]

/** Writes JSON by hand, because an object of JavaScript moves numeric names and swallows `__proto__`. */
function written(fields: Fields, blank = ''): string {
  const sent = fields.filter(([, json]) => json !== undefined)
  return `{${sent.map(([name, json]) => [blank, JSON.stringify(name), ':', json, blank].join(blank)).join(',')}}`
}

/** Returns a text as JSON in which each UTF-16 code unit is escaped. */
export function escaped(text: string): string {
  return `"${text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`
}

function refusedBodies(service: Service, all: readonly Cell[], report?: Numero): Refused[] {
  const { own, other = own } = service.keys
  return all.map((cell) => {
    const numero = report ?? service.unknownNumber()
    const { body, want } = refused(cell, numero)
    const authorization = cell.organization === 'other' ? other : own
    return { cell, want, isUnknown: !report, ask: () => service.decide(numero, body, { authorization }) }
  })
}

const isUnknown = ({ field }: Cell) => field === 'unknown'
const isMissing = (cell: Cell) => !isUnknown(cell) && !isShort(cell)
const hasBeside = (field: string, besides = '') => besides !== `no-${field}` && besides !== 'alone'
const ONE_ORDER = 'the service judges other bodies before it looks for the report.'
const common = {
  axes,
  aspects: REFUSAL_ASPECTS,
  clauses: {
    status: '4.2-1 4.2-aprovar 4.2-mensagem 8-mensagem 7-400 0-json',
    late: '4.2-1 4.2-aprovar 4.2-mensagem 8-mensagem 7-400 0-json',
    source: '4.2-1 7-validation',
    keys: '4.2-1 7-validation 4.2-aprovar 4.2-mensagem',
    message: '7-400 7-message',
    wording: '7-400',
  },
} as const

/** Headings 4.2, 7 and 8: what a bad body is answered if there is no such report. */
export const bodies: Table<RefusalAspect> = {
  ...common,
  name: 'bodies',
  risk: 'w0',
  checks: [
    check('VAL-10', '4.2-1 7-400', 'status', 'rejects an unknown field with 400', { of: isUnknown }),
    check('VAL-12', '4.2-1 7-validation', 'source', 'returns source "payload" for an unknown field'),
    check('VAL-13', '4.2-1 7-validation 4.2-aprovar 4.2-mensagem', 'keys', 'names a field at fault, and no valid one, in keys'),
    check('VAL-14', '7-400 7-message', 'message', 'names an unknown field in the message'),
    check('VAL-15', '7-400', 'wording', 'words the refusal of an unknown field as documented', {
      should: 'the interface shows the message for one field as an example.',
    }),
    check(
      'VAL-20',
      '4.2-aprovar 4.2-mensagem 8-mensagem 7-400',
      'status',
      'rejects a missing field, one of another type, a short mensagem and no object with 400',
      { of: (cell) => !isUnknown(cell) },
    ),
    check(
      'VAL-50',
      '4.2-1 4.2-aprovar 4.2-mensagem 8-mensagem 7-400 0-json',
      'late',
      'rejects every bad body with 400 before it tells that the report is unknown',
      { should: ONE_ORDER },
    ),
  ],
  async ask(service) {
    const { status } = (await service.decide(service.unknownNumber(), APPROVAL)).response
    if (status !== 404)
      throw new Undecided('blocked', `a valid body for an unknown number is answered ${status}, so a refusal says nothing: see VAL-01`)
    const all = cells(true, service.keys.other !== undefined)
    return askRefused(refusedBodies(service, all), ({ field }) => field === 'aprovar' || field === 'mensagem')
  },
}

/** The same for a report that exists, where no 404 can hide it. */
export const bodiesForReport: Table<RefusalAspect> = {
  ...common,
  name: 'bodies for a report',
  risk: 'w1',
  needs: ['report'],
  checks: [
    check(
      'VAL-40',
      '4.2-1 7-400 7-validation 7-message',
      'status source keys message',
      'rejects an unknown field for an existing report and names it',
      { of: isUnknown },
    ),
    check(
      'VAL-43',
      '4.2-aprovar 4.2-mensagem 0-json 7-400 7-validation',
      'status keys',
      'rejects a missing field, one of another type and what is no JSON object for an existing report',
      { of: isMissing },
    ),
    check(
      'VAL-41',
      '8-mensagem 4.2-mensagem 7-400 7-validation',
      'status keys',
      'rejects a mensagem of fewer than 25 characters for an existing report',
      { of: isShort },
    ),
  ],
  ask: (service) => askRefused(refusedBodies(service, cells(false, false), service.reports[0])),
}
