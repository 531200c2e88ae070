import {
  type Example,
  errorOf,
  type FaultName,
  type FaultRow,
  faults,
  type Telling,
  tellingOf,
} from '../contract/faults.ts'
import { jsonValue } from '../contract/json-value.ts'
import { isPlainObject } from '../contract/plain-object.ts'
import type { Profile } from '../contract/profile.ts'
import { isReading, rulesOf, type SeenFault, type SeenHeaders, type SeenRefusal } from '../contract/seen.ts'
import { fill, namesOf, render, type Slots, type Template } from '../contract/slots.ts'
import { parametersIn } from '../contract/url.ts'
import { decisionFields, MENSAGEM_MINIMUM } from '../contract/wire.ts'
import { constant, type Schema, schemaOf } from './schema-of.ts'

/** The words of a refusal: its body as an example, and the schema of all such bodies. */
interface Wording {
  value: unknown
  schema: Schema
  /** The name of the schema; none for the words of a deployment. */
  schemaName?: string
}

/** How a fault is told. */
export interface Told extends Wording {
  name: FaultName
  status: number
  /** Headers that a deployment has, the later ones winning. */
  headers: readonly (SeenHeaders | undefined)[]
  /** A request that shows it; undefined for a fault that is not one of the request. */
  ask: Example | undefined
}

/** Choices under which a request is answered all the same. */
const TOLERANT: ReadonlySet<unknown> = new Set([
  ...['ignore', 'use-default', 'use-first', 'round-down', 'round-up', 'honour', 'strip-mask', 'no-match'],
  ...['as-absent', 'accept', 'any', 'empty', 'last-page', 'allow', null],
])

/** Returns what says how a fault is told under a profile; undefined if the request is answered all the same. */
export function createTold(profile: Profile): (name: FaultName) => Told | undefined {
  const ruleOf = rulesOf(profile.seen)
  return (name) => {
    const { knob, ask: asks }: FaultRow = faults[name]
    const rule = ruleOf(name, 'undefined')
    const choice = isPlainObject(rule) && 'choice' in rule && knob ? { [knob]: rule.choice } : {}
    const choices = { ...profile, ...choice }
    const telling = tellingOf(name, choices)
    // A Content-Type that is malformed is refused whatever the profile; no example shows it.
    const isAnyType = name === 'type.other' && choices.bodyType === 'any'
    if (knob && !isAnyType && TOLERANT.has(choices[knob])) return undefined
    if (name === 'rows.above-maximum' && profile.rowsAboveMaximum === 'cap') return undefined
    if (isLeftOut(name, telling, rule)) return undefined
    const ask = isAnyType ? undefined : asks?.find((one) => isBeyond(name, slotsOf(name, one, profile)))
    const slots = ask === undefined ? profile.texts : { ...slotsOf(name, ask, profile), ...profile.texts }
    const told = rule === undefined || isReading(rule) ? {} : rule
    const status = told.status ?? telling.status ?? 400
    const wording =
      inOwnWords(told, status, slots, ownText(name, telling)) ?? asTheInterface(telling, slots, profile)
    return { name, status, headers: [profile.seen.headers, told.headers], ask, ...wording }
  }
}

/** Whether a request that should be beyond a limit is. */
function isBeyond(name: FaultName, { value, limit }: Slots): boolean {
  const size = typeof value === 'string' && !/^\d+$/.test(value) ? value.length : Number(value)
  return !/\.(?:long|above-maximum)$/.test(name) || size > Number(limit)
}

/** Whether what is wrong was seen to be left out, or read as something else, which only a part of a request can be. */
function isLeftOut(name: FaultName, { source }: Telling, rule: SeenFault | undefined): boolean {
  if (rule === undefined || !isReading(rule)) return false
  return (source !== undefined && source !== 'params') || name === 'type.other'
}

/** Returns the text of a fault that a deployment repeats if it has no other. */
function ownText(name: FaultName, { text }: Telling): string {
  const row: FaultRow = faults[name]
  return row.source === undefined ? text : (row.text ?? '')
}

