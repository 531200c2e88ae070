import { createHash } from 'node:crypto'
import { printable } from '../../../contract/printable.ts'
import { shellQuoted } from '../../../contract/shell-word.ts'
import type { Replay } from './replay.ts'
import { answerText, handlesOf, titleOf } from './title.ts'

/** Returns requests as a shell script that sends them with curl. Tokens are variables. */
export function toCurl(replays: readonly Replay[]): string {
  const variables = handlesOf(replays).map(
    (handle) => `: "\${${variableOf(handle)}:?set it to the token of ${named(handle)}}"`,
  )
  return [
    '#!/bin/sh',
    '# Sends what pessoas-sim heard again. Set the base URL, and a token for each organization.',
    `BASE_URL="\${BASE_URL:-http://127.0.0.1:3210}"`,
    ...variables,
    SEND,
    ...replays.map(commandOf),
    '',
    'exit $unanswered',
    '',
  ].join('\n')
}

/** Curl takes brackets and dots of a path as its own syntax unless told otherwise. */
const SEND = `
# Sends a request, and says its status in a line below the answer; 000 if there is none. Then the script ends with 1.
unanswered=0
send() {
  title=$1
  shift
  curl -sSg --path-as-is -w '\\nstatus: %{http_code}' "$@" || unanswered=1
  printf ' %s\\n' "$title"
}`

function commandOf(replay: Replay): string {
  const { id, method, url, headers, authorization, body, status, outcome, unwritable } = replay
  if (unwritable !== undefined) return `\n# ${titleOf(replay)}\n# Not repeated: ${unwritable}.`
  const title = printable(`(before: ${answerText(status, outcome)}) ${id} ${method} ${url}`)
  const parts = [
    `send ${shellQuoted(title)}`,
    // With -X HEAD, curl waits for a body.
    `${method === 'HEAD' ? '--head' : `-X ${shellQuoted(method)}`} "$BASE_URL"${shellQuoted(url)}`,
    ...(authorization ? [`-H ${authorizationText(authorization)}`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellQuoted(body)}`]),
  ]
  // Bytes that are not HTTP have nothing that curl could send.
  const command = method === '' ? ':' : parts.join(' \\\n  ')
  return `\n# ${titleOf(replay)}\n${command}`
}

function authorizationText(authorization: NonNullable<Replay['authorization']>): string {
  if ('value' in authorization) return shellQuoted(`Authorization: ${authorization.value}`)
  return `${shellQuoted(`Authorization: ${authorization.before}`)}"$${variableOf(authorization.handle)}"`
}

/** Words with single signs between them, and no capitals. */
const PLAIN = /^[a-z0-9]+([-_~][a-z0-9]+)*$/
const SIGNS: Record<string, string> = { '-': '_', '~': '__', _: '___' }
const LONGEST = 40

/** Returns the name of the variable for a token, another one for each handle: `TOKEN_ORG_1`, `TOKEN_ORG_1__2`. */
export function variableOf(handle: string): string {
  if (PLAIN.test(handle)) {
    return `TOKEN_${handle.toUpperCase().replace(/[-_~]/g, (sign) => SIGNS[sign] as string)}`
  }
  const readable = handle
    .slice(0, LONGEST)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
  const hash = createHash('sha256').update(handle).digest('hex').slice(0, 8).toUpperCase()
  // No plain handle has four underscores.
  return `TOKEN_${readable}____${hash}`
}

/** Returns a handle without what a shell would act on within double quotes. */
function named(handle: string): string {
  return printable(handle).replace(/["'$`\\{}]/g, '_')
}
