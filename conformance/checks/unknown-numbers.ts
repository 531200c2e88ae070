import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import type { NumberShape } from '../client/unknown-number.ts'
import { judgeAspects, type Verdict, verdict } from '../model/aspects.ts'
import { type Axes, type Cell, coveringCells, nameOf } from '../model/cells.ts'
import { APPROVAL, type How, UNKNOWN_KEY } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { ACCENT, EXACT, escaped, FORMS } from './bodies.ts'
import { askAll, check, type Judged, type Table } from './table.ts'

type Texts = Readonly<Record<string, string>>
const { plain, accents, exact, lines } = FORMS as Record<'plain' | 'accents' | 'exact' | 'lines', string>
/* biome-ignore format: rows of data */
/** Legal messages: 25 or 26 characters by every count, in case there is a maximum. */
const LEGAL: Texts = {
  plain, exact, accents, 'lines-and-quotes': lines, 'exact-accented': ACCENT.repeat(MENSAGEM_MINIMUM),
  emoji: 'Conferido pela equipe ok👍', combining: 'Conferido sim: tudo bem c\u0327', digits: '7'.repeat(26),
  markup: '<b>Aprovado</b> &amp; ok 1', quote: "Confere d\\'água: ok; -\\\\ 1", percent: '100% confere%20%s %n $x+ok',
  'other-script': '\u0436'.repeat(MENSAGEM_MINIMUM), 'right-to-left': '\u05d0'.repeat(MENSAGEM_MINIMUM),
}
/* biome-ignore format: rows of data */
/** Fewer than 25 characters are left of these without some of their blanks. */
const SPACED: Texts = {
  'blanks-at-both-ends': ` ${EXACT.slice(0, -2)} `, 'blanks-in-a-row': 'Conferido.   Tudo    certo',
  'line-breaks': 'Tudo\ncerto:\nnome\ncpf\ndia\n',
}
const length = (length: number) => 'Conferido. '.repeat(length).slice(0, length)
/* biome-ignore format: rows of data */
/** A service may refuse these for their length or for what few databases hold, but they must not break it. */
const UNSURE: Texts = {
  length500: length(500), length1000: length(1_000), length5000: length(5_000), length20000: length(20_000),
  nul: 'Conferido pela\u0000 equipe, ok', 'half-emoji': 'Conferido pela equipe, ok \ud83d',
}
const MESSAGES: Texts = { ...LEGAL, ...SPACED, ...UNSURE }

/** Ways to write the JSON of a body. */
const WRITTEN: Readonly<Record<string, (aprovar: boolean, mensagem: string) => string>> = {
  usual: (aprovar, mensagem) => JSON.stringify({ aprovar, mensagem }),
  reversed: (aprovar, mensagem) => JSON.stringify({ mensagem, aprovar }),
  indented: (aprovar, mensagem) => `\r\n${JSON.stringify({ aprovar, mensagem }, null, '\t')}\n`,
  escaped: (aprovar, mensagem) => `{${escaped('aprovar')}:${aprovar},"mensagem":${escaped(mensagem)}}`,
}

/** Other ways to write the documented type, or to send a body. */
const TYPES: Readonly<Record<string, How>> = {
  documented: {},
  charset: { contentType: 'application/json; charset=utf-8' },
  'capital-charset': { contentType: 'application/json;charset=UTF-8' },
  'quoted-charset': { contentType: 'application/json; charset="utf-8"' },
  capitals: { contentType: 'Application/JSON' },
  chunks: { chunked: true },
}

const UUIDS: readonly NumberShape[] = ['uuid', 'v1', 'v7', 'upper-case', 'nil', 'max']
const TEXTS: readonly NumberShape[] = ['other', 'word']
const EITHER = ['true', 'false']
const axes = {
  number: [...UUIDS, ...TEXTS],
  aprovar: EITHER,
  mensagem: Object.keys(MESSAGES),
  json: Object.keys(WRITTEN),
  type: Object.keys(TYPES),
  after: ['nothing', 'unknown-field'],
  organization: ['own', 'other'],
} as const satisfies Axes

const PLAINEST = { number: 'uuid', mensagem: 'plain', json: 'usual', type: 'documented', after: 'nothing', organization: 'own' }
const isTyped = ({ type }: Cell) => type !== 'documented'
const isAfter = ({ after }: Cell) => after !== 'nothing'
const isPlain = (cell: Cell) =>
  cell.number === 'uuid' && cell.mensagem === 'plain' && cell.json === 'usual' && !isTyped(cell) && !isAfter(cell)
const isIn = (texts: Texts, { mensagem = '' }: Cell) => Object.hasOwn(texts, mensagem)
const isUuid = ({ number = '' }: Cell) => number !== 'uuid' && UUIDS.some((shape) => shape === number)
const isText = ({ number = '' }: Cell) => TEXTS.some((shape) => shape === number)

