import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Soon } from '../contract/soon.ts'
import type { Answer } from '../service/ask.ts'

/** Observes and intercepts every request of the data port. `simulator/` builds it from the modules of `control/`. */
export interface Traffic {
  /**
   * Called with each request before the guard lets it in (after logging is set up). Calls `serve` to go on, now, later
   * or never; may answer or cut the connection itself.
   */
  admit(request: IncomingMessage, response: ServerResponse, serve: () => void): void
  /** Called with the raw bytes of a body that was read. */
  body(request: IncomingMessage, bytes: Buffer): void
  /**
   * Called with the answer before it is sent. Returns true if it has delivered the answer itself: cut, slowly, or not
   * at all. The answer waits for a promise.
   */
  deliver(request: IncomingMessage, response: ServerResponse, answer: Answer): Soon<boolean>
  /** Called with the refusal of bytes that never became a request. */
  stray?(answer: Answer): void
}
