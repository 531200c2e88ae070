import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import { type Exchange, FORM_TYPE, JSON_TYPE } from '../client/exchange.ts'
import type { NumberShape } from '../client/unknown-number.ts'
import { type Axes, type Cell, coveringCells } from '../model/cells.ts'
import type { Judgement } from '../model/list-faults.ts'
import { readList } from '../model/lists.ts'
import { APPROVAL, type How, listQuestion, type Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { ACCENT, EXACT, escaped } from './bodies.ts'
import { askAll, check, type Table } from './table.ts'

const PLAIN = APPROVAL.mensagem
/** Legal messages: 25 or 26 characters by every count, in case there is a maximum. */
const LEGAL: Readonly<Record<string, string>> = {
  plain: PLAIN,
  exact: EXACT,
  'exact-accented': ACCENT.repeat(MENSAGEM_MINIMUM),
  accents: 'Aprovação já conferida, ok',
  'lines-and-quotes': 'Linha 1: "ok".\nLinha\t2: ok',
  emoji: 'Conferido pela equipe ok👍',
  markup: '<b>Aprovado</b> &amp; ok 1',
  quote: "Confere d\\'água: ok; -\\\\ 1",
  digits: '7'.repeat(26),
  percent: '100% confere%20%s %n $x+ok',
  'other-script': '\u0436'.repeat(MENSAGEM_MINIMUM),
  'right-to-left': '\u05d0'.repeat(MENSAGEM_MINIMUM),
  combining: 'Conferido sim: tudo bem c\u0327',
}
/** Fewer than 25 characters are left of these without some of their blanks. */
const SPACED: Readonly<Record<string, string>> = {
  'blanks-at-both-ends': ` ${EXACT.slice(0, -2)} `,
  'blanks-in-a-row': 'Conferido.   Tudo    certo',
  'line-breaks': 'Tudo\ncerto:\nnome\ncpf\ndia\n',
}
/** A service may refuse these for their length or for what few databases hold, but they must not break it. */
const UNSURE: Readonly<Record<string, string>> = {
  length500: 'Conferido. '.repeat(50).slice(0, 500),
  length1000: 'Conferido. '.repeat(100).slice(0, 1_000),
  length5000: 'Conferido. '.repeat(500).slice(0, 5_000),
  length20000: 'Conferido. '.repeat(2_000).slice(0, 20_000),
  nul: 'Conferido pela\u0000 equipe, ok',
  'half-emoji': 'Conferido pela equipe, ok \ud83d',
}
const MESSAGES: Readonly<Record<string, string>> = { ...LEGAL, ...SPACED, ...UNSURE }

/** Other ways to write the JSON of a body. */
const WRITTEN: Readonly<Record<string, (aprovar: boolean, mensagem: string) => string>> = {
  usual: (aprovar, mensagem) => JSON.stringify({ aprovar, mensagem }),
  reversed: (aprovar, mensagem) => JSON.stringify({ mensagem, aprovar }),
  indented: (aprovar, mensagem) => `\r\n${JSON.stringify({ aprovar, mensagem }, null, '\t')}\n`,
  escaped: (aprovar, mensagem) => `{${escaped('aprovar')}:${aprovar},"mensagem":${escaped(mensagem)}}`,
}

const UUIDS: readonly NumberShape[] = ['uuid', 'v1', 'v7', 'upper-case', 'nil', 'max']
const TEXTS: readonly NumberShape[] = ['other', 'word']
const EITHER = ['true', 'false']
const axes: Axes = {
  number: [...UUIDS, ...TEXTS],
  aprovar: EITHER,
  mensagem: Object.keys(MESSAGES),
  json: Object.keys(WRITTEN),
  organization: ['own', 'other'],
}
/** What can be wrong with the answer to a legal body: it is not refused, or not with 404. */
type NumberAspect = 'status' | 'not-found'

const isPlain = ({ number, mensagem, json }: Cell) => number === 'uuid' && mensagem === 'plain' && json === 'usual'
const isBody = (cell: Cell) => cell.number === 'uuid' && !isPlain(cell) && !isSpaced(cell)
const isSpaced = ({ mensagem = '' }: Cell) => Object.hasOwn(SPACED, mensagem)
const isUuid = ({ number = '' }: Cell) => number !== 'uuid' && UUIDS.some((shape) => shape === number)
const isText = ({ number = '' }: Cell) => TEXTS.some((shape) => shape === number)

/** Rule 3 of heading 4.2: a legal body for a report that does not exist is answered 404. */
export const unknownNumbers: Table<NumberAspect> = {
  name: 'unknown numbers',
  risk: 'w0',
  axes,
  aspects: ['status', 'not-found'],
  checks: [
    check('VAL-01', '4.2-3 7-404 4.2-path 4.2-headers 4.2-aprovar', 'status not-found', 'returns 404 for an unknown report', {
      of: isPlain,
    }),
    check(
      'VAL-26',
      '8-mensagem 4.2-mensagem 4.2-aprovar 4.2-3',
      'status not-found',
      'accepts every form of a valid body and returns 404 for the unknown report',
      { of: isBody },
    ),
    check('CELL-27', '4.2-mensagem 8-mensagem', 'not-found', 'counts the blanks and line breaks of a mensagem as characters', {
      of: isSpaced,
      should: 'a blank is a character.',
    }),
    check('CELL-28', '4.2-3 7-404', 'status', 'refuses an unknown number, whatever the version or the digits of the UUID', { of: isUuid }),
    check('VAL-51', '4.2-3 7-404', 'not-found', 'returns 404 for an unknown number, whatever the version or the digits of the UUID', {
      of: isUuid,
      should: 'the interface shows the shape of a UUID and no version of it.',
    }),
    check('VAL-45', '4.2-3 7-404', 'status', 'refuses a number that is not a UUID', { of: isText }),
  ],
  async ask(service) {
    const { other } = service.keys
    const plain = { number: 'uuid', mensagem: 'plain', json: 'usual', organization: 'own' }
    const bodies = coveringCells(
      { aprovar: EITHER, mensagem: Object.keys(MESSAGES), json: Object.keys(WRITTEN) },
      {
        strength: 1,
        groups: [['json', 'aprovar']],
        allows: ({ mensagem = 'plain', json = 'usual' }) => json === 'usual' || Object.hasOwn(LEGAL, mensagem),
      },
    )
    const numbers = coveringCells({ number: [...UUIDS, ...TEXTS], aprovar: EITHER }, { strength: 2 })
    const cells = [
      ...numbers.map((cell) => ({ ...plain, ...cell })),
      ...(other ? EITHER.map((aprovar) => ({ ...plain, aprovar, organization: 'other' })) : []),
      ...bodies.map((cell): Cell => ({ ...plain, ...cell })).filter((cell) => !isPlain(cell)),
    ]
    const asked = await askAll<{ cell: Cell }, NumberAspect>(
      cells.map((cell) => ({ cell })),
      async ({ cell }) => {
        const exchange = await send(service, cell)
        return { ...judge(cell, exchange.response.status), exchanges: [exchange] }
      },
    )
    // Whoever does not answer a plain body as documented is not judged by others.
    const isOdd = ({ aprovar }: Cell) => asked.some((one) => isPlain(one.cell) && one.cell.aprovar === aprovar && one.faults.length > 0)
    return asked.map((one) => (isPlain(one.cell) || !isOdd(one.cell) ? one : { ...one, faults: [], shown: [] }))
  },
}

function send(service: Service, { number, aprovar, mensagem = '', json = 'usual', organization }: Cell): Promise<Exchange> {
  const write = WRITTEN[json] as (aprovar: boolean, mensagem: string) => string
  const body = write(aprovar === 'true', MESSAGES[mensagem] as string)
  const { own, other = own } = service.keys
  return service.decide(service.unknownNumber(number as NumberShape), body, { authorization: organization === 'other' ? other : own })
}

function judge(cell: Cell, status: number): Judgement<NumberAspect> {
  const isUnsure = Object.hasOwn(UNSURE, cell.mensagem as string)
  const mayBe = isUnsure ? [400, 413] : []
  if (status < 400 || status >= 500) return { faults: [{ aspect: 'status', expected: '404', actual: String(status) }], shown: ['status'] }
  if (isText(cell)) return { faults: [], shown: ['status'] }
  const isRight = status === 404 || mayBe.includes(status)
  const faults = isRight ? [] : [{ aspect: 'not-found' as const, expected: '404', actual: String(status) }]
  return { faults, shown: ['status', 'not-found'] }
}

/** Other ways to write the documented types, or to send a body. */
const TYPES: Readonly<Record<string, (type: string) => How>> = {
  charset: (type) => ({ contentType: `${type}; charset=utf-8` }),
  'capital-charset': (type) => ({ contentType: `${type};charset=UTF-8` }),
  'quoted-charset': (type) => ({ contentType: `${type}; charset="utf-8"` }),
  capitals: (type) => ({ contentType: type.replace(/(?<=^|\/)./g, (letter) => letter.toUpperCase()) }),
  chunks: () => ({ chunked: true }),
}

/** A request means the same however HTTP allows it to be written. */
export const contentTypes: Table<'status'> = {
  name: 'content types',
  risk: 'w0',
  axes: { request: ['list', 'approval', 'rejection'], type: Object.keys(TYPES) },
  aspects: ['status'],
  checks: [
    check('HDR-03', '4.2-headers 4.1-headers', 'status', 'accepts the documented Content-Type with a charset and in capitals', {
      of: ({ type }) => type !== 'chunks',
      should: 'HTTP compares types without case, and a charset may follow them.',
    }),
    check('HDR-04', '4.2-headers 4.2-aprovar 4.2-mensagem 4.2-3', 'status', 'reads a body that is sent in chunks', {
      of: ({ type }) => type === 'chunks',
      should: 'HTTP/1.1 requires servers to read chunks.',
    }),
  ],
  async ask(service) {
    // Without its parameters, this list would have fewer rows or another page.
    const query: Query = (await service.get({ rows: 50 })).list ? { rows: 50 } : { page: 1 }
    const send = (request = '', how: How = {}) =>
      request === 'list'
        ? service.send(listQuestion(service.keys.own, query, how))
        : service.decide(service.unknownNumber(), { ...APPROVAL, aprovar: request === 'approval' }, how)
    const requests = this.axes.request as readonly string[]
    const plain = new Map(await Promise.all(requests.map(async (request) => [request, told(await send(request))] as const)))
    const cells = coveringCells(this.axes, { strength: 2, allows: ({ request, type }) => request !== 'list' || type !== 'chunks' })
    return askAll(
      cells.map((cell) => ({ cell })),
      async ({ cell: { request = '', type = '' } }) => {
        const exchange = await send(request, TYPES[type]?.(request === 'list' ? FORM_TYPE : JSON_TYPE))
        const [want, came] = [plain.get(request) as string, told(exchange)]
        const isRight = want === came || (type === 'chunks' && came === '411')
        const faults = isRight ? [] : [{ aspect: 'status' as const, expected: `${want}, as otherwise`, actual: came }]
        return { faults, shown: ['status'], exchanges: [exchange] }
      },
    )
  },
}

/** Returns the status and, of a list, what its parameters did. */
function told(exchange: Exchange): string {
  const { list, status } = readList(exchange)
  return list ? `${status} with linhas ${list.linhas}` : String(status)
}
