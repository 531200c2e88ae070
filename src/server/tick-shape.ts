import { executionAsyncResource } from 'node:async_hooks'
import { nextTick } from '../contract/real-globals.ts'

let kept: object | undefined

/**
 * Keeps one of the objects that `process.nextTick` queues. When a garbage collection finds none alive, V8 forgets their
 * shape, and each call from then on, eight in a request, takes four times as long.
 */
export function keepTickShape(): void {
  if (kept !== undefined) return
  kept = {}
  nextTick(() => {
    kept = executionAsyncResource()
  })
}
