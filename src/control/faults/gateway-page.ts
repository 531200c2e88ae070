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

const pages: ReadonlySet<string> = new Set(
  Object.keys(titles).map((status) => pageOf(Number(status) as GatewayStatus)),
)

/** Returns whether a text is one of the pages, to the letter. These name nobody. */
export function isGatewayPage(text: string): boolean {
  return pages.has(text)
}

/** Returns the page of a gateway before the service: HTML, and nothing of the service's envelope. */
export function gatewayPage(status: GatewayStatus): WholeAnswer {
  const body = pageOf(status)
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

function pageOf(status: GatewayStatus): string {
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
  return lines.map((line) => `${line}\r\n`).join('')
}
