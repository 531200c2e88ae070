import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type ByteText, toByteText } from '../contract/bytes.ts'
import type { Shape } from '../contract/dialect.ts'
import { withWiderKinds } from '../contract/kind-fallbacks.ts'
import type { Profile } from '../contract/profile.ts'
import type { Routes } from '../contract/route-table.ts'
import { render } from '../contract/template.ts'
import { withoutQuery } from '../contract/url.ts'
import { UUID } from '../contract/wire.ts'
import type { ShortAnswer } from './answer.ts'
import { sentUrl } from './base-path.ts'
import { causes } from './causes/causes.ts'
import { whyEscape, whyUnknownRoute } from './causes/route.ts'
import { escapedText } from './escaping.ts'
import type { FastifyRequest } from './fastify.ts'
import { filledIn, withOverrides } from './finish.ts'
import { readByJava } from './java-uuid.ts'
import { createLongUrls } from './long-urls.ts'
import { firewallOf, type Near, type NearPath, nearOf, REDIRECTS } from './near-paths.ts'
import {
  answerWithoutBody,
  createOptionsMethod,
  createPreflightTreatment,
  type MethodTreatment,
} from './options-method.ts'
import { isElsewhere, PATH_OF_DOCUMENT } from './paths.ts'
import { createQueryEscapes } from './query-escapes.ts'
import { bytesOf, isUtf8 } from './reading/escapes.ts'
import { type Refusal, refusal } from './refusal.ts'
import { formOfNumber } from './report-forms.ts'
import { uuidSlots } from './uuid-fault.ts'

/** How methods and paths that resemble those of the interface are treated. */
export interface Routing {
  /** Returns the URL of a request with its path corrected; undefined if the profile corrects none silently. */
  rewriteUrl: ((request: IncomingMessage) => string) | undefined
  /** Returns the refusal of a URL that a gateway refuses, whether or not the route exists. */
  refuse(request: FastifyRequest): Refusal | undefined
  /** Returns the refusal of a path whose escapes are not valid UTF-8. */
  refuseEscape(request: FastifyRequest): Refusal
  /** Returns the answer to a request that has no route of its own; undefined for all others. */
  answer(request: FastifyRequest): ShortAnswer | undefined
}

