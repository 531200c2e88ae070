import { fromByteText } from '../contract/bytes.ts'
import type { Relatorio } from '../contract/dataset.ts'
import type { PersonItem } from '../contract/wire.ts'
import { datasetText } from '../data/dataset.ts'
import type { Organization } from './store.ts'
import type { World } from './world.ts'

const ROWS = 1_000

/**
 * Yields what a world has now as the text of a fixture: its data, decisions and changes of persons. Who is listed is found
 * at once, because the world may change before all of the text is read.
 */
export function fixtureOf(world: World): Generator<string> {
  const organizacoes = world.orders.columns.organizations.map((given, k) => {
    const { id, token } = world.organizations[k] as Organization
    return { ...given, token, ...(world.withdrawn.has(id) && { habilitada: false }) }
  })
  const names = new Map<string, string>()
  const lists = world.organizations.map((organization) => {
    const persons = personsOf(world, organization)
    for (const { cpf, nome } of persons) names.set(cpf, nome)
    return persons.map(({ cpf }) => cpf)
  })
  const pessoas = Array.from(names, ([cpf, nome]) => ({ cpf, nome }))
  return datasetText({ organizacoes, pessoas, relatorios: reportsOf(world, lists) })
}

/** @param lists the CPFs of the persons that each organization lists */
function* reportsOf(world: World, lists: readonly string[][]): Generator<Relatorio> {
  for (const [k, cpfs] of lists.entries()) {
    const organization = world.organizations[k] as Organization
    for (const cpf of cpfs)
      for (const { numero, stamp } of world.reportsOf(organization, cpf)) {
        const atualizado_em = new Date(stamp).toISOString()
        yield { numero, organizacao: organization.id, cpf, atualizado_em, ...world.decisionOn(numero) }
      }
  }
}

function personsOf(world: World, organization: Organization): PersonItem[] {
  const order = { by: 'cpf', descending: false, collation: 'pt-BR' } as const
  const pages = Array.from({ length: Math.ceil(organization.persons / ROWS) }, (_, n) => {
    const { text } = world.list(organization, { page: n + 1, rows: ROWS, order })
    return JSON.parse(`[${fromByteText(text)}]`) as PersonItem[]
  })
  return pages.flat()
}
