import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { earlyDecision } from './early-decision.ts'
import { judgeRefusal, mustRefuseAt, REFUSAL_CLAUSES, unknownReport } from './errors.ts'

/** Lengths that are too short in every unit, bytes included: empty, one, near the minimum, one below it. */
const SHORT = [0, 1, 20, MENSAGEM_MINIMUM - 1]
const ascii = 'Mensagem com 25 letras ok'
const accented = 'ã'.repeat(MENSAGEM_MINIMUM)
const withMensagem = (mensagem: string) => ({ ...LEGAL_BODY, mensagem })

/** Checks heading 8: the length of `mensagem`. The multiples of 25 for `rows` are checked with the list. */
export const limits: readonly Check[] = [
  {
    id: 'VAL-23',
    clause: ['8-mensagem', '4.2-mensagem'],
    level: 'required',
    risk: 'w0',
    title: 'rejects a mensagem of fewer than 25 characters with 400',
    async run(service) {
      for (const length of SHORT) await service.refusal(withMensagem(ascii.slice(0, length)))
      return `${SHORT.join(', ')} characters rejected with 400`
    },
  },
  {
    id: 'VAL-24',
    clause: ['8-mensagem', '4.2-mensagem'],
    level: 'required',
    risk: 'w0',
    title: 'counts the characters of mensagem, not its bytes, and rejects 24 of them',
    async run(service) {
      const short = withMensagem(accented.slice(0, -1))
      const exchange = await service.refusal(short)
      const chunked = { chunked: true } as const
      // A service that reads no chunks takes every such body for the same.
      const empty = await service.tryValidate(service.unknownNumber(), {}, chunked)
      const inChunks = await service.tryValidate(service.unknownNumber(), short, chunked)
      must(
        empty.status !== 400 || inChunks.status !== 404,
        '400, as for the same body in one piece',
        '404 for one in two chunks that are cut within a letter, so the mensagem was long enough',
        exchange,
        ...(inChunks.exchange ? [inChunks.exchange] : []),
      )
      return `24 characters of two bytes rejected with ${exchange.response.status}`
    },
  },
  {
    id: 'VAL-26',
    clause: ['8-mensagem', '4.2-mensagem'],
    level: 'required',
    risk: 'w0',
    title: 'accepts a mensagem of exactly 25 characters and returns 404 for the unknown number',
    async run(service) {
      const control = await service.validate(service.unknownNumber(), LEGAL_BODY)
      if (control.response.status !== 404) {
        throw new Undecided(
          'blocked',
          `a longer mensagem returns ${control.response.status}, not 404: see VAL-01`,
        )
      }
      for (const mensagem of [ascii, accented]) {
        const exchange = await service.validate(service.unknownNumber(), withMensagem(mensagem))
        must(exchange.response.status === 404, '404', exchange.response.status, control, exchange)
      }
      const { other } = service.keys
      if (other) await mustAcceptExact(service, other)
      return '25 ASCII characters, 25 with accents'
    },
  },
  {
    id: 'VAL-41',
    clause: ['8-mensagem', '4.2-mensagem', '7-400', ...REFUSAL_CLAUSES],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    title: 'rejects a mensagem of fewer than 25 characters for an existing report with 400',
    async run(service) {
      const [report] = service.reports as [Numero]
      const refusals: Exchange[] = []
      for (const mensagem of [...SHORT.map((length) => ascii.slice(0, length)), accented.slice(0, -1)]) {
        const exchange = await service.validate(report, withMensagem(mensagem))
        await mustRefuseAt(service, report, 400, exchange)
        refusals.push(exchange)
      }
      refusals.forEach(judgeRefusal)
      return `${SHORT.join(', ')} ASCII characters, ${MENSAGEM_MINIMUM - 1} with accents`
    },
  },
  {
    id: 'VAL-25',
    clause: ['8-mensagem', '4.2-mensagem'],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    title: 'accepts a decision with a mensagem of exactly 25 characters',
    async run(service) {
      // With three reports or more, no other check decides the last one.
      const report = service.reports.at(-1) as Numero
      const exchange = await earlyDecision(service)
      const { status } = exchange.response
      if (status === 200) return 'returned 200'
      const longer = await service.validate(report, LEGAL_BODY)
      if (status === 404 && longer.response.status === 404) throw unknownReport(report)
      if (longer.response.status !== 200) {
        throw new Undecided(
          'branch-not-taken',
          `the report may be closed for decisions: a longer mensagem returns ${longer.response.status}, too`,
        )
      }
      throw new Violation('200', String(status), [exchange, longer])
    },
  },
]

/** @throws {Violation} if 25 characters are too few for another organization, whose longer mensagem is accepted */
async function mustAcceptExact(service: Service, authorization: Credentials): Promise<void> {
  const ask = (body: unknown) => service.validate(service.unknownNumber(), body, { authorization })
  const exchange = await ask(withMensagem(ascii))
  if (exchange.response.status === 404) return
  const control = await ask(LEGAL_BODY)
  if (control.response.status !== 404) return
  must(false, '404 for the other organization, too', exchange.response.status, control, exchange)
}
