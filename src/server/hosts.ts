import { isIP, isIPv4, isIPv6 } from 'node:net'

/** A header `Host`: a name or an address, an IPv6 address in brackets, and a port. */
const HOST = /^(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::(\d{0,5}))?$/i

/** Returns the name or the address of a header `Host` without its port; undefined if it is malformed. */
export function nameOfHost(header: string): string | undefined {
  const [, name = '', port = ''] = HOST.exec(header) ?? []
  if (name === '' || Number(port) > 65_535) return undefined
  if (name.startsWith('[')) return isIPv6(name.slice(1, -1)) ? name.toLowerCase() : undefined
  return name.toLowerCase().replace(/\.$/, '') || undefined
}

/** Returns whether an address is a loopback address. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return isLoopbackName(address) || address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

/** A name that resolvers map to a loopback address. */
function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
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
