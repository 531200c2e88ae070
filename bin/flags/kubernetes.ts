/** What Kubernetes, and links of Docker, set in a pod for each Service whose name begins with ours. */
const VARIABLES = [
  /_SERVICE_HOST$/,
  /_SERVICE_PORT(?:_|$)/,
  /_PORT_\d{1,5}_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?$/,
]
const ADDRESS = /^(?:tcp|udp|sctp):\/\//

/** Returns whether a variable tells of a Service, and is no flag of ours. */
export function isOfService(name: string, value = ''): boolean {
  return VARIABLES.some((pattern) => pattern.test(name)) || (/_PORT$/.test(name) && ADDRESS.test(value))
}
