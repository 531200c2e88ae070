import { OptionError } from '../../operator/operator-error.ts'

/** Where the tables of one world are, and how to reach them. */
export interface Place {
  /** The connection string without the parameters that are ours. */
  url: string
  schema: string
  /** The most connections at once. */
  pool: number
  /** The most milliseconds for a connection, and for an ordinary statement. */
  timeout: number
  /** The place as logs may show it, without a password. */
  shown: string
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,47}$/
const DEFAULTS = { schema: 'pessoas_sim', pool: '10', timeout: '5' }

/**
 * Reads a connection string. Three parameters are ours: `schema`, `pool` and `timeout` (in seconds); others go to the
 * client.
 * @throws {OptionError} when it cannot be used; the message never repeats it, because it may have a password
 */
export function readPlace(text: string): Place {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new OptionError(`${WRONG} It has no form of a URL.`, `--store: ${WRONG} It has no form of a URL.`)
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') throw wrong('It has another scheme.')
  const take = (name: keyof typeof DEFAULTS): string => {
    const value = url.searchParams.get(name) ?? DEFAULTS[name]
    url.searchParams.delete(name)
    return value
  }
  const schema = take('schema')
  if (!SCHEMA.test(schema)) throw wrong('schema must be lower-case letters, digits and _, at most 48.')
  const pool = wholeNumber('pool', take('pool'), 2, 1_000)
  const timeout = wholeNumber('timeout', take('timeout'), 1, 3_600) * 1_000
  const user = url.username === '' ? '' : `${decodeURIComponent(url.username)}@`
  const shown = `postgres://${user}${url.host}${url.pathname} (schema ${schema})`
  return { url: url.href, schema, pool, timeout, shown }
}

const WRONG = 'A store is a connection string such as postgres://user@host:5432/database?schema=pessoas_sim.'

function wrong(why: string): OptionError {
  return new OptionError(`${WRONG} ${why}`, `--store: ${WRONG} ${why}`)
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d{1,5}$/.test(text) && value >= least && value <= most) return value
  throw wrong(`${name} must be a whole number from ${least} to ${most}.`)
}
