import { parentPort } from 'node:worker_threads'
import { auditOf, type Subject } from './audit.ts'

parentPort?.on('message', async (subject: Subject) => parentPort?.postMessage(await auditOf(subject)))
