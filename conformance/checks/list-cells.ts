import type { ClauseId } from '../../src/contract/clauses.ts'
import { counted } from '../../src/contract/counted.ts'
import {
  type Axes,
  type Cell,
  culprits,
  isPart,
  nameOf,
  nameOfPart,
  type SeenCells,
} from '../judging/cells.ts'
import { show, Undecided, Violation } from '../judging/judgement.ts'
import { firstDifference } from '../judging/pages.ts'
import type { Reading } from '../judging/readings.ts'
import { listAxes } from '../service/list-axes.ts'
import { type AskedListCell, askListCells, type ListCells } from '../service/list-cells.ts'
import { type List, numberOf, type Person, withZeros } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import type { CellsPassed, Check } from './check.ts'
import { HEADERS, PAGES } from './listed.ts'

/** What can be wrong with the answer to a cell, in the order in which it is judged. */
const ASPECTS = [
  'status',
  'selection',
  'total',
  'paginacao',
  'busca',
  'order',
  'default-order',
  'window',
  'item',
] as const
type Aspect = (typeof ASPECTS)[number]

const PERSON_ASPECTS: ReadonlySet<Aspect> = new Set(['selection', 'order', 'default-order', 'window', 'item'])

interface Fault {
  cell: Cell
  aspect: Aspect
  expected: string
  actual: string
}

/** The first fault of each cell that has one. */
type Faults = ReadonlyMap<Cell, Fault>

const SEARCHES = ['NOME-01', 'NOME-02', 'NOME-06', 'CPF-01', 'CPF-07'] as const

/** Checks rule 3 of heading 4.1: what holds for a plain list holds for every combination of parameters. */
export const listCells: readonly Check[] = [
  cells('CELL-01', 'status', ['4.1-3', '4.1-query', '4.1-4'], {
    title: 'returns a list for every combination of parameters that it accepts alone',
    rests: ['PAG-19', 'CPF-07'],
  }),
  cells('CELL-02', 'selection', ['4.1-3', '4.1-nome', '4.1-cpf'], {
    title: 'lists only persons who match the search, whatever the other parameters',
    rests: [...SEARCHES, 'SORT-10'],
  }),
  cells('CELL-03', 'total', ['2.2-total', '4.1-3'], {
    title: 'returns the same total for a search, whatever the other parameters',
    rests: [...SEARCHES, 'NOME-03', 'CPF-02', 'CPF-06', 'PAG-02', 'PAG-12', 'SORT-10'],
    reading: 'total-counts-selection',
  }),
  cells('CELL-04', 'paginacao', ['2.2-atual', '2.2-linhas', '4.1-3', '4.1-page', '4.1-rows'], {
    title: 'returns page and rows as atual and linhas, whatever the other parameters',
    rests: ['PAG-04', 'PAG-09', 'PAG-14', 'PAG-19', 'PAG-24'],
  }),
  cells('CELL-05', 'busca', ['2.2-busca', '4.1-3'], {
    title: 'returns the same busca for a search, whatever the other parameters',
    rests: ['BUSCA-01', 'BUSCA-02'],
  }),
  cells('CELL-06', 'order', ['4.1-sort', '4.1-3'], {
    title: 'keeps the order of sort, whatever the other parameters',
    rests: ['SORT-02', 'SORT-04', 'SORT-06', 'SORT-12', 'SORT-14'],
  }),
  cells('CELL-07', 'default-order', ['4.1-1', '1-1-order', '4.1-3'], {
    title: 'keeps the order by last update, whatever the other parameters',
    rests: ['ORD-01'],
  }),
  cells('CELL-08', 'window', ['4.1-page', '4.1-rows', '2.2-itens', '4.1-3'], {
    title: 'returns the persons of the page, whatever the other parameters',
    rests: ['ORD-01', 'PAG-08', 'PAG-14', 'PAG-15', 'PAG-16', 'PAG-17', 'NOME-06'],
  }),
  cells('CELL-09', 'item', ['2.1-nome', '2.1-atualizado_em', '2.1-cpf', '1-1'], {
    title: 'shows a person the same in every list',
    rests: ['ITEM-01', 'ITEM-04', 'CPF-03'],
  }),
]

