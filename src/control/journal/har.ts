import { packageVersion } from '../../contract/package-version.ts'
import { type Exchange, maskedAuthorization } from './exchange.ts'

/** Returns exchanges as HAR 1.2, which browsers and many tools read. */
export function toHar(exchanges: readonly Exchange[]): { log: object } {
  const creator = { name: 'pessoas-sim', version: packageVersion() }
  return { log: { version: '1.2', creator, entries: exchanges.map(entryOf) } }
}

function entryOf(exchange: Exchange) {
  const { time, ms, method, url, query, body, faults, outcome, hints } = exchange
  const { authorization, ...rest } = exchange.headers
  const token = authorization !== undefined && {
    authorization: maskedAuthorization(authorization, '$$CLIENT_TOKEN'),
  }
  const headers: Record<string, string> = { ...rest, ...token }
  // As browsers do, it says 0 of an answer that its client did not get.
  const { answer, status } = outcome === 'unanswered' ? { answer: null, status: null } : exchange
  const wait = ms ?? 0
  const text = textOf(body)
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  return {
    startedDateTime: time,
    time: wait,
    request: {
      ...common,
      method,
      url: `http://${headers.host ?? 'localhost'}${url}`,
      headers: pairs(headers),
      queryString: pairs(query),
      ...(text !== undefined && {
        postData: { mimeType: headers['content-type'] ?? 'application/json', text },
      }),
      bodySize: text === undefined ? 0 : Buffer.byteLength(text),
    },
    response: {
      ...common,
      status: status ?? 0,
      statusText: '',
      headers: pairs(answer?.headers ?? {}),
      content: {
        size: answer?.bytes ?? 0,
        mimeType: answer?.headers['content-type'] ?? 'application/json',
        ...(answer?.body !== undefined && { text: textOf(answer.body) }),
      },
      redirectURL: answer?.headers.location ?? '',
      bodySize: answer?.bytes ?? -1,
    },
    cache: {},
    timings: { send: 0, wait, receive: 0 },
    comment: [...faults.map((name) => `fault: ${name}`), outcome, ...hints].join(' '),
  }
}

function pairs(values: Record<string, string | string[]>): { name: string; value: string }[] {
  return Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one) => ({ name, value: one })),
  )
}

function textOf(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
}
