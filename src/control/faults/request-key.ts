import type { IncomingMessage } from 'node:http'
import { decodedOrSame } from '../../contract/decoded.ts'
import { parametersIn, withoutQuery } from '../../contract/url.ts'
import type { CountedBy, Endpoint, FaultRule } from './rule.ts'

/** The sender of a request. */
export interface Caller {
  id: string
  /** Its name for the operator, unique in the process. */
  handle: string
}

/** What faults look at. */
export interface RequestFacts {
  caller: Caller | undefined
  endpoint: Endpoint | undefined
  /** The first value of each parameter, decoded. */
  parameters: ReadonlyMap<string, string>
  /** The method, the path and the parameters in alphabetical order. */
  key: string
}

const REPORT = /^\/relatorios\/validar\/([^/]*)$/

export function factsOf(
  { method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  caller: Caller | undefined,
): RequestFacts {
  const path = withoutQuery(url)
  const query = parametersIn(url)
  const parameters = new Map<string, string>()
  for (const [name, value] of query) if (!parameters.has(name)) parameters.set(name, value)
  const numero = REPORT.exec(path)?.[1]
  if (numero !== undefined) parameters.set('numero_do_relatorio', decodedOrSame(numero))
  query.sort()
  return { caller, endpoint: endpointOf(method, path), parameters, key: `${method} ${path}?${query}` }
}

function endpointOf(method: string, path: string): Endpoint | undefined {
  if (path === '/pessoas' && (method === 'GET' || method === 'HEAD')) return 'list'
  return method === 'POST' && REPORT.test(path) ? 'validation' : undefined
}

/** Returns whether a fault may strike a request, however often it came. */
export function isOn(on: FaultRule['on'], { caller, endpoint, parameters }: RequestFacts): boolean {
  if (on === undefined) return true
  if (on.organization !== undefined && on.organization !== caller?.handle) return false
  if (on.endpoint !== undefined && on.endpoint !== endpoint) return false
  return Object.entries(on.parameters ?? {}).every(([name, value]) => parameters.get(name) === value)
}

/** What is drawn and counted together: whose requests, and which of them. */
export interface CountKey {
  /** Keeps organizations apart, also those with one id. */
  handle: string
  id: string
  key: string
}

export function countKeyOf(per: CountedBy, { caller, endpoint, key }: RequestFacts): CountKey {
  if (per === 'all') return { handle: '', id: '', key: '' }
  const whose = { handle: caller?.handle ?? '', id: caller?.id ?? '' }
  if (per === 'organization') return { ...whose, key: '' }
  return { ...whose, key: per === 'endpoint' ? (endpoint ?? 'other') : key }
}
