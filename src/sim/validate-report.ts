import type { Profile } from '../contract/profile.ts'
import {
  MENSAGEM_MINIMUM,
  UUID,
  type ValidationBody,
  type ValidationResponse,
  validationBodySchema,
} from '../contract/wire.ts'
import type { Organization, Store } from '../store/store.ts'
import { type Fault, reason, refusal } from './refusal.ts'

/**
 * `POST /relatorios/validar/{numero_do_relatorio}` (clause 4.2): records an approval or a rejection.
 * @throws {Refusal} 400 for a body that is not legal, 404 for a report that this organization does not have
 */
export function createValidateReport(store: Store, profile: Profile) {
  const rules = { once: profile.revalidation !== 'allow', touch: profile.touchOnValidation === 'yes' }

  const requireReport = (organization: Organization, numero: string): void => {
    const status = store.report(organization, numero)
    if (status === 'foreign' && profile.foreignReport === 'forbidden') throw refusal.forbidden()
    if (status === 'unknown' || status === 'foreign') throw refusal.reportUnknown(profile)
  }

  return async (organization: Organization, numero: string, body: unknown): Promise<string> => {
    if (profile.reportNumberShape === 'refuse' && !UUID.test(numero)) {
      const key = 'numero_do_relatorio'
      throw refusal.invalid('params', [{ key, reasons: [reason.type(key, 'a valid GUID')] }], profile)
    }
    if (profile.reportFirst === 'yes') requireReport(organization, numero)
    const decision = readDecision(body, profile)
    requireReport(organization, numero)
    if (!(await store.decide(organization, numero, decision, rules))) {
      throw refusal.alreadyDecided(profile.revalidation === 'refuse-400' ? 400 : 409)
    }
    const response: ValidationResponse = { result: { numero }, status_code: 200 }
    return JSON.stringify(response)
  }
}

/**
 * Checks a body without coercing or dropping anything.
 * @throws {Refusal} 400 with the faults of known fields in the order of the schema, then unknown keys as they came
 */
function readDecision(body: unknown, profile: Profile): ValidationBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refusal.notAnObject()
  const sent = body as Record<string, unknown>
  const faults: Fault[] = []
  const refuse: Refuse = (key, reason) => {
    faults.push({ key, reasons: [reason] })
  }
  const aprovar = readAprovar(own(sent, 'aprovar'), profile, refuse)
  const mensagem = readMensagem(own(sent, 'mensagem'), profile, refuse)
  for (const key of Object.keys(sent)) {
    if (!Object.hasOwn(validationBodySchema.properties, key)) {
      faults.push({ key, reasons: [reason.notAllowed(key)], unknown: true })
    }
  }
  if (aprovar === undefined || mensagem === undefined || faults.length > 0) {
    throw refusal.invalid('payload', faults, profile)
  }
  return { aprovar, mensagem }
}

type Refuse = (key: string, reason: string) => undefined

function readAprovar(value: unknown, { aprovarAsText }: Profile, refuse: Refuse): boolean | undefined {
  if (value === undefined) return refuse('aprovar', reason.required('aprovar'))
  if (typeof value === 'boolean') return value
  if (aprovarAsText === 'accept' && (value === 'true' || value === 'false')) return value === 'true'
  return refuse('aprovar', reason.type('aprovar', 'a boolean'))
}

function readMensagem(value: unknown, profile: Profile, refuse: Refuse): string | undefined {
  const { characters, mensagemMaximum } = profile
  if (value === undefined) return refuse('mensagem', reason.required('mensagem'))
  if (typeof value !== 'string') return refuse('mensagem', reason.type('mensagem', 'a string'))
  if (value === '') return refuse('mensagem', reason.empty('mensagem'))
  const length = countCharacters[characters](value)
  if (length < MENSAGEM_MINIMUM) return refuse('mensagem', reason.short('mensagem', MENSAGEM_MINIMUM))
  if (mensagemMaximum !== null && length > mensagemMaximum) {
    return refuse('mensagem', reason.long('mensagem', mensagemMaximum))
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
