import { randomBytes } from 'node:crypto'
import type { Keyring } from './credentials.ts'
import type { Credentials, Exchange } from './exchange.ts'
import { readList } from './lists.ts'
import type { Target } from './target.ts'

/** What a base URL is asked with: GETs, and the token only where somebody asks for one. */
export interface Asking {
  target: Target
  keys: Keyring
}

const LIST = '/pessoas'
/** What deployments put between their host and the paths of the interface. */
const PREFIXES = [['api'], ['v1'], ['api', 'v1']]
const MOST_GUESSES = 8

/**
 * Tells whether the target has the path of the list at all: it answers it otherwise than a path that no service has,
 * or asks for a token there and only there. Undefined where nothing can be told.
 * @param first what it answered to the list, with the token
 */
export async function knowsList(asking: Asking, first: Exchange): Promise<boolean | undefined> {
  const nowhere = `/nao-existe-${randomBytes(4).toString('hex')}`
  const { none, own } = asking.keys
  const stranger = await ask(asking, undefined, nowhere, own)
  if (!stranger) return undefined
  if (gist(stranger) !== gist(first)) return true
  const [open, openStranger] = [
    await ask(asking, undefined, LIST, none),
    await ask(asking, undefined, nowhere, none),
  ]
  return open?.response.status === 401 && openStranger !== undefined && openStranger.response.status !== 401
}

export interface Guess {
  /** The base URL below which a list was found; undefined where there was none. */
  found?: string
  /** One below which the list is there for another token than the one of the run. */
  refused?: string
  tried: string[]
}

/**
 * Looks for the list where a base URL is mistaken most often: with a piece too many, or one too few.
 * @param location where the list was redirected to
 */
export async function guessBaseUrl(asking: Asking, baseUrl: string, location?: URL): Promise<Guess> {
  const guess: Guess = { tried: [] }
  const { none, own } = asking.keys
  for (const base of candidates(baseUrl, location)) {
    guess.tried.push(base)
    const open = await ask(asking, base, LIST, none)
    // Who does not answer once is not asked on and on.
    if (!open) break
    if (isList(open)) return { ...guess, found: base }
    if (open.response.status !== 401) continue
    const answer = await ask(asking, base, LIST, own)
    if (isList(answer)) return { ...guess, found: base }
    if (answer?.response.status === 401 && (await asksOnlyForList(asking, base))) guess.refused ??= base
  }
  return guess
}

/** Something before every service may ask for a token whatever the path. */
async function asksOnlyForList(asking: Asking, base: string): Promise<boolean> {
  const nowhere = await ask(asking, base, '/nao-existe', asking.keys.none)
  return nowhere !== undefined && nowhere.response.status !== 401
}

/** Base URLs of the same origin, the likely ones first. */
function candidates(baseUrl: string, location: URL | undefined): string[] {
  const { origin, pathname } = new URL(baseUrl)
  const pieces = piecesOf(pathname)
  const operation = pieces.findIndex((piece) => piece === 'pessoas' || piece === 'relatorios')
  const isSameSite = location?.origin === origin && location.pathname.endsWith(LIST)
  const paths = [
    ...(operation >= 0 ? [pieces.slice(0, operation)] : []),
    ...(isSameSite ? [piecesOf(location.pathname).slice(0, -1)] : []),
    ...pieces.map((_, i) => pieces.slice(0, pieces.length - 1 - i)),
    ...PREFIXES.map((prefix) => [...pieces, ...prefix]),
    ...(pieces.length > 0 && pieces[0] !== 'api' ? [['api', ...pieces]] : []),
  ]
  const bases = paths.map((path) => [origin, ...path].join('/'))
  return [...new Set(bases)].filter((base) => base !== baseUrl).slice(0, MOST_GUESSES)
}

function piecesOf(pathname: string): string[] {
  return pathname.split('/').filter((piece) => piece !== '')
}

function ask(
  { target }: Asking,
  base: string | undefined,
  path: string,
  authorization: Credentials,
): Promise<Exchange | undefined> {
  return target.attempt(
    {
      method: 'GET',
      ...(base !== undefined && { base }),
      path,
      contentType: 'application/json',
      authorization,
    },
    'opening',
  )
}

function isList(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && readList(exchange).list !== undefined
}

/** What an answer says, whatever path it names and however it numbers itself: of a page, only that it is one. */
function gist({ question, response }: Exchange): string {
  const { status, headers, json } = response
  const type = String(headers['content-type'] ?? '').split(';')[0]
  if (json === undefined) return `${status} ${type}`
  const text = JSON.stringify(json).replaceAll(question.path.slice(1), '')
  return `${status} ${text.replace(/[\w.:+-]*\d[\w.:+-]*/g, '')}`
}
