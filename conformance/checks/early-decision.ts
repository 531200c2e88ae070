import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { decide } from './first-decisions.ts'

/** The shortest legal mensagem. */
const EXACT = 'Mensagem com 25 letras ok'.slice(0, MENSAGEM_MINIMUM)

/** Decides the last declared report before the run sends a body that must be refused. */
export function earlyDecision(service: Service): Promise<Exchange> {
  return service.once('early decision', () =>
    service.validate(service.reports.at(-1) as Numero, { ...LEGAL_BODY, mensagem: EXACT }),
  )
}

/** Refused bodies do not close the reports that they do not name. */
export const manyRefusals: readonly Check[] = [
  {
    id: 'MEM-10',
    clause: ['4.2-3', '7-404', '4.2-2'],
    level: 'required',
    risk: 'w2',
    needs: ['two-reports'],
    reading: 'declared-reports-open',
    title: 'decides a report after the refused bodies of a run as it does before them',
    async before(service) {
      await earlyDecision(service)
    },
    async run(service) {
      const early = await earlyDecision(service)
      const { status } = early.response
      if (status !== 200) throw new Undecided('branch-not-taken', `the first decision returned ${status}`)
      const others = service.reports.slice(0, -1)
      const decided = others.find((report) => service.wasDecided(report))
      if (decided) return `${decided.label} was decided after refused bodies`
      const late = await decide(service, others[0] as Numero, LEGAL_BODY)
      must(
        late.response.status !== 404,
        '200, as for the last report before any body was refused',
        late.response.status,
        early,
        late,
      )
      return `${late.response.status} after refused bodies`
    },
  },
]
