import type { IncomingMessage } from 'node:http'
import { decodedOrSame } from '../../contract/decoded.ts'
import { parametersIn, withoutQuery } from '../../contract/url.ts'
import type { FaultRule } from './rule.ts'

/** The sender of a request. */
export interface Caller {
  id: string
  /** Its name for the operator, unique in the process. */
  handle: string
}

const REPORT = /^\/relatorios\/validar\/([^/]*)$/

/** Returns what faults look at. The key of a request is its method, path and parameters in alphabetical order. */
export function factsOf({ method = '', url = '', socket }: IncomingMessage) {
  const path = withoutQuery(url)
  const query = parametersIn(url)
  // Of a repeated parameter, the first value counts.
  const parameters = new Map([...query].reverse())
  const numero = REPORT.exec(path)?.[1]
  if (numero !== undefined) parameters.set('numero_do_relatorio', decodedOrSame(numero))
  query.sort()
  const isList = path === '/pessoas' && (method === 'GET' || method === 'HEAD')
  const isValidation = method === 'POST' && numero !== undefined
  return {
    endpoint: isList ? 'list' : isValidation ? 'validation' : undefined,
    parameters,
    key: `${method} ${path}?${query}`,
    hasAnswered: socket.bytesWritten > 0,
  }
}

/** Returns whether a fault may strike a request of the organization that it is on. */
export function isOn({ on = {}, fault }: FaultRule, facts: ReturnType<typeof factsOf>): boolean {
  if (on.endpoint !== undefined && on.endpoint !== facts.endpoint) return false
  if (fault.kind === 'drop' && fault.keptAlive && !facts.hasAnswered) return false
  return Object.entries(on.parameters ?? {}).every(([name, value]) => facts.parameters.get(name) === value)
}
