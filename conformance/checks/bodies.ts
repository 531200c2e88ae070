import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import { type Axes, type Cell, type Coverage, coveringCells } from '../model/cells.ts'
import { Undecided } from '../model/judgement.ts'
import { APPROVAL, type Numero, UNKNOWN_KEY } from '../model/questions.ts'
import { REFUSAL_ASPECTS, type RefusalAspect } from '../model/refusal-faults.ts'
import type { Service } from '../model/service.ts'
import { askRefused, type Refused } from './refused.ts'
import { check, type Table } from './table.ts'

type Texts = Readonly<Record<string, string>>
const PLAIN = APPROVAL.mensagem
export const EXACT = 'Mensagem com 25 letras ok'
export const ACCENT = 'ã'
const LESS = MENSAGEM_MINIMUM - 1
const sentences = (times: number) => 'Conferido com o solicitante. '.repeat(times).trim()

/* biome-ignore format: rows of data */
/** Names of unknown fields by class; every object of JavaScript inherits some of them. */
export const UNKNOWN_NAMES: Texts = {
  ascii: UNKNOWN_KEY, accented: 'observação', hyphen: 'outro-campo', emoji: 'ok👍', blank: 'dois nomes', empty: '', digit: '0',
  capital: 'Mensagem', 'capital-aprovar': 'Aprovar', 'all-capitals': 'MENSAGEM', 'all-capitals-aprovar': 'APROVAR',
  'blank-after': 'aprovar ', 'blank-before': ' mensagem', plural: 'mensagens', near: 'aprovado', dotted: 'aprovar.valor',
  numero: 'numero', 'status-code': 'status_code', id: 'id', underscore: '_interno', dollar: '$set',
  inherited: '__proto__', 'inherited-method': 'hasOwnProperty', 'inherited-value': 'valueOf',
  'long-with-quotes': `"campo" ${'muito '.repeat(12)}longo`,
}
/* biome-ignore format: rows of data */
const VALUES: Readonly<Record<string, unknown>> = {
  one: 1, null: null, false: false, zero: 0, 'empty-string': '', true: true, text: PLAIN, object: {}, list: [], negative: -1.5,
  nested: APPROVAL, 'list-of-objects': [{ aprovar: true }], 'number-of-report': undefined,
}
/** Unknown fields with the very value that a service may take for its own. */
const TEMPTING: readonly Cell[] = [
  { fault: 'numero', value: 'number-of-report' },
  ...['capital', 'all-capitals'].map((fault) => ({ fault, value: 'text' })),
  ...['capital-aprovar', 'all-capitals-aprovar'].map((fault) => ({ fault, value: 'true' })),
]
/* biome-ignore format: rows of data */
/** What no reading takes for a boolean. */
const APROVAR: Texts = {
  missing: '', null: 'null', object: '{}', list: '[]', 'list-of-true': '[true]', text: '"talvez"', 'empty-string': '""', two: '2',
}
/** Each is longer where it is escaped, for HTML, SQL, a URL, JSON or a terminal; no two of them are a tag or an escape. */
const SIGNS = '> & "\'\t%\n+\\ <'
/** Letters that become two when they are normalized, folded or written in capitals. */
const LIGATURES = '\u00df\u338f\ufb01\u2026\u01c6\u2026'
/* biome-ignore format: rows of data */
/** What is no mensagem of 25 characters, in any unit of length. */
const MENSAGEM: Texts = {
  missing: '', null: 'null', number: '42', 'long-number': '7'.repeat(29), true: 'true', list: '[]', object: '{}',
  'long-list': JSON.stringify(Array(30).fill('a')), 'list-of-text': JSON.stringify([PLAIN]), 'object-with-length': '{"length":30}',
  length0: '""', length1: '"a"', length10: JSON.stringify(EXACT.slice(0, 10)), length24: JSON.stringify(EXACT.slice(0, LESS)),
  accented20: JSON.stringify(ACCENT.repeat(20)), accented24: JSON.stringify(ACCENT.repeat(LESS)),
  emoji12: JSON.stringify('👍'.repeat(LESS / 2)), 'lines-and-quotes24': JSON.stringify('"linha"\n'.repeat(3)),
  signs24: JSON.stringify(SIGNS + 'sinais, letras'.slice(0, LESS - SIGNS.length)),
  ligatures24: JSON.stringify(LIGATURES.repeat(LESS / LIGATURES.length)),
  // Each kind of character alone makes more than 25 if it is counted as it is written.
  escaped24: escaped('a'.repeat(8) + ACCENT.repeat(8) + '👍'.repeat(4)),
}
const LEGAL = JSON.stringify(APPROVAL)
/* biome-ignore format: rows of data */
/** JSON without fields, and what no dialect of JSON allows, though it begins or ends like a valid body. */
const BODY: Texts = {
  'empty-object': '{}', list: '[]', null: 'null', string: '"aprovar"', number: '1', true: 'true', 'list-of-body': `[${LEGAL}]`,
  'text-after': `${LEGAL} abc`, twice: LEGAL + LEGAL, 'text-before': `abc ${LEGAL}`, 'without-end': LEGAL.slice(0, -1),
}
/* biome-ignore format: rows of data */
/**
 * Forms of a valid mensagem. All but the plain one a service may refuse for a reason of its own, so it may name them. The
 * last two are longer than what a service may look at, or keep in memory.
 */
