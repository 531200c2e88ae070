import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dataset } from '../contract/dataset.ts'
import { datasetOf } from '../data/dataset.ts'
import { datasetLines } from '../data/dataset-lines.ts'
import { openData } from '../data/open.ts'
import { checkFixtureText } from '../data/read-fixture.ts'
import { inFolder, MENSAGEM, OWN_REPORT, smallWorld } from '../testing/world.ts'
import type { Event } from './event.ts'
import { fixtureOf } from './fixture.ts'
import { worldOf } from './in-memory.ts'
import type { World } from './world.ts'

const test = suite('fixture of a world')
const atualizado_em = '2026-05-01T00:00:00.000Z'

/** Returns the data of a fixture, which has nothing to report. */
async function read(text: string): Promise<Dataset> {
  const { findings, dataset } = await checkFixtureText(text, 'x.json', 'json', { allowInvalidCpf: true })
  assert.equal(findings, [])
  return dataset as Dataset
}

/** Returns everything that organizations can see in a world, and who they are. */
function seenIn(world: World) {
  const order = { by: 'atualizado_em', descending: true, collation: 'pt-BR' } as const
  return world.organizations.map((organization) => {
    const { id, name, token } = organization
    return { id, name, token, text: world.list(organization, { page: 1, rows: 1_000, order }).text }
  })
}

const reportOf = (numero: string, cpf: string, more = {}): Event => {
  return { event: 'report', organizacao: 'b', numero, cpf, nome: 'Zoë “Nova”', atualizado_em, ...more }
}

test('the fixture of a world has its data, its decisions, its persons and its tokens as they are now', async () => {
  const dataset = smallWorld()
  const [ana, bia, caio] = dataset.pessoas.slice(3).map(({ cpf }) => cpf) as [string, string, string]
  dataset.pessoas.push({ cpf: '529.982.247-25', nome: 'Máscara' }, { cpf: '52998224725', nome: 'De Ninguém' })
  const odd = { organizacao: 'a', cpf: '529.982.247-25', atualizado_em }
  dataset.relatorios.push({ numero: '44444444-4444-4444-8444-444444444444', ...odd })
  const world = worldOf(dataset, { tokens: [undefined, 'token-of-today'] })
  const numero = world.reportsOf(world.organizations[0] as World['organizations'][0], bia)[0]
    ?.numero as string
  const decided = { aprovar: true, mensagem: MENSAGEM }
  const organizacao = 'a'
  const events: Event[] = [
    {
      event: 'decision',
      organizacao,
      numero: OWN_REPORT,
      ...decided,
      decidido_em: atualizado_em,
      atualiza: true,
    },
    { event: 'rename', cpf: ana, nome: 'Ana Renomeada' },
    { event: 'remove', numero },
    reportOf('7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f10', caio),
    reportOf('7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f11', '12345', decided),
    { event: 'token', organizacao: 'b', withdrawn: true },
  ]
  for (const event of events) assert.ok(world.apply(event))

  const found = await read([...fixtureOf(world)].join(''))
  assert.equal(seenIn(worldOf(found)), seenIn(world))
  assert.equal(
    found.organizacoes.map(({ habilitada }) => habilitada),
    [undefined, false, false],
  )
  for (const { numero } of [...dataset.relatorios, ...found.relatorios]) {
    assert.equal(worldOf(found).decisionOn(numero), world.decisionOn(numero))
    assert.equal(worldOf(found).ownerOf(numero), world.ownerOf(numero))
  }
})

test('a world that changes while its fixture is read gives a valid one', async () => {
  const dataset = smallWorld()
  const world = worldOf(dataset)
  const pieces = fixtureOf(world)
  let text = pieces.next().value as string
  for (const { numero } of dataset.relatorios.slice(20, 30)) world.apply({ event: 'remove', numero })
  world.apply(reportOf('7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f10', '0'))
  text += [...pieces].join('')
  const { pessoas, relatorios } = await read(text)
  assert.equal([pessoas.length, relatorios.length], [60, 51])
})

test('a fixture of many persons can be read by its lines', async () => {
  const dataset = datasetOf(await openData({ origin: { seed: 4, persons: 1_200, organizations: 2 } }))
  const text = [...fixtureOf(worldOf(dataset))].join('')
  await inFolder((folder) => {
    const file = join(folder, 'x.json')
    writeFileSync(file, text)
    const lines = datasetLines(file, 0)
    assert.equal(lines && seenIn(worldOf(datasetOf(lines))), seenIn(worldOf(dataset)))
  })
})

test.run()
