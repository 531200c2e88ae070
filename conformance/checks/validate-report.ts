import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { FORM_TYPE } from '../client/exchange.ts'
import { must } from '../judging/judgement.ts'
import { textOf } from '../service/lists.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service, UNKNOWN_KEY } from '../service/service.ts'
import type { Check } from './check.ts'
import { judgeRefusal, mustRefuseAt, REFUSAL_CLAUSES } from './errors.ts'
import {
  bodyOf,
  comesFromPayload,
  hasInOrder,
  keysOf,
  namesInKeys,
  namesInMessage,
  namesNoneThatIsRight,
} from './named-fields.ts'
import { type Case, observations } from './observations.ts'

/** Returns unknown field names: in ASCII, with accents, and a random one that no list of known mistakes can contain. */
const unknownKeys = (service: Service) => [UNKNOWN_KEY, 'observação', `campo_${service.gibberish(8)}`]

/** Names that every JavaScript object inherits: a look-up that is not limited to own fields finds them. */
const INHERITED = ['constructor', 'toString', '__proto__']
/** Values that a look-up by truth, not by presence, takes for a missing field. */
const FALSY = [false, 0, '']
/** Adds a field by parsing JSON, because `__proto__` in an object literal sets the prototype. */
const withField = (key: string, value: unknown): Record<string, unknown> =>
  JSON.parse(`{${JSON.stringify(LEGAL_BODY).slice(1, -1)},${JSON.stringify(key)}:${JSON.stringify(value)}}`)

