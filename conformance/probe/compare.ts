import { dateNow } from '../../src/contract/real-globals.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import type { Question } from '../client/exchange.ts'
import { type List, numberOf, objectOf, type Person, textOf } from '../model/lists.ts'
import { type Answer, listIn } from './answer.ts'
import { comparisonOf } from './headers.ts'
import { comparable } from './volatile.ts'

/** How two answers to one question differ: the first point that differs, as a word, and what each of them has there. */
export interface Difference {
  /** `status`, `persons`, `order`, `total`, `atual`, `linhas`, `busca`, `numero`, `body`, `header cache-control` … */
  point: string
  /** What a target and a twin have there, where that may be shown: a status, a number, a header. */
  had?: { target: string; twin: string }
}

export interface Comparison {
  behaves: Difference | undefined
  letter: Difference | undefined
}

/** Compares the answers of a target and of its twin to one question, except for what can never be equal. */
export function compare(
  question: Pick<Question, 'method' | 'query'>,
  ofTarget: Answer,
  ofTwin: Answer,
  now = dateNow(),
): Comparison {
  const { method } = question
  const [target, twin] = inOneOrder(question, ofTarget, ofTwin)
  const behaves = behaviour(method, target, twin)
  return { behaves, letter: behaves ?? bodyDifference(target, twin, now) ?? headerDifference(target, twin) }
}

function behaviour(method: Question['method'], target: Answer, twin: Answer): Difference | undefined {
  if (target.status !== twin.status) return differing('status', String(target.status), String(twin.status))
  if (target.status !== 200 || method === 'HEAD' || method === 'OPTIONS') return undefined
  const [one, other] = [listIn(target), listIn(twin)]
  if (one && other) return listDifference(one, other)
  const [a, b] = [target, twin].map(({ json }) => objectOf(objectOf(json)?.result))
  if (one || other || !a !== !b) return { point: 'body' }
  return textOf(a?.numero) === textOf(b?.numero) ? undefined : { point: 'numero' }
}

function listDifference(one: List, other: List): Difference | undefined {
  const [ids, others] = [one, other].map(({ people }) => people.map(({ id }) => id)) as [string[], string[]]
  if (ids.join() !== others.join()) {
    const isOrder = ids.toSorted().join() === others.toSorted().join()
    return differing(isOrder ? 'order' : 'persons', `${ids.length} items`, `${others.length} items`)
  }
  for (const name of ['total', 'atual', 'linhas'] as const) {
    const [a, b] = [numberOf(one.paginacao[name]), numberOf(other.paginacao[name])]
    if (!Object.is(a, b)) return differing(name, String(a), String(b))
  }
  return one.result.busca === other.result.busca ? undefined : { point: 'busca' }
}

function bodyDifference(target: Answer, twin: Answer, now: number): Difference | undefined {
  if (target.json === undefined || twin.json === undefined) {
    return target.json === twin.json && target.text === twin.text ? undefined : { point: 'body' }
  }
  const [one, other] = [comparable(target.json, now), comparable(twin.json, now)]
  // JSON.stringify keeps the order of keys, which some clients depend on.
  if (JSON.stringify(one) === JSON.stringify(other)) return undefined
  return { point: placeOf(one, other) ?? 'the order of keys' }
}

/** Returns where two JSON values differ first, as a path without indexes; undefined if only the order of keys does. */
function placeOf(one: unknown, other: unknown, path = ''): string | undefined {
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return path || 'body'
    return firstOf(one.keys(), (i) => placeOf(one[i], other[i], path))
  }
  const [a, b] = [objectOf(one), objectOf(other)]
  if (a === undefined || b === undefined) {
    return JSON.stringify(one) === JSON.stringify(other) ? undefined : path || 'body'
  }
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return firstOf(names, (name) => {
    const inner = path === '' ? name : `${path}.${name}`
    return Object.hasOwn(a, name) && Object.hasOwn(b, name) ? placeOf(a[name], b[name], inner) : inner
  })
}

function firstOf<T, R>(list: Iterable<T>, find: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

function headerDifference(target: Answer, twin: Answer): Difference | undefined {
  const names = new Set([...Object.keys(target.headers), ...Object.keys(twin.headers)])
  return firstOf([...names].sort(), (name) => {
    const how = comparisonOf(name)
    const [one = 'none', other = 'none'] = [target, twin].map(({ headers }) =>
      headers[name] !== undefined && how === 'presence' ? 'present' : headerText(name, headers[name]),
    )
    return how === undefined || one === other ? undefined : differing(`header ${name}`, one, other)
  })
}

/** Returns a header as a client reads it: blanks and the case of a type mean nothing. */
function headerText(name: string, value: string | string[] | undefined): string | undefined {
  const text = value === undefined ? undefined : [value].flat().join(', ')
  // The scheme and the host are those of the target, whoever answers.
  if (name === 'location') return text?.replace(/^https?:\/\/[^/]*/i, '')
  if (name !== 'content-type') return text
  const parts = text?.toLowerCase().split(';')
  return parts?.map((part) => part.trim()).join('; ')
}

function differing(point: string, target: string, twin: string): Difference {
  return { point, had: { target, twin } }
}

/**
 * Returns two lists with persons who are equal in what the lists are sorted by in one order: the interface does not say
 * which. Those of whom the end of a page shows one list and not the other are in neither.
 */
function inOneOrder({ query = [] }: Pick<Question, 'query'>, one: Answer, other: Answer): [Answer, Answer] {
  const [list, otherList] = [listIn(one), listIn(other)]
  if (!list || !otherList) return [one, other]
  const [{ people, total = 0 }, { people: others }] = [list, otherList]
  const [, sort = ''] = query.findLast(([name]) => name === 'sort') ?? []
  const field = sort.replace(/^-/, '')
  const keyOf = ({ id, nome, stamp }: Person): string =>
    field === 'nome' ? withoutAccents(nome).toLowerCase() : field === 'cpf' ? id : stamp
  const [keys, otherKeys] = [people.map(keyOf), others.map(keyOf)]
  if (keys.join('\n') !== otherKeys.join('\n')) return [one, other]
  const known = new Map(others.map((person) => [person.id, person]))
  const both = people.filter(({ id }) => known.has(id))
  const isAtEnd = (person: Person) => [keys[0], keys.at(-1)].includes(keyOf(person))
  const isLeftOut = people.some((person) => !known.has(person.id) && !isAtEnd(person))
  // On the only page of a list, nobody is left out.
  if (isLeftOut || (both.length < people.length && total <= people.length)) return [one, other]
  return [
    withItems(one, both),
    withItems(
      other,
      both.map(({ id }) => known.get(id) as Person),
    ),
  ]
}

function withItems(answer: Answer, people: readonly Person[]): Answer {
  const json = objectOf(answer.json)
  const result = { ...objectOf(json?.result), itens: people.map(({ raw }) => raw) }
  return { ...answer, json: { ...json, result } }
}
