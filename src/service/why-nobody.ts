import type { Fault, FaultName, Slots } from '../contract/faults.ts'
import type { ListRequest, NameMatch, Organization, Page, Store } from '../store/store.ts'

/** In a larger list, a search in another way takes noticeable time, in which nobody else is answered. */
const MOST_PERSONS = 10_000
/** As many other organizations are asked for a CPF. */
const MOST_ORGANIZATIONS = 1_000

/** A way to search less strictly, and the reason why a search found nobody if somebody is found by it. */
interface Easing {
  ease: (match: NameMatch) => NameMatch
  name: FaultName
  slots?: Slots
}

/** Returns why a search found nobody, if there is a likely reason in the data. It asks the store: call it after the answer. */
export function whyNobody(
  store: Store,
  organization: Organization,
  { cpf, nome, ...request }: ListRequest,
): Fault[] {
  // A store that answers later has other work to do.
  if (store.limit !== undefined) return []
  const total = (of: Organization, more: Partial<ListRequest>) =>
    (store.list(of, { ...request, page: 1, rows: 1, order: ANY_ORDER, ...more }) as Page).total

  if (cpf !== undefined && total(organization, { cpf }) === 0) {
    const others = (store.neighbours?.(organization) ?? store.organizations).slice(0, MOST_ORGANIZATIONS)
    const owner = others.find((other) => total(other, { cpf }) > 0)
    if (owner) return [{ name: 'cpf.foreign', slots: { organization: owner.id } }]
  }
  if (nome === undefined || organization.persons > MOST_PERSONS) return []
  const finds = (easings: readonly Easing[]) =>
    total(organization, { cpf, nome: easings.reduce((match, { ease }) => ease(match), nome) }) > 0
  const all = easingsOf(nome)
  const last = all.findIndex((_, i) => finds(all.slice(0, i + 1)))
  // What the last one finds, it may find without some of those before it.
  const needed = all.slice(0, last + 1)
  for (const easing of [...needed]) {
    if (finds(needed.filter((other) => other !== easing))) needed.splice(needed.indexOf(easing), 1)
  }
  return needed.map(({ name, slots = {} }) => ({ name, slots }))
}

const ANY_ORDER: ListRequest['order'] = { by: 'cpf', descending: false, collation: 'code-point' }

function easingsOf({ text, folding, matching }: NameMatch): Easing[] {
  const composed = text.normalize('NFC')
  const spaced = text.replaceAll('+', ' ')
  const trimmed = spaced.trim().replace(/\s+/g, ' ')
  const all: [isPossible: boolean, Easing][] = [
    [spaced !== text, { name: 'nome.plus', ease: (match) => ({ ...match, text: spaced }) }],
    [
      trimmed !== spaced && trimmed !== '',
      { name: 'nome.blanks', ease: (match) => ({ ...match, text: trimmed }) },
    ],
    [
      true,
      {
        name: 'nome.decomposed',
        slots: { whose: composed === text ? 'the data' : 'the search' },
        ease: (match) => ({ ...match, text: match.text.normalize('NFC'), composed: true }),
      },
    ],
    [folding === 'none', { name: 'nome.case', ease: (match) => ({ ...match, folding: 'case' }) }],
    [
      folding !== 'case-and-accents',
      { name: 'nome.accents', ease: (match) => ({ ...match, folding: 'case-and-accents' }) },
    ],
    [matching !== 'contains', { name: 'nome.part', ease: (match) => ({ ...match, matching: 'contains' }) }],
  ]
  return all.flatMap(([isPossible, easing]) => (isPossible ? [easing] : []))
}
