import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { fromByteText, toByteText } from '../contract/bytes.ts'
import { type JsonStyle, jsonWriter } from '../contract/json-style.ts'
import type { Profile } from '../contract/profile.ts'
import { hasSlots, hasValues, type Slots } from '../contract/template.ts'
import { type Frame, wordsIf } from '../contract/wording.ts'
import { namesHtml, namesJson } from './accept.ts'
import { allowedAt, withAllowed } from './allowed.ts'
import { type Answer, usualHeaders } from './answer.ts'
import { createListHeaders, filledHeader } from './list-headers.ts'
import { type Body, longText, wholeOf } from './long-body.ts'
import { isUtf8 } from './reading/escapes.ts'
import { Refusal } from './refusal.ts'
import { settableHeaders } from './settable-headers.ts'
import { createWording, type RequestParts } from './wording.ts'

/** Gives an answer the form that the tables of a profile describe. */
export type Finish = (answer: Answer, asked: RequestParts) => Answer

type Overrides = Readonly<Record<string, string | null>>

/** @returns undefined for a profile whose tables say nothing of the form of answers */
export function createFinish(profile: Profile): Finish | undefined {
  const { shape, refusals } = profile.dialect
  const { headers, refusalHeaders = headers, decisionHeaders = headers, json, refusalJson = json } = shape
  const { headHeaders = headers, headRefusalHeaders, largeHeaders, listHeaders } = shape
  const hasWords = Object.keys(refusals).length > 0
  const isUsual = [
    ...[refusalHeaders, decisionHeaders, headHeaders, headRefusalHeaders, largeHeaders, listHeaders],
    refusalJson,
  ].every((form) => form === undefined)
  const isConditional = profile.dialect.routes.list?.['if-none-match'] === 'not-modified'
  if (!hasWords && isUsual && !isConditional) return undefined

  const wordingOf = createWording(profile)
  const wordingIf = (type: 'ifJson' | 'ifHtml') => {
    const own = wordsIf(type, refusals)
    return own && createWording({ ...profile, dialect: { ...profile.dialect, refusals: own } })
  }
  const [wordingIfJson, wordingIfHtml] = [wordingIf('ifJson'), wordingIf('ifHtml')]
  const wordingFor = ({ accept }: IncomingHttpHeaders) => {
    if (namesJson(accept)) return wordingIfJson ?? wordingOf
    return wordingIfHtml && namesHtml(accept) ? wordingIfHtml : wordingOf
  }
  const ofList = withOverrides(headers)
  const ofDecision = withOverrides(decisionHeaders)
  const ofHead = withOverrides(headHeaders)
  const ofMethod = (method: string | undefined) =>
    method === 'POST' ? ofDecision : method === 'HEAD' ? ofHead : ofList
  const { 'content-type': _, ...ofNothing } = withOverrides(headers)
  const ofPage = listHeaders && createListHeaders(listHeaders, shape.headHeaders)
  const writers = writersOf(json)
  const ofRefusal = writersOf(refusalJson)
  const usual = { headers: withOverrides(refusalHeaders), writers: ofRefusal }
  const frames = new Map<Frame | undefined, { headers: OutgoingHttpHeaders; writers: Writers | undefined }>(
    [refusals, refusals.ifJson ?? {}, refusals.ifHtml ?? {}].flatMap(({ frames = {} }) =>
      Object.values(frames).map((frame) => [
        frame,
        { headers: withOverrides(refusalHeaders, frame.headers), writers: writersOfFrame(frame, ofRefusal) },
      ]),
    ),
  )

  const finished: Finish = (answer, asked) => {
    if (answer instanceof Refusal) {
      const { status, body, frame } = wordingFor(asked.headers)(answer, asked)
      const { headers: ofFrame, writers } = frames.get(frame) ?? usual
      const ofMethod = asked.method === 'HEAD' ? withReplaced(ofFrame, headRefusalHeaders) : ofFrame
      const headers = withAllowed(ofMethod, allowedAt(shape, asked))
      return withEtag({
        status,
        body: written(body, writers?.(asked)),
        why: answer.why,
        headers,
        isWhole: true,
      })
    }
    if (answer.isWhole) return answer
    if (answer.body === '') return { ...answer, headers: { ...ofNothing, ...answer.headers }, isWhole: true }
    const body = written(answer.body, writers?.(asked))
    const filled = filledIn(ofMethod(asked.method), answer.slots)
    const ofSuccess = ofPage && answer.slots ? { ...filled, ...ofPage(asked.method, answer.slots) } : filled
    const whole = withEtag({ ...answer, body, headers: ofSuccess, isWhole: true })
    return isConditional && asked.method === 'GET' ? unlessSame(whole, asked.headers) : whole
  }
  if (largeHeaders === undefined) return finished
  const added = onlyOurs(largeHeaders.headers)
  return (answer, asked) => {
    const whole = finished(answer, asked)
    const isLarge = whole.body.length >= largeHeaders.from
    return isLarge ? { ...whole, headers: { ...whole.headers, ...added } } : whole
  }
}

