import { decodedOrSame } from '../../contract/decoded.ts'
import type { Request } from '../ask.ts'
import {
  after, type Beside, body, decisions, type Exchange, meanwhile, numero, rejection, sinceDecided, status, when,
} from './contexts.ts'
import {
  accepts, always, broken, counts, decided, ignores, LEGAL, length, on, refuses, selection, sent, success,
  unknownReport,
} from './mutations.ts'
import {
  callerOf, credentials, isDecision, isKnown, json, jsonSent, type Mutation, notAllowed, notFound, numeroOf, type Quirk, quirk,
  refusal, sentIn,
} from './quirk.ts'

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const isLegal = (body: Record<string, unknown>) =>
  typeof body.aprovar === 'boolean' && length(25, 1e9)(body.mensagem) && Object.keys(body).every(isKnown)

const report = { key: numeroOf }
const placeOf = (request: Request) => `${credentials(request)} ${numeroOf(request)}`
const untouched: Mutation = (next) => next
const unrecorded: Mutation = () => async (request) => success(numeroOf(request))
const missing: Mutation = (_, { profile }) => async () => notFound(profile)
const found: Mutation = on([404], (_, request) => success(numeroOf(request)))
const refusedMensagem = on([200], () => notAllowed('payload', 'mensagem'))

/** Does not record a good decision on a report that was decided before, if a claim about its body holds. */
const forgotten = (claim: (body: Record<string, unknown>) => boolean) =>
  after(status(200), () => body((body) => isLegal(body) && claim(body), unrecorded), { key: placeOf })

const accepted = (exchange: Exchange) => status(200)(exchange) && exchange
/** Returns whether a rejection has the mensagem of another one of the same organization. */
const isLike = (last: Exchange, request: Request) =>
  [last.request, request].every((one) => sentIn(one).aprovar === false) &&
  sentIn(last.request).mensagem === sentIn(request).mensagem && credentials(last.request) === credentials(request)

/** What was not asked for itself: the other requests of those beside. */
const answersOf = (beside: readonly Beside[]) => Promise.all(beside.map(({ answer }) => answer()))

/** Heading 2.3 and 4.2: what a good decision is answered. */
export const results: readonly Quirk[] = [
  quirk('numero-missing', '2.3-numero 4.2-2', 'Answers a validation with an empty result.',
    decided(() => success(undefined))),
  quirk('rejection-without-numero', '4.2-2 2.3-numero', 'Answers a rejection with an empty result.',
    rejection(decided(() => success(undefined)))),
  quirk('rejection-numero-in-capitals', '2.3-numero 4.2-2', 'Spells the number of a rejected report in capitals.',
    rejection(decided((_, numero) => success(numero.toUpperCase())))),
  quirk('rejection-answered-like-the-last', '4.2-2 2.3-numero',
    'Answers a rejection with the number of the last one if both have the same mensagem.',
    decisions(after(accepted, (last, request) => rejection(decided((answer) => isLike(last, request) ? last.answer : answer))))),
  quirk('validation-status-code-text', '2.4-success 4.2-2', 'Sends the status_code of a validation as a string.',
    decided((_, numero) => json(200, { result: { numero }, status_code: '200' }))),
  quirk('refused-decision-recorded', '4.2-mensagem 8-mensagem 4.1-1', 'Records a decision that it refuses with 400.',
    decisions(on([400], async (answer, request, _, next) => {
      await next({ ...request, body: Buffer.from(JSON.stringify(LEGAL)) })
      return answer
    }))),
  quirk('rejection-after-approval-not-recorded', '4.1-1 1-1-order 2.1-atualizado_em',
    'Accepts a rejection of a decided report without recording it.', forgotten(({ aprovar }) => aprovar === false)),
  quirk('decision-with-emoji-not-recorded', '4.2-2 4.1-1 1-1-order 2.1-atualizado_em',
    'Accepts a decision on a decided report without recording it if its mensagem has an emoji.',
    forgotten(({ mensagem }) => /\p{Emoji_Presentation}/u.test(String(mensagem)))),
  quirk('like-rejection-not-recorded', '4.2-2 4.1-1 1-1-order 2.1-atualizado_em',
    'Does not record a rejection that has the mensagem of the one before, for another report.',
    decisions(after((exchange, known?: { last: Exchange; places: string[] }) =>
      accepted(exchange) && { last: exchange, places: [...(known?.places ?? []), placeOf(exchange.request)] },
      ({ last, places }, request) =>
        places.includes(placeOf(request)) && numeroOf(last.request) !== numeroOf(request) && isLike(last, request)
          ? body(isLegal, unrecorded) : untouched))),
  quirk('decided-person-gone', '4.1-2 1-1 2.2-total', 'Omits persons with a report decided since the start from lists.',
    sinceDecided((decided) => selection((people) => people.filter(({ cpf }) => !decided.some((one) => one.cpf === cpf))))),
]

