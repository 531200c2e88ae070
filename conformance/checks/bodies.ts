import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import { type Axes, type Cell, coveringCells } from '../model/cells.ts'
import { APPROVAL, type Numero, UNKNOWN_KEY } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { MESSAGES } from './decided.ts'
import { askRefused, REFUSAL_ASPECTS, type RefusalAspect, type Refused } from './refused.ts'
import { check, type Table } from './table.ts'

type Texts = Readonly<Record<string, string>>
const PLAIN = APPROVAL.mensagem
const LESS = MENSAGEM_MINIMUM - 1
export const sentences = (times: number) => 'Conferido com o solicitante. '.repeat(times).trim()
const twentyFour = (letters: string) => JSON.stringify(letters.repeat(LESS / letters.length))

/** Names of unknown fields by class; every object of JavaScript inherits two of them. */
const NAMES: Texts = {
  ascii: UNKNOWN_KEY, accented: 'observação', hyphen: 'outro-campo', blank: 'dois nomes', empty: '', digit: '0',
  capital: 'Mensagem', 'capital-aprovar': 'Aprovar', 'blank-after': 'aprovar ', 'blank-before': ' mensagem', dotted: 'aprovar.valor',
  numero: 'numero', id: 'id', underscore: '_interno', dollar: '$set', inherited: '__proto__', 'inherited-method': 'hasOwnProperty',
  'long-with-quotes': `"campo" ${'muito '.repeat(12)}longo`,
}
/** A parser may refuse these as malformed, and a message may trim or escape them. */
const UNNAMED = ['empty', 'inherited', 'blank-after', 'blank-before', 'long-with-quotes']
const VALUES: Readonly<Record<string, unknown>> = {
  one: 1, null: null, false: false, true: true, 'empty-string': '', text: PLAIN, object: {}, list: [], 'number-of-report': undefined,
}
/** Unknown fields with the very value that a service may take for its own. */
const TEMPTING: readonly Cell[] = [
  { fault: 'numero', value: 'number-of-report' },
  { fault: 'capital', value: 'text' },
  { fault: 'capital-aprovar', value: 'true' },
]
/** What no reading takes for a boolean. */
const APROVAR: Texts = {
  missing: '', null: 'null', object: '{}', list: '[]', 'list-of-true': '[true]', text: '"talvez"', 'empty-string': '""', two: '2',
}
/** What is no mensagem of 25 characters, in any unit of length. */
const MENSAGEM: Texts = {
  missing: '', null: 'null', number: '42', 'long-number': '7'.repeat(29), true: 'true', list: '[]', object: '{}',
  'long-list': JSON.stringify(Array(30).fill('a')), 'list-of-text': JSON.stringify([PLAIN]), 'object-with-length': '{"length":30}',
  length0: '""', length1: '"a"', length24: twentyFour('a'), accented24: twentyFour('ã'), emoji24: twentyFour('👍'),
  // Each is longer where it is escaped, for HTML, SQL, a URL, JSON or a terminal; no two of them are a tag or an escape.
  signs24: twentyFour('> & "\'\t%\n+\\ <'),
  // Letters that become two when they are normalized, folded or written in capitals.
  ligatures24: twentyFour('\u00df\u338f\ufb01\u2026\u01c6\u2026'),
  escaped24: escaped('aã'.repeat(8) + '👍'.repeat(4)),
}
const LEGAL = JSON.stringify(APPROVAL)
/** JSON without fields, and what no dialect of JSON allows, though it begins or ends like a valid body. */
const BODY: Texts = {
  'empty-object': '{}', list: '[]', null: 'null', string: '"aprovar"', 'list-of-body': `[${LEGAL}]`,
  'text-after': `${LEGAL} abc`, twice: LEGAL + LEGAL, 'without-end': LEGAL.slice(0, -1),
}
const { plain, accents, exact, lines } = MESSAGES
/** Forms of a valid mensagem; the last two are longer than what a service may look at, or keep in memory. */
const FORMS: Texts = { plain, accents, exact, lines, long: sentences(7), longest: sentences(160), large: sentences(1_150) }
/** What comes, or does not, with an unknown field: from the third on, a reason of its own to refuse the body. */
const BESIDES = ['nothing', 'blanks', 'alone', 'short-mensagem', 'many']
const MANY = Array.from({ length: 12 }, (_, i) => `campo_${i + 1}`)

const faultsOf = { unknown: NAMES, aprovar: APROVAR, mensagem: MENSAGEM, body: BODY }
const axes = {
  field: Object.keys(faultsOf),
  fault: [...new Set(Object.values(faultsOf).flatMap((faults) => Object.keys(faults)))],
  value: Object.keys(VALUES),
  place: ['last', 'first', 'between'],
  aprovar: ['true', 'false'],
  mensagem: Object.keys(FORMS),
  besides: BESIDES,
} as const satisfies Axes
const isUnknown = ({ field }: Cell) => field === 'unknown'

