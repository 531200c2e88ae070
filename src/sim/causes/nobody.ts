import type { Profile } from '../../contract/profile.ts'
import type { ListRequest, NameMatch, Organization, Page, Store } from '../../store/store.ts'
import type { Cause } from './cause.ts'
import { causes } from './causes.ts'

/** In a larger list, a search in another way takes noticeable time, in which nobody else is answered. */
const MOST_PERSONS = 10_000
/** As many other organizations are asked for a CPF. */
const MOST_ORGANIZATIONS = 1_000

/** A way to search less strictly, and the cause to log if somebody is found by it. */
interface Easing {
  ease: (match: NameMatch) => NameMatch
  cause: () => Cause
}

/**
 * Returns why a search found nobody, if there is a likely reason in the data; an empty list otherwise. It asks the store,
 * so call it after the answer was sent.
 */
export type WhyNobody = (organization: Organization, request: ListRequest) => readonly Cause[]

export function createWhyNobody(store: Store, profile: Profile): WhyNobody {
  const { search } = profile.dialect
  const { query } = causes

  const easingsOf = ({ text, folding, matching }: NameMatch): Easing[] => {
    const trimmed = text.trim().replace(/\s+/g, ' ')
    const isComposed = text === text.normalize('NFC')
    const strict = folding === 'none' || folding === 'ascii-case'
    const all: [isPossible: boolean, ease: Easing['ease'], cause: Easing['cause']][] = [
      [trimmed !== text && trimmed !== '', (match) => ({ ...match, text: trimmed }), query.nomeBlanks],
      [
        true,
        (match) => ({ ...match, text: match.text.normalize('NFC'), composed: true }),
        isComposed ? query.dataDecomposed : query.nomeDecomposed,
      ],
      [
        strict,
        (match) => ({ ...match, folding: 'case' }),
        () => query.nomeCase(search.folding === undefined),
      ],
      [
        strict || folding === 'case',
        (match) => ({ ...match, folding: 'case-and-accents' }),
        () => query.nomeAccents(search.folding === undefined),
      ],
      [
        matching !== 'contains',
        (match) => ({ ...match, matching: 'contains' }),
        () => query.nomePart(search.words === undefined),
      ],
    ]
    return all.flatMap(([isPossible, ease, cause]) => (isPossible ? [{ ease, cause }] : []))
  }

  const ofNome = (organization: Organization, request: ListRequest, nome: NameMatch): Cause[] => {
    const finds = (easings: readonly Easing[]) => {
      const eased = easings.reduce((match, { ease }) => ease(match), nome)
      return totalOf(store, organization, { ...request, nome: eased }) > 0
    }
    const all = easingsOf(nome)
    const last = all.findIndex((_, i) => finds(all.slice(0, i + 1)))
    // What the last one finds, it may find without some of those before it.
    const needed = all.slice(0, last + 1)
    for (const easing of [...needed]) {
      const others = needed.filter((other) => other !== easing)
      if (finds(others)) needed.splice(needed.indexOf(easing), 1)
    }
    return needed.map(({ cause }) => cause())
  }

  const ofCpf = (organization: Organization, cpf: string): Cause[] => {
    const request = { page: 1, rows: 1, order: ANY_ORDER, cpf }
    if (totalOf(store, organization, request) > 0) return []
    const others = (store.neighbours?.(organization) ?? store.organizations).slice(0, MOST_ORGANIZATIONS)
    const owner = others.find((other) => totalOf(store, other, request) > 0)
    return owner === undefined ? [] : [query.cpfForeign(owner.id)]
  }

  return (organization, { cpf, nome, ...request }) => {
    // A store that answers later has other work to do.
    if (store.limit !== undefined) return []
    const foreign = cpf === undefined ? [] : ofCpf(organization, cpf)
    if (foreign.length > 0 || nome === undefined || organization.persons > MOST_PERSONS) return foreign
    return ofNome(organization, { ...request, cpf, page: 1, rows: 1, order: ANY_ORDER }, nome)
  }
}

const ANY_ORDER: ListRequest['order'] = { by: 'cpf', descending: false, collation: 'code-point' }

function totalOf(store: Store, organization: Organization, request: ListRequest): number {
  return (store.list(organization, request) as Page).total
}
