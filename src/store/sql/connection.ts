import { URL, type URLSearchParams } from 'node:url'
import { nearest } from '../../operator/hint.ts'
import { OptionError } from '../../operator/operator-error.ts'
import { WANTED, type Wanted } from './hosts.ts'
import { MISREAD, PARAMETERS } from './parameters.ts'

/** One of the servers of a connection string. */
export interface Host {
  /** Its own connection string, for the client, without the parameters that are ours. */
  url: string
  /** Its name and port, as logs may show them. */
  shown: string
}

/** Where the tables of one world are, and how to reach them. */
export interface StorePlace {
  /** At least one, in the order in which they are tried. */
  hosts: readonly Host[]
  /** Which of them may be used. */
  wanted: Wanted
  schema: string
  /** The role, and the database, as the string has them; empty for those of the client. */
  user: string
  database: string
  /** Whether the string or PGPASSWORD has a password. */
  hasPassword: boolean
  /** The most connections at once. */
  pool: number
  /** Whether the server keeps the plans of frequent statements. */
  isPrepared: boolean
  /** The most milliseconds for a connection, and for an ordinary statement. */
  timeout: number
  /** The header, in lower case, in which a balancer names each request; undefined if none does. */
  requestHeader: string | undefined
  /** The place as logs may show it, without a password. */
  shown: string
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,47}$/
const HEADER = /^[a-z][a-z0-9-]{0,63}$/
const HOST = /^(?:\[([\da-f:.]+)\]|([^[\]:]*))(?::(\d{1,5}))?$/i
const DEFAULTS = {
  schema: 'pessoas_sim',
  pool: '10',
  timeout: '5',
  prepare: 'on',
  target_session_attrs: 'read-write',
}
/** More would leave too little time to each. */
const MOST_HOSTS = 16

/**
 * Reads a connection string, which may have several hosts, as libpq takes them. Ours are `schema`, `pool`, `timeout` (in
 * seconds), `prepare` and `request_header`; other parameters go to the client.
 * @throws {OptionError} when it cannot be used; the message never repeats it, because it may have a password
 */
export function readPlace(text: string): StorePlace {
  const { url, authority } = parse(text)
  const { searchParams } = url
  checkParameters(searchParams)
  const take = (name: string): string | undefined => {
    const value = searchParams.get(name) ?? undefined
    searchParams.delete(name)
    return value
  }
  const taken = (name: keyof typeof DEFAULTS) => take(name) ?? DEFAULTS[name]
  const schema = taken('schema')
  if (!SCHEMA.test(schema)) throw wrong('schema must be lower-case letters, digits and _, at most 48.')
  const pool = wholeNumber('pool', taken('pool'), 2, 1_000)
  const timeout = wholeNumber('timeout', taken('timeout'), 1, 3_600) * 1_000
  const prepare = taken('prepare')
  if (prepare !== 'on' && prepare !== 'off') throw wrong('prepare must be on or off.')
  const requestHeader = take('request_header')?.toLowerCase()
  if (requestHeader !== undefined && !HEADER.test(requestHeader)) {
    throw wrong('request_header must be the name of a header, such as x-request-id.')
  }
  const wanted = taken('target_session_attrs') as Wanted
  if (!WANTED.includes(wanted)) {
    throw wrong(
      `target_session_attrs must be one of ${WANTED.join(', ')}, because the simulator writes to the database.`,
    )
  }
  const user = take('user') ?? requireDecoded(url.username)
  const password = take('password') ?? requireDecoded(url.password)
  const pairs = pairsOf(authority, take('host'), take('port'))
  // The client takes all of these from the query, also where no host is given.
  const base = new URL(`postgres://${url.pathname}${url.search}`)
  if (user !== '') base.searchParams.set('user', user)
  if (password !== '') base.searchParams.set('password', password)
  const hosts = pairs.map(([host, port]): Host => {
    const own = new URL(base)
    if (host !== '') own.searchParams.set('host', host)
    if (port !== '') own.searchParams.set('port', port)
    const name = host.includes(':') ? `[${host}]` : host
    return { url: own.href, shown: port === '' ? name : `${name}:${port}` }
  })
  const at = hosts.map((host) => host.shown).join(',')
  const shown = `postgres://${user === '' ? '' : `${user}@`}${at}${url.pathname} (schema ${schema})`
  const database = requireDecoded(url.pathname.slice(1))
  const hasPassword = password !== '' || Boolean(process.env.PGPASSWORD)
  const limits = { pool, isPrepared: prepare === 'on', timeout }
  return { hosts, wanted, schema, user, database, hasPassword, ...limits, requestHeader, shown }
}

