import { STATUS_CODES } from 'node:http'
import { type ByteText, toByteText } from '../contract/bytes.ts'
import { type FaultName, faults, type Slots } from '../contract/faults.ts'
import type { Answer } from '../service/ask.ts'

/** An answer whose whole body is in memory. */
export type ShortAnswer = Answer & { body: ByteText }

/** Returns the answer to what is refused before the service is asked, in its envelope (clause 7). */
export function refuse(name: FaultName, slots: Slots = {}): ShortAnswer {
  const { status = 400, text: message = '' } = faults[name]
  const body = { error: STATUS_CODES[status], message, status_code: status }
  return { status, body: toByteText(JSON.stringify(body)), faults: [{ name, slots }] }
}
