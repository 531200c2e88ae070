import { counted } from '../../src/contract/counted.ts'
import type { SortField } from '../../src/contract/profile.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { firstDisorder, firstUnequalTie, firstUnreversed } from '../judging/order.ts'
import { difference, firstDifference } from '../judging/pages.ts'
import { pagesRead } from '../service/evidence.ts'
import type { ListAnswer, Pages, Person } from '../service/lists.ts'
import { isRestless } from '../service/pages.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { ends, exchangesAt, HEADERS, ids, nameWithHits, ordersBy, PAGES, requireSort } from './listed.ts'
import { type Case, observations } from './observations.ts'
import { inOrder, sortKeys } from './sorted.ts'

const FIELDS = ['cpf', 'nome', 'atualizado_em'] as const satisfies readonly SortField[]

export const sort: readonly Check[] = [
  {
    id: 'SORT-01',
    clause: ['4.1-sort', '1-1-select'],
    level: 'required',
    risk: 'r',
    steady: true,
    rests: [...HEADERS, ...PAGES],
    needs: ['two-persons'],
    title: 'orders by at least one of cpf, nome and atualizado_em',
    async run(service) {
      const accepted: string[] = []
      const answers: ListAnswer[] = []
      const { people } = await service.facts()
      for (const field of FIELDS) {
        answers.push(await service.get({ sort: field }))
        if (await service.sortsBy(field)) accepted.push(field)
        // If all persons have the same key, no order by it is visible.
        else if (new Set(people.map(sortKeys[field].fine)).size < 2) accepted.push(`${field} perhaps`)
      }
      if (accepted.length > 0 && accepted.every((field) => field.endsWith('perhaps'))) {
        throw new Undecided(
          'thin-data',
          `no order is visible: ${accepted.join(', ')}; seed persons with different values`,
        )
      }
      must(
        accepted.length > 0,
        'an order by at least one of them',
        answers.map(({ status, list }) => (list ? 'the same order as without sort' : status)).join(', '),
        ...answers.map(({ exchange }) => exchange),
      )
      return `by ${accepted.join(', ')}`
    },
  },
  ordered('SORT-02', 'atualizado_em'),
  ordered('SORT-04', 'cpf'),
  ordered('SORT-06', 'nome'),
  {
    id: 'SORT-08',
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['two-persons'],
    title: 'returns the descending order as the reverse of the ascending one',
    run: (service) =>
      bothWays(service, (field, up, down) => {
        const keyOf = sortKeys[field].coarse
        const place = firstUnreversed(up.people.map(keyOf), down.people.map(keyOf))
        must(
          place === undefined,
          `sort=-${field} in the reverse order of sort=${field}`,
          `they differ at person ${(place ?? 0) + 1}`,
          ...exchangesAt(up, place),
          ...exchangesAt(down, down.people.length - 1 - (place ?? 0)),
        )
      }),
  },
  {
    id: 'SORT-09',
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['two-persons'],
    title: 'includes persons with equal keys in both sort directions',
    run: (service) =>
      bothWays(service, (field, up, down) => {
        const tied = ties(up, sortKeys[field].coarse)
        if (tied === 0) return 'no equal keys'
        if (moves(field, up, down)) return 'persons with equal keys move between pages'
        const odd = firstUnequalTie(up.people, down.people, sortKeys[field].coarse, ({ id }) => id)
        must(
          odd === undefined,
          `the same persons for each ${field} in both directions`,
          'other persons for one',
          ...ends(up, down),
        )
        return `${counted(tied, 'tie')}`
      }),
  },
  {
    id: 'SORT-10',
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['two-persons'],
    title: 'lists the same persons in every order',
    run: (service) =>
      bothWays(
        service,
        async (field, up, down) => {
          const unsorted = await service.everyone()
          for (const [name, pages] of [
            [field, up],
            [`-${field}`, down],
          ] as const) {
            const same = pages.total === unsorted.total
            must(
              same,
              `total ${unsorted.total}, the same as without sort`,
              `total ${pages.total}`,
              ...ends(unsorted, pages),
            )
            if (pages.capped || unsorted.capped) continue
            const { missing, extra } = difference(ids(unsorted), ids(pages))
            if (moves(field, pages)) {
              if (missing.length > 0 && (await staysAlike(service, name, pages)))
                throw new Violation(
                  `the same persons with sort=${name} as without sort`,
                  `${missing.length} missing on all pages, which are the same each time`,
                  pages.pages.map(({ exchange }) => exchange),
                  'soft',
                )
              continue
            }
            must(
              missing.length + extra.length === 0,
              `the same persons with sort=${name} as without sort`,
              `${missing.length} missing, ${extra.length} extra`,
              ...ends(unsorted, pages),
            )
          }
        },
        'partial',
      ),
  },
  {
    id: 'SORT-11',
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'r',
    needs: ['two-persons'],
    title: 'accepts - before every field that it orders by',
    async run(service) {
      const fields = await sortedFields(service)
      for (const field of fields) {
        const { status, exchange } = await service.get({ sort: `-${field}` })
        must(status === 200, '200', status, exchange)
      }
      return fields.map((field) => `-${field}`).join(', ')
    },
  },
  {
    id: 'SORT-12',
    clause: ['4.1-sort', '4.1-3'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['two-pages'],
    title: 'keeps the order from one page to the next',
    async run(service) {
      const fields = await sortedFields(service)
      let borders = 0
      for (const field of fields) {
        const { pages } = await service.pages({ sort: field })
        for (const [i, list] of pages.entries()) {
          const before = pages[i - 1]
          const [last, first] = [before?.people.at(-1), list.people[0]]
          if (!before || !last || !first) continue
          borders++
          must(
            firstDisorder(
              [sortKeys[field].fine(last), sortKeys[field].fine(first)],
              false,
              sortKeys[field].compares,
            ) === undefined,
            `page ${i + 1} continues the order of page ${i} by ${field}`,
            `the first person of page ${i + 1} belongs before the last one of page ${i}`,
            before.exchange,
            list.exchange,
          )
        }
      }
      return counted(borders, 'page break')
    },
  },
  {
    id: 'PAG-18',
    clause: ['4.1-sort', '4.1-page'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    needs: ['two-persons'],
    title: 'returns a sorted page in the same order every time',
    async run(service) {
      const [field] = await sortedFields(service)
      const query = { sort: field as SortField }
      const [first, ...others] = [
        await service.list(query),
        ...[await service.again(query), await service.again(query)].flatMap(({ list }) => list ?? []),
      ]
      const keyOf = sortKeys[field as SortField].coarse
      for (const other of others) {
        const place = firstDifference(first?.people ?? [], other.people, keyOf, ({ id }) => id)
        must(
          place === undefined,
          'the same order as in the first answer',
          `another order from person ${(place ?? 0) + 1} on`,
          ...(first ? [first.exchange] : []),
          other.exchange,
        )
      }
      return `3 times sort=${field}`
    },
  },
  {
    id: 'SORT-13',
    clause: ['4.1-open-match', '4.1-sort'],
    level: 'open',
    risk: 'r',
    needs: ['two-persons'],
    title: 'chooses which fields to sort by and how to treat other values of sort',
    async run(service) {
      const others = ['campo_desconhecido', '', '+nome', '--nome', 'NOME', 'nome,-cpf', 'id']
      const sortBy = (value: string, accepted: () => string | Promise<string>): Case => [
        `sort=${value}`,
        () => service.tryOut({ sort: value }),
        ({ list, status }) => (list ? accepted() : status),
      ]
      return observations([
        ...FIELDS.map((field) =>
          sortBy(field, async () =>
            (await service.sortsBy(field)) ? 'orders by it' : 'accepted, but no order by it is visible',
          ),
        ),
        ...others.map((value) => sortBy(value, () => 'accepted')),
      ])
    },
  },
  {
    id: 'SORT-14',
    clause: ['4.1-3', '4.1-sort'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: [...PAGES, 'NOME-01', 'NOME-02', 'NOME-03', 'NOME-06'],
    needs: ['two-persons'],
    title: 'keeps selection and order when nome and sort are combined',
    async run(service) {
      const fields = await sortedFields(service)
      const nome = await nameWithHits(service, 2)
      const selected = await service.everyone({ nome })
      for (const field of fields) {
        for (const descending of [false, true]) {
          const sort = `${descending ? '-' : ''}${field}`
          const sorted = await service.pages({ nome, sort })
          const { missing, extra } = difference(ids(selected), ids(sorted))
          must(
            selected.capped || sorted.capped || moves(field, sorted) || missing.length + extra.length === 0,
            `the same persons for nome with sort=${sort} as without sort`,
            `${missing.length} missing, ${extra.length} extra`,
            ...ends(selected, sorted),
          )
          inOrder(sorted, field, descending)
        }
      }
      return `${counted(selected.people.length, 'hit')}, ${counted(fields.length * 2, 'order')}`
    },
  },
]

/** Returns whether each page is the same when it is asked for twice more. */
async function staysAlike(service: Service, sort: string, { pages }: Pages): Promise<boolean> {
  for (const [i, then] of pages.entries()) {
    for (let times = 0; times < 2; times++) {
      const { list } = await service.again({ sort, page: i + 1 })
      if (list?.people.map(({ id }) => id).join() !== then.people.map(({ id }) => id).join()) return false
    }
  }
  return true
}

function ordered(id: string, field: SortField): Check {
  return {
    id,
    clause: ['4.1-sort'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: PAGES,
    needs: ['two-persons'],
    title: `orders by ${field}, ascending and descending`,
    async run(service) {
      await requireSort(service, field)
      const up = await service.pages({ sort: field })
      inOrder(up, field, false)
      await ordersBy(service, field)
      const answer = await service.get({ sort: `-${field}` })
      if (!answer.list) return `ascending, ${pagesRead(up)}`
      inOrder(await service.pages({ sort: `-${field}` }), field, true)
      return `both ways, ${pagesRead(up)} each`
    },
  }
}

async function sortedFields(service: Service): Promise<SortField[]> {
  const fields: SortField[] = []
  for (const field of FIELDS) if (await service.sortsBy(field)) fields.push(field)
  if (fields.length === 0) throw new Undecided('blocked', 'no field orders the list: see SORT-01')
  return fields
}

/**
 * Judges every sort field in both directions. Without `partial`, the judgement needs whole lists.
 * @throws {Undecided} when a whole list is needed and has more pages than --max-pages allows
 */
async function bothWays(
  service: Service,
  judge: (field: SortField, up: Pages, down: Pages) => unknown,
  partial?: 'partial',
): Promise<string> {
  const seen: string[] = []
  for (const field of await sortedFields(service)) {
    const answer = await service.get({ sort: `-${field}` })
    if (!answer.list) continue
    const [up, down] = [await service.pages({ sort: field }), await service.pages({ sort: `-${field}` })]
    if (!partial && (up.capped || down.capped)) {
      throw new Undecided('page-limit', `the list has ${up.announced} pages, more than --max-pages allows`)
    }
    const said = await judge(field, up, down)
    seen.push(`${field} ${typeof said === 'string' ? said : counted(up.people.length, 'person')}`)
  }
  if (seen.length === 0) throw new Undecided('blocked', 'no descending sort returns a list: see SORT-11')
  return seen.join(', ')
}

/** Returns whether persons with equal keys changed places between the pages of a list. */
function moves(field: SortField, ...lists: readonly Pages[]): boolean {
  return lists.some((pages) => isRestless(pages, sortKeys[field].coarse))
}

function ties({ people }: Pages, keyOf: (person: Person) => string): number {
  return people.length - new Set(people.map(keyOf)).size
}
