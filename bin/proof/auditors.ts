import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Report } from '../../conformance/index.ts'
import type { Subject } from './audit.ts'
import { workerEntry } from './worker-entry.ts'

export interface Auditors {
  audit(subject: Subject): Promise<Report>
  close(): Promise<void>
}

interface Job {
  subject: Subject
  resolve: (report: Report) => void
  reject: (error: Error) => void
}

/**
 * Starts a worker for each core, but no more than there are subjects; each takes the next subject as soon as it is free.
 * A run hardly ever waits, and each worker compiles everything anew, so more of them would only take longer.
 */
export function createAuditors(subjects: number): Auditors {
  const waiting: Job[] = []
  const running = new Map<Worker, Job>()
  const entry = workerEntry(import.meta.url.replace(/auditors(\.\w+)$/, 'audit-worker$1'))
  // Answers live as long as a run: with the default of V8, they are copied again and again before they are old.
  const resourceLimits = { maxYoungGenerationSizeMb: 256 }
  const length = Math.min(availableParallelism(), subjects)
  const workers = Array.from({ length }, () => new Worker(entry, { eval: true, resourceLimits }))
  const giveOut = () => {
    for (const worker of workers) {
      const job = running.has(worker) ? undefined : waiting.shift()
      if (job === undefined) continue
      running.set(worker, job)
      worker.postMessage(job.subject)
    }
  }
  const finish = (worker: Worker, settle: (job: Job) => void) => {
    const job = running.get(worker)
    running.delete(worker)
    if (job) settle(job)
    giveOut()
  }
  for (const worker of workers) {
    worker.on('message', (report: Report) => finish(worker, ({ resolve }) => resolve(report)))
    worker.on('error', (error: Error) => finish(worker, ({ reject }) => reject(error)))
  }
  return {
    audit: (subject) =>
      new Promise((resolve, reject) => {
        waiting.push({ subject, resolve, reject })
        giveOut()
      }),
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
