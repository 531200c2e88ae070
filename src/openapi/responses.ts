import { STATUS_CODES } from 'node:http'
import type { ClauseId } from '../contract/clauses.ts'
import { type FaultRow, faults } from '../contract/faults.ts'
import { groupBy } from '../contract/group-by.ts'
import type { Profile } from '../contract/profile.ts'
import { type RefusalBody, ROWS_STEP, UUID } from '../contract/wire.ts'
import type { Asked, Operation } from './asked.ts'
import { says } from './says.ts'
import { constant, likeThese, type Named, object, type Schema, string } from './schema.ts'

const clausesOf: Readonly<Record<number, ClauseId[]>> = {
  400: ['7-400', '7-validation'],
  401: ['5-2', '7-401'],
  404: ['4.2-3', '7-404'],
}

/** Returns the responses of an operation, by status. */
export function responsesOf(operation: Operation, profile: Profile, all: readonly Asked[], named: Named) {
  const asked = all.filter((one) => one.operation === operation)
  const schemaOf = (those: readonly Asked[]) => {
    const [legal, refused] = [those.filter(({ fault }) => !fault), those.filter(({ fault }) => fault)]
    const success = operation === 'list' ? listSchema : decisionSchema
    return anyOf([
      ...(legal.length > 0 ? [success(profile, legal, named)] : []),
      ...refusalSchemas(refused, named),
    ])
  }
  const responses = Array.from(
    groupBy(asked, ({ answer }) => answer.status),
    ([status, those]) => {
      const success: ClauseId = operation === 'list' ? '4.1-4' : '4.2-2'
      const about = says(...(status === 200 ? [success] : (clausesOf[status] ?? ['7-open'])))
      const content = Array.from(
        groupBy(those, ({ media }) => media),
        ([media, same]) => [media, { schema: schemaOf(same), ...examplesOf(same) }],
      )
      return [status, { ...about, ...headersOf(those), content: Object.fromEntries(content) }]
    },
  )
  return { ...Object.fromEntries(responses), default: otherRefusal(named) }
}

/** Returns the refusals as examples, by fault; the first of a fault is the one that stays. */
function examplesOf(asked: readonly Asked[]): object {
  const all = asked.flatMap(({ fault, shown, value }) => (fault ? [[fault, { summary: shown, value }]] : []))
  return all.length > 0 ? { examples: Object.fromEntries(all.reverse()) } : {}
}

/** Returns the headers that all of these answers have. */
function headersOf(asked: readonly Asked[]): object {
  const [first = [], ...others] = asked.map(({ answer }) => Object.keys(answer.headers ?? {}))
  const names = first.filter((name) => !/^content-/.test(name) && others.every((one) => one.includes(name)))
  return names.length > 0
    ? { headers: Object.fromEntries(names.map((name) => [name, { schema: string }])) }
    : {}
}

function anyOf(schemas: readonly Schema[]): Schema {
  const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return unique.length === 1 ? (unique[0] as Schema) : { anyOf: unique }
}

/** Returns the schema of a list: as the interface shows it (clauses 2.1, 2.2, 2.4), or as a deployment does. */
function listSchema(
  { seen, busca, rowsMaximum, rowsOffGrid }: Profile,
  asked: readonly Asked[],
  named: Named,
): Schema {
  const rules = Object.values(seen.faults ?? {}).filter((rule) => typeof rule === 'object')
  if (seen.list !== undefined || seen.item !== undefined || rules.some((rule) => 'shows' in rule))
    return named('ListResponse', likeThese(asked.map(({ value }) => value)))
  const isOffGrid =
    rowsOffGrid === 'honour' || rules.some((rule) => 'choice' in rule && rule.choice === 'honour')
  const step = isOffGrid ? 1 : ROWS_STEP
  const maximum = rowsMaximum === null ? {} : { maximum: rowsMaximum }
  const person = object({
    cpf: { ...string, pattern: '^\\d+$', ...says('2.1-cpf') },
    nome: { ...string, ...says('2.1-nome') },
    atualizado_em: {
      ...{ ...string, format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' },
      ...says('2.1-atualizado_em'),
    },
  })
  const paginacao = object({
    atual: { type: 'integer', minimum: 1, ...says('2.2-atual') },
    linhas: { type: 'integer', minimum: step, multipleOf: step, ...maximum, ...says('2.2-linhas') },
    total: { ...string, pattern: '^(0|[1-9]\\d*)$', ...says('2.2-total') },
  })
  const result = object({
    busca: { ...string, ...(busca === 'always-empty' && { maxLength: 0 }), ...says('2.2-busca') },
    itens: { type: 'array', items: named('PersonItem', person), ...says('2.2-itens') },
    paginacao: named('Paginacao', paginacao),
  })
  return named('ListResponse', object({ result: named('ListResult', result), status_code: constant(200) }))
}

/** Returns the schema of a decision (clauses 2.3, 2.4). */
function decisionSchema({ seen }: Profile, asked: readonly Asked[], named: Named): Schema {
  if ((seen.decision ?? seen.rejection) !== undefined)
    return named('ValidationResponse', likeThese(asked.map(({ value }) => value)))
  const result = object({ numero: { ...string, pattern: UUID.source, ...says('2.3-numero') } })
  return named(
    'ValidationResponse',
    object({ result: named('ValidationResult', result), status_code: constant(200) }),
  )
}

/** Returns the schemas of refusals: in the envelope of the interface (clause 7), or as a deployment words them. */
function refusalSchemas(refused: readonly Asked[], named: Named): Schema[] {
  const [own, others] = [refused.filter(isInEnvelope), refused.filter((one) => !isInEnvelope(one))]
  const schemas = own.map(({ value }) => {
    const { error, message, validation, status_code } = value as RefusalBody
    const [source = ''] = validation ? [validation.source] : []
    const keys = { type: 'array', minItems: 1, items: string, description: 'The offending fields.' }
    const schema = object({
      error: constant(error),
      // A 400 without `validation` has one of few texts.
      message: status_code === 400 && !validation ? constant(message) : { ...string, minLength: 1 },
      ...(validation && { validation: object({ source: constant(source), keys }) }),
      status_code: constant(status_code),
    })
    const name = validation ? `${source.charAt(0).toUpperCase()}${source.slice(1)}Refusal` : error
    return named(name.replaceAll(' ', ''), schema)
  })
  return others.length === 0 ? schemas : [...schemas, likeThese(others.map(({ value }) => value))]
}

function isInEnvelope({ value }: Asked): boolean {
  const { error, message, validation, status_code, ...others } = Object(value) as Partial<RefusalBody>
  const isWhole = typeof error === 'string' && typeof message === 'string' && typeof status_code === 'number'
  return isWhole && Object.keys(others).length === 0 && (!validation || Array.isArray(validation.keys))
}

/** What no example shows: the transport refuses it, or the store is gone. */
const withoutExample = Object.values<FaultRow>(faults).flatMap(({ ask, status, text }) =>
  status && text && ![400, 404, 500].includes(status) && !ask ? [{ status, text }] : [],
)

function otherRefusal(named: Named): object {
  const statuses = [...new Set(withoutExample.map(({ status }) => status))].sort()
  const schema = object({
    error: { ...string, enum: statuses.map((status) => STATUS_CODES[status]) },
    message: { ...string, enum: [...new Set(withoutExample.map(({ text }) => text))] },
    status_code: { type: 'integer', enum: statuses },
  })
  return { ...says('7-open'), content: { 'application/json': { schema: named('OtherRefusal', schema) } } }
}
