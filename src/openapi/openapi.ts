import type { FaultName } from '../contract/faults.ts'
import { packageVersion } from '../contract/package-version.ts'
import { defaultProfile, type Profile } from '../contract/profile.ts'
import { askAll } from './asked.ts'
import { bodySchema, parametersOf } from './requests.ts'
import { responsesOf } from './responses.ts'
import { openPoints, says } from './says.ts'
import type { Named, Schema } from './schema.ts'

/** An OpenAPI document. */
export interface OpenApi {
  openapi: '3.1.1'
  paths: Readonly<Record<string, Readonly<Record<string, { responses: Readonly<Record<string, object>> }>>>>
  components: Readonly<Record<'parameters' | 'schemas' | 'securitySchemes', Readonly<Record<string, Schema>>>>
  [field: string]: unknown
}

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

/**
 * Returns the OpenAPI document of the service under a profile.
 * @param url the base URL of who serves it
 */
export function openapiOf(profile: Profile = defaultProfile, url = 'http://127.0.0.1:3210'): OpenApi {
  const asked = askAll(profile)
  const told = new Set(asked.flatMap(({ answer: { faults = [] } }) => faults.map(({ name }) => name)))
  const isTold = (name: FaultName) => told.has(name)
  const parameters = parametersOf(profile, isTold)
  const schemas: Record<string, Schema> = { ValidationBody: bodySchema(profile, isTold) }
  const named: Named = (name, schema) => {
    const isTaken = schemas[name] !== undefined && JSON.stringify(schemas[name]) !== JSON.stringify(schema)
    if (isTaken) return named(`${name}2`, schema)
    schemas[name] = schema
    return ref('schemas', name)
  }
  const { numero_do_relatorio: _, ...query } = parameters
  const list = {
    operationId: 'listPessoas',
    summary: 'List the persons that the organization queried',
    ...says('1-1', '4.1-1', '4.1-2', '4.1-query', '4.1-headers'),
    ...openPoints(profile, 'defaultOrder', 'queryUnknown', 'busca'),
    parameters: Object.keys(query).map((name) => ref('parameters', name)),
    responses: responsesOf('list', profile, asked, named),
  }
  const validate = {
    operationId: 'validateRelatorio',
    summary: 'Approve or reject a report',
    ...says('1-2', '4.2-headers', '4.2-2'),
    ...openPoints(
      ...([profile, 'revalidation', 'reportFirst', 'touchOnValidation', 'bodyType'] as const),
      ...(['malformedBody', 'faults', 'unknownKeyText'] as const),
    ),
    parameters: [ref('parameters', 'numero_do_relatorio')],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: ref('schemas', 'ValidationBody') } },
    },
    responses: responsesOf('decision', profile, asked, named),
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Person lookup and manual report validation',
      version: packageVersion(),
      description:
        'What the interface says and, where it is silent, what a profile of pessoas-sim chooses: `x-open-point` has the knob, its choices and the chosen one; `x-clause` names the sentences of the interface.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url, description: 'A simulator on this machine' }],
    security: [{ token: [] }],
    ...openPoints(profile, 'routeUnknown'),
    paths: { '/pessoas': { get: list }, '/relatorios/validar/{numero_do_relatorio}': { post: validate } },
    components: { parameters, schemas, securitySchemes: { token: schemeOf(profile) } },
  }
}

function schemeOf(profile: Profile): Schema {
  const scheme =
    profile.authorization === 'bearer'
      ? { type: 'http', scheme: 'bearer' }
      : { type: 'apiKey', in: 'header', name: 'Authorization' }
  return { ...scheme, ...says('5-1'), ...openPoints(profile, 'authorization', 'texts') }
}