type NumberAspect = 'status' | 'not-found'
const is4xx = (status: number) => status >= 400 && status < 500
/** A legal body must be refused, and with 404. */
const judges: Record<NumberAspect, (facts: { cell: Cell; status: number }) => Verdict> = {
  status: ({ status }) => verdict(true, is4xx(status), '404', String(status)),
  'not-found': ({ cell, status }) => {
    const isOther = isIn(UNSURE, cell) ? status === 400 || status === 413 : cell.type === 'chunks' && status === 411
    return verdict(!isText(cell) && is4xx(status), status === 404 || isOther, '404', String(status))
  },
}

/** Rule 3 of heading 4.2: a legal body for a report that does not exist is answered 404. */
export const unknownNumbers: Table<NumberAspect> = {
  name: 'unknown numbers',
  risk: 'w0',
  axes,
  aspects: ['status', 'not-found'],
  // biome-ignore format: rows
  checks: [
    check('VAL-01', '4.2-3 7-404 4.2-path 4.2-headers 4.2-aprovar', 'status not-found', 'returns 404 for an unknown report',
      { of: isPlain }),
    check('VAL-26', '8-mensagem 4.2-mensagem 4.2-aprovar 4.2-3', 'status not-found',
      'accepts every form of a valid body and returns 404 for the unknown report',
      { of: (cell) => cell.number === 'uuid' && !isPlain(cell) && !isTyped(cell) && !isAfter(cell) && !isIn(SPACED, cell) }),
    check('CELL-27', '4.2-mensagem 8-mensagem', 'not-found', 'counts the blanks and line breaks of a mensagem as characters',
      { of: (cell) => isIn(SPACED, cell), should: 'a blank is a character.' }),
    check('CELL-28', '4.2-3 7-404', 'status', 'refuses an unknown number, whatever the version or the digits of the UUID', { of: isUuid }),
    check('VAL-51', '4.2-3 7-404', 'not-found', 'returns 404 for an unknown number, whatever the version or the digits of the UUID',
      { of: isUuid, should: 'the interface shows the shape of a UUID and no version of it.' }),
    check('HDR-03', '4.2-headers', 'not-found', 'accepts a body whose Content-Type has a charset or is in capitals',
      { of: (cell) => isTyped(cell) && cell.type !== 'chunks', should: 'HTTP compares types without case, and a charset may follow them.' }),
    check('HDR-04', '4.2-headers 4.2-aprovar 4.2-mensagem 4.2-3', 'not-found', 'reads a body that is sent in chunks',
      { of: ({ type }) => type === 'chunks', should: 'HTTP/1.1 requires servers to read chunks.' }),
    check('MEM-04', '4.2-3 4.2-1 7-400', 'status not-found', 'answers a valid body after a refused one as it does without one', { of: isAfter }),
    check('VAL-45', '4.2-3 7-404', 'status', 'refuses a number that is not a UUID', { of: isText }),
  ],
  async ask(service) {
    const { number, mensagem, json, type } = axes
    const isLegal = (part: Cell) => (part.json ?? 'usual') === 'usual' || isIn(LEGAL, { ...PLAINEST, ...part })
    const bodies = coveringCells({ aprovar: EITHER, mensagem, json }, { strength: 1, groups: [['json', 'aprovar']], allows: isLegal })
    const organization = service.keys.other ? ['own', 'other'] : ['own']
    const more = [{ number }, { type }, { organization }].map((axis) => coveringCells({ ...axis, aprovar: EITHER }, { strength: 2 }))
    const all = [...more.flat(), ...bodies].map((cell): Cell => ({ ...PLAINEST, ...cell }))
    const cells = [...new Map(all.map((cell) => [nameOf(cell, axes), cell])).values()]
    const ask = async ({ cell }: { cell: Cell }) => {
      const exchange = await send(service, cell)
      return { ...judgeAspects(judges, {}, { cell, status: exchange.response.status }), exchanges: [exchange] }
    }
    const asked: Judged<NumberAspect>[] = await askAll(
      cells.map((cell) => ({ cell })),
      ask,
    )
    // One after the other: what the next request is about may only depend on itself.
    for (const aprovar of EITHER) {
      await service.decide(service.unknownNumber(), { ...APPROVAL, [UNKNOWN_KEY]: 1 })
      asked.push(...(await askAll([{ cell: { ...PLAINEST, aprovar, after: 'unknown-field' } }], ask)))
    }
    // Whoever does not answer a plain body as documented is not judged by others.
    const odd = asked.filter(({ cell, faults }) => isPlain(cell) && faults.length > 0).map(({ cell }) => cell.aprovar)
    return asked.map((one) => (isPlain(one.cell) || !odd.includes(one.cell.aprovar) ? one : { ...one, faults: [], shown: [] }))
  },
}

function send(service: Service, { number, aprovar, mensagem = '', json = 'usual', type = '', organization }: Cell): Promise<Exchange> {
  const write = WRITTEN[json] as (aprovar: boolean, mensagem: string) => string
  const body = write(aprovar === 'true', MESSAGES[mensagem] as string)
  const { own, other = own } = service.keys
  const authorization = organization === 'other' ? other : own
  return service.decide(service.unknownNumber(number as NumberShape), body, { ...TYPES[type], authorization })
}
