import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from './any-character.ts'
import { assertEnvelope, MENSAGEM } from './world.ts'

/** A request that may be anything that can be sent. */
export interface RandomRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** One of them is empty. */
const TEXTS = ' 0 1 25 -1 1e3 nome -cpf atualizado_em __proto__ % %00 %E9 .. \u0000'
const aText = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 20 }),
  fc.constantFrom(...TEXTS.split(' ')),
)
const NAMES = ['page', 'rows', 'cpf', 'nome', 'sort', '__proto__', 'constructor']
const aName = fc.oneof(fc.constantFrom(...NAMES), aText)
const aQuery = fc
  .array(fc.tuple(aName, aText, fc.boolean()), { maxLength: 5 })
  .map((pairs) =>
    pairs.map(([name, value, raw]) => `${encode(name)}=${raw ? ascii(value) : encode(value)}`).join('&'),
  )
const aBody = fc.oneof(
  fc.constant(undefined),
  fc
    .record(
      { aprovar: fc.oneof(fc.boolean(), fc.anything()), mensagem: fc.oneof(fc.constant(MENSAGEM), aText) },
      { requiredKeys: [] },
    )
    .map(json),
  fc.dictionary(aName, fc.jsonValue(), { maxKeys: 3 }).map(json),
  fc.json(),
  aText,
)

/** @param numeros report numbers, and @param tokens tokens, that mean something to the simulator */
export function aRequest(numeros: readonly string[], tokens: readonly string[]): fc.Arbitrary<RandomRequest> {
  const aPath = fc.oneof(
    { weight: 4, arbitrary: fc.constant('/pessoas') },
    {
      weight: 4,
      arbitrary: fc.constantFrom(...numeros, '', 'x').map((numero) => `/relatorios/validar/${numero}`),
    },
    { weight: 1, arbitrary: aText.map((text) => `/${ascii(text)}`) },
    { weight: 1, arbitrary: aText.map((text) => `/relatorios/validar/${ascii(text)}`) },
  )
  return fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
      path: aPath,
      query: aQuery,
      body: aBody,
      token: fc.constantFrom(tokens[0], tokens[0], tokens[0], ...tokens, '', undefined),
      type: fc.constantFrom('application/json', 'application/json', 'text/plain', 'x', '', undefined),
    })
    .map(({ method, path, query, body, token, type }) => ({
      method,
      url: query === '' ? path : `${path}?${query}`,
      headers: {
        ...(token !== undefined && { authorization: token }),
        ...(type !== undefined && { 'content-type': type }),
      },
      body: body === undefined || method === 'GET' || method === 'HEAD' ? undefined : Buffer.from(body),
    }))
}

/** Fails unless a random request got what every request must get: an answer in the envelope, and no 5xx. */
export function assertAnswered({ method, url }: RandomRequest, status: number, text: string): void {
  assert.ok(status < 500, `${method} ${url} gave ${status}`)
  if (method === 'HEAD') assert.is(text, '')
  else assertEnvelope(url, status, text)
}

/** Lone surrogates cannot be percent-encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '_'))
}

/** What can stand in a request line: anything else never arrives. */
function ascii(text: string): string {
  return text.replace(/[^!-~]|[#?&/]/g, '_')
}

function json(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? ''
}
