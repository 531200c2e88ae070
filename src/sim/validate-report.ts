import { toByteText } from '../contract/bytes.ts'
import { systemClock } from '../contract/clock.ts'
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
import { readByJava } from './java-uuid.ts'
import { type Fault, reason, refusal } from './refusal.ts'
import { formOfNumber } from './report-forms.ts'
import { uuidSlots } from './uuid-fault.ts'

/** `POST /relatorios/validar/{numero_do_relatorio}` (clause 4.2): whether a report may be decided, and the decision. */
export interface Reports {
  /** @throws {Refusal} 400 or 404 for a number that is not a UUID, if the profile distinguishes that */
  requireShape(numero: string): Soon<void>
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

const SHORT_GROUPS = /^[\da-f]+(?:-[\da-f]+){4}$/i

export function createReports(store: Store, profile: Profile): Reports {
  const rules = { once: profile.revalidation !== 'allow', touch: profile.touchOnValidation === 'yes' }
  const { validation, rejection = validation } = profile.dialect.shape
  const forms = profile.dialect.routes.report ?? {}
  /** Returns the report number that a service reads from a path segment, and the form in which its answer repeats it. */
  const readingOf = (sent: string): { numero: string; repeated: string } => {
    const { padded = 'unknown' } = forms
    const trimmed = padded === 'unknown' ? sent : sent.trim()
    // Short groups have no form of their own, and are repeated like capitals.
    const form = formOfNumber(trimmed, forms) ?? (SHORT_GROUPS.test(trimmed) ? 'capitals' : undefined)
    const treatment = form && forms[form]
    const isSame = treatment === 'same' || treatment === 'as-sent'
    const plain = isSame ? plainNumber(trimmed) : trimmed
    const numero = forms['short-groups'] === 'well-formed' ? asJavaReads(plain) : plain
    if (padded === 'as-sent' && trimmed !== sent) return { numero, repeated: sent }
    return { numero, repeated: treatment === 'as-sent' ? trimmed : numero }
  }
  const numberOf = (sent: string): string => readingOf(sent).numero
  const isWellFormed = (numero: string): boolean => {
    const own = formOfNumber(numero, forms)
    if (UUID.test(numero)) return own !== 'capitals' || forms.capitals !== 'shape'
    return own !== undefined && forms[own] === 'well-formed'
  }

  /** Returns the organization whose report a caller decides: itself, unless the service looks up only the number. */
  const holderFor = (caller: Organization, numero: string): Soon<Organization> =>
    forms.foreign === 'own' ? whenThere(store.holderOf(caller, numero), (holder) => holder ?? caller) : caller

  const statusOf = (
    organization: Organization | undefined,
    numero: string,
    request?: string,
  ): Soon<ReportStatus> => {
    if (organization) {
      return whenThere(holderFor(organization, numero), (holder) => store.report(holder, numero, request))
    }
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
    if (status === 'foreign') return () => causes.report.foreign(profile.foreignReport)
    if (!UUID.test(numero)) return causes.report.shape
    const lower = numero.toLowerCase()
    if (lower === numero) return causes.report.unknown
    return whenThere(statusOf(organization, lower), (other) =>
      isOwn(other) ? causes.report.letterCase : causes.report.unknown,
    )
  }

  const alreadyDecided = (status: ReportStatus, decision?: ValidationBody) => {
    const isRejection = decision !== undefined && !decision.aprovar
    const first = status === 'rejected' ? 'rejected' : 'decided'
    return refusal
      .alreadyDecided(profile.revalidation === 'refuse-400' ? 400 : 409)
      .as(isRejection ? `report.${first}-rejection` : `report.${first}`)
      .because(() => [causes.report.decided(isByCells)])
  }
  const { 'same-decision': ofSame = 'refuse', 'after-rejection': afterRejection = 'refuse' } = forms
  const isByCells = SECONDS.some((cell) => forms[cell] !== undefined)
  const isByFirst = isByCells || (rules.once && afterRejection === 'accept')
  const mayAll = !rules.once && !isByCells
  /** Returns what happens to a decision on a report that was already decided. */
  const secondOf = (status: ReportStatus, aprovar: boolean): 'refuse' | 'accept' | 'keep' => {
    const first = status === 'approved' ? 'approved' : 'rejected'
    const isSame = (first === 'approved') === aprovar
    const own = forms[SECOND[first][aprovar ? 'approved' : 'rejected']]
    if (own !== undefined) return own
    if (!rules.once || (first === 'rejected' && afterRejection === 'accept')) return 'accept'
    return isSame && ofSame === 'accept' ? 'keep' : 'refuse'
  }

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
      const numero = numberOf(sent)
      if (forms.shape === 'unknown' && !isWellFormed(numero))
        return refuseReport('unknown', undefined, numero)
    },

    shapeFault,

    requireReport,

    requireUndecided(organization, sent, decision, request) {
      if (mayAll) return
      return whenThere(statusOf(organization, numberOf(sent), request), (status) => {
        if (!isDecided(status)) return
        // What was not read yet may be either decision.
        const possible = decision ? [decision.aprovar] : [true, false]
        if (possible.every((aprovar) => secondOf(status, aprovar) === 'refuse'))
          throw alreadyDecided(status, decision)
      })
    },

    async decide(organization, sent, decision, more) {
      const { numero, repeated } = readingOf(sent)
      // The report may have vanished while the body came.
      const required = requireReport(organization, numero)
      if (required instanceof Promise) await required
      // Of two decisions at one moment, the second one may be judged as if it were the first.
      const before = isByFirst ? await statusOf(organization, numero) : undefined
      const second = before && isDecided(before) ? secondOf(before, decision.aprovar) : undefined
      if (before && second === 'refuse') throw alreadyDecided(before, decision)
      const all =
        more === undefined && !second ? rules : { ...rules, ...more, ...(second && { once: false }) }
      const found = holderFor(organization, numero)
      const holder = found instanceof Promise ? await found : found
      if (second !== 'keep' && !(await store.decide(holder, numero, decision, all))) {
        const status = await statusOf(organization, numero)
        if (secondOf(status, decision.aprovar) !== 'keep') throw alreadyDecided(status, decision)
      }
      const own = decision.aprovar ? validation : rejection
      if (own !== undefined) {
        const decidido_em = new Date((store.clockIn?.(holder) ?? systemClock).now()).toISOString()
        return { status: 200, body: shaped(render(own, { numero: repeated, ...decision, decidido_em })) }
      }
      const response: ValidationResponse = { result: { numero: repeated }, status_code: 200 }
      return { status: 200, body: shaped(response) }
    },
  }
}

/** The cell for a second decision, by the first one and the second. */
const SECOND = {
  approved: { approved: 'approved-again', rejected: 'approved-rejected' },
  rejected: { approved: 'rejected-approved', rejected: 'rejected-again' },
} as const
const SECONDS = Object.values(SECOND).flatMap((cells) => Object.values(cells))

/** Returns the UUID that Java reads in a string such as `1-1-1-1-1`; any other string as it is. */
function asJavaReads(numero: string): string {
  const read = UUID.test(numero) ? { uuid: numero } : readByJava(numero)
  return 'uuid' in read ? read.uuid : numero
}

function shapeSlots(numero: string) {
  return { value: numero, ...uuidSlots(numero) }
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
