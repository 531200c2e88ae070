import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { fromByteText } from '../contract/bytes.ts'
import { jsonValue } from '../contract/json-value.ts'
import type { Profile } from '../contract/profile.ts'
import { bodyOf } from '../openapi/asked.ts'
import { type OpenApi, openapiOf } from '../openapi/openapi.ts'
import type { Announced } from '../service/announced.ts'
import { wholeOf } from '../service/body.ts'
import { routeOf } from '../service/route.ts'

const paths = {
  list: '/paths/~1pessoas/get/responses',
  report: '/paths/~1relatorios~1validar~1{numero_do_relatorio}/post/responses',
} as const

interface Response {
  content: Record<string, object>
  headers?: Record<string, object>
}

/** The document of a profile, and what checks values against a part of it. */
interface Checked {
  document: OpenApi
  validatorAt(pointer: string): ValidateFunction
}

const known = new WeakMap<Profile, Checked>()
/** A service is made for many profiles that are equal. */
const equal = new Map<string, Checked>()

function checkedOf(profile: Profile): Checked {
  const found = known.get(profile) ?? equal.get(JSON.stringify(profile))
  if (found !== undefined) return found
  const document = openapiOf(profile)
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } })
  ajv.addVocabulary(['x-clause', 'x-open-point'])
  const { schemas } = document.components
  const validators = new Map<string, ValidateFunction>()
  const validatorAt = (pointer: string) => {
    const known = validators.get(pointer) ?? ajv.compile(whole(valueAt(document, pointer) as object, schemas))
    validators.set(pointer, known)
    return known
  }
  const checked = { document, validatorAt }
  known.set(profile, checked)
  equal.set(JSON.stringify(profile), checked)
  return checked
}

/** Returns a schema of a document with those that it refers to. */
function whole(schema: object, schemas: object): object {
  const text = JSON.stringify({ ...schema, $defs: schemas })
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/')) as object
}

/** Returns where an answer differs from the document of its profile; undefined if it is as the document says. */
export function faultOfAnswer({ profile, request, answer }: Announced): string | undefined {
  const { is } = routeOf(request)
  const text = fromByteText(wholeOf(answer.body))
  if (is === 'none') return faultOfStray(profile, answer.status, text)
  const { document, validatorAt } = checkedOf(profile)
  const responses = valueAt(document, paths[is]) as Record<string, Response>
  const key = Object.hasOwn(responses, answer.status) ? answer.status : 'default'
  const { content, headers = {} } = responses[key] as Response
  const { media: type, value } = bodyOf(answer)
  const media = [type, '*/*'].find((one) => Object.hasOwn(content, one))
  if (media === undefined)
    return `${answer.status} with the type ${type}, not ${Object.keys(content).join(' or ')}`
  if (/[/+]json$/.test(media) && jsonValue(text) === undefined)
    return `${answer.status} with a body that is not JSON: ${text.slice(0, 200)}`
  const pointer = `${paths[is]}/${key}`
  const validate = validatorAt(`${pointer}/content/${media.replaceAll('/', '~1')}/schema`)
  if (!validate(value)) return faultText(answer.status, validate, text)
  for (const name of Object.keys(headers)) {
    const validate = validatorAt(`${pointer}/headers/${name}/schema`)
    if (!validate(answer.headers?.[name]))
      return faultText(`${answer.status}, header ${name}`, validate, text)
  }
  return undefined
}

/** What the document does not have is answered in the envelope of the interface, unless a deployment was seen to do otherwise. */
function faultOfStray({ seen }: Profile, status: number, text: string): string | undefined {
  if (Object.keys(seen).length > 0) return undefined
  const { error, message, status_code, ...others } = Object(jsonValue(text)) as Record<string, unknown>
  const isRight =
    [error, message].every((one) => typeof one === 'string' && one !== '') && status_code === status
  return isRight && Object.keys(others).length === 0
    ? undefined
    : `${status} in no envelope: ${text.slice(0, 200)}`
}

function valueAt(document: object, pointer: string): unknown {
  const keys = pointer.slice(1).split('/')
  return keys.reduce(
    (value: unknown, key) => Reflect.get(value as object, key.replaceAll('~1', '/')),
    document,
  )
}

function faultText(status: number | string, { errors }: ValidateFunction, text: string): string {
  const all = (errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
  )
  return `${status}: ${all.join('; ')} in ${text.slice(0, 300)}`
}
