/** What Kubernetes, and links of Docker, set in a pod for each Service whose name begins with ours. */
const VARIABLE =
  /^PESSOAS_SIM_(?:[A-Z\d]+_)*(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z\d_]+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?)$/
const ADDRESS = /^(?:tcp|udp|sctp):\/\//

/** Returns whether a variable tells of a Service, and is no flag of ours. */
export function isOfService(name: string, value = ''): boolean {
  return VARIABLE.test(name) || (/_PORT$/.test(name) && ADDRESS.test(value))
}
