import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { ANSWERS, type Announced } from '../service/announced.ts'
import { faultOfAnswer } from './check-answer.ts'

// Preloaded into every process that tests start: checks each answer of a service against the document of its profile. What
// differs goes to a file, because a process may be killed; test.mjs reads it.

const file = process.env.CHECKED_ANSWERS
let checked = 0
let isChecking = false

if (file !== undefined) {
  subscribe(ANSWERS, (message) => {
    // The document itself asks a service.
    if (isChecking) return
    const { request, profile, answer } = message as Announced
    checked++
    isChecking = true
    const fault = faultOfAnswer({ request, profile, answer })
    isChecking = false
    if (fault === undefined) return
    const { method, url, body } = request
    const sent = Buffer.isBuffer(body) ? ` ${body.toString().slice(0, 300)}` : ''
    appendFileSync(file, `${method} ${url.slice(0, 300)}${sent}\n  is answered ${fault}\n`)
  })
  process.on('exit', () => checked > 0 && appendFileSync(file, `${checked} checked\n`))
}
