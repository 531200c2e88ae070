import { packageVersion } from '../../../operator/package-version.ts'
import type { Exchange } from '../exchange.ts'

/** Returns exchanges as HAR 1.2, which browsers and many tools read. */
export function toHar(exchanges: readonly Exchange[]): string {
  const log = {
    version: '1.2',
    creator: { name: 'pessoas-sim', version: packageVersion() },
    entries: exchanges.map(entryOf),
  }
  return `${JSON.stringify({ log }, null, 2)}\n`
}

function entryOf(exchange: Exchange) {
  const { time, ms, method, url, headers, query, body, answer, status, revealed } = exchange
  const wait = ms ?? 0
  const host = headers.host ?? 'localhost'
  const mimeType = headers['content-type'] ?? 'application/json'
  const text = textOf(body)
  return {
    startedDateTime: time,
    time: wait,
    request: {
      method,
      url: `http://${host}${url}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      queryString: pairs(query),
      ...(text !== undefined && { postData: { mimeType, text } }),
      headersSize: -1,
      bodySize: text === undefined ? 0 : Buffer.byteLength(text),
    },
    response: {
      status: status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(answer?.headers ?? {}),
      content: {
        size: answer?.bytes ?? 0,
        mimeType: answer?.headers['content-type'] ?? 'application/json',
        ...(answer?.body !== undefined && { text: textOf(answer.body) }),
      },
      redirectURL: answer?.headers.location ?? '',
      headersSize: -1,
      bodySize: answer?.bytes ?? -1,
    },
    cache: {},
    timings: { send: 0, wait, receive: 0 },
    comment: commentOf(exchange),
    _pessoasSim: { ...ownOf(exchange), revealed },
  }
}

function ownOf({ id, organization, outcome, faults, why, hints }: Exchange) {
  return { id, organization, outcome, faults, why, hints }
}

function commentOf({ faults, hints }: Exchange): string {
  return [...faults.map((name) => `fault: ${name}`), ...hints].join(' ')
}

function pairs(values: Record<string, string | string[]>): { name: string; value: string }[] {
  return Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one) => ({ name, value: one })),
  )
}

function textOf(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
}
