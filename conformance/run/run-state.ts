import { randomBytes } from 'node:crypto'
import type { Report } from './report.ts'

/** What is known of a run while it goes on, for a report of one that is ended from outside. */
export interface RunState {
  /** Eight hexadecimal digits, which every request names. */
  run: string
  startedAt: Date
  /** What was sent until now. */
  requests: Report['requests']
}

export function createRunState(): RunState {
  return {
    run: randomBytes(4).toString('hex'),
    startedAt: new Date(),
    requests: { sent: 0, retried: 0, byRisk: { r: 0, w0: 0, w1: 0, w2: 0 } },
  }
}
