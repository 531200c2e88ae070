import type { Schema } from '../../src/control/route.ts'
import { startSimulator } from '../../src/index.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  description?: string
  schema: Schema
}

interface Operation {
  summary: string
  security?: []
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

/** The OpenAPI document of the control port, as far as its page needs it. */
export interface Document {
  paths: Record<string, Record<string, Operation>>
}

/** Returns the document that a simulator gives of its control port. */
export async function controlDocument(): Promise<Document> {
  await using sim = await startSimulator({ fixture: 'empty', control: true })
  const { url, token } = sim.control as { url: string; token: string }
  const response = await fetch(`${url}/v1/openapi.json`, { headers: { authorization: `Bearer ${token}` } })
  return (await response.json()) as Document
}

/** Returns the page of the control port. */
export function controlPage({ paths }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method.toUpperCase(), path, operation)),
  )
  return `# Control port

Every call of the [control port](../control.md). Each needs the header \`Authorization: Bearer TOKEN\` with the control token, unless it says otherwise. Unknown
parameters and fields are refused. The build writes this page from the schemas that check the calls.

${operations.join('\n')}`
}

function section(
  method: string,
  path: string,
  { summary, security, requestBody, parameters, responses }: Operation,
): string {
  const body = requestBody?.content['application/json']?.schema
  const query = (parameters ?? []).filter((one) => one.in === 'query')
  const fields = [
    ...query.map(({ name, description, schema }) =>
      row('query', name, { ...schema, ...(description && { description }) }),
    ),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
      row('body', name, schema, body?.required),
    ),
    ...answerRows(responses),
  ]
  const table =
    fields.length === 0 ? '' : `\n| in | name | type | |\n| --- | --- | --- | --- |\n${fields.join('')}`
  return `## ${method} ${path}\n\n${summary}${security ? ' It needs no token.' : ''} ${answerText(responses)}\n${table}`
}

function answered(responses: Operation['responses']) {
  const [status = '', answer = {}] = Object.entries(responses).find(([key]) => key !== 'default') ?? []
  const [type, content] = Object.entries(answer.content ?? {})[0] ?? []
  return { status, type, schema: content?.schema }
}

function answerText(responses: Operation['responses']): string {
  const { status, type } = answered(responses)
  if (type === undefined) return `It answers ${status} without a body.`
  return type === 'application/json' ? `It answers ${status}.` : `It answers ${status} with \`${type}\`.`
}

function answerRows(responses: Operation['responses']): string[] {
  const { properties = {} } = answered(responses).schema ?? {}
  return Object.entries(properties).map(([name, schema]) => row('answer', name, schema))
}

function row(where: string, name: string, schema: Schema, required: readonly string[] = []): string {
  const about = [
    schema.description ?? itemsText(schema),
    ...limits(schema),
    ...(required.includes(name) ? ['Required.'] : []),
  ]
  return `| ${where} | \`${name}\` | ${typeText(schema)} | ${about.filter(Boolean).join(' ')} |\n`
}

function itemsText({ items }: Schema): string {
  const names = Object.keys(items?.properties ?? {})
  return names.length === 0 ? '' : `Each has ${names.map((name) => `\`${name}\``).join(', ')}.`
}

function limits({ minimum, maximum, default: value }: Schema): string[] {
  const range = [
    minimum === undefined ? '' : `at least ${minimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
  ]
  const said = range.filter(Boolean).join(', ')
  return [
    said === '' ? '' : `${said.charAt(0).toUpperCase()}${said.slice(1)}.`,
    value === undefined ? '' : `By default ${JSON.stringify(value)}.`,
  ]
}

function typeText({ type, anyOf, enum: choices, const: only }: Schema): string {
  if (anyOf) return anyOf.map(typeText).join(' or ')
  if (only !== undefined) return `\`${JSON.stringify(only)}\``
  if (choices) return choices.map((choice) => `\`${JSON.stringify(choice)}\``).join(', ')
  return [type ?? 'anything'].flat().join(' or ')
}
