import type { Shape } from '../../src/contract/dialect.ts'
import { pageSlots } from '../../src/contract/page-slots.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import { render, type Template } from '../../src/contract/template.ts'
import { objectOf, withZeros } from '../service/lists.ts'
import type { ItemFacts } from './item-facts.ts'
import { opaqueSlotOf } from './opaque-slot.ts'
import { pageTemplateOf } from './page-templates.ts'
import type { Answer } from './target-data.ts'

/** How a list was asked for, as far as that is known. */
export interface AskedList {
  sort?: string | undefined
  /** The whole URL of the request. */
  url?: string | undefined
  /** What was sent in its body, if that is JSON. */
  body?: unknown
}

/** The values that a template may repeat, by the name of their slot. */
type Slots = Readonly<Record<string, unknown>>

interface Sample {
  value: unknown
  slots: Slots
}

/** What a template cannot say of the answers, as paths such as `result.paginacao.pista`. */
export interface Shapes {
  shape: Shape
  unlike: string[]
}

const DOCUMENTED = {
  list: '{"result":{"busca":"{busca}","itens":"{itens}","paginacao":{"atual":"{atual}","linhas":"{linhas}","total":"{total}"}},"status_code":200}',
  item: '{"cpf":"{cpf}","nome":"{nome}","atualizado_em":"{atualizado_em}"}',
  validation: '{"result":{"numero":"{numero}"},"status_code":200}',
}

/** Learns the form of answers that succeed: more fields, their order, and how UTC is written. */
export function shapeOf(
  answers: readonly Answer[],
  askedOf: (answer: Answer) => AskedList = () => ({}),
  facts: ItemFacts = {},
): Shapes {
  const unlike: string[] = []
  const successes = answers.filter(({ status }) => status === 200)
  const lists = successes.flatMap((answer): Sample[] => {
    const { sort, url } = askedOf(answer)
    const slots = listSlots(answer.json, url)
    if (slots === undefined) return []
    return [{ value: answer.json, slots: Object.assign(slots, { ordenacao: sort ?? ANY }) }]
  })
  const items = lists.flatMap(({ slots }) =>
    (slots.itens as unknown[]).map(
      (value, i): Sample => ({ value, slots: { ...itemSlots(value, facts), ...placeSlots(slots, i) } }),
    ),
  )
  const validations = successes.flatMap((answer): Sample[] => {
    const numero = objectOf(objectOf(answer.json)?.result)?.numero
    if (typeof numero !== 'string') return []
    const { aprovar = ANY, mensagem = ANY } = objectOf(askedOf(answer).body) ?? {}
    return [{ value: answer.json, slots: { numero, aprovar, mensagem } }]
  })
  const shape: Record<string, unknown> = {}
  const samplesOf = { list: lists, item: items, ...byDecision(validations) }
  for (const [name, samples] of Object.entries(samplesOf)) {
    if (samples.length === 0) continue
    const template = templateOf(samples as [Sample], name, unlike)
    if (JSON.stringify(template) !== DOCUMENTED[name as keyof typeof DOCUMENTED]) shape[name] = template
  }
  if (validations.length === 0 && shape.list !== undefined) {
    const validation = envelopeOf(shape.list as Template)
    if (JSON.stringify(validation) !== DOCUMENTED.validation) shape.validation = validation
  }
  const utc = spellingOfUtc(items.map(({ slots }) => String(slots.atualizado_em)))
  return { shape: { ...(shape as Shape), ...(utc !== undefined && utc !== 'Z' && { utc }) }, unlike }
}

/** Divides validations into approvals and rejections if a field differs between them; samples that may be either are left out then. */
function byDecision(validations: readonly Sample[]): Record<'validation' | 'rejection', readonly Sample[]> {
  const [approved = [], rejected = []] = [true, false].map((aprovar) =>
    validations.filter(({ slots }) => slots.aprovar === aprovar),
  )
  // A time of the decision is another one in each of them.
  const ofOne = new Set([...unlikeIn(approved), ...unlikeIn(rejected)])
  const isApart =
    approved.length > 0 && rejected.length > 0 && unlikeIn(validations).some((name) => !ofOne.has(name))
  return isApart ? { validation: approved, rejection: rejected } : { validation: validations, rejection: [] }
}

/** Returns the fields that no template says for all of some samples. */
function unlikeIn(samples: readonly Sample[]): string[] {
  const unlike: string[] = []
  if (samples.length > 0) templateOf(samples as [Sample], 'validation', unlike)
  return unlike
}

