import { BlockList, isIP } from 'node:net'
import { URL } from 'node:url'

/** The proxy that the environment names for an address. */
export interface ChosenProxy {
  /** The URL as it was written, with credentials. */
  uri: string
  /** Its address without credentials. */
  name: string
  variable: string
}

/** Returns whether a host, as a URL names it, is certainly this machine. */
export function isOnThisMachine(hostname: string): boolean {
  return /^((.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

/** Thrown when an environment variable does not contain the URL of an HTTP proxy. */
export class NotAProxy extends Error {}

/**
 * Returns the proxy for a base URL, chosen as undici's EnvHttpProxyAgent does; undefined if there is none.
 * @throws {NotAProxy} if the variable does not contain the URL of an HTTP proxy
 */
export function proxyFor(baseUrl: string, environment: NodeJS.ProcessEnv): ChosenProxy | undefined {
  const { protocol, hostname, port } = new URL(baseUrl)
  // A proxy cannot reach the loopback of this machine.
  if (isOnThisMachine(hostname)) return undefined
  const names = ['http_proxy', 'HTTP_PROXY']
  if (protocol === 'https:') names.unshift('https_proxy', 'HTTPS_PROXY')
  const variable = names.find((name) => environment[name])
  if (variable === undefined) return undefined
  const excepted = environment.no_proxy ?? environment.NO_PROXY ?? ''
  if (isExcepted(hostname.toLowerCase(), Number(port || (protocol === 'https:' ? 443 : 80)), excepted))
    return undefined
  const uri = environment[variable] as string
  if (/^socks/i.test(uri)) {
    throw new NotAProxy(
      `${variable} names a SOCKS proxy, which is not supported: name an HTTP proxy, or set NO_PROXY=${hostname}`,
    )
  }
  const url = /^https?:\/\//i.test(uri) && URL.canParse(uri) ? new URL(uri) : undefined
  if (!url) throw new NotAProxy(`${variable} is not a URL such as http://proxy:3128`)
  if (!isPercentEncoded(url.username + url.password)) {
    throw new NotAProxy(
      `${variable} has a % in its user or password that is not percent-encoded: write it as %25`,
    )
  }
  return { uri, name: `${url.protocol}//${url.host}`, variable }
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Returns whether a list such as `localhost,.example.com:8443,10.0.0.0/8,192.0.2.*` names a host. */
function isExcepted(hostname: string, port: number, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return entriesOf(list).some(({ name, port: only }) => {
    if (only !== undefined && only !== port) return false
    if (name === '*') return true
    if (name.includes('/')) return isIP(host) !== 0 && (networkOf(name)?.check(host, familyOf(host)) ?? false)
    if (isIP(name) === 6) return isIP(host) === 6 && new URL(`http://[${name}]`).hostname === `[${host}]`
    const domain = name.replace(/^\*?\./, '')
    if (domain.includes('*')) return isLike(host, domain.split('*'))
    return domain !== '' && (host === domain || host.endsWith(`.${domain}`))
  })
}

const VARIABLES = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']

export function hasProxy(environment: NodeJS.ProcessEnv): boolean {
  return VARIABLES.some((name) => environment[name])
}

/** Returns the entries of NO_PROXY that are not hosts, such as invalid networks. */
export function unreadableExceptions(environment: NodeJS.ProcessEnv): string[] {
  return entriesOf(environment.no_proxy ?? environment.NO_PROXY ?? '')
    .filter(({ name }) => (name.includes('/') ? !networkOf(name) : /[^\p{L}\d.*:_-]/u.test(name)))
    .map(({ entry }) => entry)
}

function entriesOf(list: string): { entry: string; name: string; port: number | undefined }[] {
  const entries = list.split(/[,;\s]+/).filter((entry) => entry !== '')
  return entries.map((entry) => {
    // A URL in NO_PROXY stands for its host.
    const [, url] = entry.toLowerCase().split(/^https?:\/\//)
    const bare = url?.split('/')[0] ?? entry.toLowerCase()
    const [, name = bare, port] = isIP(bare) === 6 ? [] : (/^([^:]+|\[.*\]):(\d+)$/.exec(bare) ?? [])
    return {
      entry,
      name: name.replace(/^\[(.*)\]$/, '$1'),
      port: port === undefined ? undefined : Number(port),
    }
  })
}

function networkOf(name: string): BlockList | undefined {
  const [address = '', bits = ''] = name.split('/')
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (isIP(address) === 4 ? 32 : 128)) {
    return undefined
  }
  const network = new BlockList()
  network.addSubnet(address, Number(bits), familyOf(address))
  return network
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** Returns whether a name matches the pieces around its asterisks, in this order and at both ends. */
function isLike(name: string, pieces: readonly string[]): boolean {
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)]
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= name.length - last.length
}

/** Headers that a proxy adds only to answers of its own. */
const REFUSALS: readonly [name: string, value: RegExp][] = [
  ['x-squid-error', /./],
  ['proxy-authenticate', /./],
  ['proxy-status', /;\s*error=/i],
  [
    'server',
    /^(?:squid|tinyproxy|privoxy|mitmproxy|zscaler|bluecoat|mcafee web gateway|mikrotik httpproxy)/i,
  ],
]

/** Returns the header by which a proxy says that it answered itself, if it does. */
export function refusalOf(headers: Record<string, string | string[] | undefined>): string | undefined {
  return REFUSALS.find(([name, value]) => value.test(String(headers[name] ?? '')))?.[0]
}
