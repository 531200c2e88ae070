import { dateNow } from '../../src/contract/real-globals.ts'
import type { Question } from '../client/exchange.ts'
import { numberOf, objectOf, textOf } from '../model/lists.ts'
import type { Answer } from './answer.ts'
import { comparisonOf } from './headers.ts'
import { inOneOrder } from './ties.ts'
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
  const [one, other] = [objectOf(objectOf(target.json)?.result), objectOf(objectOf(twin.json)?.result)]
  if (one === undefined || other === undefined) return one === other ? undefined : { point: 'body' }
  const [persons, others] = [personsOf(one), personsOf(other)]
  if (persons === undefined || others === undefined) {
    if (persons !== others) return { point: 'body' }
    return textOf(one.numero) === textOf(other.numero) ? undefined : { point: 'numero' }
  }
  return listDifference(one, other, [persons, others])
}

type Result = Record<string, unknown>

function listDifference(one: Result, other: Result, [persons, others]: readonly [string[], string[]]) {
  if (persons.join() !== others.join()) {
    const isOrder = [...persons].sort().join() === [...others].sort().join()
    return differing(isOrder ? 'order' : 'persons', `${persons.length} items`, `${others.length} items`)
  }
  const [paging, otherPaging] = [objectOf(one.paginacao), objectOf(other.paginacao)]
  for (const name of ['total', 'atual', 'linhas'] as const) {
    const [a, b] = [numberOf(paging?.[name]), numberOf(otherPaging?.[name])]
    if (!Object.is(a, b)) return differing(name, String(a), String(b))
  }
  return one.busca === other.busca ? undefined : { point: 'busca' }
}

function personsOf(result: Result): string[] | undefined {
  if (!Array.isArray(result.itens)) return undefined
  return result.itens.map((item) => textOf(objectOf(item)?.cpf).replace(/\D/g, ''))
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
