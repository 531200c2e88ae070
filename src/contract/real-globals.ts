/**
 * Timers, clock and AbortController as Node has them. Test runners replace the global ones, before or after they load
 * this: fake timers stand still, and the setInterval and the AbortSignal of jsdom are those of a browser.
 */
import { performance } from 'node:perf_hooks'
import timers from 'node:timers'
import promises from 'node:timers/promises'
import util from 'node:util'
import { runInThisContext } from 'node:vm'

// Fake timers also replace the functions of these two modules, so what an import is bound to may change.
export const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = timers
export const { setTimeout: sleep, setImmediate: turn } = promises

export { performance }

/** In Jest, the context of Node itself, not that of the test file. */
const node = runInThisContext('({ process, Date, queueMicrotask })') as Pick<
  typeof globalThis,
  'process' | 'Date' | 'queueMicrotask'
>

export const { queueMicrotask } = node
export const { nextTick } = node.process
export const { now: dateNow } = node.Date

/** The only AbortController that a module of Node gives away; Bun has no such function. */
export function createAbortController(): AbortController {
  return util.transferableAbortController?.() ?? new AbortController()
}
