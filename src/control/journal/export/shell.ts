import { printable } from '../../../contract/printable.ts'
import type { Replay } from './replay.ts'
import { handlesOf, titleOf } from './title.ts'

/** Returns requests as a shell script that sends them with curl. Tokens are variables. */
export function toCurl(replays: readonly Replay[]): string {
  const variables = handlesOf(replays).map(
    (handle) => `: "\${${variableOf(handle)}:?the token of ${named(handle)}}"`,
  )
  return [
    '#!/bin/sh',
    '# Sends what pessoas-sim heard again. Set the base URL, and a token for each organization.',
    `BASE_URL="\${BASE_URL:-http://127.0.0.1:3210}"`,
    ...variables,
    ...replays.map(commandOf),
    '',
  ].join('\n')
}

function commandOf(replay: Replay): string {
  const { method, url, headers, authorization, body } = replay
  const parts = [
    `curl -sS -X ${quoted(method)} "$BASE_URL"${quoted(url)}`,
    ...(authorization ? [`-H ${authorizationText(authorization)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body)}`]),
  ]
  // Bytes that are not HTTP have nothing that curl could send.
  const command = method === '' ? ':' : parts.join(' \\\n  ')
  return `\n# ${titleOf(replay)}\n${command}`
}

function authorizationText(authorization: NonNullable<Replay['authorization']>): string {
  if ('value' in authorization) return quoted(`Authorization: ${authorization.value}`)
  return `${quoted(`Authorization: ${authorization.before}`)}"$${variableOf(authorization.handle)}"`
}

/** Returns the name of the variable for a token: `TOKEN_ACME_1`. */
export function variableOf(handle: string): string {
  return `TOKEN_${handle.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}

/** Returns a handle without what a shell would act on within double quotes. */
function named(handle: string): string {
  return printable(handle).replace(/["'$`\\{}]/g, '_')
}

/** Returns a text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
