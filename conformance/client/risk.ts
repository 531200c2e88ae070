import { jsonValue } from '../../src/contract/json-value.ts'
import { MENSAGEM_MINIMUM, plainNumber } from '../../src/contract/wire.ts'
import type { Question, Risk } from './exchange.ts'

/** Thrown when the run may not send a request of this risk. */
export class RiskRefused extends Error {}

/** A path that some services read as the path of a report, maybe with a word behind it. */
const NEAR_REPORT = /^\/{1,3}relatorios\/{1,3}validar\/{1,3}([^/?]+)(?:\/{0,3}|\/[a-z]+)$/i
/** Paths without a report number, or with one that is not valid percent-encoding. */
const NO_REPORT = /^\/relatorios\/validar(?:\/(?:%E0%A4|%zz)?)?$/i

/** Returns the risk of a request from the request itself, so that a check cannot understate it. */
export function riskOf(
  question: Question,
  accepted: ReadonlySet<string | undefined>,
  invented: ReadonlyMap<string, Risk>,
  declared: ReadonlySet<string>,
): Risk {
  const { method, path } = question
  if (method === 'GET') return 'r'
  if (method !== 'POST' && path === '/pessoas') return 'w0'
  if ((method === 'HEAD' || method === 'OPTIONS') && !NEAR_REPORT.test(path)) return 'w0'
  if (method === 'POST' && NO_REPORT.test(path)) return 'w0'
  // Paths with more slashes or in capitals may lead to a report, too, so only unknown numbers may be sent to them.
  const near = percentDecoded(NEAR_REPORT.exec(path)?.[1] ?? '')
  const risk = invented.get(near) ?? invented.get(plainNumber(near))
  if (risk) return risk
  if (method !== 'POST') throw new RiskRefused(`the probe sends ${method} only to reports that do not exist`)
  const numero = percentDecoded(/^\/relatorios\/validar\/([^/?]+)$/.exec(path)?.[1] ?? '')
  // Some services leave out the spaces around a number.
  if (declared.has(plainNumber(numero.replace(/^ +| +$/g, '')))) return mustBeRefused(question, accepted) ? 'w1' : 'w2'
  throw new RiskRefused('the suite sends nothing to a report that is not declared')
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Returns whether the interface explicitly requires the service to reject this request, whatever the report. */
function mustBeRefused(
  { authorization, body = '', contentType = '' }: Question,
  accepted: ReadonlySet<unknown>,
): boolean {
  if (!accepted.has(secretOf(authorization.value))) return true
  // A form may be read as the same fields.
  if (/form/i.test(contentType) && body.includes('aprovar') && body.includes('mensagem')) return false
  const sent = jsonValue(body)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return true
  const { aprovar, mensagem, ...others } = sent as Record<string, unknown>
  // Some services take a string, 0 or 1 for a boolean.
  const isDecision = typeof aprovar === 'boolean' || aprovar === 0 || aprovar === 1 || typeof aprovar === 'string'
  if (!isDecision || aprovar === '' || aprovar === 'talvez' || typeof mensagem !== 'string') return true
  return Object.keys(others).length > 0 || mensagem.length < MENSAGEM_MINIMUM
}

/** Returns the token without its scheme, because a service may accept it with any scheme or none. */
export function secretOf(authorization: string | undefined): string | undefined {
  return authorization?.trim().split(/\s+/).at(-1)
}