function cells(
  id: string,
  aspect: Aspect,
  clause: readonly [ClauseId, ...ClauseId[]],
  { title, rests, reading }: { title: string; rests: readonly string[]; reading?: Reading },
): Check {
  return {
    id,
    clause,
    level: 'required',
    risk: 'r',
    steady: true,
    ...(reading && { reading }),
    rests: [...HEADERS, ...PAGES, ...rests],
    needs: ['two-persons'],
    title,
    axes: listAxes,
    run: async (service) =>
      judge(await service.whileSteady('list cells', () => askListCells(service)), aspect, service),
  }
}

function judge({ asked, absent }: ListCells, aspect: Aspect, service: Service): CellsPassed {
  const axes: Axes = listAxes
  const faults: Faults = new Map(
    asked.flatMap((one) => faultOf(one, service) ?? []).map((fault) => [fault.cell, fault]),
  )
  const causes = causesBefore(aspect, asked, faults)
  const failed = new Set(
    [...failedIn(aspect, faults)].filter((cell) => !causes.some((part) => isPart(part, cell, axes))),
  )
  const judged = judgedIn(failed, asked, faults)
  if (judged.length === 0)
    throw new Undecided('blocked', 'every cell violates another clause: see the other CELL checks')
  const cells: SeenCells = { asked: judged.map((cell) => nameOf(cell, axes)), absent: [...absent] }
  if (failed.size === 0) {
    const missing = absent.length === 0 ? '' : `; not possible here: ${absent.join(', ')}`
    return { detail: `${counted(judged.length, 'cell')}${missing}`, cells }
  }
  const empty = new Set(asked.filter(({ expected }) => expected.window.length === 0).map(({ cell }) => cell))
  // An empty page without the wrong persons says nothing of its context.
  const telling = PERSON_ASPECTS.has(aspect)
    ? judged.filter((cell) => !empty.has(cell) || failed.has(cell))
    : judged
  const explained = culprits(axes, telling, failed)
  const shown = asked.find(({ cell }) => failed.has(cell)) as AskedListCell
  const fault = faults.get(shown.cell) as Fault
  throw new Violation(
    `${fault.expected} in every cell`,
    `${fault.actual} for ${nameOf(shown.cell, axes)}. ${explained
      .slice(0, 4)
      .map(
        ({ part, failed, asked }) =>
          `${nameOfPart(part, axes)} fails in ${failed} of ${counted(asked, 'cell')}`,
      )
      .join(', ')}${explained.length > 4 ? `, and ${explained.length - 4} more` : ''}`,
    [shown.answer.exchange, ...shown.expected.shownBy],
    undefined,
    {
      ...cells,
      failing: [...failed].map((cell) => nameOf(cell, axes)),
      failed: explained.map(({ part, ...counts }) => ({ cell: nameOfPart(part, axes), ...counts })),
    },
  )
}

/**
 * Returns combinations that most often violate an earlier aspect, and never none. Another fault of a cell in them has
 * the same cause: a page of everybody may contain only persons that the search selects, but its total gives it away.
 */
function causesBefore(aspect: Aspect, asked: readonly AskedListCell[], faults: Faults): Cell[] {
  const axes: Axes = listAxes
  return ASPECTS.slice(0, ASPECTS.indexOf(aspect)).flatMap((earlier) => {
    const failed = failedIn(earlier, faults)
    return culprits(axes, judgedIn(failed, asked, faults), failed)
      .filter(({ part, failed, asked: judged }) => {
        const having = asked.filter(({ cell }) => isPart(part, cell, axes)).length
        return failed === judged && failed > having / 2
      })
      .map(({ part }) => part)
  })
}

