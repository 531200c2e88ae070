import { URL } from 'node:url'
import { TargetFailure } from './failure.ts'

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

// undici's EnvHttpProxyAgent does not say which proxy it chose, which every failure must name.
/**
 * Returns the proxy for a base URL, chosen as undici's EnvHttpProxyAgent does; undefined if there is none.
 * @throws {TargetFailure} if the variable does not contain the URL of an HTTP proxy
 */
export function proxyFor(baseUrl: string, environment: NodeJS.ProcessEnv): ChosenProxy | undefined {
  const { protocol, hostname, port } = new URL(baseUrl)
  const names = [...(protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : []), 'http_proxy', 'HTTP_PROXY']
  const variable = names.find((name) => environment[name])
  // A proxy cannot reach the loopback of this machine.
  if (variable === undefined || isOnThisMachine(hostname)) return undefined
  if (isExcepted(hostname, port || (protocol === 'https:' ? '443' : '80'), environment)) return undefined
  const uri = environment[variable] as string
  const fault = (says: string) => new TargetFailure('proxy', `${variable} ${says}`)
  if (/^socks/i.test(uri))
    throw fault(`names a SOCKS proxy, which is not supported: name an HTTP proxy, or set NO_PROXY=${hostname}`)
  const url = /^https?:\/\//i.test(uri) && URL.canParse(uri) ? new URL(uri) : undefined
  if (!url) throw fault('is not a URL such as http://proxy:3128')
  if (/%(?![\da-f]{2})/i.test(url.username + url.password))
    throw fault('has a % in its user or password that is not percent-encoded: write it as %25')
  return { uri, name: `${url.protocol}//${url.host}`, variable }
}

const noProxy = (environment: NodeJS.ProcessEnv): string[] =>
  (environment.no_proxy ?? environment.NO_PROXY ?? '').split(/[,\s]+/).filter((entry) => entry !== '')

function isExcepted(hostname: string, port: string, environment: NodeJS.ProcessEnv): boolean {
  return noProxy(environment).some((entry) => {
    const [, name, only = port] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
    return name === '*' || (only === port && (hostname === name || hostname.endsWith(`.${name}`)))
  })
}

export function hasProxy(environment: NodeJS.ProcessEnv): boolean {
  return ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].some((name) => environment[name])
}

/** Returns the entries of NO_PROXY that are not hosts, such as networks. */
export function unreadableExceptions(environment: NodeJS.ProcessEnv): string[] {
  return noProxy(environment).filter(
    (entry) => !/^(\*|(\*?\.)?[\p{L}\d._-]+(:\d+)?|\[[\da-f:.]+\](:\d+)?)$/iu.test(entry),
  )
}

/** Returns the header by which a proxy says that it answered itself, if it does. */
export function refusalOf(headers: Record<string, string | string[] | undefined>): string | undefined {
  if (/;\s*error=/i.test(String(headers['proxy-status']))) return 'proxy-status'
  return ['x-squid-error', 'proxy-authenticate'].find((name) => headers[name] !== undefined)
}
