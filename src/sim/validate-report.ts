import { toByteText } from '../contract/bytes.ts'
import type { Profile } from '../contract/profile.ts'
import { render } from '../contract/template.ts'
import { UUID, type ValidationBody, type ValidationResponse } from '../contract/wire.ts'
import { type Soon, whenThere } from '../store/soon.ts'
import type { Organization, ReportStatus, Store } from '../store/store.ts'
import type { Answer } from './answer.ts'
import type { Cause } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { reason, refusal } from './refusal.ts'

/** `POST /relatorios/validar/{numero_do_relatorio}` (clause 4.2): whether a report may be decided, and the decision. */
export interface Reports {
  /** @throws {Refusal} 400 for a number that is not a UUID, if the profile distinguishes that */
  requireShape(numero: string): void
  /**
   * @param organization undefined before its token is judged; the report of any organization is enough then
   * @throws {Refusal} 404 or 403 for a report of nobody or of another organization
   */
  requireReport(organization: Organization | undefined, numero: string): Soon<void>
  /** @throws {Refusal} 400 or 409 for a report with a decision that must stay */
  requireUndecided(organization: Organization | undefined, numero: string): Soon<void>
  /**
   * Records an approval or a rejection of a report.
   * @param until when the request is refused without it, as `performance.now()` has it
   * @throws {Refusal} 404 or 403 for a report that the organization does not have, 400 or 409 for a report with a decision that must stay
   */
  decide(
    organization: Organization,
    numero: string,
    decision: ValidationBody,
    until?: number,
  ): Promise<Answer>
}

export function createReports(store: Store, profile: Profile): Reports {
  const rules = { once: profile.revalidation !== 'allow', touch: profile.touchOnValidation === 'yes' }
  const { validation } = profile.dialect.shape

  const statusOf = (organization: Organization | undefined, numero: string): Soon<ReportStatus> => {
    if (organization) return store.report(organization, numero)
    const statuses = store.organizations.map((each) => store.report(each, numero))
    // The statuses of one store are all there, or all promised.
    const isPromised = statuses[0] instanceof Promise
    return isPromised ? Promise.all(statuses).then(ownStatus) : ownStatus(statuses as ReportStatus[])
  }

  const whyNoReport = (
    status: ReportStatus,
    organization: Organization | undefined,
    numero: string,
  ): Soon<() => Cause> => {
    if (status === 'foreign') return causes.report.foreign
    if (!UUID.test(numero)) return causes.report.shape
    const lower = numero.toLowerCase()
    if (lower === numero) return causes.report.unknown
    return whenThere(statusOf(organization, lower), (other) =>
      isOwn(other) ? causes.report.letterCase : causes.report.unknown,
    )
  }

  const alreadyDecided = () =>
    refusal
      .alreadyDecided(profile.revalidation === 'refuse-400' ? 400 : 409)
      .because(() => [causes.report.decided()])

  const refuseReport = (
    status: ReportStatus,
    organization: Organization | undefined,
    numero: string,
  ): Soon<never> => {
    const isForbidden = status === 'foreign' && profile.foreignReport === 'forbidden'
    // Cases that the profile does not distinguish share one name, so that no phrase distinguishes them.
    const name = isForbidden ? 'foreign' : UUID.test(numero) ? 'unknown' : 'shape'
    const answer = isForbidden ? refusal.forbidden() : refusal.reportUnknown(profile)
    return whenThere(whyNoReport(status, organization, numero), (why) => {
      throw answer.as(`report.${name}`, { key: 'numero_do_relatorio', value: numero }).because(() => [why()])
    })
  }

  const requireReport: Reports['requireReport'] = (organization, numero) =>
    whenThere(statusOf(organization, numero), (status): Soon<void> => {
      if (!isOwn(status)) return refuseReport(status, organization, numero)
    })

  return {
    requireShape(numero) {
      if (profile.reportNumberShape !== 'refuse' || UUID.test(numero)) return
      const key = 'numero_do_relatorio'
      const fault = {
        key,
        reasons: [reason.type(key, 'a valid GUID')],
        situation: 'report.shape',
        slots: { value: numero },
        cause: causes.report.shape,
      }
      throw refusal.invalid('params', [fault], profile)
    },

    requireReport,

    requireUndecided(organization, numero) {
      if (!rules.once) return
      return whenThere(statusOf(organization, numero), (status) => {
        if (status === 'decided') throw alreadyDecided()
      })
    },

    async decide(organization, numero, decision, until) {
      // The report may have vanished while the body came.
      const required = requireReport(organization, numero)
      if (required instanceof Promise) await required
      if (
        !(await store.decide(
          organization,
          numero,
          decision,
          until === undefined ? rules : { ...rules, until },
        ))
      )
        throw alreadyDecided()
      if (validation !== undefined)
        return { status: 200, body: shaped(render(validation, { numero, ...decision })) }
      const response: ValidationResponse = { result: { numero }, status_code: 200 }
      return { status: 200, body: shaped(response) }
    },
  }
}

function isOwn(status: ReportStatus): boolean {
  return status === 'undecided' || status === 'decided'
}

/** Returns the status for the organization that has the report. */
function ownStatus(statuses: readonly ReportStatus[]): ReportStatus {
  return statuses.find(isOwn) ?? 'unknown'
}

function shaped(body: unknown) {
  return toByteText(JSON.stringify(body))
}
