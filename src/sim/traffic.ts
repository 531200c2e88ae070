import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer, Delivery } from './answer.ts'

/** What stands around every request of the data port; simulator/ gives it, from control's rooms. */
export interface Traffic extends Delivery {
  /**
   * Called with each request before the guard lets it in (after logging is set up). Calls `serve` to go on, now, later
   * or never; may answer or cut the connection itself.
   */
  admit(request: IncomingMessage, response: ServerResponse, serve: () => void): void
  /** The raw bytes of a body that was read. */
  body(request: IncomingMessage, bytes: Buffer): void
  /** Called with the refusal of bytes that never became a request. */
  stray?(answer: Answer): void
}
