// Packages inside our bundles use these in place of the global ones, which test runners replace.
import { createAbortController, nextTick } from './src/contract/real-globals.ts'

export { URL, URLSearchParams } from 'node:url'
export { TextDecoder, TextEncoder } from 'node:util'
export {
  clearImmediate,
  clearInterval,
  clearTimeout,
  performance,
  queueMicrotask,
  setImmediate,
  setInterval,
  setTimeout,
} from './src/contract/real-globals.ts'
export { nextTick as $nextTick }

export function AbortController() {
  return createAbortController()
}
