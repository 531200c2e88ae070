import { counted } from '../../src/contract/counted.ts'
import { judgeAspects, type Verdict, verdict } from './aspects.ts'
import type { Judgement } from './judgement.ts'
import { type ListAnswer, numberOf, type Person, withZeros } from './lists.ts'
import { type Expected, isDisordered } from './world.ts'

/** What can be wrong with the answer to a legal query. */
export const LIST_ASPECTS = ['status', 'selection', 'total', 'paginacao', 'busca', 'order', 'window', 'item'] as const
export type ListAspect = (typeof LIST_ASPECTS)[number]

export const LIST_CLAUSES: Readonly<Record<ListAspect, string>> = {
  status: '4.1-4 4.1-query 5-2',
  selection: '4.1-2 1-1 4.1-nome 4.1-cpf',
  total: '2.2-total',
  paginacao: '2.2-atual 2.2-linhas 4.1-page 4.1-rows',
  busca: '2.2-busca',
  order: '4.1-1 4.1-sort 1-1-order',
  window: '2.2-itens 4.1-page 4.1-rows',
  item: '2.1-nome 2.1-atualizado_em 2.1-cpf',
}

/** What a fault hides: an answer with a fault of one aspect says nothing of these. */
const HIDES: Partial<Record<ListAspect, readonly ListAspect[]>> = {
  status: LIST_ASPECTS,
  selection: ['total', 'order', 'window', 'item'],
  paginacao: ['window'],
  order: ['window'],
}
/** What only an answer with persons shows. */
const OF_PERSONS: readonly ListAspect[] = ['selection', 'order', 'window', 'item']

/** Whether an answer without a list is judged once for all: its form, and the refusal of a valid token. */
export const isJudgedElsewhere = (status: number) => status === 200 || status === 401

export function judgeList(want: Expected, answer: ListAnswer): Judgement<ListAspect> {
  if (!answer.list && isJudgedElsewhere(answer.status)) return { faults: [], shown: [] }
  const { faults, shown } = judgeAspects(judges, HIDES, { want, answer })
  const isEmpty = want.window?.length === 0
  return {
    faults: faults.map((fault) => ({ ...fault, shownBy: want.shownBy })),
    shown: shown.filter((one) => !isEmpty || !OF_PERSONS.includes(one) || faults.some(({ aspect }) => aspect === one)),
  }
}

interface Asked {
  want: Expected
  answer: ListAnswer
}

const judges: Readonly<Record<ListAspect, (asked: Asked) => Verdict>> = {
  status: ({ answer: { list, status } }) => verdict(true, list, '200 and a list', String(status)),

  selection({ want: { selected, isWhole, window, page, rows }, answer: { list } }) {
    if (!list || !isWhole) return 'right'
    const strangers = list.people.filter(({ id }) => !selected.has(id))
    // A CPF without its zeros is a fault of the item.
    if (strangers.length > 0 && !strangers.every(({ id }) => selected.has(withZeros(id))))
      return ['only persons that the query selects', `${strangers.length} others`]
    // A list that is whole in itself, of fewer persons, forgets some of them.
    const { total = 0 } = list
    const size = Math.min(rows, Math.max(0, total - (page - 1) * rows))
    const isOther = window && total !== selected.size && list.people.length === size && size !== window.length
    return verdict(true, !isOther, `the ${counted(selected.size, 'person')} that the query selects`, String(total))
  },

  total: ({ want: { total }, answer: { list } }) =>
    verdict(true, total === undefined || list?.total === total, `total ${total}`, `total ${list?.total ?? 'missing'}`),

  paginacao({ want: { page, rows }, answer: { list } }) {
    const [atual, linhas] = [numberOf(list?.paginacao.atual), list?.linhas]
    if (atual !== page) return [`atual ${page}`, `atual ${atual}`]
    return verdict(true, linhas === rows, `linhas ${rows}`, `linhas ${linhas}`)
  },

  busca({ want: { busca }, answer: { list } }) {
    const isRight = busca === undefined || list?.result.busca === busca.value
    const expected = busca?.value === '' ? 'an empty busca' : 'the same busca as for the search alone'
    return verdict(true, isRight, expected, 'another')
  },

  order({ want: { order, people: all, known }, answer: { list } }) {
    const { sort, keyOf } = order
    const people = list?.people.map((person) => known.get(person.id) ?? person) ?? []
    // Whoever is on a page twice is a fault of its window.
    if (isAnyTwice(people)) return 'right'
    const ranks = new Map(all?.map(({ id }, i) => [id, i]))
    const rankOf = ({ id }: Person) => ranks.get(id) ?? -1
    const place = people.findIndex((person, i) => {
      const before = people[i - 1]
      return before && rankOf(person) < rankOf(before) && keyOf(person) !== keyOf(before)
    })
    // Without sort, either direction of the timestamps is right.
    const sorts = sort === undefined ? ['atualizado_em', '-atualizado_em'] : [sort]
    if (place < 0 && !sorts.every((one) => isDisordered(people, one))) return 'right'
    return [sort === undefined ? 'the order by last update' : `the order of sort=${sort}`, 'another order']
  },

  window({ want: { window, page, rows, order, known, total }, answer: { list } }) {
    if (!list) return 'right'
    if (window === undefined) {
      if (total === undefined) return 'right'
      const size = Math.min(rows, Math.max(0, total - (page - 1) * rows))
      return verdict(true, list.people.length === size, `${size} persons`, String(list.people.length))
    }
    const keyOf = (person: Person) => order.keyOf(known.get(person.id) ?? person)
    const keys = window.map(keyOf)
    const ids = new Set(window.map(({ id }) => id))
    // Persons with equal keys may have changed places, also with those on the page before or after.
    const mayBeOther = (key: string) => key === keys.at(-1) || (page > 1 && key === keys[0])
    const isRight = (person: Person, i: number) => {
      const key = keyOf(person)
      return key === keys[i] && (ids.has(person.id) || mayBeOther(key))
    }
    if (list.people.length === window.length && list.people.every(isRight) && !isAnyTwice(list.people)) return 'right'
    return [`the ${counted(window.length, 'person')} of page ${page}`, `${list.people.length}, some of them others`]
  },

  item({ want: { known }, answer: { list } }) {
    const changed = list?.people.find((person) => {
      const same = known.get(person.id) ?? known.get(withZeros(person.id))
      return same !== undefined && (same.id !== person.id || same.nome !== person.nome || same.stamp !== person.stamp)
    })
    if (!changed) return 'right'
    const same = known.get(withZeros(changed.id)) as Person
    const what = same.id !== changed.id ? 'cpf' : same.nome !== changed.nome ? 'nome' : 'atualizado_em'
    return ['every person as in the list without parameters', `another ${what}`]
  },
}

const isAnyTwice = (people: readonly Person[]) => new Set(people.map(({ id }) => id)).size < people.length
