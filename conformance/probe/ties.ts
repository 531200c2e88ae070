import { withoutAccents } from '../../src/contract/without-accents.ts'
import type { Question } from '../client/exchange.ts'
import { numberOf, objectOf, textOf } from '../model/lists.ts'
import type { Answer } from './answer.ts'

type Item = Record<string, unknown>

/**
 * Returns two lists with persons who are equal in what the lists are sorted by in one order: the interface does not say
 * which. Those of whom the end of a page shows one list and not the other are in neither.
 */
export function inOneOrder(
  { query = [] }: Pick<Question, 'query'>,
  one: Answer,
  other: Answer,
): [Answer, Answer] {
  const [items, others] = [itemsIn(one), itemsIn(other)]
  if (!items || !others || items.map(cpfOf).join() === others.map(cpfOf).join()) return [one, other]
  const [, sort = ''] = query.findLast(([name]) => name === 'sort') ?? []
  const field = sort.replace(/^-/, '')
  const keyOf = (item: Item): string =>
    field === 'nome'
      ? withoutAccents(textOf(item.nome)).toLowerCase()
      : textOf(item[field === 'cpf' ? 'cpf' : 'atualizado_em'])
  const keys = items.map(keyOf)
  if (keys.length !== others.length || keys.join('\n') !== others.map(keyOf).join('\n')) return [one, other]
  const isAtEnd = (item: Item) => keyOf(item) === keys[0] || keyOf(item) === keys.at(-1)
  const known = new Map(others.map((item) => [cpfOf(item), item]))
  const mine = new Set(items.map(cpfOf))
  const isOdd = (item: Item) => !isAtEnd(item)
  const strange = [
    ...items.filter((item) => !known.has(cpfOf(item))),
    ...others.filter((item) => !mine.has(cpfOf(item))),
  ]
  // On the only page of a list, nobody is left out.
  if (strange.some(isOdd) || (strange.length > 0 && totalOf(one) <= items.length)) return [one, other]
  const left = items.filter((item) => known.has(cpfOf(item)))
  return [
    withItems(one, left),
    withItems(
      other,
      left.map((item) => known.get(cpfOf(item)) as Item),
    ),
  ]
}

const cpfOf = ({ cpf }: Item): string => textOf(cpf).replace(/\D/g, '')

function itemsIn({ json }: Answer): Item[] | undefined {
  const itens = objectOf(objectOf(json)?.result)?.itens
  return Array.isArray(itens) ? itens.map((item) => objectOf(item) ?? {}) : undefined
}

function totalOf({ json }: Answer): number {
  return numberOf(objectOf(objectOf(objectOf(json)?.result)?.paginacao)?.total)
}

function withItems(answer: Answer, itens: readonly Item[]): Answer {
  const json = objectOf(answer.json) as Item
  return { ...answer, json: { ...json, result: { ...objectOf(json.result), itens } } }
}