export const FORMS: Texts = {
  plain: PLAIN, accents: 'Aprovação já conferida, ok', exact: EXACT, long: sentences(7), lines: 'Linha 1: "ok".\nLinha\t2: ok',
  longest: sentences(160), large: sentences(1_150),
}
/** What else comes, or does not, with an unknown field: from the third on, a reason of its own to refuse the body. */
const BESIDES = ['nothing', 'blanks', 'no-aprovar', 'no-mensagem', 'alone', 'short-mensagem', 'another', 'many']
const MANY = ['outro_campo', ...Array.from({ length: 12 }, (_, i) => `campo_${i + 1}`)]

const faultsOf = { unknown: UNKNOWN_NAMES, aprovar: APROVAR, mensagem: MENSAGEM, body: BODY }
const axes = {
  field: Object.keys(faultsOf),
  fault: [...new Set(Object.values(faultsOf).flatMap((faults) => Object.keys(faults)))],
  value: Object.keys(VALUES),
  place: ['last', 'first', 'between'],
  aprovar: ['true', 'false'],
  mensagem: Object.keys(FORMS),
  besides: BESIDES,
  organization: ['own', 'other'],
} as const satisfies Axes
const isUnknown = ({ field }: Cell) => field === 'unknown'
const isShort = ({ field, fault = '' }: Cell) => field === 'mensagem' && /\d$/.test(fault)
/** Whether a refusal shows that the service judges fields, not only whether the body is JSON. */
const isTelling = ({ field }: Cell) => field === 'aprovar' || field === 'mensagem'
const isMissing = (cell: Cell) => !isUnknown(cell) && !isShort(cell)

/** Returns cells of one field, with the plainest values of the axes that are not given. */
function cellsOf(field: keyof typeof faultsOf, others: readonly (keyof typeof axes)[], coverage: Partial<Coverage> = {}): Cell[] {
  const plainest = Object.fromEntries(Object.entries(axes).map(([axis, [value]]) => [axis, value]))
  const given = { fault: Object.keys(faultsOf[field]), ...Object.fromEntries(others.map((axis) => [axis, axes[axis]])) }
  return coveringCells(given, { strength: 1, ...coverage }).map((cell) => ({ ...plainest, field, ...cell }))
}

/** Returns the cells, of which some are also sent for the other organization if there is one. */
function cells(isThorough: boolean, hasOther = false): Cell[] {
  // Any other reason to refuse the body hides that its unknown field is ignored.
  const hasOneReason = ({ besides = '', fault = 'ascii', value = 'one', mensagem = 'plain' }: Cell) =>
    BESIDES.indexOf(besides) < 2 || (fault === 'ascii' && value === 'one' && mensagem === 'plain')
  const isOrdered = ({ place = 'last', fault }: Cell) => place === 'last' || (place === 'first' && fault !== 'missing')
  const own = [
    ...cellsOf('unknown', ['value', 'place', 'aprovar', 'mensagem', 'besides'], {
      groups: ['value', 'place', 'mensagem', 'besides'].map((axis) => [axis, 'aprovar']),
      parts: TEMPTING,
      allows: hasOneReason,
    }),
    // One fault is enough for a service that does not look at large bodies.
    ...cellsOf('aprovar', ['place', 'mensagem'], {
      allows: (part) => isOrdered(part) && (!['longest', 'large'].includes(part.mensagem ?? '') || (part.fault ?? 'text') === 'text'),
    }),
    ...cellsOf('mensagem', ['place', 'aprovar'], { groups: isThorough ? [['fault', 'aprovar']] : [], allows: isOrdered }),
    ...cellsOf('body', []),
  ]
  const plain = own.filter(({ fault, besides }) => (fault === 'ascii' && besides === 'nothing') || fault === 'length24')
  return [...own, ...(hasOther ? plain.map((cell) => ({ ...cell, organization: 'other' })) : [])]
}

type Fields = readonly (readonly [name: string, json: string | undefined])[]