/** The form of a validation that nobody has seen: the fields around the result of a list, which are the same. */
function envelopeOf(list: Template): Template {
  const fields = Object.entries(objectOf(list) ?? {}) as [string, Template][]
  return Object.fromEntries(
    fields.map(([name, value]) => [name, name === 'result' ? { numero: '{numero}' } : value]),
  )
}

/** The value of a slot of which nothing is known. */
const ANY = Symbol('any value')

/** @param url what was asked for; a list of which that is not known has no links that could be told */
export function listSlots(body: unknown, url?: string): Slots | undefined {
  const result = objectOf(objectOf(body)?.result)
  const paginacao = objectOf(result?.paginacao)
  if (!result || !paginacao || !Array.isArray(result.itens)) return undefined
  const { atual, linhas, total } = paginacao
  const count = result.itens.length
  const facts = { page: Number(atual), rows: Number(linhas), total: Number(total), count, url }
  const documented = { busca: result.busca, itens: result.itens, atual, linhas, total }
  return Object.defineProperties(documented, Object.getOwnPropertyDescriptors(pageSlots(facts)))
}

function itemSlots(item: unknown, { counts, numbers }: ItemFacts): Slots {
  const { cpf, nome, atualizado_em } = objectOf(item) ?? {}
  const own = { cpf, nome, atualizado_em }
  const id = withZeros(String(cpf).replace(/\D/g, ''))
  return {
    ...own,
    ...Object.fromEntries(FORMS.map((form) => [form, render(`{${form}}`, own)])),
    ...(counts && { relatorios: counts.get(id) ?? ANY }),
    ...(numbers && { numero: numbers.get(id) ?? ANY }),
  }
}

/** Where an item is in the list and on its page, from 1 and from 0. */
function placeSlots({ deslocamento }: Slots, i: number): Slots {
  const before = Number(deslocamento)
  return { position: before + i + 1, row: i + 1, 'position:before': before + i, 'row:before': i }
}

/** What services make of the fields of a person. */
const FORMS = [
  ...['cpf:masked', 'cpf:partly-masked'],
  ...[
    'upper-case',
    'lower-case',
    'without-accents',
    'first-word',
    'last-word',
    'initials',
    'two-initials',
  ].map((form) => `nome:${form}`),
  ...['date', 'brazilian-date', 'milliseconds', 'seconds'].map((form) => `atualizado_em:${form}`),
]

function templateOf(samples: readonly [Sample, ...Sample[]], path: string, unlike: string[]): Template {
  const slot = slotOf(samples, path)
  if (slot !== undefined) return slot
  if (DECISION_STRATA.test(path) && samples.every(({ value }) => isRecent(value))) return '{decidido_em}'
  const ofPage = arePartsOfPage(samples) ? pageTemplateOf(samples) : undefined
  if (ofPage !== undefined) return ofPage
  const [{ value }] = samples
  if (samples.every((sample) => objectOf(sample.value))) {
    const names = new Set(samples.flatMap((sample) => Object.keys(objectOf(sample.value) ?? {})))
    return Object.fromEntries(
      [...names].flatMap((name) => {
        const own = samples.map((one) => ({ value: objectOf(one.value)?.[name], slots: one.slots }))
        const template = fieldOf(own as [Sample], `${path}.${name}`, unlike)
        return template === undefined ? [] : [[name, template]]
      }),
    )
  }
  if (samples.every((one) => JSON.stringify(one.value) === JSON.stringify(value))) return value as Template
  const text = textAround(samples)
  if (text !== undefined) return text
  const opaque = opaqueOf(samples.map((one) => one.value))
  if (opaque === undefined) unlike.push(path)
  return opaque ?? (value as Template)
}

const DECISION_STRATA = /^(?:validation|rejection)\./
const IN_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** A run decides reports at its beginning; milliseconds. */
const LONGEST_RUN = 3_600_000

/** Returns whether a value is the time of a decision that this run has made, also by a clock that is somewhat wrong. */
function isRecent(value: unknown): boolean {
  if (typeof value !== 'string' || !IN_MILLISECONDS.test(value)) return false
  return Math.abs(dateNow() - Date.parse(value)) < LONGEST_RUN
}

