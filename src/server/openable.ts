import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

type Interfaces = ReturnType<typeof networkInterfaces>

/**
 * Returns the addresses under which a bound address can be opened, the loopback first. `0.0.0.0` and `::` stand for
 * every address of the machine, and many clients and browsers cannot open them.
 */
export function openable(bound: string, interfaces: Interfaces = networkInterfaces()): string[] {
  const all = Object.values(interfaces).flat() as NetworkInterfaceInfo[]
  const others = (family: string) =>
    // A link-local address needs the name of an interface, which URLs cannot contain.
    all.filter((own) => own.family === family && !own.internal && !own.scopeid).map(({ address }) => address)
  if (/^(::ffff:)?0\.0\.0\.0$/.test(bound)) return ['127.0.0.1', ...others('IPv4')]
  if (bound === '::') {
    const loopback = all.some(({ address }) => address === '::1') ? ['::1'] : []
    return ['127.0.0.1', ...loopback, ...others('IPv4'), ...others('IPv6')]
  }
  return [bound]
}
