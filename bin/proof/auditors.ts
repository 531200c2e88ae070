import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Report } from '../../conformance/index.ts'
import type { Subject } from './audit.ts'

export interface Auditors {
  audit(subject: Subject): Promise<Report>
  close(): Promise<void>
}

interface Job {
  subject: Subject
  resolve: (report: Report) => void
  reject: (error: Error) => void
}

/** Starts a worker for each core; each takes the next subject as soon as it is free. */
export function createAuditors(): Auditors {
  const jobs: Job[] = []
  const idle: Worker[] = []
  const next = (worker: Worker) => {
    const job = jobs.shift()
    if (job === undefined) return idle.push(worker)
    const settle = (then: () => void) => {
      worker.removeAllListeners()
      then()
      next(worker)
    }
    worker.once('message', (report: Report) => settle(() => job.resolve(report)))
    worker.once('error', (error: Error) => job.reject(error))
    return worker.postMessage(job.subject)
  }
  const file = new URL(import.meta.url.replace(/auditors(\.\w+)$/, 'audit-worker$1'))
  const workers = Array.from({ length: availableParallelism() }, () => new Worker(file))
  for (const worker of workers) next(worker)
  return {
    audit: (subject) =>
      new Promise((resolve, reject) => {
        jobs.push({ subject, resolve, reject })
        const worker = idle.pop()
        if (worker) next(worker)
      }),
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