function failedIn(aspect: Aspect, faults: Faults): Set<Cell> {
  return new Set([...faults.values()].filter((fault) => fault.aspect === aspect).map(({ cell }) => cell))
}

/** Returns the cells that failed and those without a fault: another fault hides whether a cell would have failed. */
function judgedIn(failed: ReadonlySet<Cell>, asked: readonly AskedListCell[], faults: Faults): Cell[] {
  return asked.map(({ cell }) => cell).filter((cell) => failed.has(cell) || !faults.has(cell))
}

/** Returns the first fault of an answer, so that one cause is not blamed on several clauses. */
function faultOf({ cell, answer, expected }: AskedListCell, service: Service): Fault | undefined {
  const fault = (aspect: Aspect, expected: string, actual: string) => ({ cell, aspect, expected, actual })
  const { list, status } = answer
  if (!list) return fault('status', 'a list', String(status))
  const { people, rows, page, window, known, busca, order } = expected
  const members = new Set(people.map(({ id }) => id))
  const others = list.people.filter(({ id }) => !members.has(id))
  if (others.length > 0 && others.every(({ id }) => members.has(withZeros(id)))) {
    const [{ id }] = others as [Person]
    return fault(
      'item',
      `${service.redactor.cpf(withZeros(id))} as in the list of everybody`,
      'a CPF without its zeros',
    )
  }
  const strangers = others.length
  if (strangers > 0) return fault('selection', 'only persons that the search selects', `${strangers} others`)
  const { paginacao, result } = list
  // A field that changes from list to list does not move the person.
  const keyOf = (person: Person) => order.keyOf(known.get(person.id) ?? person)
  const place = firstDifference(window, list.people, keyOf, ({ id }) => id, page > 1)
  if (list.total !== people.length) {
    const fits = list.people.length === Math.min(rows, Math.max(0, (list.total ?? 0) - (page - 1) * rows))
    if (fits && place !== undefined) {
      return fault('selection', `the ${counted(people.length, 'person')} of the search`, `${list.total}`)
    }
    return fault('total', `total ${people.length}`, `total ${show(list.total)}`)
  }
  if (numberOf(paginacao.atual) !== page)
    return fault('paginacao', `atual ${page}`, `atual ${show(paginacao.atual)}`)
  if (numberOf(paginacao.linhas) !== rows)
    return fault('paginacao', `linhas ${rows}`, `linhas ${show(paginacao.linhas)}`)
  if (result.busca !== busca) return fault('busca', 'the same busca as for the search alone', 'another busca')
  if (place !== undefined) {
    const isRepeated = new Set(list.people.map(({ id }) => id)).size < list.people.length
    if (!isRepeated && !isInOrder(list, people, keyOf)) {
      const by = order.sort === undefined ? 'default-order' : 'order'
      return fault(by, 'the order of the list without search', `another order from person ${place + 1} on`)
    }
    return fault(
      'window',
      `the ${counted(window.length, 'person')} of the page`,
      `other persons from person ${place + 1} on`,
    )
  }
  const changed = list.people.find((person) => {
    const same = known.get(person.id)
    return same !== undefined && (same.nome !== person.nome || same.stamp !== person.stamp)
  })
  if (changed) {
    return fault(
      'item',
      `${service.redactor.cpf(changed.id)} as in the list of everybody`,
      'another nome or atualizado_em',
    )
  }
  return undefined
}

/** Returns whether the persons of a page stand in the order of the whole list, apart from persons with equal keys. */
function isInOrder({ people }: List, all: readonly Person[], keyOf: (person: Person) => string): boolean {
  const ranks = new Map<string, number>()
  for (const person of all) {
    const key = keyOf(person)
    if (!ranks.has(key)) ranks.set(key, ranks.size)
  }
  const found = people.map((person) => ranks.get(keyOf(person)) ?? -1)
  return found.every((rank, i) => i === 0 || rank >= (found[i - 1] as number))
}
