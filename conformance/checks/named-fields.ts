import type { Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { objectOf, textOf } from '../service/lists.ts'
import { LEGAL_BODY } from '../service/service.ts'

export function bodyOf({ response }: Exchange): Record<string, unknown> {
  const body = objectOf(response.json)
  if (!body) throw new Undecided('blocked', 'the refusal is not a JSON object: see ENV-04')
  return body
}

function validationOf(exchange: Exchange): Record<string, unknown> | undefined {
  return objectOf(bodyOf(exchange).validation)
}

export function keysOf(exchange: Exchange): string[] {
  const keys = validationOf(exchange)?.keys
  return Array.isArray(keys) ? keys.map(textOf) : []
}

export function comesFromPayload(exchange: Exchange): void {
  const source = validationOf(exchange)?.source
  must(source === 'payload', 'source "payload"', `source ${JSON.stringify(source)}`, exchange)
}

/** Returns a text without the escapes of HTML, with which hapi and Joi protect keys that pages show. */
function withoutHtml(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot));/gi,
    (written, hex, decimal, name) => {
      if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? written
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : written
    },
  )
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Accepts the key as a segment of a dotted path, and with its letters escaped, too. */
export function namesInKeys(exchange: Exchange, key: string): void {
  const { keys } = validationOf(exchange) ?? {}
  if (keys === undefined)
    throw new Violation(`validation with keys that include ${key}`, 'no keys', [exchange])
  if (!Array.isArray(keys)) throw new Undecided('blocked', 'keys is not an array: see ENV-08')
  const segments = keysOf(exchange).flatMap((path) => [...path.split('.'), ...withoutHtml(path).split('.')])
  must(segments.includes(key), `${key} in keys`, `keys ${JSON.stringify(keys)}`, exchange)
}

/** Judges the keys of a body whose only fault is an unknown field. */
export function namesNoneThatIsRight(exchange: Exchange): void {
  const keys = keysOf(exchange)
  const right = keys.find((path) => Object.hasOwn(LEGAL_BODY, path.split('.').at(-1) as string))
  must(right === undefined, 'no valid field in keys', `keys ${JSON.stringify(keys)}`, exchange)
}

/** Returns whether one line contains all parts in this order. */
export function hasInOrder(text: string, parts: readonly string[]): boolean {
  return text.split('\n').some((line) => {
    let at = 0
    return parts.every((part) => {
      const found = line.indexOf(part, at)
      at = found + part.length
      return found !== -1
    })
  })
}

export function namesInMessage(exchange: Exchange, key: string): void {
  const { message } = bodyOf(exchange)
  if (typeof message !== 'string' || message === '') {
    throw new Undecided('blocked', 'message is not a string: see ENV-05')
  }
  must(message.includes(key), `a message that names ${key}`, message, exchange)
}
