import { Undecided } from './judgement.ts'
import type { Service } from './service.ts'
import type { World } from './world.ts'

/** What a check needs to be decided: what is missing, and what the operator can do. */
interface DataRule {
  met: (world: World) => boolean
  lack: string
  remedy: string
}

const data = (met: DataRule['met'], lack: string, remedy: string): DataRule => ({ met, lack, remedy })

const dataNeeds = {
  'one-person': data(({ people }) => people.length > 0, 'the list is empty', 'seed a person'),
  'two-persons': data(({ people }) => people.length > 1, 'the list has fewer than two persons', 'seed two persons'),
  'accented-name': data(
    ({ named }) => named.some(({ nome }) => /[^\p{ASCII}]/u.test(nome)),
    'none of the names that were read has an accent',
    'seed a person whose name has an accent',
  ),
  'two-stamps': data(
    ({ people }) => new Set(people.map(({ stamp }) => stamp)).size > 1,
    'the list has fewer than two different values of atualizado_em',
    'seed two persons with different atualizado_em',
  ),
  'two-names': data(
    ({ named }) => new Set(named.map(({ nome }) => nome)).size > 1,
    'the list has fewer than two different names',
    'seed two persons with different names',
  ),
}

const declarations = {
  'other-token': [
    ({ keys }: Service) => keys.other !== undefined,
    'no token of another organization is declared',
    'declare one with --other-token',
  ],
  'disabled-token': [
    ({ keys }: Service) => keys.disabled !== undefined,
    'no token without access is declared',
    'declare one with --disabled-token',
  ],
  'foreign-report': [
    (service: Service) => service.foreignReport !== undefined,
    'no report of another organization is declared',
    'declare one with --foreign-report and --allow-writes',
  ],
  report: [
    ({ reports }: Service) => reports.length > 0,
    'no report that the run may decide is declared',
    'declare one with --report and --allow-writes',
  ],
} as const

type DataNeed = keyof typeof dataNeeds
export type Need = DataNeed | keyof typeof declarations

export async function mustHave(needs: readonly Need[], service: Service): Promise<void> {
  for (const need of needs) {
    if (need in declarations) {
      const [isDeclared, lack, remedy] = declarations[need as keyof typeof declarations]
      if (!isDeclared(service)) throw new Undecided('not-declared', lack, remedy)
      if (need === 'other-token') await mustBeAccepted(service)
    } else {
      const { met, lack, remedy } = dataNeeds[need as DataNeed]
      if (!met(await service.world())) throw new Undecided('thin-data', lack, remedy)
    }
  }
}

async function mustBeAccepted(service: Service): Promise<void> {
  const { status } = await service.get({}, { authorization: service.keys.other })
  if (status === 401)
    throw new Undecided(
      'not-declared',
      'the token of the other organization is refused with 401',
      'check --other-token',
    )
}
