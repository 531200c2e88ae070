import { packageVersion } from '../../../contract/package-version.ts'
import type { Exchange } from '../exchange.ts'

/** The texts as they were sent, where they may be shown. */
export interface Raw {
  rawBody?: string
  rawAnswer?: string
}

/** Returns exchanges as HAR 1.2, which browsers and many tools read. */
export function toHar(exchanges: readonly (Exchange & Raw)[]): string {
  const log = {
    version: '1.2',
    creator: { name: 'pessoas-sim', version: packageVersion() },
    entries: exchanges.map(entryOf),
  }
  return `${JSON.stringify({ log }, null, 2)}\n`
}

function entryOf(exchange: Exchange & Raw) {
  const { time, ms, method, url, headers, query, body, revealed, rawBody, rawAnswer } = exchange
  // As browsers do, it says 0 of an answer that its client did not get.
  const isAnswered = exchange.outcome !== 'unanswered'
  const { answer, status } = isAnswered ? exchange : { answer: null, status: null }
  const wait = ms ?? 0
  const host = headers.host ?? 'localhost'
  const mimeType = headers['content-type'] ?? 'application/json'
  const text = rawBody ?? textOf(body)
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
        ...(answer?.body !== undefined && { text: rawAnswer ?? textOf(answer.body) }),
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

function ownOf({ id, organization, outcome, status, answer, service, faults, why, hints }: Exchange) {
  const lost = outcome === 'unanswered' && answer !== null ? { status, ...answer } : service
  return { id, organization, outcome, service: lost, faults, why, hints }
}

function commentOf({ faults, outcome, hints }: Exchange): string {
  const told = outcome === 'sent' ? [] : [outcome]
  return [...faults.map((name) => `fault: ${name}`), ...told, ...hints].join(' ')
}

function pairs(values: Record<string, string | string[]>): { name: string; value: string }[] {
  return Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one) => ({ name, value: one })),
  )
}

function textOf(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
}
