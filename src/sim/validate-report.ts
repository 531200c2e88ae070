import { toByteText } from '../contract/bytes.ts'
import type { Profile } from '../contract/profile.ts'
import {
  MENSAGEM_MINIMUM,
  UUID,
  type ValidationBody,
  type ValidationResponse,
  validationBodySchema,
} from '../contract/wire.ts'
import type { Organization, ReportStatus, Store } from '../store/store.ts'
import type { Answer } from './answer.ts'
import { whyNotAnObject } from './causes/body.ts'
import type { BecauseOne, Cause } from './causes/cause.ts'
import { causes } from './causes/causes.ts'
import { type Fault, reason, refusal } from './refusal.ts'

const { body: cause } = causes
const FIELDS = Object.keys(validationBodySchema.properties)

/**
 * `POST /relatorios/validar/{numero_do_relatorio}` (clause 4.2): records an approval or a rejection.
 * @throws {Refusal} 400 for a body that is not legal, 404 for a report that this organization does not have
 */
export function createValidateReport(store: Store, profile: Profile) {
  const rules = { once: profile.revalidation !== 'allow', touch: profile.touchOnValidation === 'yes' }

  const requireReport = (organization: Organization, numero: string): void => {
    const status = store.report(organization, numero)
    if (status === 'undecided' || status === 'decided') return
    const isForbidden = status === 'foreign' && profile.foreignReport === 'forbidden'
    const answer = isForbidden ? refusal.forbidden() : refusal.reportUnknown(profile)
    throw answer.because(() => [whyNoReport(status, organization, numero)])
  }

  const whyNoReport = (status: ReportStatus, organization: Organization, numero: string): Cause => {
    if (status === 'foreign') return causes.report.foreign()
    if (!UUID.test(numero)) return causes.report.shape()
    const isOtherCase = ['undecided', 'decided'].includes(store.report(organization, numero.toLowerCase()))
    return isOtherCase ? causes.report.letterCase() : causes.report.unknown()
  }

  return async (organization: Organization, numero: string, body: unknown): Promise<Answer> => {
    if (profile.reportNumberShape === 'refuse' && !UUID.test(numero)) {
      const key = 'numero_do_relatorio'
      const fault = { key, reasons: [reason.type(key, 'a valid GUID')], cause: causes.report.shape }
      throw refusal.invalid('params', [fault], profile)
    }
    if (profile.reportFirst === 'yes') requireReport(organization, numero)
    const decision = readDecision(body, profile)
    requireReport(organization, numero)
    if (!(await store.decide(organization, numero, decision, rules))) {
      const answer = refusal.alreadyDecided(profile.revalidation === 'refuse-400' ? 400 : 409)
      throw answer.because(() => [causes.report.decided()])
    }
    const response: ValidationResponse = { result: { numero }, status_code: 200 }
    return { status: 200, body: toByteText(JSON.stringify(response)) }
  }
}

/**
 * Checks a body without coercing or dropping anything.
 * @throws {Refusal} 400 with the faults of known fields in the order of the schema, then unknown keys as they came
 */
function readDecision(body: unknown, profile: Profile): ValidationBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refusal.notAnObject().because(() => whyNotAnObject(body))
  }
  const sent = body as Record<string, unknown>
  const faults: Fault[] = []
  const refuse: Refuse = (key, cause, reason) => {
    faults.push({ key, reasons: [reason], cause })
  }
  const aprovar = readAprovar(own(sent, 'aprovar'), profile, refuse)
  const mensagem = readMensagem(own(sent, 'mensagem'), profile, refuse)
  for (const key of Object.keys(sent)) {
    if (!Object.hasOwn(validationBodySchema.properties, key)) {
      const unknown: BecauseOne = (known) => cause.unknownField(key, FIELDS, known)
      faults.push({ key, reasons: [reason.notAllowed(key)], unknown: true, cause: unknown })
    }
  }
  if (aprovar === undefined || mensagem === undefined || faults.length > 0) {
    throw refusal.invalid('payload', faults, profile)
  }
  return { aprovar, mensagem }
}

type Refuse = (key: string, cause: BecauseOne, reason: string) => undefined

function readAprovar(value: unknown, { aprovarAsText }: Profile, refuse: Refuse): boolean | undefined {
  const key = 'aprovar'
  if (value === undefined) return refuse(key, () => cause.required(key), reason.required(key))
  if (typeof value === 'boolean') return value
  const isText = value === 'true' || value === 'false'
  if (aprovarAsText === 'accept' && isText) return value === 'true'
  const why = () => (isText ? cause.aprovarText() : cause.wrongType(key, 'true or false'))
  return refuse(key, why, reason.type(key, 'a boolean'))
}

function readMensagem(value: unknown, profile: Profile, refuse: Refuse): string | undefined {
  const { characters, mensagemMaximum } = profile
  const key = 'mensagem'
  if (value === undefined) return refuse(key, () => cause.required(key), reason.required(key))
  if (typeof value !== 'string') {
    return refuse(key, () => cause.wrongType(key, 'a string'), reason.type(key, 'a string'))
  }
  if (value === '') return refuse(key, () => cause.emptyText(key), reason.empty(key))
  const length = countCharacters[characters](value)
  if (length < MENSAGEM_MINIMUM) {
    const why = () => cause.short(length, MENSAGEM_MINIMUM, characters)
    return refuse(key, why, reason.short(key, MENSAGEM_MINIMUM))
  }
  if (mensagemMaximum !== null && length > mensagemMaximum) {
    return refuse(key, () => cause.long(length, mensagemMaximum), reason.long(key, mensagemMaximum))
  }
  return value
}

const countCharacters: Record<Profile['characters'], (text: string) => number> = {
  'utf-16': (text) => text.length,
  'code-points': (text) => [...text].length,
  graphemes: countGraphemes,
}

const segmenter = new Intl.Segmenter('pt-BR')
const PIECE = 500

/** In pieces, because the time that a segmenter takes grows with the square of a text. */
function countGraphemes(text: string): number {
  let count = 0
  let size = PIECE
  for (let at = 0; ; ) {
    const isLast = at + size >= text.length
    // Half a character at its end would be one of its own.
    const piece = isLast ? text.slice(at) : text.slice(at, at + size).replace(/[\ud800-\udbff]$/, '')
    const starts = Array.from(segmenter.segment(piece), ({ index }) => index)
    if (isLast) return count + starts.length
    // The last one may go on in the next piece.
    count += starts.length - 1
    at += starts.at(-1) as number
    size = starts.length > 1 ? PIECE : 2 * size
  }
}

/** A field that the body itself has: `constructor` is none of an empty one. */
function own(body: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(body, key) ? body[key] : undefined
}
