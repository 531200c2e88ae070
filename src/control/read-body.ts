import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { jsonValue } from '../contract/json-value.ts'
import { isDeep } from './is-deep.ts'
import { ControlRefusal } from './route.ts'

const TOO_LARGE = (most: number) =>
  new ControlRefusal(413, 'body-too-large', `The body is larger than ${most} bytes.`)

/** Whether a request brings a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Reads a body as JSON; undefined if none was sent.
 * @param most the most bytes
 * @throws {ControlRefusal} for a body that is too large, of another type, or not JSON
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  most: number,
): Promise<unknown> {
  if (!hasBody(request)) return undefined
  const { 'content-type': type = '', 'content-length': length, 'content-encoding': coding } = request.headers
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type) || coding !== undefined) {
    throw new ControlRefusal(
      415,
      'body-type',
      'The body must be JSON.',
      'Send "Content-Type: application/json", and no Content-Encoding.',
    )
  }
  if (Number(length ?? 0) > most) throw TOO_LARGE(most)
  if (request.headers.expect !== undefined) response.writeContinue()
  const bytes = await read(request, most)
  if (bytes.length === 0) return undefined
  // The text of an error would repeat parts of the body.
  const value = isUtf8(bytes) ? jsonValue(bytes.toString('utf8')) : undefined
  if (value === undefined)
    throw new ControlRefusal(400, 'body-syntax', 'The body is not valid JSON in UTF-8.')
  if (isDeep(value)) throw new ControlRefusal(400, 'body-deep', 'The body is nested too deep.')
  return value
}

/** Reads the bytes; stops at the most, and leaves the rest unread. */
function read(request: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    const take = (piece: Buffer) => {
      size += piece.length
      if (size <= most) return void pieces.push(piece)
      request.off('data', take).pause()
      reject(TOO_LARGE(most))
    }
    request.on('data', take)
    request.once('end', () => resolve(Buffer.concat(pieces)))
    request.once('error', reject)
    request.once('close', () => reject(new ControlRefusal(400, 'body-cut', 'The body ended too early.')))
  })
}
