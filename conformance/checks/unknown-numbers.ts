import type { NumberShape } from '../client/unknown-number.ts'
import type { Axes, Cell } from '../model/cells.ts'
import { fault } from '../model/judgement.ts'
import type { How } from '../model/questions.ts'
import { escaped, sentences } from './bodies.ts'
import { MESSAGES as LEGAL } from './decided.ts'
import { askAll, check, shows, type Table } from './table.ts'

type Texts = Readonly<Record<string, string>>
/** Fewer than 25 characters are left of these without some of their blanks. */
const SPACED: Texts = {
  'blanks-at-both-ends': ' Mensagem com 25 letras  ', 'blanks-in-a-row': 'Conferido.   Tudo    certo',
  'line-breaks': 'Tudo\ncerto:\nnome\ncpf\ndia\n',
}
/** A service may refuse these for their length or for what few databases hold, but they must not break it. */
const UNSURE: Texts = {
  long: sentences(35), longest: sentences(700), nul: 'Conferido pela\u0000 equipe, ok', 'half-emoji': 'Conferido pela equipe, ok \ud83d',
}
const MESSAGES: Texts = { ...LEGAL, ...SPACED, ...UNSURE }

const WRITTEN: Readonly<Record<string, (aprovar: boolean, mensagem: string) => string>> = {
  usual: (aprovar, mensagem) => JSON.stringify({ aprovar, mensagem }),
  reversed: (aprovar, mensagem) => JSON.stringify({ mensagem, aprovar }),
  indented: (aprovar, mensagem) => `\r\n${JSON.stringify({ aprovar, mensagem }, null, '\t')}\n`,
  escaped: (aprovar, mensagem) => `{${escaped('aprovar')}:${aprovar},"mensagem":${escaped(mensagem)}}`,
}
const TYPES: Readonly<Record<string, How>> = {
  documented: {},
  charset: { contentType: 'application/json; charset=utf-8' },
  'capital-charset': { contentType: 'application/json;charset=UTF-8' },
  'quoted-charset': { contentType: 'application/json; charset="utf-8"' },
  capitals: { contentType: 'Application/JSON' },
  chunks: { chunked: true },
}
const UUIDS: readonly NumberShape[] = ['uuid', 'v1', 'v7', 'upper-case', 'nil', 'max']
const axes = {
  number: [...UUIDS, 'other', 'word'],
  aprovar: ['true', 'false'],
  mensagem: Object.keys(MESSAGES),
  json: Object.keys(WRITTEN),
  type: Object.keys(TYPES),
} as const satisfies Axes
const PLAINEST = { number: 'uuid', aprovar: 'true', mensagem: 'plain', json: 'usual', type: 'documented' }
const isIn = (texts: Texts, { mensagem = '' }: Cell) => Object.hasOwn(texts, mensagem)
const isOtherNumber = ({ number }: Cell) => number !== 'uuid'
const isTyped = ({ type }: Cell) => type !== 'documented'
const isOtherBody = ({ mensagem, json }: Cell) => mensagem !== 'plain' || json !== 'usual'

/** The plainest body, and each other value of an axis once, in turn with approvals and rejections. */
function cells(): Cell[] {
  const inTurn = (axis: keyof typeof axes): Cell[] =>
    axes[axis].slice(1).map((value, i) => ({ ...PLAINEST, aprovar: axes.aprovar[i % 2] as string, [axis]: value }))
  // The others have a reason of their own to be refused.
  const legal = (cell: Cell, i: number) => (isIn(LEGAL, cell) ? { ...cell, json: axes.json[i % 4] as string } : cell)
  const plain = axes.aprovar.map((aprovar) => ({ ...PLAINEST, aprovar }))
  return [...plain, ...inTurn('number'), ...inTurn('mensagem').map(legal), ...inTurn('json'), ...inTurn('type')]
}

type NumberAspect = 'status' | 'not-found'

/** Rule 3 of heading 4.2: a legal body for a report that does not exist is answered 404. */
export const unknownNumbers: Table<NumberAspect> = {
  name: 'unknown numbers',
  risk: 'w0',
  axes,
  aspects: ['status', 'not-found'],
  checks: [
    check('VAL-01', '4.2-3 7-404 4.2-path 4.2-headers 4.2-aprovar', 'status not-found', 'returns 404 for an unknown report',
      { of: (cell) => !isOtherNumber(cell) && !isTyped(cell) && !isOtherBody(cell) }),
    check('VAL-26', '8-mensagem 4.2-mensagem 4.2-aprovar 4.2-3', 'status not-found',
      'accepts every form of a valid body and returns 404 for the unknown report',
      { of: (cell) => isOtherBody(cell) && !isIn(SPACED, cell) }),
    check('CELL-27', '4.2-mensagem 8-mensagem', 'not-found', 'counts the blanks and line breaks of a mensagem as characters',
      { of: (cell) => isIn(SPACED, cell), should: 'a blank is a character.' }),
    check('VAL-45', '4.2-3 7-404', 'status', 'refuses an unknown number, whatever its version, digits or shape', { of: isOtherNumber }),
    check('VAL-51', '4.2-3 7-404', 'not-found', 'returns 404 for an unknown number, whatever the version or the digits of the UUID',
      { of: isOtherNumber, should: 'the interface shows the shape of a UUID and no version of it.' }),
    check('HDR-03', '4.2-headers 4.2-aprovar 4.2-mensagem 4.2-3', 'not-found',
      'reads a body whose Content-Type has a charset or is in capitals, and one that is sent in chunks',
      { of: isTyped, should: 'HTTP compares types without case, allows a charset after them, and requires servers to read chunks.' }),
  ],
  ask: (service) =>
    askAll(
      cells().map((cell) => ({ cell })),
      async ({ cell }) => {
        const { number, aprovar, mensagem = '', json = '', type = '' } = cell
        const body = WRITTEN[json]?.(aprovar === 'true', MESSAGES[mensagem] as string)
        const exchange = await service.decide(service.unknownNumber(number as NumberShape), body, TYPES[type])
        const { status } = exchange.response
        if (status < 400 || status >= 500) return shows<NumberAspect>({ exchange }, [fault('status', '404', status)], ['status'])
        if (!UUIDS.some((shape) => shape === number)) return shows<NumberAspect>({ exchange }, [], ['status'])
        const isOther = isIn(UNSURE, cell) ? status === 400 || status === 413 : type === 'chunks' && status === 411
        return shows<NumberAspect>({ exchange }, [status !== 404 && !isOther && fault('not-found', '404', status)], ['status', 'not-found'])
      },
    ),
}
