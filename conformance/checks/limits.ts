import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { LEGAL_BODY, type Numero } from '../service/service.ts'
import type { Check } from './check.ts'
import { judgeRefusal, mustRefuseAt, REFUSAL_CLAUSES, unknownReport } from './errors.ts'

/** Too short in every way of counting: nothing, next to nothing, near the border, at it. */
const SHORT = [0, 1, 20, MENSAGEM_MINIMUM - 1]
const ascii = 'Mensagem com 25 letras ok'
const accented = 'ã'.repeat(MENSAGEM_MINIMUM)
const withMensagem = (mensagem: string) => ({ ...LEGAL_BODY, mensagem })

/** Heading 8: the length of `mensagem`; the grid of `rows` stands with the list. */
export const limits: readonly Check[] = [
  {
    id: 'VAL-23',
    clause: ['8-mensagem', '4.2-mensagem'],
    level: 'required',
    risk: 'w0',
    title: 'refuses a mensagem of fewer than 25 characters with 400',
    async run(service) {
      for (const length of SHORT) await service.refusal(withMensagem(ascii.slice(0, length)))
      return `${SHORT.join(', ')} characters refused with 400`
    },
  },
  {
    id: 'VAL-24',
    clause: ['8-mensagem', '4.2-mensagem'],
    level: 'required',
    risk: 'w0',
    title: 'counts characters and not bytes when it refuses 24 of them',
    async run(service) {
      const exchange = await service.refusal(withMensagem(accented.slice(0, -1)))
      return `24 characters of two bytes refused with ${exchange.response.status}`
    },
  },
  {
    id: 'VAL-26',
    clause: ['8-mensagem', '4.2-mensagem'],
    level: 'required',
    risk: 'w0',
    title: 'takes a mensagem of exactly 25 characters, so that only the number is wrong',
    async run(service) {
      const control = await service.validate(service.unknownNumber(), LEGAL_BODY)
      if (control.response.status !== 404) {
        throw new Undecided(
          'blocked',
          `a longer mensagem gets ${control.response.status} and not 404: see VAL-01`,
        )
      }
      for (const mensagem of [ascii, accented]) {
        const exchange = await service.validate(service.unknownNumber(), withMensagem(mensagem))
        must(exchange.response.status === 404, '404', exchange.response.status, control, exchange)
      }
      return '25 ASCII characters, 25 with accents'
    },
  },
  {
    id: 'VAL-41',
    clause: ['8-mensagem', '4.2-mensagem', '7-400', ...REFUSAL_CLAUSES],
    level: 'required',
    risk: 'w1',
    needs: ['report'],
    title: 'refuses a mensagem of fewer than 25 characters for a report that there is',
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
    title: 'takes a decision with a mensagem of exactly 25 characters',
    async run(service) {
      // One that no other check decides, where there is one.
      const report = service.reports.at(-1) as Numero
      const exchange = await service.validate(report, withMensagem(ascii))
      const { status } = exchange.response
      if (status === 200) return 'answered with 200'
      const longer = await service.validate(report, LEGAL_BODY)
      if (status === 404 && longer.response.status === 404) throw unknownReport(report)
      if (longer.response.status !== 200) {
        throw new Undecided(
          'branch-not-taken',
          `the report may not be decidable: a longer mensagem gets ${longer.response.status}`,
        )
      }
      throw new Violation('200', String(status), [exchange, longer])
    },
  },
]
