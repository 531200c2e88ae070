import { Agent, type Dispatcher, ProxyAgent } from 'undici'

/** The proxy that the environment names for an address. */
export interface ChosenProxy {
  /** As it was written, credentials included. */
  uri: string
  /** Its address without credentials, and the variable that named it. */
  name: string
  variable: string
}

/** A variable of the environment does not hold the URL of a proxy. */
export class NotAProxy extends Error {}

/**
 * Returns the proxy for a base URL, chosen as undici's EnvHttpProxyAgent does; undefined if there is none.
 * @throws {NotAProxy} for a variable that holds no URL
 */
export function proxyFor(baseUrl: string, environment: NodeJS.ProcessEnv): ChosenProxy | undefined {
  const { protocol, hostname, port } = new URL(baseUrl)
  // A proxy knows nothing of this machine's loopback.
  if (/^((.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return undefined
  const names = ['http_proxy', 'HTTP_PROXY']
  if (protocol === 'https:') names.unshift('https_proxy', 'HTTPS_PROXY')
  const variable = names.find((name) => environment[name])
  if (variable === undefined) return undefined
  const excepted = environment.no_proxy ?? environment.NO_PROXY ?? ''
  if (isExcepted(hostname, Number(port || (protocol === 'https:' ? 443 : 80)), excepted)) return undefined
  const uri = environment[variable] as string
  const url = /^(https?|socks5?):\/\//i.test(uri) && URL.canParse(uri) ? new URL(uri) : undefined
  if (!url) throw new NotAProxy(`${variable} is not a URL such as http://proxy:3128`)
  return { uri, name: `${url.protocol}//${url.host}`, variable }
}

/** Returns whether a list such as `localhost,.example.com:8443` names a host or a domain above it. */
function isExcepted(hostname: string, port: number, list: string): boolean {
  if (list.trim() === '*') return true
  return list.split(/[,\s]+/).some((entry) => {
    const [, name = entry, only] = /^(.+):(\d+)$/.exec(entry) ?? []
    const domain = name.replace(/^\*?\./, '').toLowerCase()
    if (domain === '' || (only !== undefined && Number(only) !== port)) return false
    return hostname === domain || hostname.endsWith(`.${domain}`)
  })
}

/** Creates the dispatcher of a run, through the proxy if there is one. */
export function createDispatcher(proxy: ChosenProxy | undefined, options: Agent.Options): Dispatcher {
  if (!proxy) return new Agent(options)
  const { connect } = options
  // Many proxies let a tunnel through to nothing but TLS.
  return new ProxyAgent({
    ...options,
    uri: proxy.uri,
    proxyTunnel: false,
    ...(typeof connect === 'object' && { requestTls: connect }),
  })
}
