import type { Organization } from './store.ts'
import type { World } from './world.ts'

const ROWS = 1_000

/** Yields what a world has now as the text of a fixture: its data, decisions and changes of persons. */
export function* fixtureOf(world: World): Generator<string> {
  const { columns } = world.orders
  const organizacoes = columns.organizations.map((one, k) => ({
    ...one,
    token: world.organizations[k]?.token,
  }))
  yield `{\n"organizacoes":${JSON.stringify(organizacoes)},\n"pessoas":[`
  const seen = new Set<string>()
  yield* joined(world, ({ cpf, nome }) => {
    if (seen.has(cpf)) return []
    seen.add(cpf)
    return [{ cpf, nome }]
  })
  yield '],\n"relatorios":['
  yield* joined(world, ({ cpf }, organization) =>
    world.reportsOf(organization, cpf).map(({ numero, stamp }) => ({
      numero,
      organizacao: organization.id,
      cpf,
      atualizado_em: new Date(stamp).toISOString(),
      ...world.decisionOn(numero),
    })),
  )
  yield ']\n}\n'
}

interface Item {
  cpf: string
  nome: string
}

/** Yields records of every person of every organization, in lines with commas between them. */
function* joined(
  world: World,
  recordsOf: (item: Item, organization: Organization) => object[],
): Generator<string> {
  const order = { by: 'cpf', descending: false, collation: 'pt-BR' } as const
  let between = '\n'
  for (const organization of world.organizations)
    for (let page = 1; (page - 1) * ROWS < organization.persons; page++) {
      const { text } = world.list(organization, { page, rows: ROWS, order })
      const items = JSON.parse(`[${Buffer.from(text, 'latin1')}]`) as Item[]
      for (const record of items.flatMap((item) => recordsOf(item, organization))) {
        yield between + JSON.stringify(record)
        between = ',\n'
      }
    }
}