/** Makes the ETag of an answer in the form of Express, where its headers have one. */
function withEtag(answer: Answer): Answer {
  const { body, headers } = answer
  if (headers?.etag === undefined) return answer
  const bytes = wholeOf(body)
  const hash = createHash('sha1').update(bytes, 'latin1').digest('base64').slice(0, 27)
  return { ...answer, headers: { ...headers, etag: `W/"${bytes.length.toString(16)}-${hash}"` } }
}

/** Returns 304 in place of an answer that the client has. */
function unlessSame(answer: Answer, asked: IncomingHttpHeaders): Answer {
  const { 'content-type': _, ...headers } = answer.headers as OutgoingHttpHeaders
  const known = asked['if-none-match']?.split(',').map((one) => one.trim()) ?? []
  const isKnown = known.includes('*') || known.includes(String(headers.etag))
  return isKnown ? { status: 304, body: '', headers, isWhole: true, why: answer.why } : answer
}

/** Returns headers with the values of their slots; without those whose values are not known or null. */
export function filledIn(headers: OutgoingHttpHeaders, slots: Slots = {}): OutgoingHttpHeaders {
  const entries = Object.entries(headers)
  if (!entries.some(([, value]) => isTemplate(value))) return headers
  return Object.fromEntries(
    entries.flatMap(([name, value]): (typeof entries)[number][] => {
      if (!isTemplate(value)) return [[name, value]]
      if (!hasValues(value, slots)) return []
      const text = filledHeader(value, slots)
      return text === undefined ? [] : [[name, text]]
    }),
  )
}

function isTemplate(value: unknown): value is string {
  return typeof value === 'string' && hasSlots(value)
}

type Writer = (compact: string) => string

/** Returns what writes the answer to a request. */
type Writers = (asked: RequestParts) => Writer

/** @returns undefined for compact JSON, which is how the simulator writes it */
function writersOf(style: JsonStyle | undefined): Writers | undefined {
  if (!style || Object.keys(style).length === 0) return undefined
  const { replaced, ...others } = style
  const usual = jsonWriter(others)
  if (replaced === undefined) return () => usual
  const ofReplaced = jsonWriter(style)
  return ({ originalUrl, url }) => (isUtf8(originalUrl ?? (url as string)) ? usual : ofReplaced)
}

/** A body that is a string is sent as it is. */
function writersOfFrame({ body, json }: Frame, usual: Writers | undefined): Writers | undefined {
  if (typeof body === 'string') return undefined
  return json ? writersOf(json) : usual
}

function written(body: Body, write: Writer | undefined): Body {
  if (write === undefined) return body
  const text = write(fromByteText(wholeOf(body)))
  return longText(text) ?? toByteText(text)
}

/** Returns the headers of every answer with what replaces some of them. */
export function withOverrides(...overrides: readonly (Overrides | undefined)[]): OutgoingHttpHeaders {
  return onlyOurs(usualHeaders, ...overrides)
}

/** Returns headers of an answer with what replaces some of them. */
function withReplaced(headers: OutgoingHttpHeaders, replaced: Overrides | undefined): OutgoingHttpHeaders {
  return replaced ? onlyOurs(headers as Overrides, replaced) : headers
}

/** Returns the headers that a profile may set, without those that are null. */
function onlyOurs(...several: readonly (Overrides | undefined)[]): OutgoingHttpHeaders {
  return Object.fromEntries(
    [...settableHeaders(...several)].filter(([, value]) => value !== null),
  ) as OutgoingHttpHeaders
}
