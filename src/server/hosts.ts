import { isIP, isIPv6 } from 'node:net'
import { isLoopbackName } from '../operator/allow-lists.ts'

/** A header `Host`: a name or an address, an IPv6 address in brackets, and a port. */
const HOST = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::(\d{0,5}))?$/i

/** Returns the name or the address of a header `Host` without its port; undefined if it is malformed. */
export function nameOfHost(header: string): string | undefined {
  const [, name = '', port = ''] = HOST.exec(header) ?? []
  if (name === '' || Number(port) > 65_535) return undefined
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1)) ? name.toLowerCase() : undefined
  return name.toLowerCase().replace(/\.$/, '') || undefined
}

/**
 * Returns whether a header `Host` may have this name or address. DNS rebinding works only with a name of the attacker,
 * so addresses are safe, and names are safe only if they are known.
 * @param known names; a name that begins with a dot allows itself and every name below it
 * @param isOpen whether other machines may connect. Then a name without a dot, as Docker Compose and Kubernetes give
 * them, is safe, too: public DNS has none, and whoever controls the local network needs no rebinding.
 */
export function isTrustedHost(name: string, known: readonly string[], isOpen: boolean): boolean {
  if (name.startsWith('[') || isIP(name) !== 0 || isLoopbackName(name)) return true
  if (isOpen && !name.includes('.')) return true
  return known.some((one) => one === name || (one.startsWith('.') && `.${name}`.endsWith(one)))
}