/** What a URL has only encoded, as RFC 3986 says. */
const RAW_SIGNS = /["<>[\\\]^`{|}]/
const RAW_BYTES = /[^\0-\x7f]/g
const WITHOUT_NUMBER = /^\/relatorios\/validar\/(\?|$)/

export function createRouting({ dialect, routeUnknown }: Profile): Routing {
  const { method: methods = {}, report: forms = {}, unknown = {} } = dialect.routes
  const path = withWiderKinds('path', dialect.routes.path) as NearPath
  const readable = readableNumbers(forms)
  const { elsewhere } = unknown
  const isWithoutToken = withoutTokenOf(unknown)
  const isFormJudged = [forms.compact, forms.braces, forms.capitals].includes('no-route')
  const { number: longest = Number.POSITIVE_INFINITY } = dialect.limits
  const usual: MethodTreatment = routeUnknown === 'method-not-allowed' ? 'not-allowed' : 'unknown'

  const takesBytes = bytesTaken(path)
  const isFirewalled = firewallOf(path)
  const refusalOfLong = createLongUrls(dialect.limits)
  const refusalOfEscapes = createQueryEscapes(path['query-escapes'])
  const options = createOptionsMethod(dialect)
  const ofPreflight = createPreflightTreatment(dialect.routes)
  const redirection = redirectionOf(dialect.shape)

  const treatmentOf = (request: FastifyRequest): MethodTreatment => {
    const { method } = request
    if (method === 'OPTIONS') return options.treatmentOf(request) ?? usual
    const { head = 'same' } = methods
    return method === 'HEAD' && head !== 'same' ? head : (methods.other ?? usual)
  }

  /** A missing number that is judged as one is a path of the interface for every method. */
  const isOfRoute = (url: string) =>
    PATH_OF_DOCUMENT.test(url) || (forms.empty === 'number' && WITHOUT_NUMBER.test(url))

  /** Returns the answer to OPTIONS without a route, where it is the same on every path. */
  const answerElsewhere = (request: FastifyRequest): ShortAnswer | undefined => {
    const treatment = treatmentOf(request)
    const isAnswered = request.method === 'OPTIONS' && (treatment === 'no-content' || treatment === 'ok')
    return isAnswered ? options.answer(treatment, request) : undefined
  }

  /** No preflight has a token. */
  const kindOf = (request: FastifyRequest) => {
    if (ofPreflight(request) !== undefined) return 'preflight'
    return isWithoutToken(request.headers) ? 'no-token' : kindOfMethod(request)
  }

  return {
    rewriteUrl:
      Object.values(path).includes('same') || readable || takesBytes
        ? createRewriteUrl(path, readable, takesBytes)
        : undefined,

    refuse({ method, originalUrl }) {
      const tooLong = refusalOfLong(originalUrl)
      if (tooLong) return tooLong
      if (takesBytes === undefined && originalUrl.search(RAW_BYTES) !== -1)
        return refusalOfBytes(method, withoutQuery(originalUrl))
      if (path['raw-signs'] === 'refuse' && RAW_SIGNS.test(originalUrl)) {
        return refusal
          .malformedRequest()
          .as('route.signs', { method, path: withoutQuery(originalUrl) })
          .because(() => [causes.route.refused()])
      }
      const ofEscapes = refusalOfEscapes(originalUrl)
      if (ofEscapes) return ofEscapes
      if (!isFirewalled?.(withoutQuery(originalUrl))) return undefined
      return refusal
        .malformedRequest()
        .as('route.refused', { method, path: withoutQuery(originalUrl) })
        .because(() => [causes.route.refused()])
    },

    refuseEscape({ method, url, headers }) {
      const isOfRouter = elsewhere !== undefined && ROUTER_CHOICES.has(elsewhere) && isElsewhere(url)
      const isReport = url.startsWith('/relatorios/validar/')
      const refused = isOfRouter
        ? refusal.routeUnknown().as(isWithoutToken(headers) ? 'route.no-token' : 'route.elsewhere', {
            method,
            path: withoutQuery(url),
          })
        : refusal.malformedRequest().as(isReport ? 'report.escape' : 'route.escape')
      return refused.because(() => whyEscape(url))
    },

    answer(request) {
      const isHeadRefused = request.method === 'HEAD' && (methods.head ?? 'same') !== 'same'
      const isNumberTaken = forms.empty === 'number' && isNumberMissing(request)
      const isAsWritten = isNumberTaken || path.encoded !== 'unknown' || PATH_OF_DOCUMENT.test(request.url)
      const isLong = !request.is404 && numeroOf(request).length > longest
      const form = isFormJudged ? formOfNumber(numeroOf(request), forms) : undefined
      const numero = numeroOf(request)
      const isWithoutRoute =
        (form !== undefined && forms[form] === 'no-route') ||
        (forms['encoded-slash'] === 'no-route' && numero.includes('/'))
      const isTrimmed = (forms.padded ?? 'unknown') !== 'unknown'
      const isOtherText =
        forms.shape === 'no-route' && numero !== '' && !UUID.test(isTrimmed ? numero.trim() : numero)
      const isWellFormed = forms['short-groups'] === 'well-formed' && 'uuid' in readByJava(numero)
      const isShapeless =
        isOtherText && !isWellFormed && !request.is404 && formOfNumber(numero, forms) === undefined
      const isUnknown = request.is404 || (isNumberMissing(request) && !isNumberTaken)
      const isRefused = isHeadRefused || isLong || isWithoutRoute || isShapeless
      if (!isUnknown && isAsWritten && !isRefused) return undefined
      const slots = { method: request.method, path: withoutQuery(sentUrl(request.originalUrl)) }
      if (isLong) {
        return refusal
          .routeUnknown()
          .as('route.long-number', { ...slots, limit: longest, length: numeroOf(request).length })
          .because((known) => whyUnknownRoute(request, known))
      }
      if (isShapeless) {
        const own = { key: 'numero_do_relatorio', value: numero, ...uuidSlots(numero) }
        return refusal
          .routeUnknown()
          .as('route.shape', { ...slots, ...own })
          .because((known) => whyUnknownRoute(request, known))
      }
      if (isWithoutRoute || !isOfRoute(request.url)) {
        const near = nearOf(request.url, path)
        const status = near?.redirect && REDIRECTS[near.redirect][isRead(request) ? 'get' : 'other']
        if (near && status) return redirection(request, near, status)
        const answer = unknown.options === 'answered' ? answerElsewhere(request) : undefined
        if (answer) return answer
        return refusal
          .routeUnknown()
          .as(isWithoutToken(request.headers) ? 'route.no-token' : unknownRoute(request), slots)
          .because((known) => whyUnknownRoute(request, known))
      }
      const treatment = treatmentOf(request)
      if (treatment === 'no-content' || treatment === 'ok') {
        return request.method === 'OPTIONS'
          ? options.answer(treatment, request)
          : answerWithoutBody(treatment)
      }
      const answer = treatment === 'not-allowed' ? refusal.methodNotAllowed() : refusal.routeUnknown()
      return answer.as(`route.${kindOf(request)}`, slots).because((known) => whyUnknownRoute(request, known))
    },
  }
}

/** Choices of `elsewhere` for which such a path is unknown even if its escapes are not valid UTF-8. */
const ROUTER_CHOICES: ReadonlySet<string> = new Set(['router', 'gateway', 'any'])

/** Returns a function that tells whether a request without a route has the phrase `route.no-token`. */
function withoutTokenOf({
  'without-token': choice,
}: NonNullable<Routes['unknown']>): (headers: IncomingHttpHeaders) => boolean {
  return choice === 'apart' ? ({ authorization }) => !authorization : () => false
}

/** Some frameworks leave out the type of a body that is not sent. */
function unknownRoute(request: FastifyRequest): string {
  const { method, url } = request
  if (isNumberMissing(request)) return 'report.no-number'
  if (method === 'HEAD') return 'route.unknown-head'
  if (method === 'GET' && BEFORE_NUMBER.test(url)) return 'route.before-number-get'
  return `route.${UNKNOWN_ROUTES.find(([, form]) => form.test(url))?.[0] ?? 'elsewhere'}`
}

/** The prefix of a gateway may be that of all reports, for the method of the interface or for any. */
const BEFORE_NUMBER = /^\/relatorios\/validar(?:\?|$)/

/** Paths without a route that some services answer differently: a gateway forwards those that begin like a path of the interface. */
const UNKNOWN_ROUTES: readonly [kind: string, form: RegExp][] = [
  // `/pessoas.json`, `/pessoas;v=1`.
  ['suffix', /^\/(?:pessoas|relatorios\/validar)[^/?%]/],
  ['below-report', /^\/relatorios\/validar\/[^/?]+\/+[^/?]/],
  ['unknown', /^\/(?:pessoas|relatorios\/validar\/)/],
  ['before-number', BEFORE_NUMBER],
  ['between', /^\/relatorios/],
  // A gateway may look at the path without them, and a service behind it at what was sent.
  ['dots', /^[^?]*\/\.\.?(?:[/?]|$)/],
  // Java reads what follows two slashes as a host, and the rest as the path.
  ['slashes', /^\/\/[^/?]*(?:\?|$)/],
  ['slashes-report', /^\/\//],
  // A gateway may have a page of its own there, or a folder that it does not list.
  ['root', /^\/(?:\?|$)/],
]

function isListRequest({ url }: FastifyRequest): boolean {
  return url.startsWith('/pessoas')
}

/** Returns whether a path ends before the report number: Fastify matches it with an empty one. */
function isNumberMissing({ is404, params }: FastifyRequest): boolean {
  return !is404 && (params as { numero?: string }).numero === ''
}

function numeroOf({ params }: FastifyRequest): string {
  return (params as { numero?: string }).numero ?? ''
}

/** Methods that services refuse in another way than most. */
const OWN_KINDS = new Map([
  ['OPTIONS', 'options'],
  ['HEAD', 'head'],
  // Routers that know a list of methods, such as that of Koa, answer with 501.
  ['TRACE', 'trace'],
] as const)

function kindOfMethod(request: FastifyRequest) {
  const kind = OWN_KINDS.get(request.method as 'TRACE') ?? 'method'
  if (isListRequest(request)) return request.method === 'POST' ? 'list-post' : (`list-${kind}` as const)
  return request.method === 'GET' ? 'get' : kind
}

/** Over a socket, the parser of Node refuses such a URL: see stray.ts. */
export function refusalOfBytes(method: string, path: string): Refusal {
  return refusal.malformedRequest().as('route.bytes', { method, path })
}

/** How bytes beyond ASCII in a URL are read. */
export type BytesTaken = 'same' | 'latin-1'

/** @returns undefined where a URL with such bytes is refused */
export function bytesTaken(path: Routes['path'] = {}): BytesTaken | undefined {
  const { 'raw-bytes': choice = 'refuse' } = path
  return choice === 'refuse' ? undefined : choice
}

/** Returns a URL whose bytes beyond ASCII are encoded. */
export function withEncodedBytes(url: ByteText, as: BytesTaken): string {
  return url.replace(RAW_BYTES, (byte) =>
    as === 'latin-1' ? encodeURIComponent(byte) : `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function createRewriteUrl(
  path: NearPath,
  readable: ((number: string) => string) | undefined,
  takesBytes: BytesTaken | undefined,
): Routing['rewriteUrl'] {
  return (request) => {
    const raw = request.url as string
    const sent = takesBytes ? withEncodedBytes(raw, takesBytes) : raw
    const url = readable ? sent.replace(NUMBER, readable) : sent
    const near = nearOf(url, path)
    // A path that is unknown even so is refused as it was sent.
    return near === undefined || near.redirect ? url : near.url
  }
}

const NUMBER = /(?<=^\/relatorios\/validar\/)[^/?]+/
/** Escapes of what stands for itself, and of a slash. */
const UNNEEDED = /%(?:2[def]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i

/** Returns what writes a report number with escapes so that it is read as the table says; undefined if it says nothing. */
function readableNumbers({
  escape: broken = 'refuse',
  encoded = 'same',
}: NonNullable<Routes['report']>): ((number: string) => string) | undefined {
  if (broken === 'refuse' && encoded === 'same') return undefined
  return (number) => {
    const isKeptPlain = encoded === 'keep-all' || (encoded === 'keep' && UNNEEDED.test(number))
    const isKept = isUtf8(number) ? isKeptPlain : broken === 'keep'
    if (isKept) return encodeURIComponent(number)
    return isUtf8(number) || broken === 'refuse' ? number : encodeURIComponent(bytesOf(number).toString())
  }
}

type Redirection = (request: FastifyRequest, near: Near, status: number) => ShortAnswer

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Returns what makes redirects. By default, only one of a GET has a text. */
function redirectionOf({
  headers: usual,
  redirect: { text = '', headers, methods } = {},
}: Shape): Redirection {
  const form = withOverrides({ ...usual, 'content-type': null, location: '{location}' }, headers)
  const { 'content-type': type = 'text/html', ...withoutType } = form
  return (request, { url: path }, status) => {
    const { host = 'localhost' } = request.headers
    const hasText = methods === 'any' || isRead(request)
    const location = String(render(String(form.location ?? ''), { location: path, path, host }))
    const slots = { location, path, host, pathname: withoutQuery(path) }
    return {
      status,
      body: hasText ? toByteText(escapedText(text, String(type), slots)) : '',
      headers: { ...filledIn(hasText ? form : withoutType, slots), location },
      isWhole: true,
    }
  }
}
