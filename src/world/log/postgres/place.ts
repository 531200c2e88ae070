import { URL, URLSearchParams } from 'node:url'
import { nearest } from '../../../operator/hint.ts'
import { OptionError } from '../../../operator/operator-error.ts'

/** Where the tables of a shared world are, and how to reach them. `shown` is without the password. */
export type Place = ReturnType<typeof readPlace>

/** Our parameters, and what they may be. */
const OURS = {
  schema: [/^[a-z_][a-z0-9_]{0,47}$/, 'lower-case letters, digits and _, at most 48'],
  pool: [/^([2-9]|[1-9]\d{1,2})$/, 'a whole number from 2 to 999'],
  timeout: [/^[1-9]\d{0,2}$/, 'a whole number from 1 to 999'],
  request_header: [/^[a-z][a-z0-9-]{0,63}$/i, 'the name of a header, such as x-request-id'],
} as const
const STRING = /^postgres(?:ql)?:\/\/([^/?#@]*@)?([^/?#@]*)(\/[^/?#@]*)?(?:\?([^#@]*))?$/

/**
 * Reads a connection string, in which hosts may be separated by commas. Parameters that are not ours are those of the client.
 * @throws {OptionError} when it cannot be used; the message never repeats it, because it may have a password
 */
export function readPlace(text: string) {
  const [match, credentials = '', authority = '', path = '', query] = STRING.exec(text) ?? []
  if (match === undefined) throw wrong(FORM)
  const parameters = new URLSearchParams(query)
  const take = (name: keyof typeof OURS, otherwise = '') => {
    const value = parameters.get(name)
    parameters.delete(name)
    const [form, rule] = OURS[name]
    if (value !== null && !form.test(value)) throw wrong(`${name} must be ${rule}.`)
    return value ?? otherwise
  }
  const schema = take('schema', 'pessoas_sim')
  const [pool, timeout] = [Number(take('pool', '10')), Number(take('timeout', '5')) * 1_000]
  const requestHeader = take('request_header').toLowerCase() || undefined
  for (const name of parameters.keys()) {
    const near = nearest(name, Object.keys(OURS))
    if (near !== undefined) throw wrong(`The parameter ${name} is unknown. Did you mean ${near}?`)
  }
  const hosts = authority.split(',').map((shown) => {
    const url = urlOf(`postgres://${credentials}${shown}${path}?${parameters}`)
    return { url: url.href, shown, user: parameters.get('user') ?? decodeURIComponent(url.username) }
  })
  const user = hosts[0]?.user as string
  const shown = `postgres://${user}${user && '@'}${authority}${path} (schema ${schema})`
  /** `hosts` in the order in which they are tried; at most `pool` connections; a request waits `timeout` milliseconds. */
  return {
    hosts,
    schema,
    user,
    database: decodeURIComponent(path.slice(1)),
    pool,
    timeout,
    requestHeader,
    shown,
  }
}

const FORM =
  'The value has another form. If the password has one of / ? # @ %, percent-encode it (%2F %3F %23 %40 %25), or put the password as it is into PGPASSWORD.'

function urlOf(text: string): URL {
  try {
    const url = new URL(text)
    // The client decodes these, too.
    for (const part of [url.username, url.password, url.hostname, url.pathname]) decodeURIComponent(part)
    return url
  } catch {
    throw wrong(FORM)
  }
}

function wrong(why: string): OptionError {
  const example = `A store is a connection string such as postgres://user@host:5432/database?schema=pessoas_sim.`
  return new OptionError(`${example} ${why}`, `--store: ${example} ${why}`)
}