/** Returns a bad body and what its refusal must be. */
function refused({ field = '', fault = '', value = '', place, aprovar, mensagem = '', besides = '' }: Cell, numero: Numero) {
  // The interface does not show with which status what has no fields is refused.
  if (field === 'body')
    return {
      body: BODY[fault],
      want: { status: 400, isOther: (status: number) => status > 400 && status < 500 && status !== 404 },
    } as const
  const name = UNKNOWN_NAMES[fault] as string
  const text = besides === 'short-mensagem' ? 'curta' : (FORMS[mensagem] as string)
  const isThere = (known: string) => field !== 'unknown' || (besides !== `no-${known}` && besides !== 'alone')
  const known: Fields = [
    ['aprovar', field === 'aprovar' ? APROVAR[fault] : isThere('aprovar') ? aprovar : ''],
    ['mensagem', field === 'mensagem' ? MENSAGEM[fault] : isThere('mensagem') ? JSON.stringify(text) : ''],
  ]
  const added = besides === 'another' ? MANY.slice(0, 1) : besides === 'many' ? MANY : []
  const json = JSON.stringify(value === 'number-of-report' ? numero.value : VALUES[value])
  const unknown: Fields = [[name, json], ...added.map((one) => [one, 'true'] as const)]
  const at = place === 'first' ? 0 : place === 'between' ? 1 : 2
  const inPlace = place === 'first' ? known.toReversed() : known
  const offending = [
    ...(field === 'unknown' ? [name, ...added] : [field]),
    ...(isThere('aprovar') ? [] : ['aprovar']),
    ...(isThere('mensagem') && text === PLAIN ? [] : ['mensagem']),
  ]
  const fields = { offending, right: ['aprovar', 'mensagem'].filter((one) => !offending.includes(one)) }
  // A parser may refuse others as malformed, and a message may trim or escape them.
  const isNameable = field === 'unknown' && name !== '' && name !== '__proto__' && name === name.trim() && !name.includes('"')
  return {
    body: written(field === 'unknown' ? known.toSpliced(at, 0, ...unknown) : inPlace, besides === 'blanks' ? ' \t\r\n' : ''),
    want: {
      status: 400,
      isOther: (status: number) => status === 413 && text.length > 1_000,
      ...(isNameable && { unknown: name }),
      ...((isNameable || field !== 'unknown') && { fields }),
    },
  } as const
}

/** Writes JSON by hand, because an object of JavaScript moves numeric names and swallows `__proto__`. */
function written(fields: Fields, blank: string): string {
  const sent = fields.filter(([, json]) => json)
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

const STATUS = '4.2-1 4.2-aprovar 4.2-mensagem 8-mensagem 7-400 0-json'
const KEYS = '4.2-1 7-validation 4.2-aprovar 4.2-mensagem'
const common = {
  axes,
  aspects: REFUSAL_ASPECTS,
  clauses: { status: STATUS, late: STATUS, source: '4.2-1 7-validation', keys: KEYS, message: '7-400 7-message', wording: '7-400' },
} as const

/** Headings 4.2, 7 and 8: what a bad body is answered if there is no such report. */
export const bodies: Table<RefusalAspect> = {
  ...common,
  name: 'bodies',
  risk: 'w0',
  // biome-ignore format: rows
  checks: [
    check('VAL-10', '4.2-1 7-400', 'status', 'rejects an unknown field with 400', { of: isUnknown }),
    check('VAL-12', '4.2-1 7-validation', 'source', 'returns source "payload" for an unknown field'),
    check('VAL-13', KEYS, 'keys', 'names a field at fault, and no valid one, in keys'),
    check('VAL-14', '7-400 7-message', 'message', 'names an unknown field in the message'),
    check('VAL-15', '7-400', 'wording', 'words the refusal of an unknown field as documented',
      { should: 'the interface shows the message for one field, as an example.' }),
    check('VAL-20', '4.2-aprovar 4.2-mensagem 8-mensagem 7-400', 'status',
      'rejects a missing field, one of another type, a short mensagem and no object with 400', { of: (cell) => !isUnknown(cell) }),
    check('VAL-50', STATUS, 'late', 'rejects every bad body with 400 before it tells that the report is unknown',
      { should: 'the service judges other bodies before it looks for the report.' }),
  ],
  async ask(service) {
    const { status } = (await service.decide(service.unknownNumber(), APPROVAL)).response
    if (status !== 404)
      throw new Undecided('blocked', `a valid body for an unknown number is answered ${status}, so a refusal says nothing: see VAL-01`)
    return askRefused(refusedBodies(service, cells(true, service.keys.other !== undefined)), isTelling)
  },
}

/** The same for a report that exists, where no 404 can hide it. */
export const bodiesForReport: Table<RefusalAspect> = {
  ...common,
  name: 'bodies for a report',
  risk: 'w1',
  needs: ['report'],
  // biome-ignore format: rows
  checks: [
    check('VAL-40', '4.2-1 7-400 7-validation 7-message', 'status source keys message',
      'rejects an unknown field for an existing report and names it', { of: isUnknown }),
    check('VAL-43', '4.2-aprovar 4.2-mensagem 0-json 7-400 7-validation', 'status keys',
      'rejects a missing field, one of another type and what is no JSON object for an existing report', { of: isMissing }),
    check('VAL-41', '8-mensagem 4.2-mensagem 7-400 7-validation', 'status keys',
      'rejects a mensagem of fewer than 25 characters for an existing report', { of: isShort }),
  ],
  ask: (service) => askRefused(refusedBodies(service, cells(false), service.reports[0]), isTelling),
}
