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
  const { method, url, headers, authorization, body } = replay
  const title = `### ${titleOf(replay)}`
  if (method === '') return `${title}\n`
  const lines = [
    `${method} {{baseUrl}}${url}`,
    ...(authorization ? [`Authorization: ${authorizationText(authorization)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', body]),
  ]
  return `${title}\n${lines.join('\n')}\n`
}

function authorizationText(authorization: NonNullable<Replay['authorization']>): string {
  if ('value' in authorization) return authorization.value
  return `${authorization.before}{{${variableOf(authorization.handle)}}}`
}
