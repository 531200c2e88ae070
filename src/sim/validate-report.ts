import { toByteText } from '../contract/bytes.ts'
import type { Profile } from '../contract/profile.ts'
import { render } from '../contract/template.ts'
import { plainNumber, UUID, type ValidationBody, type ValidationResponse } from '../contract/wire.ts'
import { type Soon, whenThere } from '../store/soon.ts'
import {
  type DecisionRules,
  isDecided,
  type Organization,
  type ReportStatus,
  type Store,
} from '../store/store.ts'
import type { Answer } from './answer.ts'
import type { Cause } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { type Fault, reason, refusal } from './refusal.ts'
import { formOfNumber } from './report-forms.ts'
import { uuidFault } from './uuid-fault.ts'

/** `POST /relatorios/validar/{numero_do_relatorio}` (clause 4.2): whether a report may be decided, and the decision. */
export interface Reports {
  /** @throws {Refusal} 400 for a number that is not a UUID, if the profile distinguishes that */
  requireShape(numero: string): void
  /** Returns what is wrong with a number that is not a UUID, if the profile distinguishes that. */
  shapeFault(numero: string): Fault | undefined
  /**
   * @param organization undefined before its token is judged; the report of any organization is enough then
   * @throws {Refusal} 404 or 403 for a report of nobody or of another organization
   */
  requireReport(organization: Organization | undefined, numero: string): Soon<void>
  /** @throws {Refusal} 400 or 409 for a report with a decision that must stay */
  requireUndecided(
    organization: Organization | undefined,
    numero: string,
    decision: ValidationBody | undefined,
    request?: string,
  ): Soon<void>
  /**
   * Records an approval or a rejection of a report.
   * @param rules.until when the request is refused without it, as `performance.now()` has it
   * @param rules.request the name that a balancer gave to the request
   * @throws {Refusal} 404 or 403 for a report that the organization does not have, 400 or 409 for a report with a decision that must stay
   */
  decide(
    organization: Organization,
    numero: string,
    decision: ValidationBody,
    rules?: Pick<DecisionRules, 'until' | 'request'>,
  ): Promise<Answer>
}

export function createReports(store: Store, profile: Profile): Reports {
  const rules = { once: profile.revalidation !== 'allow', touch: profile.touchOnValidation === 'yes' }
  const { validation } = profile.dialect.shape
  const forms = profile.dialect.routes.report ?? {}
  const numberOf = (sent: string): string => {
    const form = sent.startsWith('{') ? 'braces' : sent.includes('-') ? 'capitals' : 'compact'
    return forms[form] === 'same' ? plainNumber(sent) : sent
  }
  const isWellFormed = (numero: string): boolean => {
    const form = UUID.test(numero) ? undefined : formOfNumber(numero)
    return form === undefined ? UUID.test(numero) : forms[form] === 'well-formed'
  }

  const statusOf = (
    organization: Organization | undefined,
    numero: string,
    request?: string,
  ): Soon<ReportStatus> => {
    if (organization) return store.report(organization, numero, request)
    const statuses = store.organizations.map((each) => store.report(each, numero, request))
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

  const alreadyDecided = (status: ReportStatus) =>
    refusal
      .alreadyDecided(profile.revalidation === 'refuse-400' ? 400 : 409)
      .as(status === 'rejected' ? 'report.rejected' : 'report.decided')
      .because(() => [causes.report.decided()])
  const mayFollow = forms['after-rejection'] === 'accept'
  const isOpen = (status: ReportStatus) => status === 'rejected' && mayFollow
  const { 'same-decision': ofSame = 'refuse' } = forms
  const isSame = (status: ReportStatus, { aprovar }: ValidationBody) =>
    ofSame !== 'refuse' && isDecided(status) && (status === 'approved') === aprovar

  const refuseReport = (
    status: ReportStatus,
    organization: Organization | undefined,
    numero: string,
  ): Soon<never> => {
    const isForbidden = status === 'foreign' && profile.foreignReport === 'forbidden'
    // Cases that the profile does not distinguish share one name, so that no phrase distinguishes them.
    const name = isForbidden ? 'foreign' : isWellFormed(numero) ? 'unknown' : 'shape'
    const answer = isForbidden ? refusal.forbidden() : refusal.reportUnknown(profile)
    return whenThere(whyNoReport(status, organization, numero), (why) => {
      const slots = name === 'shape' ? shapeSlots(numero) : { value: numero }
      throw answer.as(`report.${name}`, { key: 'numero_do_relatorio', ...slots }).because(() => [why()])
    })
  }

  const shapeFault: Reports['shapeFault'] = (sent) => {
    const numero = numberOf(sent)
    if (profile.reportNumberShape !== 'refuse' || isWellFormed(numero)) return undefined
    const key = 'numero_do_relatorio'
    return {
      key,
      reasons: [reason.type(key, 'a valid GUID')],
      situation: 'report.shape',
      slots: shapeSlots(numero),
      cause: causes.report.shape,
    }
  }

  const requireReport: Reports['requireReport'] = (organization, sent) => {
    const numero = numberOf(sent)
    return whenThere(statusOf(organization, numero), (status): Soon<void> => {
      if (!isOwn(status)) return refuseReport(status, organization, numero)
    })
  }

  return {
    requireShape(sent) {
      const fault = shapeFault(sent)
      if (fault) throw refusal.invalid('params', [fault], profile)
    },

    shapeFault,

    requireReport,

    requireUndecided(organization, sent, decision, request) {
      if (!rules.once) return
      return whenThere(statusOf(organization, numberOf(sent), request), (status) => {
        if (!isDecided(status) || isOpen(status)) return
        // What was not read yet may be the same decision.
        const isLeft = decision === undefined && ofSame !== 'refuse'
        if (!isLeft && !(decision && isSame(status, decision))) throw alreadyDecided(status)
      })
    },

    async decide(organization, sent, decision, more) {
      const numero = numberOf(sent)
      // The report may have vanished while the body came.
      const required = requireReport(organization, numero)
      if (required instanceof Promise) await required
      // Two decisions at one moment after a rejection may both be recorded.
      const before = mayFollow || ofSame === 'keep' ? await statusOf(organization, numero) : undefined
      const isAgain = before !== undefined && isOpen(before)
      const isKept = ofSame === 'keep' && before !== undefined && isSame(before, decision)
      const all =
        more === undefined && !isAgain ? rules : { ...rules, ...more, ...(isAgain && { once: false }) }
      if (!isKept && !(await store.decide(organization, numero, decision, all))) {
        const status = await statusOf(organization, numero)
        if (!isSame(status, decision)) throw alreadyDecided(status)
      }
      if (validation !== undefined)
        return { status: 200, body: shaped(render(validation, { numero, ...decision })) }
      const response: ValidationResponse = { result: { numero }, status_code: 200 }
      return { status: 200, body: shaped(response) }
    },
  }
}

function shapeSlots(numero: string) {
  return { value: numero, uuid: uuidFault(numero) }
}

function isOwn(status: ReportStatus): boolean {
  return status === 'undecided' || isDecided(status)
}

/** Returns the status for the organization that has the report. */
function ownStatus(statuses: readonly ReportStatus[]): ReportStatus {
  return statuses.find(isOwn) ?? 'unknown'
}

function shaped(body: unknown) {
  return toByteText(JSON.stringify(body))
}