const WRONG = 'A store is a connection string such as postgres://user@host:5432/database?schema=pessoas_sim.'

function wrong(why: string): OptionError {
  return new OptionError(`${WRONG} ${why}`, `--store: ${WRONG} ${why}`)
}

/** @throws {OptionError} for a parameter that nobody reads, or that is there twice */
function checkParameters(given: URLSearchParams): void {
  const names = [...given.keys()]
  for (const [i, name] of names.entries()) {
    // Whatever is no name may be a part of a password.
    if (!/^[a-z_]{1,40}$/i.test(name)) throw wrong('A parameter after ? is not NAME=VALUE.')
    const instead = Object.hasOwn(MISREAD, name) ? MISREAD[name] : undefined
    if (instead !== undefined) throw wrong(`The parameter ${name} is not read. ${instead}`)
    if (!PARAMETERS.includes(name)) {
      const near = nearest(name, PARAMETERS)
      throw wrong(`The parameter ${name} is unknown.${near === undefined ? '' : ` Did you mean ${near}?`}`)
    }
    if (names.indexOf(name) < i) throw wrong(`The parameter ${name} is repeated. Remove one.`)
  }
}

const ENCODE =
  'If the password has one of / ? # @ %, percent-encode it (%2F %3F %23 %40 %25), or put the password as it is into PGPASSWORD.'

/** Returns a connection string as a URL without hosts, which may be several, and the hosts as they were written. */
function parse(text: string): { url: URL; authority: string } {
  const start = text.indexOf('://') + 3
  const length = text.slice(start).search(/[/?#]/)
  const end = length < 0 ? text.length : start + length
  const hostsAt = text.lastIndexOf('@', end - 1) + 1
  const hasUser = hostsAt > start
  // A user or a password that was cut short by a sign with a meaning in a URL.
  if (start >= 3 && (text.includes('#') || (!hasUser && /^[^?]*@|^\?[^=]*@/.test(text.slice(end)))))
    throw wrong(ENCODE)
  try {
    if (start < 3) throw new TypeError()
    // A user needs a host in a URL.
    const host = hasUser ? 'host' : ''
    const url = new URL(text.slice(0, hasUser ? hostsAt : start) + host + text.slice(end))
    if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')
      throw wrong('The scheme must be postgres or postgresql.')
    return { url, authority: decodeURIComponent(text.slice(hasUser ? hostsAt : start, end)) }
  } catch (error) {
    throw error instanceof OptionError
      ? error
      : wrong(`The value is not a valid URL. ${hasUser ? ENCODE : ''}`.trim())
  }
}

/** Returns hosts and ports, each with the other; parameters win over what stands before the path. */
function pairsOf(
  authority: string,
  hosts: string | undefined,
  ports: string | undefined,
): [host: string, port: string][] {
  const written = authority.split(',').map((one): [string, string] => {
    const [, address, name, port] = HOST.exec(one) ?? []
    if (address === undefined && name === undefined) throw wrong('A host is not HOST or HOST:PORT.')
    return [address ?? name ?? '', port ?? '']
  })
  const names = hosts === undefined ? written.map(([host]) => host) : hosts.split(',')
  const given =
    ports === undefined ? (hosts === undefined ? written.map(([, port]) => port) : ['']) : ports.split(',')
  if (names.length > MOST_HOSTS) throw wrong(`The value has more than ${MOST_HOSTS} hosts.`)
  if (given.length !== 1 && given.length !== names.length) throw wrong('Give one port, or one for each host.')
  return names.map((name, i) => {
    const port = (given.length === 1 ? given[0] : given[i]) as string
    if (port !== '') wholeNumber('port', port, 1, 65_535)
    // Of several, none can be the one that variables of the client name.
    return [name === '' && names.length > 1 ? 'localhost' : name, port]
  })
}

function requireDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrong(`The value is not a valid URL. ${ENCODE}`)
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d{1,5}$/.test(text) && value >= least && value <= most) return value
  throw wrong(`${name} must be a whole number from ${least} to ${most}.`)
}
