import type { URLSearchParams } from 'node:url'
import { setTimeout } from '../../contract/real-globals.ts'
import type { PersonItem, ValidationBody } from '../../contract/wire.ts'
import type { Organization } from '../../store/store.ts'
import { refusal } from '../refusal.ts'
import { broken } from './breaks.ts'
import { authorized, callerOf, firstEnabled, isOther } from './let-in.ts'
import { foreigners } from './list-nome.ts'
import {
  type ListCall,
  newestPerson,
  onItens,
  onSelection,
  onTotal,
  queryOf,
  textOf,
  where,
} from './on-list.ts'
import { numeroOf } from './on-validation.ts'
import {
  type Apply,
  forLists,
  forValidations,
  isList,
  isValidation,
  type Next,
  parse,
  type Quirk,
  type QuirkContext,
  type QuirkRequest,
  type QuirkResponse,
  refuse,
} from './quirk.ts'

function othersOf(asked: QuirkRequest, context: QuirkContext): Organization[] {
  const caller = callerOf(asked, context)
  return context.organizations.filter((one) => one.enabled && caller !== undefined && one !== caller)
}

/** Returns the answer to a decision as the other organization that has the report would get it; undefined if no other one has it. */
async function asOwner(
  asked: QuirkRequest,
  next: Next,
  context: QuirkContext,
): Promise<QuirkResponse | undefined> {
  for (const organization of othersOf(asked, context)) {
    const answered = await next(authorized(asked, organization, context))
    if (answered.status === 200) return answered
  }
  return undefined
}

const everyoneOf = (call: ListCall, organization?: Organization) =>
  call.everyone({ cpf: undefined, nome: undefined, sort: undefined }, organization)

/** Leaves out of a search by nome whom the first organization has, too. */
const withoutShared = where(
  (query) => query.has('nome'),
  onSelection(async (people, call) => {
    const first = await everyoneOf(call, firstEnabled(call.context))
    const known = new Set(first.map(({ cpf }) => cpf))
    return people.filter(({ cpf }) => !known.has(cpf))
  }),
)

const isFarAway = (query: URLSearchParams) => Number(textOf(query, 'page')) > 20

/** Changes the lists of all but the first organization by the persons whose reports that one decided, as they were then. */
function withDecidedByFirst(
  change: (decided: ReadonlyMap<string, PersonItem>, query: URLSearchParams) => Apply,
  isMeant: (aprovar: unknown, isKnown: boolean) => boolean = () => true,
): Apply {
  return async (asked, next, context) => {
    const slot = 'decided persons'
    const decided = (context.memory.get(slot) ?? new Map()) as ReadonlyMap<string, PersonItem>
    const isFirst = callerOf(asked, context) === firstEnabled(context)
    const query = queryOf(asked)
    if (isList(asked)) {
      const isChanged = isOther(asked, context) && decided.size > 0 && !query.has('cpf') && !query.has('nome')
      return isChanged ? change(decided, query)(asked, next, context) : next(asked)
    }
    const answered = await next(asked)
    if (!isFirst || !isValidation(asked) || answered.status !== 200) return answered
    const { aprovar } = (parse(asked.body) ?? {}) as Partial<ValidationBody>
    const newest = await newestPerson(asked, next)
    if (newest && isMeant(aprovar, decided.has(newest.cpf)))
      context.memory.set(slot, new Map([...decided, [newest.cpf, newest]]))
    return answered
  }
}

/** Adds persons to a list: at the end of a sorted one, and at the beginning of any other. */
function withLent(lent: ReadonlyMap<string, PersonItem>, query: URLSearchParams): Apply {
  return onSelection((people) => {
    const had = new Set(people.map(({ cpf }) => cpf))
    const added = [...lent.values()].filter(({ cpf }) => !had.has(cpf))
    return query.has('sort') ? [...people, ...added] : [...added.reverse(), ...people]
  })
}