/** Heading 4.2: which reports are found. */
export const reports: readonly Quirk[] = [
  quirk('unknown-report-204', '4.2-3 7-404', 'Answers 204 for a report that does not exist.',
    decisions(on([404], () => ({ status: 204, headers: {}, body: '' })))),
  quirk('unknown-report-rejected', '4.2-3 7-404', 'Answers 200 when a report that does not exist is rejected.',
    rejection(found)),
  quirk('unknown-report-of-zeros-breaks', '4.2-3 7-404', 'Answers 500 for the number that consists of zeros.',
    numero(/^[0-]+$/, broken)),
  quirk('number-of-another-version-refused', '4.2-3 7-404',
    'Answers 400 to an unknown number that is not a random UUID.',
    numero(/^(?![\da-f]{8}-[\da-f]{4}-4)/i, on([404], () => refusal(400, 'Bad Request', 'numero inválido')))),
  quirk('text-number-rejected-breaks', '4.2-3 7-404', 'Answers 500 to a rejection of a number that is not a UUID.',
    rejection(numero(/^(?![\da-f-]{36}$)/i, broken))),
  quirk('report-by-first-group', '4.2-3 7-404', 'Finds a report by the first 8 digits of its number.',
    decisions(after(status(200), () => found, { key: (request) => numeroOf(request).slice(0, 8) }))),
  quirk('encoded-number-unknown', '4.2-path 4.2-2', 'Answers 404 for a report whose number is percent-encoded.',
    decisions((next) => (request) => next({ ...request, url: request.url.replaceAll('%', '%25') }))),
  quirk('report-lost-after-refusal', '4.2-3 4.2-2 7-404 7-400 2.3-numero 4.2-mensagem 8-mensagem',
    'Answers 404 to every good decision on a report after a body that is refused.',
    decisions(after(status(400), () => unknownReport, report))),
  quirk('report-unknown-after-a-stranger', '4.2-3 4.2-2 7-404 2.3-numero',
    'Answers 404 to every organization for a report that one organization was told is unknown.',
    decisions(after(status(404), () => unknownReport, report))),
  quirk('report-lost-after-foreign-attempt', '4.2-3 4.2-2 7-404 2.3-numero',
    'Answers 404 to the next decisions on a report after another organization tried to decide it.',
    decisions(after(status(404), () => unknownReport, { ...report, times: 2 }))),
  quirk('approval-after-rejection-unknown', '4.2-3 7-404 4.2-2',
    'Answers 404 to an approval of a report that it rejected last.',
    decisions(after((exchange) => status(200)(exchange) && sentIn(exchange.request).aprovar === false,
      () => body(({ aprovar }) => aprovar === true, missing), report))),
  quirk('every-second-decision-unknown', '4.2-3 4.2-2 7-404 2.3-numero 4.2-mensagem 8-mensagem',
    'Answers every second good decision with 404.', decisions(after(status(200), () => unknownReport, { times: 1 }))),
  quirk('decision-beside-another-organization-unknown', '4.2-3 4.2-2 7-404',
    'Answers 404 to a decision while another organization decides a report.',
    when((request, context) => isDecision(request) && callerOf(request, context) !== undefined,
      meanwhile(15, (earlier) => (next, context) => (request) =>
        earlier.some((one) => credentials(one.request) !== credentials(request))
          ? unknownReport(next, context)(request) : next(request)))),
]

/** Ignores one unknown field. */
export const ignoringField = (name: string): Quirk =>
  quirk(`unknown-key-ignored=${name}`, '4.2-1 7-400', `Ignores the unknown field ${name}.`, ignores((key) => key === name))

