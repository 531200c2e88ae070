import type { Profile } from '../contract/profile.ts'
import { createListRequest } from '../service/list.ts'
import type { Store } from '../store/store.ts'

/** From this many persons on, building a list takes noticeable time. */
const WARM_UP_FROM = 10_000

/** Builds the lists of large organizations in advance. */
export function warmUpLists(store: Store, profile: Profile): void {
  const requestOf = createListRequest(profile)
  const first = { page: 1, rows: 1, cpf: undefined, nome: undefined, sort: undefined }
  for (const organization of store.organizations) {
    if (!organization.enabled || organization.persons < WARM_UP_FROM) continue
    store.list(organization, requestOf({ ...first, nome: 'a' }))
    for (const by of ['cpf', 'nome', 'atualizado_em'] as const) {
      for (const descending of [false, true])
        store.list(organization, requestOf({ ...first, sort: { by, descending } }))
    }
  }
}