/** Checks heading 4.2: `POST /relatorios/validar/{numero_do_relatorio}`. */
export const validateReport: readonly Check[] = [
  {
    id: 'VAL-01',
    clause: ['4.2-3', '4.2-path', '4.2-headers', '7-404'],
    level: 'required',
    risk: 'w0',
    title: 'returns 404 for an approval of an unknown report',
    run: (service) => isUnknown(service, LEGAL_BODY),
  },
  {
    id: 'VAL-02',
    clause: ['4.2-3', '4.2-aprovar', '7-404'],
    level: 'required',
    risk: 'w0',
    title: 'returns 404 for a rejection of an unknown report',
    run: (service) => isUnknown(service, LEGAL_REJECTION),
  },
  {
    id: 'VAL-20',
    clause: ['4.2-aprovar', '4.2-mensagem', '7-400'],
    level: 'required',
    risk: 'w0',
    title: 'rejects a body without aprovar or mensagem with 400',
    run: (service) => refuses(service, [{ aprovar: true }, { mensagem: LEGAL_BODY.mensagem }, {}]),
  },
  {
    id: 'VAL-10',
    clause: ['4.2-1', '7-400'],
    level: 'required',
    risk: 'w0',
    title: 'rejects an unknown field with 400',
    run: (service) =>
      refuses(
        service,
        unknownKeys(service).map((key) => ({ ...LEGAL_BODY, [key]: 1 })),
      ),
  },
  {
    id: 'VAL-12',
    clause: ['4.2-1', '7-validation'],
    level: 'required',
    risk: 'w0',
    rests: ['VAL-10', 'ENV-05'],
    title: 'returns source "payload" for an unknown field',
    run: (service) =>
      refuses(service, [{ ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }], (exchange) => comesFromPayload(exchange)),
  },
  {
    id: 'VAL-13',
    clause: ['4.2-1', '7-validation'],
    level: 'required',
    risk: 'w0',
    rests: ['VAL-10', 'ENV-05'],
    title: 'names an unknown field, and no valid one, in keys',
    run: (service) =>
      refuses(
        service,
        unknownKeys(service).map((key) => ({ ...LEGAL_BODY, [key]: 1 })),
        (exchange, key) => {
          namesInKeys(exchange, key)
          namesNoneThatIsRight(exchange)
        },
      ),
  },
  {
    id: 'VAL-14',
    clause: ['7-400', '7-message'],
    level: 'required',
    risk: 'w0',
    rests: ['VAL-10', 'ENV-05'],
    title: 'names an unknown field in the message',
    run: (service) =>
      refuses(service, [{ ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }], (exchange, key) =>
        namesInMessage(exchange, key),
      ),
  },
  {
    id: 'VAL-15',
    clause: ['7-400'],
    level: 'wording',
    risk: 'w0',
    rests: ['VAL-10', 'ENV-05'],
    title: 'words the refusal of an unknown field as documented',
    run: (service) =>
      refuses(service, [{ ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }], (exchange, key) => {
        const { message } = bodyOf(exchange)
        must(
          hasInOrder(textOf(message), ['child "', '" fails because [', `"${key}" is not allowed`]),
          `child "<parent>" fails because ["${key}" is not allowed]`,
          message,
          exchange,
        )
      }),
  },
  {
    id: 'VAL-16',
    clause: ['4.2-1', '7-400'],
    level: 'required',
    risk: 'w0',
    title: 'rejects an unknown field whatever its value, its name and the rest of the body',
    run: (service) => {
      const { aprovar, mensagem } = LEGAL_BODY
      return refuses(service, [
        { ...LEGAL_BODY, [UNKNOWN_KEY]: null },
        { ...LEGAL_BODY, [UNKNOWN_KEY]: {} },
        { [UNKNOWN_KEY]: 1, aprovar },
        { Aprovar: aprovar, mensagem },
        { ...LEGAL_BODY, Aprovar: aprovar },
        ...FALSY.map((value) => withField(UNKNOWN_KEY, value)),
        ...INHERITED.map((key) => withField(key, 1)),
      ])
    },
  },
  {
    id: 'VAL-18',
    clause: ['4.2-1', '7-validation', '7-400'],
    level: 'required',
    risk: 'w0',
    rests: ['ENV-05'],
    title: 'names at least one invalid field when all of them are invalid',
    run: (service) =>
      refuses(service, [{ xyz: 1 }], (exchange) => {
        const { message } = bodyOf(exchange)
        const named = [textOf(message), ...keysOf(exchange)].join(' ')
        must(
          /xyz|aprovar|mensagem/.test(named),
          'xyz, aprovar or mensagem in keys or message',
          named,
          exchange,
        )
      }),
  },
  {
    id: 'VAL-28',
    clause: ['4.2-aprovar', '4.2-mensagem', '7-400'],
    level: 'required',
    risk: 'w0',
    title: 'rejects an aprovar that is not a boolean or a mensagem that is not a string with 400',
    run: (service) =>
      refuses(service, [
        ...[12345, null, []].map((mensagem) => ({ ...LEGAL_BODY, mensagem })),
        ...['talvez', 2, {}, null].map((aprovar) => ({ ...LEGAL_BODY, aprovar })),
      ]),
  },
  {
    id: 'VAL-29',
    clause: ['4.2-open', '4.2-headers', '8-open-maximum'],
    level: 'open',
    risk: 'w0',
    title: 'chooses how to treat bodies and numbers that the interface does not mention',
    run(service) {
      const { mensagem } = LEGAL_BODY
      const withMensagem = (text: string) => ({ ...LEGAL_BODY, mensagem: text })
      const bodies: Record<string, unknown> = {
        'aprovar "true"': { aprovar: 'true', mensagem },
        'aprovar 1': { aprovar: 1, mensagem },
        'an array': [],
        'malformed JSON': '{"aprovar":',
        'no body': '',
        'two unknown fields': { ...LEGAL_BODY, xyz: 1, abc: 1 },
        '13 emoji': withMensagem('👍'.repeat(13)),
        '24 letters and a combining accent': withMensagem(`${'a'.repeat(24)}\u0301`),
        '25 spaces': withMensagem(' '.repeat(25)),
        '24 letters and a space': withMensagem(`${'a'.repeat(24)} `),
      }
      const contentType = FORM_TYPE
      return observations([
        ...Object.entries(bodies).map(
          ([name, body]): Case => [name, () => service.tryValidate(service.unknownNumber(), body)],
        ),
        ['a form', () => service.tryValidate(service.unknownNumber(), 'aprovar=true', { contentType })],
        [
          'a number that is not a UUID',
          () => service.tryValidate(service.unknownNumber('other'), LEGAL_BODY),
        ],
      ])
    },
  },
  {
    id: 'VAL-40',
    clause: ['4.2-1', '7-400', ...REFUSAL_CLAUSES],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    title: 'rejects an unknown field for an existing report and names it',
    async run(service) {
      const [report] = service.reports as [Numero]
      const keys = unknownKeys(service)
      const named = await areRefused(
        service,
        report,
        keys.map((key) => withField(key, 1)),
      )
      const refused = await areRefused(service, report, [
        ...FALSY.map((value) => withField(UNKNOWN_KEY, value)),
        ...INHERITED.map((key) => withField(key, 1)),
      ])
      ;[...named, ...refused].forEach(judgeRefusal)
      for (const [i, exchange] of named.entries()) {
        const key = keys[i] as string
        comesFromPayload(exchange)
        namesInKeys(exchange, key)
        namesNoneThatIsRight(exchange)
        namesInMessage(exchange, key)
      }
      return `${counted(named.length + refused.length, 'refusal')}, ${named.length} of them with the field name`
    },
  },
  {
    id: 'VAL-43',
    clause: ['4.2-aprovar', '4.2-mensagem', '7-400', ...REFUSAL_CLAUSES],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    title: 'rejects a body with a missing field or a field of another type for an existing report',
    async run(service) {
      const [report] = service.reports as [Numero]
      const { aprovar, mensagem } = LEGAL_BODY
      const bodies = [
        {},
        { aprovar },
        { mensagem },
        { aprovar: 'talvez', mensagem },
        { aprovar, mensagem: 12345 },
        { aprovar: null, mensagem },
        { aprovar, mensagem: null },
        { Aprovar: aprovar, mensagem },
      ]
      const refusals = await areRefused(service, report, bodies)
      refusals.forEach(judgeRefusal)
      return counted(bodies.length, 'refusal')
    },
  },
  {
    id: 'VAL-42',
    clause: ['4.2-3', '1-2'],
    level: 'conditional',
    risk: 'w2',
    reading: 'foreign-report-hidden',
    needs: ['foreign-report'],
    title: "does not decide another organization's report",
    async run(service) {
      const exchange = await service.validate(service.foreignReport as Numero, LEGAL_BODY)
      const { status } = exchange.response
      must(status >= 400, 'a refusal', status, exchange)
      return `rejected with ${status}`
    },
  },
]

async function isUnknown(service: Service, body: object): Promise<string> {
  for (let i = 0; i < 2; i++) {
    const exchange = await service.validate(service.unknownNumber(), body)
    must(exchange.response.status === 404, '404', exchange.response.status, exchange)
  }
  return '2 numbers'
}

/** Expects 400 for every body. `judge` receives each refusal and the last key of its body, which is the unknown one. */
async function refuses(
  service: Service,
  bodies: readonly Record<string, unknown>[],
  judge: (exchange: Exchange, key: string) => void = () => {},
): Promise<string> {
  for (const body of bodies) {
    const exchange = await service.refusal(body)
    judge(exchange, Object.keys(body).at(-1) as string)
  }
  return counted(bodies.length, 'refusal')
}

/** Returns the refusals of the bodies, each of which must be rejected with 400 for an existing report. */
async function areRefused(
  service: Service,
  report: Numero,
  bodies: readonly Record<string, unknown>[],
): Promise<Exchange[]> {
  const refusals: Exchange[] = []
  for (const body of bodies) {
    const exchange = await service.validate(report, body)
    await mustRefuseAt(service, report, 400, exchange)
    refusals.push(exchange)
  }
  return refusals
}