/** Every fault of each field and every other value once, in turn with approvals and rejections. */
function cells(): Cell[] {
  const plainest = Object.fromEntries(Object.entries(axes).map(([axis, [value]]) => [axis, value]))
  const { value, place, mensagem, besides } = axes
  const order = ['last', 'first']
  const varied = { unknown: { value, place, mensagem, besides }, aprovar: { place: order, mensagem }, mensagem: { place: order }, body: {} }
  // Any other reason to refuse the body hides that its unknown field is ignored.
  const allows = ({ besides = '', fault = 'ascii', value = 'one', mensagem = 'plain' }: Cell) =>
    BESIDES.indexOf(besides) < 2 || (fault === 'ascii' && value === 'one' && mensagem === 'plain')
  return Object.entries(varied).flatMap(([field, others]) => {
    const given = { fault: Object.keys(faultsOf[field as keyof typeof faultsOf]), ...others }
    const cells = coveringCells(given, field === 'unknown' ? { strength: 1, parts: TEMPTING, allows } : { strength: 1 })
    const isSent = field === 'unknown' || field === 'mensagem'
    return cells.map((cell, i) => ({ ...plainest, field, ...cell, ...(isSent && { aprovar: axes.aprovar[i % 2] as string }) }))
  })
}

type Fields = readonly (readonly [name: string, json: string | undefined])[]

function refused({ field, fault = '', value = '', place = '', aprovar, mensagem = '', besides }: Cell, numero: Numero) {
  // The interface does not show with which status what has no fields is refused.
  if (field === 'body')
    return {
      body: BODY[fault],
      want: { status: 400, isOther: (status: number) => status > 400 && status < 500 && status !== 404 },
    } as const
  const text = besides === 'short-mensagem' ? 'curta' : (FORMS[mensagem] as string)
  const isAlone = besides === 'alone'
  const known: Fields = [
    ['aprovar', field === 'aprovar' ? APROVAR[fault] : isAlone ? '' : aprovar],
    ['mensagem', field === 'mensagem' ? MENSAGEM[fault] : isAlone ? '' : JSON.stringify(text)],
  ]
  const name = NAMES[fault] as string
  const json = JSON.stringify(value === 'number-of-report' ? numero.value : VALUES[value])
  const more = besides === 'many' ? MANY : []
  const unknown: Fields = field === 'unknown' ? [[name, json], ...more.map((one) => [one, 'true'] as const)] : []
  const inOrder = place === 'first' ? known.toReversed() : known
  // A service may refuse any mensagem but the plain one for a reason of its own.
  const others = isAlone ? ['aprovar', 'mensagem'] : text === PLAIN ? [] : ['mensagem']
  const offending = [...(field === 'unknown' ? [name, ...more] : [field as string]), ...others]
  const fields = { offending, right: ['aprovar', 'mensagem'].filter((one) => !offending.includes(one)) }
  const isNamed = !UNNAMED.includes(fault)
  return {
    body: written(inOrder.toSpliced(['first', 'between', 'last'].indexOf(place), 0, ...unknown), besides === 'blanks' ? ' \t\r\n' : ''),
    want: {
      status: 400,
      isOther: (status: number) => status === 413 && text.length > 1_000,
      ...(isNamed && { fields, ...(field === 'unknown' && { unknown: name }) }),
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

function askBodies(service: Service, report?: Numero) {
  return askRefused(
    cells().map((cell): Refused => {
      const numero = report ?? service.unknownNumber()
      const { body, want } = refused(cell, numero)
      return { cell, want, isUnknown: !report, ask: () => service.decide(numero, body) }
    }),
  )
}

const UNKNOWN = '4.2-1 7-400 7-validation 7-message'
const KNOWN = '4.2-aprovar 4.2-mensagem 8-mensagem 0-json 7-400 7-validation'
const common = {
  axes,
  aspects: REFUSAL_ASPECTS,
  clauses: {
    status: '4.2-1 4.2-aprovar 4.2-mensagem 8-mensagem 0-json 7-400',
    source: '4.2-1 7-validation',
    keys: '4.2-1 4.2-aprovar 4.2-mensagem 7-validation',
    message: '7-400 7-message',
  },
} as const

/** Headings 4.2, 7 and 8: what a bad body is answered if there is no such report. */
export const bodies: Table<RefusalAspect> = {
  ...common,
  name: 'bodies',
  risk: 'w0',
  checks: [
    check('VAL-10', UNKNOWN, 'status source keys message', 'rejects an unknown field with 400 and names it', { of: isUnknown }),
    check('VAL-20', KNOWN, 'status keys', 'rejects a missing field, one of another type, a short mensagem and no object with 400',
      { of: (cell) => !isUnknown(cell) }),
    check('VAL-53', '7-validation', 'validation', 'includes validation in every 400 for a field', {
      should: 'A 400 for a field says in validation which one.',
    }),
    check('VAL-50', '4.2-1 4.2-aprovar 4.2-mensagem 8-mensagem 7-400 0-json', 'late',
      'rejects every bad body with 400 before it tells that the report is unknown',
      { should: 'the service judges other bodies before it looks for the report.' }),
  ],
  ask: (service) => askBodies(service),
}

/** The same for a report that exists, where no 404 can hide it. */
export const bodiesForReport: Table<RefusalAspect> = {
  ...common,
  name: 'bodies for a report',
  risk: 'w1',
  needs: ['report'],
  checks: [
    check('VAL-40', UNKNOWN, 'status source keys message', 'rejects an unknown field for an existing report and names it', { of: isUnknown }),
    check('VAL-43', KNOWN, 'status keys',
      'rejects a missing field, one of another type, a short mensagem and no object for an existing report',
      { of: (cell) => !isUnknown(cell) }),
  ],
  ask: (service) => askBodies(service, service.reports[0]),
}
