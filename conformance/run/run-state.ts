import { randomBytes } from 'node:crypto'
import { dateNow } from '../../src/contract/real-globals.ts'
import type { Report } from './report.ts'

/** The state of a run in progress, from which the report of an interrupted run is made. */
export interface RunState {
  /** Eight hexadecimal digits that every request contains in its User-Agent. */
  run: string
  startedAt: Date
  /** The requests sent so far. */
  requests: Report['requests']
}

export function createRunState(): RunState {
  return {
    run: randomBytes(4).toString('hex'),
    startedAt: new Date(dateNow()),
    requests: { sent: 0, retried: 0, byRisk: { r: 0, w0: 0, w1: 0, w2: 0 } },
  }
}
