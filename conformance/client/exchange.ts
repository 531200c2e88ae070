/** What is sent, from the least risk to the greatest. */
export const riskWords = {
  r: 'only GET requests',
  w0: 'POSTs to report numbers that do not exist',
  w1: 'POSTs that name a report and must be refused',
  w2: 'POSTs that record a decision',
} as const
export type Risk = keyof typeof riskWords
export const risks = Object.keys(riskWords) as Risk[]

/** What a check sends. */
export interface Question {
  method: 'GET' | 'POST'
  /** A base URL of the same origin, where it is not the one of the run. */
  base?: string
  /** From the base URL on, encoded. */
  path: string
  query?: readonly (readonly [string, string])[]
  contentType?: string | undefined
  authorization: Credentials
  body?: string
}

/** A value of the header `Authorization`, and what reports write in its place; undefined sends no header. */
export interface Credentials {
  value: string | undefined
  label: string
  /** What a shell has it by, between double quotes; the label where it is missing. */
  inShell?: string
}

/** As UTF-8 for a query: half a character, which a target may well send, does not end the run. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString())
}

/** One request and its response, as they were: never written anywhere, see `record.ts`. */
export interface Exchange {
  question: Question
  risk: Risk
  response: {
    status: number
    headers: Record<string, string | string[] | undefined>
    /** The beginning of a text that is not JSON; empty for one that is. */
    text: string
    /** Undefined for a text that is not JSON. */
    json: unknown
    /** Whether a byte order mark is before the JSON. */
    hasMark?: true
    /** Bytes of the body, once it is inflated. */
    size: number
    /** Bytes that the body takes up in memory. */
    cost: number
  }
  ms: number
}
