import { parameters } from '../../contract/wire.ts'
import type { BecauseOne } from '../causes/cause.ts'
import { causes } from '../causes/causes.ts'
import { reason } from '../refusal.ts'
import { queryParts } from './query-parts.ts'
import { drop, type RawValue, type Reading, textOf } from './reading.ts'
import type { Settled } from './settled.ts'

const { query: cause } = causes

/** A query as it was sent: each value is a string, or several strings if the parameter was repeated. */
export type RawQuery = Readonly<Record<string, RawValue>>

type Parameter = (typeof parameters)[number]

const PARAMETERS = parameters as readonly Parameter[]

/** A field of a parameter, as PHP and qs read it. */
const NESTED = /^[a-z]{1,20}\[[^[\]]{1,30}\]$/i

const NESTED_KINDS = {
  ...{ page: 'nested', rows: 'nested' },
  ...{ cpf: 'cpf-nested', nome: 'text-nested', sort: 'sort-nested' },
} as const satisfies Record<Parameter, Other['kind']>

function knownOf(name: string): Parameter | undefined {
  return PARAMETERS.find((parameter) => parameter === name.toLowerCase())
}

const NUMBERS: ReadonlySet<Parameter> = new Set(['page', 'rows'])

/** What JavaScript makes a text of, where a value has fields. */
const OBJECT = '[object Object]'

/** What an unknown name is: its kind, the parameter that it is near to, and the name as the parser reads it. */
interface Other {
  kind: Exclude<keyof Settled['others'], 'semicolon' | 'comma' | 'no-value'>
  means: Parameter | undefined
  name: string
}

function otherOf(sent: string, value: RawValue, { others }: Settled): Other {
  if (!sent.startsWith('?')) return { ...kindOfOther(sent, value), name: sent }
  const bare = sent.slice(1)
  const means = PARAMETERS.find((parameter) => parameter === bare)
  // A parser that leaves out the mark reads any name without it.
  if (means === undefined && others['question-mark'] === 'take')
    return { ...kindOfOther(bare, value), name: bare }
  return { kind: 'question-mark', means, name: sent }
}

function kindOfOther(name: string, value: RawValue): Pick<Other, 'kind' | 'means'> {
  if (name === '') return { kind: 'nameless', means: undefined }
  if (name === '__proto__') return { kind: 'proto', means: undefined }
  const padded = name.startsWith(' ') && PARAMETERS.find((parameter) => parameter === name.trimStart())
  if (padded) return { kind: 'padded-name', means: padded }
  const bare = name.replace(/\[\d{0,3}\]$/, '')
  const means = knownOf(bare)
  if (means !== undefined && bare === name) return { kind: 'capitals', means }
  if (means !== undefined && !NUMBERS.has(means)) return { kind: 'text-brackets', means }
  if (means !== undefined) return { kind: name.endsWith('[]') ? 'brackets' : 'indexed', means }
  if (NESTED.test(name)) {
    const of = knownOf(name.replace(/\[.*$/s, ''))
    return { kind: of === undefined ? 'unknown-nested' : NESTED_KINDS[of], means: of }
  }
  if (/^(_|utm_)/.test(name)) return { kind: 'tracking', means }
  return { kind: value === '' ? 'empty' : 'unknown', means }
}

/** Returns a query without the known parameters that came without `=`, where that is not the same as an empty value. */
export function withoutBare(raw: RawQuery, url: string, reading: Reading): RawQuery {
  const { 'no-value': choice, semicolon } = reading.settled.others
  if (choice === 'empty') return raw
  const parts = new Set(queryParts(url, semicolon))
  const bare = PARAMETERS.filter((name) => raw[name] === '' && parts.has(name))
  for (const key of bare) {
    drop(reading, choice, {
      ...{ row: 'others', kind: 'no-value', key },
      ...{ reasons: [reason.empty(key)], slots: { value: '', name: key } },
    })
  }
  return bare.length === 0 ? raw : { ...raw, ...Object.fromEntries(bare.map((name) => [name, undefined])) }
}

/** Returns the names that the interface does not name, as they came. */
export function othersOf(raw: RawQuery): string[] {
  const others: string[] = []
  for (const name in raw) if (!parameters.some((one) => one === name)) others.push(name)
  return others
}

/** Returns a query with each unknown name that is taken for a known one in its place. */
export function withTaken(raw: RawQuery, others: readonly string[], { settled }: Reading): RawQuery {
  const taken = new Map<Parameter, { values: string[]; isList: boolean }>()
  for (const name of others) {
    const { kind, means } = otherOf(name, raw[name], settled)
    const choice = settled.others[kind]
    if (means === undefined || (choice !== 'take' && choice !== 'list' && choice !== 'object')) continue
    const all = taken.get(means) ?? { values: [raw[means] ?? []].flat(), isList: false }
    taken.set(means, all)
    for (const value of choice === 'object' ? [OBJECT] : [raw[name] as string | string[]].flat())
      all.values.push(value)
    all.isList ||= choice === 'list'
  }
  if (taken.size === 0) return raw
  // Copied once, because a query may have thousands of names.
  const query: Record<string, RawValue> = { ...raw }
  for (const [name, { values, isList }] of taken)
    query[name] = values.length === 1 && !isList ? values[0] : values
  return query
}

/** Refuses or ignores the names that are not taken for others. */
export function readOthers(raw: RawQuery, others: readonly string[], reading: Reading): void {
  for (const sent of others) {
    const { kind, means, name: key } = otherOf(sent, raw[sent], reading.settled)
    const choice = reading.settled.others[kind]
    const isValue = choice === 'list' || choice === 'object'
    if (choice === 'take' || (isValue && means)) continue
    const name = kind.endsWith('nested') ? key.replace(/\[.*$/s, '') : means
    drop(reading, isValue ? 'absent' : choice, {
      row: 'others',
      kind,
      key,
      cause: whyUnknown(key),
      reasons: [reason.notAllowed(key)],
      slots: {
        value: textOf(raw[sent] as string | string[]),
        ...(name && { name }),
        ...nestedSlots(key, raw[sent]),
      },
    })
  }
}

/** Returns what a parser of fields makes of a value, as JSON. */
function nestedSlots(key: string, value: RawValue): { json: string } | undefined {
  const [, field] = /\[([^[\]]*)\]$/.exec(key) ?? []
  if (field === undefined) return undefined
  return { json: JSON.stringify(/^\d*$/.test(field) ? [value].flat() : { [field]: value }) }
}

function whyUnknown(key: string): BecauseOne {
  return (known) => {
    const name = key.replace(/^(amp;)+/, '')
    return name === key ? cause.unknownParameter(key, PARAMETERS, known) : cause.ampersand(name, known)
  }
}
