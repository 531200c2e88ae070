import { by, onItens, onSelection, onTotal, rewrite } from './on-list.ts'
import { type Apply, isList, isValidation, type Quirk } from './quirk.ts'

interface Count {
  decisions: number
  /** When the first decision came. */
  since: string
}

/** Quirks that break a clause only after a report was decided. */
export const afterDecisions: readonly Quirk[] = [
  {
    name: 'stamp-without-milliseconds-after-decision',
    clause: ['2.1-atualizado_em'],
    says: 'Omits the milliseconds of atualizado_em for persons with a report decided since the start.',
    apply: onDecided((stamp) => stamp.replace(/\.\d{3}/, '')),
  },
  {
    name: 'stamp-local-after-decision',
    clause: ['2.1-atualizado_em', '4.1-1', '1-1-order'],
    says: 'Writes the local time of a decision as UTC.',
    apply: onDecided((stamp) => new Date(Date.parse(stamp) - 3 * 3_600_000).toISOString()),
  },
  {
    name: 'stamp-as-number-after-decision',
    clause: ['2.1-atualizado_em'],
    says: 'Sends atualizado_em as a number for persons with a report decided since the start.',
    apply: onDecided((stamp) => Date.parse(stamp)),
  },
  {
    name: 'total-counts-decisions',
    clause: ['2.2-total'],
    says: 'Counts every decision in total.',
    apply: counting((decisions) => onTotal((total) => String(total + decisions))),
  },
  {
    name: 'decided-person-gone',
    clause: ['4.1-2', '1-1', '2.2-total'],
    says: 'Omits persons with a report decided since the start from lists.',
    apply: counting((_, since) =>
      onSelection((people) => people.filter(({ atualizado_em }) => atualizado_em < since)),
    ),
  },
  {
    name: 'order-by-cpf-after-decision',
    clause: ['4.1-1', '1-1-order'],
    says: 'Orders by CPF, not by the last update, as soon as a report was decided.',
    apply: counting(() =>
      onSelection((people, { query }) =>
        query.has('sort') ? people : people.toSorted(by(({ cpf }) => cpf)),
      ),
    ),
  },
  {
    name: 'search-as-before-decision',
    clause: ['4.1-1', '1-1-order'],
    says: 'Moves persons with a report decided since the start to the end of a search without sort.',
    apply: counting((_, since) =>
      onSelection((people, { query }) => {
        const isDecided = ({ atualizado_em }: { atualizado_em: string }) => atualizado_em >= since
        if (query.has('sort') || !query.has('nome')) return people
        return [...people.filter((one) => !isDecided(one)), ...people.filter(isDecided)]
      }),
    ),
  },
  {
    name: 'decision-updates-another-too',
    clause: ['2.1-atualizado_em', '4.1-1', '1-1-order'],
    says: 'Also changes atualizado_em of an unrelated person when a report is decided.',
    apply: counting((_, since) =>
      onSelection((people, { query }) => {
        const decided = people.filter(({ atualizado_em }) => atualizado_em >= since)
        const [newest] = decided
          .map(({ atualizado_em }) => atualizado_em)
          .sort()
          .slice(-1)
        const rest = people.filter((one) => !decided.includes(one))
        const also = [...rest].sort(by(({ cpf }) => cpf))[0]
        if (newest === undefined || also === undefined) return people
        const changed = people.map((one) => (one === also ? { ...one, atualizado_em: newest } : one))
        const sort = query.get('sort') ?? '-atualizado_em'
        const sorted = changed.toSorted(by(({ atualizado_em }) => atualizado_em))
        return sort === 'atualizado_em' ? sorted : sort === '-atualizado_em' ? sorted.reverse() : changed
      }),
    ),
  },
  {
    name: 'sort-ignored-after-decision',
    clause: ['4.1-sort'],
    says: 'Ignores sort as soon as a report was decided.',
    apply: counting(() => rewrite(() => ({ sort: undefined }))),
  },
]

/** What holds only for the next list after a decision. */
export const rightAfterDecisions: readonly Quirk[] = [
  {
    name: 'list-backwards-after-foreign-decision',
    clause: ['4.1-1', '1-1-order', '4.1-sort', '4.1-nome'],
    says: 'Reverses the next list after another organization decided a report.',
    apply: nextList(
      (decider, reader) => decider !== reader,
      onItens((itens) => itens.toReversed()),
    ),
  },
  {
    name: 'query-lost-after-decision',
    clause: ['4.1-query', '4.1-page', '4.1-sort', '4.1-nome', '4.1-cpf'],
    says: 'Ignores the query of the next list after a decision of the same organization.',
    apply: nextList(
      (decider, reader) => decider === reader,
      (asked, next) => next({ ...asked, url: '/pessoas' }),
    ),
  },
]

/** Changes the first list after a decision, by who decided and who reads. */
function nextList(isMeant: (decider: string, reader: string) => boolean, change: Apply): Apply {
  const slot = 'decided last by'
  return async (asked, next, context) => {
    const { memory } = context
    const { authorization = '' } = asked.headers
    const decider = memory.get(slot) as string | undefined
    if (isList(asked) && decider !== undefined && isMeant(decider, authorization)) {
      memory.delete(slot)
      return change(asked, next, context)
    }
    const answered = await next(asked)
    if (isValidation(asked) && answered.status === 200) memory.set(slot, authorization)
    return answered
  }
}

/** Another value for the last update of everybody whose report was decided since the start. */
function onDecided(edit: (stamp: string) => unknown): Apply {
  return counting((_, since) =>
    onItens((itens) =>
      itens.map((item) =>
        item.atualizado_em < since ? item : { ...item, atualizado_em: edit(item.atualizado_em) },
      ),
    ),
  )
}

/** Changes lists after the first decision, by how many there were and when the first one came. */
function counting(change: (decisions: number, since: string) => Apply): Apply {
  return async (asked, next, context) => {
    const { memory } = context
    const slot = `decisions ${asked.headers.authorization}`
    const { decisions, since } = (memory.get(slot) as Count | undefined) ?? { decisions: 0, since: '' }
    if (isList(asked) && decisions > 0) return change(decisions, since)(asked, next, context)
    const began = new Date(context.clock.now()).toISOString()
    const answered = await next(asked)
    if (isValidation(asked) && answered.status === 200)
      memory.set(slot, { decisions: decisions + 1, since: since || began } satisfies Count)
    return answered
  }
}
