import { URL } from 'node:url'
import { TargetFailure } from './failure.ts'

export interface ChosenProxy {
  /** The URL as it was written, with credentials. */
  uri: string
  /** Its address without credentials. */
  name: string
  variable: string
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
  if (variable === undefined || /^((.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return undefined
  if (isExcepted(hostname, port || (protocol === 'https:' ? '443' : '80'), environment)) return undefined
  const uri = environment[variable] as string
  const url = /^https?:\/\//i.test(uri) && URL.canParse(uri) ? new URL(uri) : undefined
  if (!url || /%(?![\da-f]{2})/i.test(url.username + url.password))
    throw new TargetFailure(
      'proxy',
      `${variable} is not the URL of an HTTP proxy such as http://proxy:3128, or has a % in its password that is not written as %25`,
    )
  return { uri, name: `${url.protocol}//${url.host}`, variable }
}

function isExcepted(hostname: string, port: string, environment: NodeJS.ProcessEnv): boolean {
  const entries = (environment.no_proxy ?? environment.NO_PROXY ?? '').toLowerCase().split(/[,\s]+/)
  return entries.some((entry) => {
    const [, name, only = port] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry) ?? []
    return name === '*' || (only === port && (hostname === name || hostname.endsWith(`.${name}`)))
  })
}
