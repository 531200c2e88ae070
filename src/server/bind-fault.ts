/** The message for each code of an error of binding. */
const bindFaults: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port, host) =>
    `Port ${port} is already in use on ${host}. Use another with --port (in code, port), or 0 to pick a free one.`,
  EADDRNOTAVAIL: (_, host) =>
    `${host} is not an address of this machine. Use another with --host (in code, host).`,
  ENOTFOUND: (_, host) =>
    `The host name ${host} cannot be resolved. Use another with --host (in code, host).`,
  EACCES: (port, host) =>
    `You have no permission to listen on port ${port} of ${host}. Use a port above 1023 with --port (in code, port).`,
}

/** Returns why an address cannot be bound, and which option to change. */
export function bindFault({ code = '', message }: NodeJS.ErrnoException, port: number, host: string): string {
  const faultOf = bindFaults[code === 'EAI_AGAIN' ? 'ENOTFOUND' : code]
  if (faultOf !== undefined) return faultOf(port, host)
  return `Listening on port ${port} of ${host} failed (${message}). Use another with --port or --host (in code, port or host).`
}
