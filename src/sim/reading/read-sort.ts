import { knobs } from '../../contract/knobs.ts'
import type { parameterTable } from '../../contract/parameter-table.ts'
import type { SortField } from '../../contract/profile.ts'
import type { ListKey } from '../../store/store.ts'
import { causes } from '../causes/causes.ts'
import { reason } from '../refusal.ts'
import { drop, oneOf, overlook, type RawValue, type Reading, textOf } from './reading.ts'

const { query: cause } = causes

type Kind = Exclude<keyof typeof parameterTable.sort, 'repeated'>

const DIRECTED = /^(\w+)[ :](asc|desc)$/i

/**
 * Returns the kind of a `sort` that is none of the fields.
 * @param fields those that the service sorts by
 */
function kindOfSort(text: string, fields: readonly SortField[]): Kind {
  if (text === '') return 'empty'
  if (text.trim() === '') return 'blank'
  if (text.trim() !== text) return 'padded'
  if (text.includes(',')) return hasUnknownAfterField(text.split(','), fields) ? 'unknown-list' : 'list'
  const [, named] = DIRECTED.exec(text) ?? []
  if (fields.some((one) => one === named?.toLowerCase())) return 'direction'
  if (/^-+$/.test(text)) return 'dash'
  if (/^-\s/.test(text)) return 'gap'
  if (text.startsWith('--')) return 'two-dashes'
  if (text.startsWith('+')) return 'plus'
  const lower = text.replace(/^-/, '').toLowerCase()
  if (fields.some((one) => one === lower)) return 'capitals'
  const isField = (name: string) => knobs.sortFields.choices.some((one) => one === name)
  if (isField(lower)) return 'unsupported'
  return isField(inSnakeCase(text).replace(/^-/, '')) ? 'camel-case' : 'word'
}

/** Returns whether a list begins with a field and has a word that is none. */
function hasUnknownAfterField(
  [first = '', ...others]: readonly string[],
  fields: readonly SortField[],
): boolean {
  const isField = fields.some((one) => one === first.replace(/^-/, ''))
  return isField && others.some((other) => kindOfSort(other, fields) === 'word')
}

/** @returns the fields to sort by, the most important first; none for the default order */
export function readSort(raw: RawValue, reading: Reading): ListKey[] {
  if (raw === undefined) return []
  if (typeof raw === 'string') return readText(raw, reading)
  const choice = reading.settled.sort.repeated
  if (choice === 'each') return readEach(raw, reading)
  if (choice !== 'refuse' && choice !== 'absent') return readText(oneOf(raw, choice), reading)
  drop(reading, choice, {
    row: 'sort',
    kind: 'repeated',
    cause: () => cause.repeated('sort'),
    reasons: [reason.type('sort', 'a string')],
    slots: { value: textOf(raw), json: JSON.stringify(raw) },
  })
  return []
}

const STORED: ListKey = { by: 'stored', descending: false }

function readText(text: string, reading: Reading): ListKey[] {
  const { sortFields } = reading.profile
  const descending = text.startsWith('-')
  const field = descending ? text.slice(1) : text
  const by = sortFields.find((one) => one === field)
  if (by !== undefined) return [{ by, descending }]
  const kind = kindOfSort(text, sortFields)
  const choice = reading.settled.sort[kind]
  if (choice === 'trim') return readText(text.trim(), reading)
  if (choice === 'take') return readText(plainly[kind as keyof typeof plainly](text), reading)
  if (choice === 'first') return readText(text.slice(0, text.indexOf(',')), reading)
  if (choice === 'each') return readEach(text.split(','), reading)
  const choices = sortFields.flatMap((field) => [field, `-${field}`])
  const isEmpty = kind === 'empty'
  const { unsorted = 'default' } = reading.profile.dialect.ordering
  if (choice === 'absent' && !isEmpty && unsorted !== 'default') {
    const order = { stored: 'the dataset', signed: 'the last update' }[unsorted]
    overlook(reading, { row: 'sort', kind }, `the list is in the order of ${order}`)
    return [unsorted === 'stored' ? STORED : { by: 'atualizado_em', descending }]
  }
  drop(reading, choice, {
    row: 'sort',
    kind,
    cause: () => (isEmpty ? cause.empty('sort', choice) : cause.sortUnknown(sortFields)),
    reasons: [isEmpty ? reason.empty('sort') : reason.oneOf('sort', choices)],
    slots: { value: text, choices: choices.join(', ') },
  })
  return []
}

function inSnakeCase(text: string): string {
  return text.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** What a kind that is taken says plainly. */
const plainly = {
  direction: (text) => text.replace(DIRECTED, (_, field, to) => (/d/i.test(to) ? `-${field}` : field)),
  capitals: (text) => text.toLowerCase(),
  plus: (text) => text.slice(1),
  'camel-case': inSnakeCase,
  gap: (text) => text.replace(/^-\s+/, '-'),
  'two-dashes': (text) => text.replace(/^-+/, '-'),
} satisfies { readonly [K in Kind]?: (text: string) => string }

/** Reads several fields, each once; the first that is refused stands for all. */
function readEach(texts: readonly string[], reading: Reading): ListKey[] {
  let isRefused = false
  const refuse: Reading['refuse'] = (fault) => {
    if (!isRefused) reading.refuse(fault)
    isRefused = true
    return undefined
  }
  const keys = texts.flatMap((text) => readText(text, { ...reading, refuse }))
  return keys.filter(({ by }, i) => keys.findIndex((key) => key.by === by) === i)
}
