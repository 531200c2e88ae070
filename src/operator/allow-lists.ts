import { isIPv4 } from 'node:net'
import { URL } from 'node:url'

// Which names a server may have, and which web pages may ask it, as options say it.

/** The web pages of other origins that may send requests and read the answers. */
export interface Cors {
  /** Exact origins. */
  origins: readonly string[]
  /** Whether pages of this machine may, whatever their port. */
  loopback: boolean
}

const ORIGIN = /^([a-z][a-z\d+.-]*):\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/

/** Returns whether an address is a loopback address. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return isLoopbackName(address) || address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

/** A name that resolvers map to a loopback address. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
}

/** Returns whether a text is an origin as browsers send it. */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && text.length <= 300
}

/** Returns whether an origin is of this machine, whatever its port. */
export function isLoopbackOrigin(origin: string): boolean {
  const [, scheme = '', host = ''] = ORIGIN.exec(origin) ?? []
  return /^https?$/.test(scheme) && isLoopback(host)
}

/** Used in place of an origin for the pages of this machine, whatever their port. */
const LOOPBACK = 'loopback'

/** Reads an allow-list of origins; returns undefined if it allows nobody. */
export function corsOf(given: boolean | string | readonly string[]): Cors | undefined {
  const names = typeof given === 'boolean' ? (given ? [LOOPBACK] : []) : [given].flat()
  if (names.length === 0) return undefined
  return { origins: names.filter((name) => name !== LOOPBACK), loopback: names.includes(LOOPBACK) }
}

/** Returns what is wrong with an origin of an allow-list; undefined if it is valid. */
export function originFault(text: string): string | undefined {
  if (text === LOOPBACK || (isOrigin(text) && text === normalOrigin(text))) return undefined
  if (text === '*' || text === 'null') {
    return `origins are named one by one: "${text}" would let any web page in. Leave it out to allow the pages of this machine.`
  }
  const near = normalOrigin(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  const hint = near !== undefined && isOrigin(near) ? ` Did you mean ${near}?` : ''
  return `"${text}" is not an origin. Write scheme, host and port, such as http://localhost:5173.${hint}`
}

/** Returns the origin of a URL as a browser sends it. */
function normalOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { origin } = new URL(text)
  // Origins of applications, such as capacitor://localhost, are opaque to URL and sent unchanged.
  return origin === 'null' ? text.toLowerCase() : origin
}

/** Returns what is wrong with a name of an allow-list; undefined if it is valid. */
export function hostNameFault(name: string): string | undefined {
  if (/^(all|any|true|\*|\.)$/i.test(name)) {
    return `"${name}" would let every name in, and with it any web page (DNS rebinding). Write the names, such as pessoas.example; .example is every name below example.`
  }
  if (/^(false|none)$/i.test(name))
    return `"${name}" is not a host name. Leave it out: without names, only localhost and addresses are let in.`
  const bare = name.startsWith('.') ? name.slice(1) : name
  if (/^[\w-]+(\.[\w-]+)*$/.test(bare)) return undefined
  return `"${name}" is not a host name. Write one without scheme and port, such as pessoas.example; .example is every name below example.`
}
