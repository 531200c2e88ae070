import { toByteText } from '../contract/bytes.ts'
import type { Fault } from '../contract/faults.ts'
import type { Profile } from '../contract/profile.ts'
import { UUID, type ValidationBody, type ValidationResponse } from '../contract/wire.ts'
import {
  type DecisionRules,
  isDecided,
  type Organization,
  type ReportStatus,
  type Store,
} from '../world/store.ts'
import type { Answer } from './ask.ts'

/** Returns what says whether a report may be decided, and decides it (clause 4.2). */
export function createReports(store: Store, profile: Profile) {
  const rules = { once: profile.revalidation !== 'allow', touch: profile.touchOnValidation === 'yes' }
  const slotsOf = (numero: string) => ({ key: 'numero_do_relatorio', value: numero, numero })
  /** A body that was not read yet may repeat the decision. */
  const mayRepeat = (status: ReportStatus, decision: ValidationBody | undefined) =>
    profile.revalidation === 'repeat-only' &&
    (decision === undefined || (status === 'approved') === decision.aprovar)
  const decided = (numero: string): Fault => ({ name: 'report.decided', slots: slotsOf(numero) })

  return {
    /** Returns what is wrong with a number that is not a UUID, if the profile refuses it. */
    shapeFault(numero: string): Fault | undefined {
      if (profile.reportNumberShape !== 'refuse' || UUID.test(numero)) return undefined
      return { name: 'report.shape', slots: slotsOf(numero) }
    },

    /** @param organization undefined before its token is judged: the report of any organization is enough then */
    statusOf(organization: Organization | undefined, numero: string, request?: string): ReportStatus {
      if (organization) return store.report(organization, numero, request)
      return store.organizations.map((each) => store.report(each, numero, request)).find(isOwn) ?? 'unknown'
    },

    /** Returns why a report with this status is none of the organization. */
    lackFault(numero: string, status: ReportStatus): Fault | undefined {
      if (isOwn(status)) return undefined
      const name = UUID.test(numero) ? 'report.unknown' : 'report.shape'
      return { name: status === 'foreign' ? 'report.foreign' : name, slots: slotsOf(numero) }
    },

    /** Returns why a report with this status may not be decided. */
    stateFault: (numero: string, status: ReportStatus, decision?: ValidationBody): Fault | undefined =>
      rules.once && isDecided(status) && !mayRepeat(status, decision) ? decided(numero) : undefined,

    /** @returns the fault of a report that was decided at the same moment */
    async decide(
      organization: Organization,
      numero: string,
      decision: ValidationBody,
      more: Pick<DecisionRules, 'until' | 'request'> | undefined,
    ): Promise<Answer | Fault> {
      const all = more === undefined ? rules : { ...rules, ...more }
      const isRecorded = await store.decide(organization, numero, decision, all)
      if (!isRecorded && !mayRepeat(store.report(organization, numero), decision)) return decided(numero)
      const response: ValidationResponse = { result: { numero }, status_code: 200 }
      const slots = () => ({ numero, ...decision })
      return { status: 200, body: toByteText(JSON.stringify(response)), slots }
    },
  }
}

function isOwn(status: ReportStatus): boolean {
  return status === 'undecided' || isDecided(status)
}
