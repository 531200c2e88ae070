import { jsonValue } from '../../../contract/json-value.ts'
import { printable } from '../../../contract/printable.ts'
import type { Replay } from './replay.ts'
import { variableOf } from './shell.ts'
import { handlesOf, titleOf } from './title.ts'

/** Returns requests as an .http file, which editors send. Tokens are variables. */
export function toHttpFile(replays: readonly Replay[]): string {
  const variables = handlesOf(replays).map(
    (handle) => `@${variableOf(handle)} = the-token-of-${printable(handle)}`,
  )
  return ['@baseUrl = http://127.0.0.1:3210', ...variables, '', ...replays.map(requestOf)].join('\n')
}

function requestOf(replay: Replay): string {
  const { method, url, headers, authorization, body, unwritable } = replay
  const title = `### ${titleOf(replay)}`
  if (method === '') return `${title}\n`
  if (unwritable !== undefined) return `${title}\n# Not repeated: ${unwritable}.\n`
  const text = body === undefined ? undefined : inertBody(body)
  const sent = [
    ...Object.values(headers),
    authorization && 'value' in authorization ? authorization.value : '',
  ]
  if (sent.some((value) => value.includes('{{')) || (body !== undefined && text === undefined))
    return `${title}\n# Not repeated: an editor would act on what the client sent instead of sending it.\n`
  const lines = [
    `${method} {{baseUrl}}${url.replace(TWO_BRACES, '%7B')}`,
    ...(authorization ? [`Authorization: ${authorizationText(authorization)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(text === undefined ? [] : ['', text]),
  ]
  return `${title}\n${lines.join('\n')}\n`
}

/** The first of two braces, which begin an expression wherever they stand; some editors run it as a program. */
const TWO_BRACES = /\{(?=\{)/g
/** No line that reads a file, begins a script or another request, or says something to the editor. */
const INERT_LINE = /^\s*([\w"'{}[\],:-]|$)/

/** Returns a body that is sent and does nothing else; undefined if it cannot be written so. */
function inertBody(body: string): string | undefined {
  // In JSON, two braces next to each other are in a string.
  if (jsonValue(body) !== undefined) return body.replace(TWO_BRACES, '\\u007b')
  const isInert = !/\{[{%]/.test(body) && body.split(/\r\n|\r|\n/).every((line) => INERT_LINE.test(line))
  return isInert ? body : undefined
}

function authorizationText(authorization: NonNullable<Replay['authorization']>): string {
  if ('value' in authorization) return authorization.value
  return `${authorization.before}{{${variableOf(authorization.handle)}}}`
}
