import type { IncomingMessage } from 'node:http'

/** What `pessoas-sim wait` asks for, whichever port it was given. */
export const WAIT_PATH = '/v1/health'
export const WAIT_AGENT = 'pessoas-sim-wait'

/** Returns whether `pessoas-sim wait` asks the data port, as no client does; the path is within a base path, or outside of it. */
export function isWaitProbe({
  method,
  url,
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  return method === 'GET' && url?.endsWith('/health') === true && headers['user-agent'] === WAIT_AGENT
}
