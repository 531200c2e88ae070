import { Ajv2020 } from 'ajv/dist/2020.js'
import * as assert from 'uvu/assert'
import { type RunningSimulator, type StartOptions, startSimulator } from '../index.ts'
import { MENSAGEM } from './world.ts'

const ajv = new Ajv2020({ strict: false })

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each answer has a form of its own, which the document checks
  body: any
  text: string
}
export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
}

/** Starts a simulator, and calls its control port; each answer is held against the OpenAPI document. */
export async function controlling(
  options: StartOptions,
  use: (call: Call, sim: RunningSimulator) => Promise<void>,
): Promise<void> {
  await using sim = await startSimulator({ control: true, ...options })
  const ask = callsTo(sim)
  const { body: document } = await ask('GET', '/openapi.json')
  await use(async (method, path, body) => {
    const answer = await ask(method, path, body)
    assertDescribed(document, method, path, answer)
    return answer
  }, sim)
}

/** Returns what calls the control port of a simulator. */
export function callsTo({ control }: RunningSimulator): Call {
  const { url, token } = control as NonNullable<RunningSimulator['control']>
  return async (method, path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // A kept connection may end while a test keeps the process busy.
        connection: 'close',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined }
  }
}

function assertDescribed(
  {
    paths,
    components,
  }: {
    paths: Record<string, Record<string, Operation>>
    components: { responses: { refusal: Operation['responses'][string] } }
  },
  method: string,
  path: string,
  { status, body }: Answer,
): void {
  const [bare = ''] = path.split('?')
  const pattern = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
  const found = Object.keys(paths).find((template) => pattern(template).test(`/v1${bare}`))
  const operation = paths[found ?? '']?.[method.toLowerCase()]
  const described = status < 400 ? operation?.responses[String(status)] : components.responses.refusal
  assert.ok(described, `${method} ${path} ${status} is not described`)
  const schema = described.content?.['application/json']?.schema
  assert.is(schema === undefined, body === undefined, `${method} ${path}`)
  if (schema)
    assert.ok(ajv.validate(schema, body), `${method} ${path}: ${ajv.errorsText()} ${JSON.stringify(body)}`)
}

/** Approves a report; returns the status. */
export async function decide(sim: RunningSimulator, token: string, numero: string): Promise<number> {
  const response = await fetch(`${sim.url}/relatorios/validar/${numero}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM }),
  })
  return response.status
}

/** Returns the status of a list. */
export async function listStatus(sim: RunningSimulator, token: string): Promise<number> {
  return (await fetch(`${sim.url}/pessoas`, { headers: { authorization: token } })).status
}