/** Returns the template of a field, which only some samples may have; undefined if nothing explains which ones. */
function fieldOf(
  samples: readonly [Sample, ...Sample[]],
  path: string,
  unlike: string[],
): Template | undefined {
  const present = samples.filter(({ value }) => value !== undefined)
  if (present.length === samples.length) return templateOf(samples, path, unlike)
  const template = optional(templateOf(present as [Sample], path, unlike))
  const isTold = samples.every(
    ({ value, slots }) =>
      ((render({ of: template }, slots) as { of?: unknown }).of === undefined) === (value === undefined),
  )
  if (isTold) return template
  unlike.push(path)
  return samples[0].value === undefined ? undefined : templateOf(present as [Sample], path, [])
}

/** Returns a template that is left out where one of its slots is null. */
function optional(template: Template): Template {
  if (typeof template === 'string') return template.replace(/\{([^{}?]+)\}/g, '{$1?}')
  if (typeof template !== 'object' || template === null || Array.isArray(template)) return template
  return Object.fromEntries(Object.entries(template).map(([name, one]) => [name, optional(one)]))
}

/** Returns whether samples are parts of a list, and not of its items. */
function arePartsOfPage(samples: readonly Sample[]): boolean {
  return samples.every(({ slots }) => Object.hasOwn(slots, 'paginas'))
}

/** The slot, or a form of it, that all samples have the value of. */
function slotOf(samples: readonly [Sample, ...Sample[]], path: string): string | undefined {
  const [{ value, slots }] = samples
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined
  for (const name of Object.keys(slots)) {
    const isOf = (one: Sample) => one.value === one.slots[name] || one.slots[name] === ANY
    const isKnown = samples.some((one) => one.slots[name] !== ANY)
    if (isKnown && samples.every(isOf) && isTold(name, samples, path)) return `{${name}}`
  }
  // A list of some persons has many numbers that are alike by chance.
  if (samples.length < 2) return undefined
  for (const name of Object.keys(slots)) {
    if (samples.some((one) => one.slots[name] === ANY)) continue
    if (typeof value === 'number' && samples.every((one) => one.value === Number(one.slots[name])))
      return `{${name}:number}`
    if (typeof value === 'string' && samples.every((one) => one.value === String(one.slots[name])))
      return `{${name}:text}`
  }
  return undefined
}

/** A shorter value stands in a text by chance. */
const LEAST_IN_TEXT = 3

/** Returns a text with one slot in it, such as `/pessoas/{cpf}`, that is the value of all samples. */
function textAround(samples: readonly Sample[]): string | undefined {
  const [{ value, slots }] = samples as [Sample]
  if (typeof value !== 'string') return undefined
  for (const [name, own] of Object.entries(slots)) {
    if (typeof own !== 'string' || own.length < LEAST_IN_TEXT || !value.includes(own)) continue
    // What is the same around one value only may be of that one, such as its person.
    if (new Set(samples.map(({ slots }) => slots[name])).size < 2) continue
    const template = value.replace(own, () => `{${name}}`)
    if (samples.every((one) => one.value === render(template, one.slots))) return template
  }
  return undefined
}

/** Returns whether samples show a slot: what is the same in all of them may be there by chance. */
function isTold(name: string, samples: readonly Sample[], path: string): boolean {
  // One decision does not tell a field that is always true from one that repeats it, unless its name does.
  if (name === 'aprovar')
    return /aprov/i.test(path) || new Set(samples.map(({ slots }) => slots[name])).size > 1
  if (name !== 'ordenacao' && !arePartsOfPage(samples)) return true
  const least = name === 'ordenacao' ? 3 : PLAIN.has(name) ? 1 : 2
  return new Set(samples.map(({ slots }) => slots[name])).size >= least
}

/** Slots of a list that hardly anything else is by chance. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['busca', 'itens', 'atual', 'linhas', 'total', 'paginas', 'ultima_pagina', 'quantidade'],
  ...['proxima', 'anterior', 'primeira', 'ultima'],
])

function opaqueOf(values: readonly unknown[]): string | undefined {
  if (values.every((value) => Number.isInteger(value))) return '{opaque:number}'
  const [slot, ...others] = new Set(values.map(opaqueSlotOf))
  return others.length === 0 ? slot : undefined
}

function spellingOfUtc(stamps: readonly string[]): Shape['utc'] {
  const [zone, ...others] = new Set(stamps.map((stamp) => /(Z|[+-]00:?00)$/.exec(stamp)?.[1]))
  return others.length === 0 ? (zone as Shape['utc']) : undefined
}
