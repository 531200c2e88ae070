import type { IncomingMessage } from 'node:http'

/** What `pessoas-sim wait` asks for, whichever port it was given. */
export const WAIT_PATH = '/v1/health'
export const WAIT_AGENT = 'pessoas-sim-wait'

/** Returns whether `pessoas-sim wait` asks the data port, as no client does. */
export function isWaitProbe({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return url === WAIT_PATH && headers['user-agent'] === WAIT_AGENT
}
