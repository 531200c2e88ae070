import { fromByteText } from '../contract/bytes.ts'
import type { Dataset } from '../contract/dataset.ts'
import { type Example, type FaultName, faultNames, faults } from '../contract/faults.ts'
import { jsonValue } from '../contract/json-value.ts'
import { completeProfile, type PartialProfile, type Profile } from '../contract/profile.ts'
import type { Seen } from '../contract/seen.ts'
import { render, type Template } from '../contract/slots.ts'
import type { Answer, Ask, Request } from '../service/ask.ts'
import { wholeOf } from '../service/body.ts'
import { overlay } from '../service/overlay.ts'
import { createService } from '../service/service.ts'
import { worldOf } from '../world/in-memory.ts'

// What a profile refuses, and in which words, is what its service answers to the examples of the table of faults.

export type Operation = 'list' | 'decision'

/** An example, and what was answered to it. */
export interface Asked {
  operation: Operation
  example: Example
  /** The fault in the table whose example it is. */
  of: FaultName | undefined
  /** The request on one line. */
  shown: string
  request: Request
  answer: Answer
  /** The first fault, if it is refused. */
  fault: FaultName | undefined
  media: string
  /** The body: a text, unless it is JSON. */
  value: unknown
}

const NOW = '2026-01-01T12:00:00.000Z'
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const report = (n: number, organizacao = 'own') => ({
  ...{ numero: uuid(n), organizacao, cpf: String(n % 60).padStart(11, '0'), atualizado_em: NOW },
})
const [UNDECIDED, DECIDED, FOREIGN, UNKNOWN] = [0, 60, 61, 99]
/** Three pages of persons. */
const dataset: Dataset = {
  organizacoes: ['own', 'other', 'disabled'].map((id) => ({
    ...{ id, nome: id, token: `${id}-token`, habilitada: id !== 'disabled' },
  })),
  pessoas: Array.from({ length: 60 }, (_, n) => ({ cpf: report(n).cpf, nome: `Pessoa ${n}` })),
  relatorios: [
    ...Array.from({ length: 60 }, (_, n) => report(n)),
    { ...report(DECIDED), aprovar: false, mensagem: 'Dados do relatório errados.' },
    report(FOREIGN, 'other'),
  ],
}

const MENSAGEM = 'Dados do relatório certos.'
/** What succeeds. */
const LEGAL: readonly Example[] = [
  ...['', 'page=2', 'page=3', 'nome=ninguem'].map((query) => ({ query })),
  ...[true, false].map((aprovar) => ({ body: JSON.stringify({ aprovar, mensagem: MENSAGEM }) })),
]

/** A type that is malformed is refused whatever the profile, unlike those in the table. */
const MALFORMED_TYPE: Example = { type: 'json', body: '{}' }

/** Asks the service of a profile what succeeds, and all examples of the table of faults. */
export function askAll(profile: Profile): Asked[] {
  const store = Object.assign(worldOf(dataset), { decide: () => new Promise<never>(() => {}) })
  const serviceOf = (choices: PartialProfile) =>
    atOnce(createService(store, completeProfile(profile, choices)))
  // Two documents of one profile are equal.
  const seen = render(profile.seen as Template, { now: NOW, uuid: uuid(UNKNOWN) }) as Seen
  const service = overlay(seen, serviceOf)(serviceOf({}))
  const ask = (example: Example, of?: FaultName) =>
    operationsOf(example).map((operation): Asked => {
      const request = requestOf(operation, example, profile)
      const answer = service(request) as Answer
      const [shown, fault] = [shownOf(request, example), answer.faults?.[0]?.name]
      return { operation, of, example, shown, request, answer, fault, ...bodyOf(answer) }
    })
  const refused = faultNames.flatMap((name) => (faults[name].ask ?? []).flatMap((one) => ask(one, name)))
  return [...LEGAL.flatMap((one) => ask(one)), ...refused, ...ask(MALFORMED_TYPE)]
}

/** A decision is known later than the rest, and changes what is asked after it: it is answered without being made. */
const atOnce =
  (ask: Ask): Ask =>
  (request) => {
    const answer = ask(request)
    if (!(answer instanceof Promise)) return answer
    const slots = () => ({ ...(jsonValue(String(request.body)) as object), numero: uuid(UNDECIDED) })
    const body = JSON.stringify({ result: { numero: uuid(UNDECIDED) }, status_code: 200 })
    return { status: 200, body, slots }
  }

function operationsOf({ query, body, numero, token, method, path }: Example): Operation[] {
  if ((method ?? path) !== undefined) return []
  if (token !== undefined) return ['list', 'decision']
  return query === undefined && (body ?? numero) !== undefined ? ['decision'] : ['list']
}

/** Returns an example as a request; a decision that it does not say is right. */
function requestOf(
  operation: Operation,
  { query, body, type = 'application/json', token, numero }: Example,
  { authorization }: Profile,
): Request {
  const scheme = authorization === 'bearer' ? 'Bearer ' : ''
  const [own, disabled, wrong] = ['own', 'disabled', 'wrong'].map((id) => `${scheme}${id}-token`)
  const credentials = { none: undefined, scheme: 'Basic own-token', wrong, disabled }
  const headers = { authorization: token === undefined ? own : credentials[token] }
  if (operation === 'list') return { method: 'GET', url: query ? `/pessoas?${query}` : '/pessoas', headers }
  const numeros = { unknown: uuid(UNKNOWN), shape: 'abc', foreign: uuid(FOREIGN), decided: uuid(DECIDED) }
  const sent = Buffer.from(body ?? JSON.stringify({ aprovar: true, mensagem: MENSAGEM }))
  return {
    method: 'POST',
    url: `/relatorios/validar/${numero === undefined ? uuid(UNDECIDED) : numeros[numero]}`,
    headers: { ...headers, 'content-type': type, 'content-length': String(sent.length) },
    body: sent.length > 2 ** 20 ? 'too-large' : sent,
  }
}

function shownOf({ method, url }: Request, { token, numero, type, body }: Example): string {
  const more = [token && `token: ${token}`, numero && `report: ${numero}`, type, body]
  const line = [method, url.replace(/[^/]{36}$/, '…'), ...more.filter((one) => one !== undefined)].join(' ')
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}

/** Returns the media type of an answer, and its body. */
export function bodyOf({ headers, body }: Answer): { media: string; value: unknown } {
  const type = headers === undefined ? 'application/json' : headers['content-type']
  const media = type === undefined ? '*/*' : String(type).replace(/;.*/s, '').trim().toLowerCase()
  const text = fromByteText(wholeOf(body))
  return { media, value: /[/+]json$|^\*/.test(media) ? (jsonValue(text) ?? text) : text }
}
