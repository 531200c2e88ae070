import { packageVersion } from '../contract/package-version.ts'
import { type ControlRoute, isStreamed, type Schema } from './route.ts'

const ERROR: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      additionalProperties: false,
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: 'A word for programs, such as unknown-organization.' },
        message: { type: 'string', description: 'What happened.' },
        remedy: { type: 'string', description: 'What to do.' },
      },
    },
  },
}

/** Returns the OpenAPI 3.1 document of a table of routes, made from the schemas that check their calls. */
export function openApi(routes: readonly ControlRoute[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = `/v1${route.path}`
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operationOf(route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'The control port of pessoas-sim',
      version: packageVersion(),
      description: 'Controls the simulator from a test. Times are in milliseconds.',
    },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The control token of this run.' },
      },
      responses: { refusal: { description: 'The call was refused.', ...json(ERROR) } },
    },
  }
}

function operationOf(route: ControlRoute): object {
  const { method, path, summary, query, body, status = 200, answer, isOpen } = route
  const parameters = [...pathParameters(path), ...queryParameters(query)]
  return {
    summary,
    operationId: operationId(method, path),
    ...(isOpen && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: (body.required ?? []).length > 0, ...json(body) } }),
    responses: {
      ...(answer === undefined
        ? { 204: { description: 'Done.' } }
        : { [status]: { description: 'The answer.', ...content(answer) } }),
      default: { $ref: '#/components/responses/refusal' },
    },
  }
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters({ properties = {}, required = [] }: Schema = {}): object[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: closed(schema),
  }))
}

function content(answer: NonNullable<ControlRoute['answer']>): object {
  return isStreamed(answer) ? { content: { [answer.type]: {} } } : json(answer)
}

function json(schema: Schema): object {
  return { content: { 'application/json': { schema: closed(schema) } } }
}

/** Says aloud that unknown fields are refused. */
function closed(schema: Schema): Schema {
  const { properties, items, anyOf, additionalProperties } = schema
  return {
    ...schema,
    ...(properties && {
      additionalProperties: false,
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? closed(additionalProperties) : additionalProperties,
    }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
  }
}

/** Returns `getOrganizationsHandle` for `GET /organizations/{handle}`. */
function operationId(method: string, path: string): string {
  const words = path.match(/[a-z]+/gi) ?? []
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