/** Heading 4.2 and 8: aprovar, mensagem and how they are sent. */
export const bodies: readonly Quirk[] = [
  quirk('aprovar-zero-accepted', '4.2-aprovar', 'Accepts 0 as false in aprovar, and refuses 1.',
    sent((body) => (body.aprovar === 0 ? { ...body, aprovar: false } : body))),
  quirk('aprovar-in-capitals-accepted', '4.2-aprovar',
    'Accepts "TRUE" and "FALSE" in aprovar, and refuses "true" and "false".',
    sent((body) => /^(TRUE|FALSE)$/.test(String(body.aprovar)) ? { ...body, aprovar: body.aprovar === 'TRUE' } : body)),
  quirk('aprovar-optional-once-decided', '4.2-aprovar', 'Approves without aprovar when the report was decided before.',
    decisions(after(status(200), () => sent((body) => ({ aprovar: true, ...body })), report))),
  quirk('body-empty-accepted', '4.2-aprovar 4.2-mensagem', 'Decides with a body that has neither aprovar nor mensagem.',
    sent((body) => (Object.keys(body).length === 0 ? LEGAL : body))),
  quirk('body-list-breaks', '4.2-aprovar 4.2-mensagem 7-400', 'Answers 500 to a body that is a list.',
    when((request) => isDecision(request) && Array.isArray(jsonSent(request)), broken)),
  quirk('body-read-up-to-its-end', '0-json 4.2-aprovar', 'Reads a body up to the end of its object, whatever follows.',
    decisions((next) => (request) => {
      const [object] = (Buffer.isBuffer(request.body) && /^\s*\{[^{}]*\}/.exec(request.body.toString())) || []
      return next(object === undefined ? request : { ...request, body: Buffer.from(object) })
    })),
  quirk('fields-in-one-order', '4.2-aprovar 4.2-mensagem 7-validation',
    'Reads aprovar as missing when it comes after mensagem.',
    sent((body) => (Object.keys(body)[0] === 'mensagem' ? { ...body, aprovar: undefined } : body))),
  quirk('chunked-body-not-read', '4.2-headers 4.2-aprovar 4.2-mensagem',
    'Reads a body that is sent in chunks as an empty one.',
    when(({ headers }) => headers['transfer-encoding'] !== undefined, sent(() => ({})))),
  quirk('body-type-with-charset-refused', '4.2-headers', 'Refuses a Content-Type that names a charset.',
    when((request) => isDecision(request) && /charset/i.test(request.headers['content-type'] ?? ''),
      always(() => refusal(415, 'Unsupported Media Type', 'Unsupported Media Type')))),
  quirk('mensagem-optional', '4.2-mensagem', 'Decides without mensagem.',
    accepts((mensagem) => mensagem === undefined)),
  quirk('mensagem-list-accepted', '4.2-mensagem', 'Decides with a list for mensagem.', accepts(Array.isArray)),
  quirk('mensagem-number-accepted', '4.2-mensagem', 'Decides with a number for mensagem.',
    accepts((mensagem) => typeof mensagem === 'number')),
  quirk('mensagem-one-accepted', '8-mensagem 4.2-mensagem', 'Decides with a mensagem of 1 to 10 characters.',
    accepts(length(1, 10))),
  quirk('mensagem-minimum-24', '8-mensagem 4.2-mensagem', 'Decides with a mensagem of 24 characters.',
    accepts(length(24))),
  quirk('mensagem-minimum-26', '8-mensagem 4.2-mensagem', 'Refuses a mensagem of exactly 25 characters.',
    refuses(length(25))),
  quirk('mensagem-in-bytes', '8-mensagem 4.2-mensagem',
    'Counts the bytes of mensagem, so that fewer letters suffice when they have accents.',
    accepts((mensagem) => length(0, 24)(mensagem) && Buffer.byteLength(String(mensagem)) >= 25)),
  quirk('mensagem-accents-not-counted', '8-mensagem 4.2-mensagem',
    'Leaves letters with an accent out when it counts the characters of mensagem.',
    refuses((mensagem) => mensagem.replace(/[^ -~]/g, '').length < 25)),
  quirk('mensagem-spaces-joined', '8-mensagem 4.2-mensagem', 'Counts consecutive spaces in mensagem as one.',
    refuses((mensagem) => mensagem.replace(/ +/g, ' ').length < 25)),
  quirk('mensagem-counted-decoded', '4.2-mensagem 8-mensagem 4.2-3 4.2-2',
    'Counts the characters of mensagem after it has decoded its percent signs.',
    counts((mensagem) => decodedOrSame(mensagem.replace(/%(?![\da-f]{2})/gi, '%25')))),
  quirk('mensagem-counted-in-html', '4.2-mensagem 8-mensagem 7-400',
    'Counts the characters of mensagem after it has escaped it for HTML.',
    counts((mensagem) => mensagem.replace(/[&<>"]/g, (sign) => SIGNS[sign] as string))),
  quirk('mensagem-with-line-break-refused', '8-mensagem 4.2-mensagem', 'Refuses a mensagem with a line break.',
    refuses((mensagem) => mensagem.includes('\n'))),
  quirk('key-case-ignored', '4.2-1 7-400', 'Reads Aprovar as aprovar.',
    sent((body) => Object.fromEntries(Object.entries(body).map(([key, value]) =>
      [isKnown(key.toLowerCase()) ? key.toLowerCase() : key, value])))),
  quirk('unknown-key-ignored-once-decided', '4.2-1 7-400', 'Ignores unknown fields when the report was decided before.',
    decisions(after(status(200), () => ignores(() => true), report))),
  quirk('decision-refused-after-refusal', '4.2-2 4.2-mensagem 8-mensagem 4.2-1 2.3-numero',
    'Refuses the next good decision on a report after a body that is refused.',
    decisions(after(status(400), () => refusedMensagem, { ...report, times: 1 }))),
  quirk('refusal-of-the-body-beside', '4.2-2 4.2-1 7-400 4.2-mensagem 8-mensagem 2.3-numero',
    'Answers a decision with the refusal of the body that came at the same moment.',
    decisions(meanwhile(15, (earlier, later) => on([200], async (answer) =>
      (await answersOf([...earlier, ...later])).find(({ status }) => status === 400) ?? answer)))),
]