/** Returns a refusal in the envelope of the interface (clause 7). */
function asTheInterface(
  { status = 400, source, about, text }: Telling,
  slots: Slots,
  profile: Profile,
): Wording {
  const [reason, error, key] = [fill(text, slots), errorOf(status), String(slots.key)]
  const field = about === 'unknown' ? source : key
  const isBare =
    source === undefined || about === 'whole' || (about === 'unknown' && profile.unknownKeyText === 'bare')
  const message = isBare ? reason : `child "${field}" fails because [${reason}]`
  const validation = source && { source, keys: [key] }
  const properties = {
    error: constant(error),
    // A 400 without `validation` has one of few texts.
    message: status === 400 && !source ? constant(text) : { type: 'string', minLength: 1 },
    ...(source && { validation: validationSchema(source) }),
    status_code: constant(status),
  }
  return {
    value: { error, message, ...(validation && { validation }), status_code: status },
    schema: { type: 'object', required: Object.keys(properties), additionalProperties: false, properties },
    schemaName: source
      ? `${source.charAt(0).toUpperCase()}${source.slice(1)}Refusal`
      : error.replaceAll(' ', ''),
  }
}

function validationSchema(source: string): Schema {
  const properties = {
    source: constant(source),
    keys: { type: 'array', minItems: 1, items: { type: 'string' }, description: 'The offending fields.' },
  }
  return { type: 'object', required: ['source', 'keys'], additionalProperties: false, properties }
}

const string = { type: 'string' }
/** What a refusal may repeat. */
const repeated = {
  ...{ text: string, method: string, path: string, url: string, route: string, now: string, uuid: string },
  keys: { type: 'array' },
}

/** Returns a refusal as a deployment was seen to word it; undefined if it did not, or lacks a text of its own. */
function inOwnWords(
  { body, text, own = {} }: SeenRefusal,
  status: number,
  slots: Slots,
  ownText: string,
): Wording | undefined {
  const owned = Object.entries(own).map(([name, value]) => [`own.${name}`, value] as const)
  const lacks = (name: string) => name.startsWith('own.') && !owned.some(([one]) => one === name)
  if (body === undefined || namesOf(body).some(lacks)) return undefined
  const reason = errorOf(status)
  const about = {
    ...slots,
    status,
    reason,
    text: fill(text ?? ownText, slots),
    keys: slots.key ? [slots.key] : [],
  }
  const values = Object.fromEntries(owned.map(([name, value]) => [name, render(value, about)]))
  if (typeof body === 'string') return { value: fill(body, about), schema: string }
  const types = { ...repeated, status: constant(status), reason: string }
  const schemas = Object.fromEntries(owned.map(([name, value]) => [name, schemaOf(value, types)]))
  const all = { ...about, ...values }
  return {
    value: render(body as Template, all, [all]),
    schema: schemaOf(body as Template, { ...types, ...schemas }),
  }
}

/** Returns the values that the text of a fault has for one request. */
function slotsOf(name: FaultName, { query, body = '', type, numero }: Example, profile: Profile): Slots {
  const { rowsMaximum, nomeMinimum, nomeMaximum, mensagemMaximum, sortFields } = profile
  const limits: Partial<Record<FaultName, unknown>> = {
    'page.beyond-end': 6,
    'rows.above-maximum': rowsMaximum,
    'cpf.short': 11,
    'cpf.long': 11,
    'nome.short': nomeMinimum,
    'nome.long': nomeMaximum,
    'mensagem.short': MENSAGEM_MINIMUM,
    'mensagem.long': mensagemMaximum,
    'body.too-large': 1_048_576,
  }
  const choices = sortFields.flatMap((field) => [field, `-${field}`]).join(', ')
  const common = { limit: limits[name] ?? 1, choices }
  if (numero !== undefined) return { ...common, key: 'numero_do_relatorio', numero, value: numero }
  if (query !== undefined) {
    const [[key, value] = ['', '']] = parametersIn(`?${query}`)
    return { ...common, key, value }
  }
  if (name === 'body.too-large') return common
  if (name === 'type.other') return { ...common, key: 'content-type', value: type }
  const sent = Object(jsonValue(body)) as Record<string, unknown>
  const subject = name.split('.')[0] as string
  const isField = decisionFields.some((field) => field === subject)
  const unknown = Object.keys(sent).find((key) => !decisionFields.some((field) => field === key))
  const key = isField ? subject : (name === 'payload.unknown' && unknown) || 'value'
  return { ...common, key, value: sent[key] }
}
