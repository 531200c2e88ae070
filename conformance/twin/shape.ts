import type { Shape } from '../../src/contract/dialect.ts'
import { render, type Template } from '../../src/contract/template.ts'
import { objectOf, withZeros } from '../service/lists.ts'
import type { ItemFacts } from './item-facts.ts'
import type { Answer } from './world.ts'

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
  /** Returns how the list of an answer was sorted, if that is known. */
  sortOf: (answer: Answer) => string | undefined = () => undefined,
  facts: ItemFacts = {},
): Shapes {
  const unlike: string[] = []
  const successes = answers.filter(({ status }) => status === 200)
  const bodies = successes.map(({ json }) => json)
  const lists = successes.flatMap((answer): Sample[] => {
    const slots = listSlots(answer.json)
    if (slots === undefined) return []
    return [{ value: answer.json, slots: { ...slots, ordenacao: sortOf(answer) ?? ANY } }]
  })
  const items = lists.flatMap(({ slots }) =>
    (slots.itens as unknown[]).map(
      (value, i): Sample => ({ value, slots: { ...itemSlots(value, facts), ...placeSlots(slots, i) } }),
    ),
  )
  const validations = bodies.flatMap((body): Sample[] => {
    const numero = objectOf(objectOf(body)?.result)?.numero
    return typeof numero === 'string' ? [{ value: body, slots: { numero } }] : []
  })
  const shape: Record<string, unknown> = {}
  for (const [name, samples] of Object.entries({ list: lists, item: items, validation: validations })) {
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

/** The form of a validation that nobody has seen: the fields around the result of a list, which are the same. */
function envelopeOf(list: Template): Template {
  const fields = Object.entries(objectOf(list) ?? {}) as [string, Template][]
  return Object.fromEntries(
    fields.map(([name, value]) => [name, name === 'result' ? { numero: '{numero}' } : value]),
  )
}

/** The value of a slot of which nothing is known. */
const ANY = Symbol('any value')

function listSlots(body: unknown): Slots | undefined {
  const result = objectOf(objectOf(body)?.result)
  const paginacao = objectOf(result?.paginacao)
  if (!result || !paginacao || !Array.isArray(result.itens)) return undefined
  const { atual, linhas, total } = paginacao
  const [page, rows, all] = [Number(atual), Number(linhas), Number(total)]
  const paginas = Math.ceil(all / rows)
  const first = (page - 1) * rows
  return {
    busca: result.busca,
    itens: result.itens,
    atual,
    linhas,
    total,
    paginas,
    ultima_pagina: Math.max(1, paginas),
    quantidade: result.itens.length,
    proxima: page < paginas ? page + 1 : null,
    anterior: page > 1 ? page - 1 : null,
    tem_mais: page < paginas,
    primeira: first + 1,
    ultima: first + result.itens.length,
    deslocamento: first,
    tem_anterior: page > 1,
    primeira_pagina: page <= 1,
    esta_e_a_ultima: page >= paginas,
    vazia: result.itens.length === 0,
    'atual:before': page - 1,
  }
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
  const slot = slotOf(samples)
  if (slot !== undefined) return slot
  const [{ value }] = samples
  const object = objectOf(value)
  if (object && samples.every((sample) => objectOf(sample.value))) {
    return Object.fromEntries(
      Object.keys(object).map((name): [string, Template] => [
        name,
        templateOf(
          samples.map((one) => ({ value: objectOf(one.value)?.[name], slots: one.slots })) as [Sample],
          `${path}.${name}`,
          unlike,
        ),
      ]),
    )
  }
  if (samples.every((one) => JSON.stringify(one.value) === JSON.stringify(value))) return value as Template
  const opaque = opaqueOf(samples.map((one) => one.value))
  if (opaque === undefined) unlike.push(path)
  return opaque ?? (value as Template)
}

/** The slot, or a form of it, that all samples have the value of. */
function slotOf(samples: readonly [Sample, ...Sample[]]): string | undefined {
  const [{ value, slots }] = samples
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined
  for (const name of Object.keys(slots)) {
    const isOf = (one: Sample) => one.value === one.slots[name] || one.slots[name] === ANY
    const isKnown = samples.some((one) => one.slots[name] !== ANY)
    if (isKnown && samples.every(isOf) && isTold(name, samples)) return `{${name}}`
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

/** Returns whether samples show a slot: what only one order or one kind of page was asked for may be there by chance. */
function isTold(name: string, samples: readonly Sample[]): boolean {
  const least =
    { ordenacao: 3, tem_mais: 2, tem_anterior: 2, primeira_pagina: 2, esta_e_a_ultima: 2, vazia: 2 }[name] ??
    1
  return new Set(samples.map(({ slots }) => slots[name])).size >= least
}

const OPAQUE: readonly [pattern: RegExp, slot: string][] = [
  [/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, '{opaque:uuid}'],
  [/^[\da-f]{24}$/i, '{opaque:hex24}'],
]

function opaqueOf(values: readonly unknown[]): string | undefined {
  if (values.every((value) => Number.isInteger(value))) return '{opaque:number}'
  return OPAQUE.find(([pattern]) =>
    values.every((value) => typeof value === 'string' && pattern.test(value)),
  )?.[1]
}

function spellingOfUtc(stamps: readonly string[]): Shape['utc'] {
  const [zone, ...others] = new Set(stamps.map((stamp) => /(Z|[+-]00:?00)$/.exec(stamp)?.[1]))
  return others.length === 0 ? (zone as Shape['utc']) : undefined
}
