import type { FaultName } from '../contract/faults.ts'
import type { KnobName } from '../contract/knobs.ts'
import type { Profile } from '../contract/profile.ts'
import { MENSAGEM_MINIMUM, parameters, ROWS_STEP, UUID } from '../contract/wire.ts'
import { openPoints, says } from './says.ts'
import { type Schema, string } from './schema.ts'

// What may be sent: a schema forbids what the profile refuses, and nothing else.

/** Whether a fault is told under the profile. */
type IsTold = (name: FaultName) => boolean

const points: Readonly<Record<string, readonly KnobName[]>> = {
  page: ['notANumber', 'pageBelowOne', 'pageBeyondEnd'],
  rows: ['rowsOffGrid', 'rowsMaximum', 'rowsAboveMaximum'],
  cpf: ['cpfMalformed', 'cpfLength', 'emptyParameter'],
  nome: ['nomeMatching', 'nomeFolding', 'nomeMinimum', 'nomeMaximum'],
  sort: ['sortUnknown', 'sortFields', 'nomeCollation'],
}

/** Returns the parameters of both requests, by name. */
export function parametersOf(profile: Profile, isTold: IsTold): Record<string, Schema> {
  const schemas: Record<(typeof parameters)[number], Schema> = {
    page: numberOf('page', profile, isTold),
    rows: numberOf('rows', profile, isTold),
    cpf: orEmpty(isTold('cpf.empty'), cpfOf(isTold)),
    nome: orEmpty(isTold('nome.empty'), nomeOf(profile, isTold)),
    sort: orEmpty(isTold('sort.empty'), sortOf(profile, isTold)),
  }
  const query = parameters.map((name) => {
    const about = { ...says(`4.1-${name}`), ...openPoints(profile, ...(points[name] ?? [])) }
    return [name, { name, in: 'query', ...about, schema: schemas[name] }]
  })
  const numero_do_relatorio = {
    ...{ name: 'numero_do_relatorio', in: 'path', required: true },
    ...says('4.2-path'),
    ...openPoints(profile, 'reportNumberShape', 'foreignReport'),
    schema: { ...string, pattern: UUID.source },
  }
  return { ...Object.fromEntries(query), numero_do_relatorio }
}

/** What else may be sent for a number, where it is tolerated. */
const OTHERS = { empty: '', word: '.*[^\\d+.-].*', fraction: '[+-]?\\d*\\.\\d+', huge: '[+-]?\\d{16,}' }

/** Returns the schema of a number in the query; where others are tolerated, they are strings. */
function numberOf(key: 'page' | 'rows', { rowsMaximum }: Profile, isTold: IsTold): Schema {
  const tolerated = Object.entries(OTHERS).filter(
    ([kind]) => !isTold(`${key}.${kind as keyof typeof OTHERS}`),
  )
  const isOnGrid = key === 'rows' && isTold('rows.off-grid')
  const least = isOnGrid ? ROWS_STEP : 1
  const most = key === 'rows' && isTold('rows.above-maximum') ? rowsMaximum : undefined
  const schema = {
    type: 'integer',
    default: key === 'rows' ? ROWS_STEP : 1,
    ...(isTold(`${key}.negative`) && { minimum: isTold(`${key}.zero`) ? least : 0 }),
    maximum: most ?? Number.MAX_SAFE_INTEGER,
    ...(isOnGrid && { multipleOf: ROWS_STEP }),
  }
  if (tolerated.length === 0) return schema
  return {
    anyOf: [schema, { ...string, pattern: `^(${tolerated.map(([, pattern]) => pattern).join('|')})$` }],
  }
}

function cpfOf(isTold: IsTold): Schema {
  const digits = isTold('cpf.short') && isTold('cpf.long') ? '\\d{11}' : '\\d+'
  const others = isTold('cpf.word') && isTold('cpf.masked') ? '' : '|.*\\D.*'
  return { ...string, pattern: `^(${digits}${others})$` }
}

function nomeOf({ nomeMinimum, nomeMaximum }: Profile, isTold: IsTold): Schema {
  const least = isTold('nome.short') ? nomeMinimum : 1
  return { ...string, minLength: least, ...(isTold('nome.long') && { maxLength: nomeMaximum }) }
}

function sortOf({ sortFields }: Profile, isTold: IsTold): Schema {
  const choices = sortFields.flatMap((field) => [field, `-${field}`])
  return isTold('sort.unknown')
    ? { ...string, enum: choices }
    : { ...string, minLength: 1, examples: choices }
}

function orEmpty(isRefused: boolean, schema: Schema): Schema {
  return isRefused ? schema : { anyOf: [schema, { ...string, maxLength: 0 }] }
}

/** Returns the schema of the body of a decision (clause 4.2). */
export function bodySchema(profile: Profile, isTold: IsTold): Schema {
  const least = isTold('mensagem.short') ? MENSAGEM_MINIMUM : isTold('mensagem.empty') ? 1 : 0
  const mensagem = {
    ...string,
    minLength: least,
    ...(isTold('mensagem.long') && { maxLength: profile.mensagemMaximum }),
  }
  const texts = isTold('aprovar.text') ? [] : [{ ...string, enum: ['true', 'false'] }]
  const property = (key: 'aprovar' | 'mensagem', choices: Schema[], ...points: KnobName[]) => {
    const all = isTold(`${key}.null`) ? choices : [...choices, { type: 'null' }]
    const schema = isTold(`${key}.wrong-type`) ? (all.length > 1 ? { anyOf: all } : choices[0]) : {}
    return { ...schema, ...says(`4.2-${key}`), ...openPoints(profile, ...points) }
  }
  return {
    type: 'object',
    required: (['aprovar', 'mensagem'] as const).filter((key) => isTold(`${key}.missing`)),
    ...(isTold('payload.unknown') && { additionalProperties: false }),
    ...says('4.2-1'),
    properties: {
      aprovar: property('aprovar', [{ type: 'boolean' }, ...texts], 'aprovarAsText'),
      mensagem: property('mensagem', [mensagem], 'characters', 'mensagemMaximum'),
    },
  }
}
