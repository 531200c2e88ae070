import type { Profile } from '../contract/profile.ts'
import { type Soon, whenThere } from '../store/soon.ts'
import type { Order, Organization, Store } from '../store/store.ts'
import { causes } from './causes/causes.ts'
import type { ListQuestion } from './list-query.ts'
import { digitsKindOfCpf } from './reading/read-cpf.ts'
import type { Settled } from './reading/settled.ts'
import { type Refusal, reason, refusal } from './refusal.ts'

/** Returns the refusal of a search that found nobody; undefined to answer with an empty list. */
export type RefuseNobody = (organization: Organization, question: ListQuestion) => Soon<Refusal | undefined>

const ANY_ORDER: Order = { by: 'cpf', descending: false, collation: 'code-point' }

/** @returns undefined where every such search is answered with an empty list */
export function createRefuseNobody(
  store: Store,
  profile: Profile,
  { cpf: cpfs, nome: nomes }: Settled,
): RefuseNobody | undefined {
  const isWrongRefused = cpfs['wrong-digits'] === 'not-found' || cpfs['same-digits'] === 'not-found'
  if (cpfs.unknown === 'nobody' && !isWrongRefused && nomes.unknown === 'nobody') return undefined

  const isUnknown = (organization: Organization, cpf: string) =>
    whenThere(
      store.list(organization, { cpf, page: 1, rows: 1, order: ANY_ORDER }),
      ({ total }) => total === 0,
    )

  const refusalFor = (cpf: string | undefined, nome: string | undefined): Refusal | undefined => {
    if (cpf !== undefined) {
      const kind = digitsKindOfCpf(cpf)
      const isWrong = kind === 'wrong-digits' || kind === 'same-digits'
      if (isWrong && cpfs[kind] === 'not-found') return missing('cpf', kind, cpf)
      if (cpfs.unknown === 'not-found') return missing('cpf', 'unknown', cpf)
      if (cpfs.unknown === 'refuse') return unknownCpf(cpf, profile)
    }
    if (nome !== undefined && nomes.unknown === 'not-found') return missing('nome', 'unknown', nome)
    return undefined
  }

  return (organization, { cpf, nome }) => {
    if (cpf === undefined || nome === undefined) return refusalFor(cpf, nome)
    return whenThere(isUnknown(organization, cpf), (isIt) => refusalFor(isIt ? cpf : undefined, nome))
  }
}

function missing(key: 'cpf' | 'nome', kind: string, value: string): Refusal {
  return refusal
    .routeUnknown()
    .as(`${key}.${kind}`, { key, value })
    .because(() => [causes.query.ofKind(key, kind)])
}

function unknownCpf(value: string, profile: Profile): Refusal {
  const fault = {
    key: 'cpf',
    situation: 'cpf.unknown',
    reasons: [reason.notFound('cpf', value)],
    slots: { value },
    cause: () => causes.query.ofKind('cpf', 'unknown'),
  }
  return refusal.invalid('query', [fault], profile)
}
