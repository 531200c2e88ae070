import { existsSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromByteText, toByteText } from '../contract/bytes.ts'
import { printable, printableValue } from '../contract/printable.ts'
import { whenThere } from '../contract/soon.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { headOf } from '../server/answer.ts'
import { refuse } from '../server/refuse.ts'
import type * as service from '../service/ask.ts'
import { longText, wholeOf } from '../service/body.ts'

/** A request, as a layer of yours sees it. */
export interface Request {
  method: string
  /** The path with its query, as it was sent. */
  url: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Undefined if none was sent, or more than the service reads. */
  body?: string | undefined
}

/** An answer, as a layer of yours sees it and makes it. */
export interface Answer {
  status: number
  /** Without `content-length`, which is added. Without any, those of an answer in JSON. */
  headers?: Readonly<Record<string, string | number | string[] | undefined>>
  body: string
  /** What the service found wrong with the request, by the names of the reference; the first decides. */
  faults?: readonly { name: string; slots: Readonly<Record<string, unknown>> }[] | undefined
}

/** The service, or what is behind a layer. */
export type Ask = (request: Request) => Answer | Promise<Answer>

/** Stands around the service: it may change the request, the answer, or both, or not ask at all. */
export type Layer = (next: Ask) => (request: Request) => Answer | Promise<Answer>

const SHAPE =
  'Write: export default (next) => async (request) => { const answer = await next(request); return answer }'

/**
 * Loads layers, the outermost first: functions, or ES modules whose default export is one.
 * @param onError hears of each error of a layer, which its client sees as a 500
 * @throws {OperatorError} when a file is missing or has no layer
 */
export function loadLayers(
  given: readonly (string | Layer)[],
  onError: (error: unknown) => void,
): Promise<service.Layer[]> {
  return Promise.all(
    given.map(async (one, i) => {
      const name = typeof one === 'string' ? one : one.name || `number ${i + 1}`
      return layerOf(name, typeof one === 'string' ? await importLayer(one) : one, onError)
    }),
  )
}

async function importLayer(file: string): Promise<Layer> {
  const path = resolve(file)
  const shown = printable(file)
  if (!existsSync(path))
    throw new OperatorError(`There is no file ${shown}. A layer is a file with an ES module.`)
  const module = await import(pathToFileURL(path).href).catch((error: Error) => {
    throw new OperatorError(`The layer ${shown} cannot be loaded: ${error.message}`, { cause: error })
  })
  if (typeof module.default === 'function') return module.default
  throw new OperatorError(`The layer ${shown} has no function as its default export. ${SHAPE}`)
}

/** Has a layer of the operator see texts where the service has bytes. */
function layerOf(name: string, layer: Layer, onError: (error: unknown) => void): service.Layer {
  const shownName = printable(name)
  return (next) => {
    const ask = layer((request) => whenThere(next(requestOf(request)), shownAnswer))
    if (typeof ask !== 'function')
      throw new OperatorError(`The layer ${shownName} returns no function. ${SHAPE}`)
    return async (request) => {
      try {
        return answerOf(await ask(shownRequest(request)))
      } catch (error) {
        const text = error instanceof Error ? error.stack : printableValue(error)
        onError(new OperatorError(`the layer ${shownName} failed: ${text}`))
        return refuse('service.layer', { name: shownName })
      }
    }
  }
}

/** What something was before it became text. A copy with `...` has it, too, so that what a layer leaves alone stays. */
const origin = Symbol('origin')

type ShownRequest = Request & { [origin]?: { request: service.Request; body: string | undefined } }
type ShownAnswer = Answer & { [origin]?: { answer: service.Answer; shown: Pick<Answer, 'headers' | 'body'> } }

function shownRequest(request: service.Request): ShownRequest {
  const { method, url, headers } = request
  const body = request.body instanceof Buffer ? request.body.toString() : undefined
  return { method, url, headers, body, [origin]: { request, body } }
}

function requestOf({ method, url, headers, body, [origin]: from }: ShownRequest): service.Request {
  const isSame = from !== undefined && from.body === body
  const bytes = isSame ? from.request.body : body === undefined ? undefined : Buffer.from(body)
  return { method, url, headers, body: bytes }
}

function shownAnswer(answer: service.Answer): ShownAnswer {
  const { 'content-length': _, ...headers } = headOf(answer)
  const { status, faults } = answer
  const shown = { headers, body: fromByteText(wholeOf(answer.body)) }
  return { status, ...shown, faults, [origin]: { answer, shown } }
}

function answerOf(given: ShownAnswer): service.Answer {
  const { status, headers, body, [origin]: from } = given
  if (!Number.isInteger(status) || status < 200 || status > 599 || typeof body !== 'string')
    throw new TypeError('a layer answers { status, body }: a status from 200 to 599, and a text')
  return {
    ...from?.answer,
    status,
    headers:
      from?.shown.headers === headers ? from?.answer.headers : (headers as OutgoingHttpHeaders | undefined),
    body: from?.shown.body === body ? from.answer.body : (longText(body) ?? toByteText(body)),
  }
}
