import { randomBytes } from 'node:crypto'
import { URL } from 'node:url'
import type { Keyring } from '../client/credentials.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import { JSON_TYPE } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import { readList } from '../service/lists.ts'

/** What the search for a base URL asks with. */
export interface Asking {
  target: Target
  keys: Keyring
}

const LIST = '/pessoas'
/** A piece of a path that names a version, such as `v2`. */
const VERSION = /^v(\d{1,3})$/i
/** Path prefixes that targets commonly add. */
const PREFIXES = [['api'], ['v1'], ['api', 'v1']]
const MOST_GUESSES = 10

/** Returns whether an API gateway of Amazon reports an unknown path: it returns 403 instead of 404. */
export function isUnknownToGateway({ response: { status, headers, json } }: Exchange): boolean {
  if (status !== 403) return false
  const { message } = (json ?? {}) as { message?: unknown }
  return (
    /^MissingAuthenticationToken/.test(String(headers['x-amzn-errortype'] ?? '')) ||
    message === 'Missing Authentication Token'
  )
}

/** Returns whether an error has the envelope of the service, so the service itself answered and not a gateway. */
export function isEnvelope({ response: { status, json } }: Exchange): boolean {
  const { error, message, status_code: code } = (json ?? {}) as Record<string, unknown>
  return typeof error === 'string' && typeof message === 'string' && code === status
}

/** Returns whether the path of the list with a slash at its end returns a list. */
export async function isListBehindSlash(asking: Asking): Promise<boolean> {
  return isList(await ask(asking, undefined, `${LIST}/`, asking.keys.own))
}

/**
 * Returns whether the target knows the path of the list: it answers a made-up path differently, or wants a token
 * only for the list. Undefined if the made-up path got no answer.
 * @param first the answer to the list, with the token
 */
export async function knowsList(asking: Asking, first: Exchange): Promise<boolean | undefined> {
  const nowhere = `/nao-existe-${randomBytes(4).toString('hex')}`
  const { none, own } = asking.keys
  const stranger = await ask(asking, undefined, nowhere, own)
  if (!stranger) return undefined
  if (gist(stranger) !== gist(first)) return true
  const [open, openStranger] = [await ask(asking, undefined, LIST, none), await ask(asking, undefined, nowhere, none)]
  return open?.response.status === 401 && openStranger !== undefined && openStranger.response.status !== 401
}

export interface Guess {
  /** The base URL where a list was found. */
  found?: string
  /** A base URL that has the list but refuses the token of the run. */
  refused?: string
  /** Every base URL that was asked, in this order. */
  tried: string[]
}

/**
 * Looks for the list one level up, beside and one level down, with GETs of the same origin. The token is sent only to a
 * path that answers 401 without it.
 * @param location where the list was redirected to
 */
export async function guessBaseUrl(asking: Asking, baseUrl: string, location?: URL): Promise<Guess> {
  const guess: Guess = { tried: [] }
  const { none, own } = asking.keys
  for (const base of candidates(baseUrl, location)) {
    guess.tried.push(base)
    const open = await ask(asking, base, LIST, none)
    // After a request without an answer, the search ends, because each request may take the whole --timeout.
    if (!open) break
    if (isList(open)) return { ...guess, found: base }
    if (open.response.status !== 401) continue
    const answer = await ask(asking, base, LIST, own)
    if (isList(answer)) return { ...guess, found: base }
    if (answer?.response.status === 401 && (await asksOnlyForList(asking, base))) guess.refused ??= base
  }
  return guess
}

/** Returns whether only known paths return 401. Some gateways return 401 for every path, so 401 shows nothing there. */
async function asksOnlyForList(asking: Asking, base: string): Promise<boolean> {
  const nowhere = await ask(asking, base, '/nao-existe', asking.keys.none)
  return nowhere !== undefined && nowhere.response.status !== 401
}

/** Returns base URLs of the same origin, the most likely first. */
function candidates(baseUrl: string, location: URL | undefined): string[] {
  const { origin, pathname } = new URL(baseUrl)
  const pieces = piecesOf(pathname)
  const operation = pieces.findIndex((piece) => piece === 'pessoas' || piece === 'relatorios')
  const isSameSite = location?.origin === origin && location.pathname.endsWith(LIST)
  const paths = [
    ...(operation >= 0 ? [pieces.slice(0, operation)] : []),
    ...(isSameSite ? [piecesOf(location.pathname).slice(0, -1)] : []),
    ...otherVersions(pieces),
    ...pieces.map((_, i) => pieces.slice(0, pieces.length - 1 - i)),
    ...(pieces.length > 0 ? PREFIXES.map((prefix) => [...pieces.slice(0, -1), ...prefix]) : []).slice(0, 2),
    ...PREFIXES.map((prefix) => [...pieces, ...prefix]),
    ...(pieces.length > 0 && pieces[0] !== 'api' ? [['api', ...pieces]] : []),
  ]
  const bases = paths.map((path) => [origin, ...path].join('/'))
  return [...new Set(bases)].filter((base) => base !== baseUrl).slice(0, MOST_GUESSES)
}

/** Returns the same path with the previous version, the next one and the first one. */
function otherVersions(pieces: readonly string[]): string[][] {
  const at = pieces.findLastIndex((piece) => VERSION.test(piece))
  if (at < 0) return []
  const version = Number(VERSION.exec(pieces[at] as string)?.[1])
  return [version - 1, version + 1, 1].filter((other) => other > 0).map((other) => pieces.with(at, `v${other}`))
}

function piecesOf(pathname: string): string[] {
  return pathname.split('/').filter((piece) => piece !== '')
}

async function ask(
  { target }: Asking,
  base: string | undefined,
  path: string,
  authorization: Credentials,
): Promise<Exchange | undefined> {
  const answer = await target.attempt(
    {
      method: 'GET',
      ...(base !== undefined && { base }),
      path,
      contentType: JSON_TYPE,
      authorization,
    },
    'opening',
  )
  return answer instanceof TargetFailure ? undefined : answer
}

function isList(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && readList(exchange).list !== undefined
}

/**
 * Reduces an answer to what all answers of one kind have in common: the path and all numbers are removed, and for HTML
 * only the content type is left.
 */
function gist({ question, response }: Exchange): string {
  const { status, headers, json } = response
  // Two redirects are of one kind if both lead to the same place or each leads to its own path.
  const { location } = headers
  if (typeof location === 'string') return `${status} ${location.replaceAll(question.path, '')}`
  const type = String(headers['content-type'] ?? '').split(';')[0]
  if (json === undefined) return `${status} ${type}`
  const text = JSON.stringify(json).replaceAll(question.path.slice(1), '')
  return `${status} ${text.replace(/[\w.:+-]+/g, (word) => (/\d/.test(word) ? '' : word))}`
}
