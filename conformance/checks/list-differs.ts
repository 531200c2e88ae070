import { firstDifference } from '../judging/pages.ts'
import type { ListAnswer, Person, Query } from '../service/lists.ts'
import { instant } from './listed.ts'

/** Returns what differs between two answers to one question, apart from the order of persons with equal keys. */
export function listDiffers(a: ListAnswer, b: ListAnswer, { sort, page = 1 }: Query): string | undefined {
  if (a.status !== b.status) return `status, ${b.status} instead of ${a.status}`
  if (!a.list || !b.list) return a.list === b.list ? undefined : 'kind of answer'
  const [left, right] = [a.list, b.list]
  for (const field of ['atual', 'linhas', 'total']) {
    if (JSON.stringify(left.paginacao[field]) !== JSON.stringify(right.paginacao[field])) return field
  }
  if (JSON.stringify(left.result.busca) !== JSON.stringify(right.result.busca)) return 'busca'
  const field = String(sort ?? 'atualizado_em').replace(/^-/, '')
  const keyOf = (person: Person) =>
    field === 'cpf' ? person.id : field === 'nome' ? person.nome : instant(person)
  // A service that ignores sort orders by the last update, too.
  const places = [keyOf, instant].map((key) =>
    firstDifference(left.people, right.people, key, ({ id }) => id, Number(page) > 1),
  )
  const at = places.includes(undefined) ? undefined : places[0]
  if (at !== undefined)
    return left.people.length === right.people.length
      ? `order or selection from person ${at + 1} on`
      : 'number of persons'
  const names = new Map(left.people.map(({ id, nome, stamp }) => [id, `${nome} ${stamp}`]))
  const changed = right.people.some(
    ({ id, nome, stamp }) => names.has(id) && names.get(id) !== `${nome} ${stamp}`,
  )
  return changed ? 'nome or atualizado_em of a person' : undefined
}
