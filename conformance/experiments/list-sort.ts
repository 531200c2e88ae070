import { counted } from '../../src/contract/counted.ts'
import { knobs } from '../../src/contract/knobs.ts'
import type { Choices, SortField } from '../../src/contract/profile.ts'
import { directionOf } from '../judging/order.ts'
import { isSameOrder, orderSeen } from '../service/pages.ts'
import { type Experiment, noSuchChoice, refusedOr, Unseen } from './experiment.ts'

/** With fewer timestamps than this, an order may be chance. */
const FEW = 6

export const listSort = {
  defaultOrder: {
    risk: 'r',
    seen: 'the list without `sort`: timestamps fall or rise',
    needs: ['two-stamps'],
    steady: true,
    async ask(service) {
      const { people } = await service.pages()
      const direction = directionOf(people.map(({ stamp }) => stamp))
      if (direction === undefined) throw noSuchChoice('atualizado_em neither falls nor rises')
      if (direction === 'either') {
        throw new Unseen('thin-data', 'all persons read have the same atualizado_em', 'raise --max-pages')
      }
      const choice = direction === 'descending' ? 'newest-first' : 'oldest-first'
      const stamps = new Set(people.map(({ stamp }) => stamp)).size
      const doubt = stamps < FEW ? `only ${stamps} timestamps: the order may be chance` : undefined
      return {
        choice,
        evidence: `atualizado_em is ${direction} over ${counted(people.length, 'person')}`,
        doubt,
      }
    },
  },

  sortUnknown: {
    risk: 'r',
    seen: '`sort` by an unknown field, by `--nome`, by `-`: rejected, or the same list as without it',
    steady: true,
    async ask(service) {
      const unsorted = await service.list()
      return refusedOr(
        service,
        [{ sort: 'campo_desconhecido' }, { sort: '--nome' }, { sort: '-' }],
        'ignore',
        (list) => isSameOrder(list, unsorted),
      )
    },
  },

  sortFields: {
    risk: 'r',
    seen: 'each field in both directions: the order differs from the one without `sort`',
    needs: ['two-persons', 'two-stamps', 'two-names'],
    steady: true,
    async ask(service) {
      const fields: SortField[] = []
      for (const field of knobs.sortFields.choices) {
        const seen = await service.tryOut({ sort: field })
        if (seen.list && orderSeen(seen.list, field) === 'tied') {
          throw new Unseen(
            'thin-data',
            `all persons of a page have the same ${field}`,
            'seed persons with different values',
          )
        }
        if (!(await service.sortsBy(field))) continue
        const [up, down] = [await service.list({ sort: field }), await service.list({ sort: `-${field}` })]
        if ([orderSeen(up, field), orderSeen(down, field, true)].includes('disordered'))
          throw noSuchChoice(`sort=${field} returns an order that is not by ${field}`)
        fields.push(field)
      }
      if (fields.length === 0) throw noSuchChoice('no field orders the list: see SORT-01')
      return { choice: fields, evidence: `the list is ordered by ${fields.join(', ')}` }
    },
  },
} satisfies { [K in keyof Choices]?: Experiment<K> }
