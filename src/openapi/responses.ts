import type { ClauseId } from '../contract/clauses.ts'
import {
  type Example,
  errorOf,
  type FaultName,
  type FaultRow,
  faultNames,
  faults,
} from '../contract/faults.ts'
import { pageFacts } from '../contract/page-facts.ts'
import type { Profile } from '../contract/profile.ts'
import type { SeenHeaders } from '../contract/seen.ts'
import type { Template } from '../contract/slots.ts'
import { ROWS_STEP, UUID } from '../contract/wire.ts'
import { says } from './says.ts'
import { constant, type Schema, type SlotSchemas, schemaOf } from './schema-of.ts'
import type { createTold, Told } from './told.ts'

/** Keeps a schema under a name, and returns what refers to it. */
export type Named = (name: string, schema: Schema) => Schema
type Headers = readonly (SeenHeaders | undefined)[]

const string: Schema = { type: 'string' }

// Successes.

/** What the interface shows (clauses 2.1 to 2.4). */
const LIST: Template = {
  result: {
    busca: '{busca}',
    itens: '{itens}',
    paginacao: { atual: '{atual}', linhas: '{linhas}', total: '{total}' },
  },
  status_code: 200,
}
const ITEM: Template = { cpf: '{cpf}', nome: '{nome}', atualizado_em: '{atualizado_em}' }
const DECISION: Template = { result: { numero: '{numero}' }, status_code: 200 }
/** The names of the parts of the answers, in two of them. */
const parts: Record<string, Record<string, string>> = {
  ListResponse: { result: 'ListResult', paginacao: 'Paginacao' },
  ValidationResponse: { result: 'ValidationResult' },
}
const itemSlots: SlotSchemas = {
  cpf: { ...string, pattern: '^\\d+$', ...says('2.1-cpf') },
  nome: { ...string, ...says('2.1-nome') },
  atualizado_em: {
    ...{ ...string, format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' },
    ...says('2.1-atualizado_em'),
  },
}
const decisionSlots: SlotSchemas = {
  numero: { ...string, pattern: UUID.source, ...says('2.3-numero') },
  aprovar: { type: 'boolean' },
  mensagem: string,
}

/** The type of each fact of a page; some are null on the first or on the last one. */
const factSlots: SlotSchemas = (() => {
  const [first, second] = [1, 2].map((atual) =>
    pageFacts({ atual, linhas: ROWS_STEP, total: 2 * ROWS_STEP, quantidade: ROWS_STEP, url: '/pessoas' }),
  ) as [object, object]
  const typeOf = (value: unknown) =>
    value === null ? 'null' : typeof value === 'number' ? 'integer' : typeof value
  const slots = Object.entries(first).map(([name, value]) => {
    const types = [...new Set([typeOf(value), typeOf(Reflect.get(second, name))])]
    return [name, { type: types.length === 1 ? types[0] : types.sort() }]
  })
  return Object.fromEntries(slots)
})()

/** Returns the response of a list that succeeds. */
export function listResponse(profile: Profile, named: Named): object {
  const { seen, rowsMaximum } = profile
  const rules = Object.values(seen.faults ?? {}).filter((rule) => typeof rule === 'object')
  // What a list shows of a parameter that was not read as it was sent.
  const shown = rules.flatMap((rule) => ('shows' in rule ? Object.keys(rule.shows ?? {}) : []))
  const isHonoured =
    profile.rowsOffGrid === 'honour' || rules.some((rule) => 'choice' in rule && rule.choice === 'honour')
  const least = isHonoured ? 1 : ROWS_STEP
  const linhas = {
    ...{ type: 'integer', minimum: least, ...(!isHonoured && { multipleOf: ROWS_STEP }) },
    ...(rowsMaximum !== null && { maximum: rowsMaximum }),
  }
  const slots: SlotSchemas = {
    ...{ ...answerSlots, ...factSlots },
    busca: {
      ...string,
      ...(profile.busca === 'always-empty' && { maxLength: 0 }),
      ...says('2.2-busca'),
    },
    itens: {
      type: 'array',
      items: named('PersonItem', schemaOf(seen.item ?? ITEM, itemSlots)),
      ...says('2.2-itens'),
    },
    atual: { type: 'integer', minimum: 1, ...says('2.2-atual') },
    linhas: { ...linhas, ...says('2.2-linhas') },
    total: { ...string, pattern: '^(0|[1-9]\\d*)$', ...says('2.2-total') },
    ...Object.fromEntries(shown.map((name) => [name, {}])),
  }
  return success('ListResponse', [seen.list ?? LIST], slots, [seen.headers], named, says('4.1-4'))
}

/** Returns the response of a decision that succeeds. */
export function decisionResponse({ seen }: Profile, named: Named): object {
  const { decision = DECISION, rejection = decision, headers, decisionHeaders } = seen
  const slots = { ...answerSlots, ...decisionSlots }
  return success(
    'ValidationResponse',
    [decision, rejection],
    slots,
    [headers, decisionHeaders],
    named,
    says('4.2-2'),
  )
}

const answerSlots: SlotSchemas = {
  ...{ method: string, path: string, url: string, route: string, now: string, uuid: string },
  status: { type: 'integer' },
}

function success(
  name: string,
  bodies: readonly Template[],
  slots: SlotSchemas,
  headers: Headers,
  named: Named,
  about: object,
) {
  const namedPart = (key: string, schema: Schema) => {
    const part = parts[name]?.[key]
    return part === undefined ? schema : named(part, schema)
  }
  const schemas = bodies.map((body) => (typeof body === 'string' ? string : schemaOf(body, slots, namedPart)))
  return {
    ...about,
    ...headed(headers),
    ...contentOf(headers, [anyOf(schemas, (schema) => named(name, schema))]),
  }
}

// Refusals.

/** What is refused before the service is asked, in an envelope that no profile changes. */
const transport = Object.entries<FaultRow>(faults).flatMap(([name, { status = 400, text }]) =>
  /^(?:host|origin|request)\./.test(name) && text !== undefined && status > 400 && status !== 404
    ? [{ status, text }]
    : [],
)
const OTHERS = [...new Set(transport.map(({ status }) => status))].sort()
const clausesOf: Readonly<Record<number, ClauseId[]>> = {
  400: ['7-400', '7-validation'],
  401: ['5-2', '7-401'],
  404: ['4.2-3', '7-404'],
}

type Operation = 'list' | 'decision'

/** Whether a fault is one of an operation: one that its requests show, or of a store that every request needs. */
function isOf(operation: Operation, name: FaultName, { ask }: FaultRow): boolean {
  if (name === 'service.undecided') return operation === 'decision'
  const isShown = ({ query, token, body, numero }: Example) =>
    token !== undefined || (operation === 'list' ? query : (body ?? numero)) !== undefined
  return name === 'service.store-gone' || ask?.some(isShown) === true
}

/** Returns the refusals of an operation, by status. */
export function refusalsOf(operation: Operation, told: ReturnType<typeof createTold>, named: Named) {
  const all = faultNames.flatMap((name) => (isOf(operation, name, faults[name]) ? (told(name) ?? []) : []))
  const statuses = [...new Set(all.map(({ status }) => status))].sort((a, b) => a - b)
  const responses = statuses.map((status) => {
    const those = all.filter((one) => one.status === status)
    const { description, ...clause } = says(...(clausesOf[status] ?? ['7-open']))
    const about = { description: `${errorOf(status)}. ${description}`, ...clause }
    return [
      status,
      { ...about, ...headed(those[0]?.headers ?? []), content: merged(those, named, operation) },
    ]
  })
  return { ...Object.fromEntries(responses), default: other(named) }
}

function merged(all: readonly Told[], named: Named, operation: Operation) {
  const medias = [...new Set(all.map(({ headers }) => mediaOf(headers)))]
  const contents = medias.map((media) => {
    const those = all.filter(({ headers }) => mediaOf(headers) === media)
    const schemas = those.map(({ schema, schemaName }) => (schemaName ? named(schemaName, schema) : schema))
    const examples = those.flatMap(({ name, ask, value }) =>
      ask === undefined ? [] : [[name, { summary: requestOf(ask, operation), value }]],
    )
    const schema = bodySchemaOf(media, anyOf(schemas))
    return [media, { schema, ...(examples.length > 0 && { examples: Object.fromEntries(examples) }) }]
  })
  return Object.fromEntries(contents)
}

function other(named: Named) {
  const properties = {
    error: { ...string, enum: OTHERS.map(errorOf) },
    message: { ...string, enum: [...new Set(transport.map(({ text }) => text))] },
    status_code: { type: 'integer', enum: OTHERS },
  }
  const schema = {
    type: 'object',
    required: Object.keys(properties),
    additionalProperties: false,
    properties,
  }
  const about = `${says('7-open').description} The simulator has ${OTHERS.join(', ')} of the transport, and 400 where the bytes are not HTTP.`
  return {
    description: about,
    'x-clause': ['7-open'],
    content: { 'application/json': { schema: named('OtherRefusal', schema) } },
  }
}

/** Returns the request of an example, on one line. */
function requestOf({ query, body, type, token, numero }: Example, operation: Operation): string {
  const path =
    operation === 'list'
      ? `GET /pessoas${query === undefined ? '' : `?${query}`}`
      : 'POST /relatorios/validar/…'
  const more = [token && `token: ${token}`, numero && `report: ${numero}`, type, body].filter(
    (one) => one !== undefined,
  )
  const line = [path, ...more].join(' ')
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}

// Bodies and headers.

function anyOf(schemas: readonly Schema[], named: (schema: Schema) => Schema = (schema) => schema): Schema {
  const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return unique.length === 1 ? named(unique[0] as Schema) : named({ anyOf: unique })
}

function contentOf(headers: Headers, [schema]: readonly [Schema]) {
  const media = mediaOf(headers)
  return { content: { [media]: { schema: bodySchemaOf(media, schema) } } }
}

function bodySchemaOf(media: string, schema: Schema): Schema {
  if (!/[/+]json$|^\*/.test(media)) return string
  // A text that a deployment sends as JSON.
  return schema === string && media !== '*/*' ? {} : schema
}

function mergedHeaders(headers: Headers): [name: string, value: string | null][] {
  const all = headers.flatMap((one) => Object.entries(one ?? {}))
  return [...new Map(all.map(([name, value]) => [name.toLowerCase(), value]))]
}

/** Returns the media type of an answer; one that is not known, or missing, may be any. */
function mediaOf(headers: Headers): string {
  if (headers.every((one) => one === undefined)) return 'application/json'
  const type = mergedHeaders(headers).find(([name]) => name === 'content-type')?.[1] ?? '{}'
  return type.includes('{') ? '*/*' : type.replace(/;.*/s, '').trim().toLowerCase()
}

/** Returns the headers that a deployment was seen to send. */
function headed(headers: Headers) {
  const kept = mergedHeaders(headers).filter(
    ([name, value]) =>
      value !== null &&
      !/^(?:content-(?:type|length)|connection|date|keep-alive|transfer-encoding)$/.test(name),
  )
  const all = kept.map(([name, value]) => [
    name,
    { schema: value?.includes('{') ? string : constant(value ?? '') },
  ])
  return all.length === 0 ? {} : { headers: Object.fromEntries(all) }
}