/** What one organization sees of another one, or does to it. */
export const organizations: readonly Quirk[] = [
  {
    name: 'total-knows-foreign-cpf',
    clause: ['2.2-total', '4.1-2'],
    says: 'Returns total 1 and nobody for the cpf of a person that only another organization queried.',
    apply: where(
      (query) => query.has('cpf') && !query.has('nome'),
      onTotal(async (total, _, call) => {
        if (total > 0) return String(total)
        const hidden = (await foreigners(call)).some(({ cpf }) => cpf === call.query.get('cpf'))
        return hidden ? '1' : '0'
      }),
    ),
  },
  {
    name: 'far-page-of-others',
    clause: ['4.1-2', '1-1'],
    says: "Shows other organizations' persons on a page far beyond the end.",
    apply: where(
      isFarAway,
      onItens(async (itens, _, call) =>
        itens.length > 0 || call.query.has('cpf') || call.query.has('nome')
          ? itens
          : (await foreigners(call)).slice(0, 25),
      ),
    ),
  },
  {
    name: 'cpf-not-found-for-all',
    clause: ['4.1-cpf', '4.1-2', '1-1'],
    says: 'Remembers a CPF that one organization did not find as unknown to all of them.',
    apply: forLists(async (asked, next, context) => {
      const cpf = textOf(queryOf(asked), 'cpf')
      const slot = `nobody ${cpf}`
      const by = context.memory.get(slot)
      const caller = callerOf(asked, context)?.token
      if (by !== undefined && by !== caller)
        return next({ ...asked, url: asked.url.replace(/cpf=[^&]*/, 'cpf=00000000000') })
      const answered = await next(asked)
      const itens = (parse(answered.body) as { result?: { itens?: unknown[] } } | undefined)?.result?.itens
      if (cpf !== '' && itens?.length === 0) context.memory.set(slot, caller)
      return answered
    }),
  },
  {
    name: 'search-shared-right-after',
    clause: ['4.1-2', '1-1', '4.1-nome', '2.2-total'],
    says: 'Answers a search by nome as it answered the same search of another organization just before.',
    apply: forLists(async (asked, next, context) => {
      const { memory } = context
      const by = callerOf(asked, context)
      const slot = 'search just before'
      const before = memory.get(slot) as
        | { by: Organization; url: string; answered: QuirkResponse }
        | undefined
      memory.delete(slot)
      if (!by || textOf(queryOf(asked), 'nome') === '') return next(asked)
      if (before?.url === asked.url && before.by.token !== by.token) return before.answered
      const answered = await next(asked)
      memory.set(slot, { by, url: asked.url, answered })
      return answered
    }),
  },
  {
    name: 'lists-mixed-at-once',
    clause: ['4.1-2', '1-1'],
    says: 'Answers equal requests of two organizations at the same moment with the list of the later one.',
    apply: forLists(async (asked, next, context) => {
      if (!callerOf(asked, context)) return next(asked)
      const { memory } = context
      const slot = `at once ${asked.url}`
      const waiting = Number(memory.get(`${slot} waiting`) ?? 0)
      memory.set(`${slot} waiting`, waiting + 1)
      memory.set(slot, asked)
      await new Promise((resolve) =>
        setTimeout(resolve, waiting === 0 && asked.url.startsWith('/pessoas?sort') ? 8 : 0),
      )
      const answered = await next(memory.get(slot) as QuirkRequest)
      memory.set(`${slot} waiting`, Number(memory.get(`${slot} waiting`)) - 1)
      return answered
    }),
  },
  {
    name: 'organizations-merged',
    clause: ['1-1', '4.1-2', '4.1-1', '2.1-atualizado_em'],
    says: 'Lists the persons of the first organization to every organization.',
    apply: forLists((asked, next, context) => {
      const [first] = context.organizations.filter(({ enabled }) => enabled)
      return next(callerOf(asked, context) && first ? authorized(asked, first, context) : asked)
    }),
  },
  {
    name: 'last-update-of-any-organization',
    clause: ['2.1-atualizado_em', '4.1-2', '4.1-1', '1-1'],
    says: 'Shows the last update of the first organization for a person that several queried.',
    apply: onItens(async (itens, _, call) => {
      const [first] = call.context.organizations.filter(({ enabled }) => enabled)
      const stamps = new Map(
        (await everyoneOf(call, first)).map(({ cpf, atualizado_em }) => [cpf, atualizado_em]),
      )
      return itens.map((item) => ({ ...item, atualizado_em: stamps.get(item.cpf) ?? item.atualizado_em }))
    }),
  },
  {
    name: 'foreign-report-before-body',
    clause: ['4.2-3', '1-1'],
    says: "Answers 404 to a bad body for another organization's report, which it approves, and 400 for an unknown one.",
    apply: forValidations(async (asked, next, context) => {
      const answered = await next(asked)
      if (answered.status !== 400) return answered
      const good: ValidationBody = { aprovar: true, mensagem: 'Uma mensagem que basta para decidir.' }
      const owned = await asOwner({ ...asked, body: JSON.stringify(good) }, next, context)
      return owned ? refuse(refusal.reportUnknown(context.profile)) : answered
    }),
  },
  {
    name: 'foreign-report-rejectable',
    clause: ['4.2-3', '1-1'],
    says: "Rejects another organization's report, but answers 404 to its approval.",
    apply: forValidations(async (asked, next, context) => {
      const answered = await next(asked)
      const { aprovar } = (parse(asked.body) ?? {}) as Partial<ValidationBody>
      if (answered.status !== 404 || aprovar !== false) return answered
      return (await asOwner(asked, next, context)) ?? answered
    }),
  },
  {
    name: 'foreign-report-decided-with-404',
    clause: ['4.2-3', '1-1'],
    says: "Answers 404 to a decision on another organization's report, and records it.",
    apply: forValidations(async (asked, next, context) => {
      const answered = await next(asked)
      if (answered.status === 404) await asOwner(asked, next, context)
      return answered
    }),
  },
  {
    name: 'foreign-report-breaks',
    clause: ['4.2-3', '1-1'],
    says: "Decides another organization's report, and answers 500.",
    apply: forValidations(async (asked, next, context) => {
      const answered = await next(asked)
      const owned = answered.status === 404 ? await asOwner(asked, next, context) : undefined
      return owned ? broken() : answered
    }),
  },
  {
    name: 'shared-person-not-found-by-name',
    clause: ['4.1-nome', '4.1-2'],
    says: 'Omits persons that the first organization also has from a search by nome of every other organization.',
    apply: forLists((asked, next, context) =>
      isOther(asked, context) ? withoutShared(asked, next, context) : next(asked),
    ),
  },
  {
    name: 'rejected-person-lent',
    clause: ['4.1-2', '1-1'],
    says: 'Adds to the list of every other organization the persons whose report the first organization rejected since the start.',
    apply: withDecidedByFirst(withLent, (aprovar) => aprovar === false),
  },
  {
    name: 'decided-person-copied',
    clause: ['4.1-2', '1-1'],
    says: 'Adds to the list of every other organization the persons whose report the first organization decided since the start, as they were at the first decision.',
    apply: withDecidedByFirst(withLent, (_, isKnown) => !isKnown),
  },
  {
    name: 'decided-person-taken-away',
    clause: ['4.1-2', '1-1'],
    says: 'Removes from the list of every other organization the persons whose report the first organization decided since the start.',
    apply: withDecidedByFirst((decided) =>
      onSelection((people) => people.filter(({ cpf }) => !decided.has(cpf))),
    ),
  },
  {
    name: 'decision-moves-all-lists',
    clause: ['4.1-2', '1-1', '1-1-order', '2.1-atualizado_em'],
    says: "Changes atualizado_em of the first person in every other organization's list when an organization decides a report.",
    async apply(asked, next, context) {
      const caller = callerOf(asked, context)?.token
      if (!isList(asked)) {
        const answered = await next(asked)
        if (answered.status === 200 && numeroOf(asked) !== '')
          context.memory.set('decided', { by: caller, at: new Date(context.clock.now()).toISOString() })
        return answered
      }
      const decided = context.memory.get('decided') as { by: string | undefined; at: string } | undefined
      if (!decided || decided.by === caller) return next(asked)
      const touch = (item: PersonItem, i: number) => (i === 0 ? { ...item, atualizado_em: decided.at } : item)
      return onItens((itens) => itens.map(touch))(asked, next, context)
    },
  },
]
