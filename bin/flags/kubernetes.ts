/** Kubernetes and Docker links set these variables for a Service called pessoas-sim. */
const VARIABLES = [
  /_SERVICE_HOST$/,
  /_SERVICE_PORT(?:_|$)/,
  /_PORT_\d{1,5}_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?$/,
]
const ADDRESS = /^(?:tcp|udp|sctp):\/\//

/** Returns whether a variable describes a Service instead of setting a flag. */
export function isOfService(name: string, value = ''): boolean {
  return VARIABLES.some((pattern) => pattern.test(name)) || (/_PORT$/.test(name) && ADDRESS.test(value))
}
