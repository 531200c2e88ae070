import type { GatewayStatus } from './rule.ts'
import type { WholeAnswer } from './wire.ts'

/** What nginx calls each status. */
const titles: Record<GatewayStatus, string> = {
  413: '413 Request Entity Too Large',
  431: '431 Request Header Fields Too Large',
  502: '502 Bad Gateway',
  503: '503 Service Temporarily Unavailable',
  504: '504 Gateway Time-out',
}

/** Returns the page of a gateway before the service: HTML, and nothing of the service's envelope. */
export function gatewayPage(status: GatewayStatus): WholeAnswer {
  const title = titles[status]
  const lines = [
    '<html>',
    `<head><title>${title}</title></head>`,
    '<body>',
    `<center><h1>${title}</h1></center>`,
    '<hr><center>nginx</center>',
    '</body>',
    '</html>',
  ]
  const body = lines.map((line) => `${line}\r\n`).join('')
  return {
    status,
    headers: {
      server: 'nginx',
      'content-type': 'text/html',
      'content-length': body.length,
      // A request that is too large is not read to its end.
      ...(status < 500 && { connection: 'close' }),
    },
    body,
  }
}
