import type { Fault, FaultName } from '../contract/faults.ts'
import type { ListRequest, NameMatch, Organization, Store } from '../world/store.ts'

/** In a larger list, a search in another way takes noticeable time, in which nobody else is answered. */
const MOST_PERSONS = 10_000
/** As many other organizations are asked for a CPF. */
const MOST_ORGANIZATIONS = 1_000

/** A way to search less strictly, and the reason why a search found nobody if somebody is found by it. */
type Easing = [name: FaultName, ease: (match: NameMatch) => NameMatch]

/** Returns why a search found nobody, if there is a likely reason in the data. It asks the store: call it after the answer. */
export function whyNobody(
  store: Store,
  organization: Organization,
  { cpf, nome, ...request }: ListRequest,
): Fault[] {
  // A store that answers later has other work to do.
  if (store.limit !== undefined) return []
  const total = (of: Organization, more: Partial<ListRequest>) =>
    store.list(of, { ...request, page: 1, rows: 1, order: ANY_ORDER, ...more }).total

  if (cpf !== undefined && total(organization, { cpf }) === 0) {
    const others = (store.neighbours?.(organization) ?? store.organizations).slice(0, MOST_ORGANIZATIONS)
    const owner = others.find((other) => total(other, { cpf }) > 0)
    if (owner) return [{ name: 'cpf.foreign', slots: { organization: owner.id } }]
  }
  if (nome === undefined || organization.persons > MOST_PERSONS) return []
  let eased = nome
  for (const [name, ease] of easingsOf(nome)) {
    eased = ease(eased)
    // It may need those before it, too: the next search says which.
    if (total(organization, { cpf, nome: eased }) > 0) return [{ name, slots: {} }]
  }
  return []
}

const ANY_ORDER: ListRequest['order'] = { by: 'cpf', descending: false, collation: 'code-point' }

function easingsOf({ text, folding }: NameMatch): Easing[] {
  const withText = (change: (text: string) => string) => (match: NameMatch) => ({
    ...match,
    text: change(match.text),
  })
  const all: [isPossible: boolean, ...Easing][] = [
    [true, 'nome.plus', withText((text) => text.replaceAll('+', ' '))],
    [text.trim() !== '', 'nome.blanks', withText((text) => text.trim().replace(/\s+/g, ' '))],
    [true, 'nome.decomposed', withText((text) => text.normalize('NFC'))],
    [folding === 'none', 'nome.case', (match) => ({ ...match, folding: 'case' })],
    [folding !== 'case-and-accents', 'nome.accents', (match) => ({ ...match, folding: 'case-and-accents' })],
  ]
  return all.filter(([isPossible]) => isPossible).map(([, ...easing]) => easing)
}
