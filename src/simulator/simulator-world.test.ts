import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { wellKnown } from '../../docs/readme/well-known.ts'
import {
  changesText,
  OperatorError,
  type RunningSimulator,
  type SimulatorOrganization,
  type StartOptions,
  seedDataset,
  startSimulator,
} from '../index.ts'
import { assertEnvelope, inFolder, MENSAGEM, refusalOf } from '../testing/world.ts'

const test = suite('simulator world')

type Caller = Pick<SimulatorOrganization, 'token'>

async function list({ url }: RunningSimulator, { token }: Caller, query = '') {
  const response = await fetch(`${url}/pessoas${query}`, { headers: { authorization: token } })
  const text = await response.text()
  assertEnvelope('/pessoas', response.status, text)
  return { status: response.status, ...JSON.parse(text).result }
}

async function decide({ url }: RunningSimulator, { token }: Caller, numero: string, aprovar = true) {
  const response = await fetch(`${url}/relatorios/validar/${numero}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ aprovar, mensagem: MENSAGEM }),
  })
  assertEnvelope('/relatorios', response.status, await response.text())
  return response.status
}

const first = ({ organizations }: RunningSimulator) => organizations[0] as SimulatorOrganization
const namesOf = ({ itens }: { itens: { nome: string }[] }) => itens.map(({ nome }) => nome)

test('a fixture is served: by its name, from a file, or as it is', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mundo.yaml')
    writeFileSync(file, 'pessoas:\n  - nome: Ana\n')
    for (const fixture of ['one-person', file, { pessoas: [{ nome: 'Ana' }] }]) {
      await using sim = await startSimulator({ fixture })
      assert.is((await list(sim, first(sim))).paginacao.total, '1')
      assert.is(sim.seed, null)
    }
    await using sim = await startSimulator({
      fixture: { pessoas: [{ nome: 'Ana', cpf: '123' }] },
      allowInvalidCpf: true,
    })
    assert.is((await list(sim, first(sim), '?cpf=123')).paginacao.total, '1')
  }))

const mistakes: [options: unknown, message: RegExp][] = [
  [{ fixture: 'homonym' }, /did you mean homonyms/],
  [
    { fixture: { pessoas: [{ nme: 'Ana' }] } },
    /pessoas\[0\]\.nme: the key "nme" is unknown: did you mean nome\?/,
  ],
  [
    { fixture: 'empty', persons: 3, seed: 1 },
    /^fixture cannot be used with seed, persons, because it has its own data\.$/,
  ],
  [{ fixture: 3 }, /fixture must be a file, the name of one that ships, or an object/],
  [{ fixture: null }, /fixture must be a file, the name of one that ships, or an object/],
  [{ fixture: 'pessoas.csv' }, /pessoas\.csv is CSV\. Use "npx pessoas-sim fixture from-csv" to convert it/],
  ...[null, [], 'strict', 3].map((options): (typeof mistakes)[number] => [
    options,
    /options must be an object/,
  ]),
  [{ watch: true }, /^watch watches the file of a fixture/],
  [{ fixture: 'empty', watch: true }, /^watch watches the file of a fixture/],
  [{ fixture: 'empty', tokens: ['a', 'b'] }, /2 tokens for 1 organization/],
  [{ store: 'postgres://localhost', state: 'state' }, /^store and state exclude each other/],
  [{ store: 'postgres://localhost', watch: true }, /^store and watch exclude each other/],
]
for (const [options, message] of mistakes) {
  test(`${JSON.stringify(options)} is refused`, async () => {
    assert.match(await refusalOf(startSimulator(options as StartOptions)), message)
  })
}

for (const kind of ['in memory', 'with a state folder']) {
  test(`${kind}: checkpoints are what was decided then, and changes are what is since`, () =>
    inFolder(async (folder) => {
      const state = kind === 'in memory' ? {} : { state: join(folder, 'state') }
      let decided: unknown
      {
        await using sim = await startSimulator({ fixture: 'decided', ...state })
        const own = first(sim)
        const [one, two] = own.reports as [string, string]
        assert.equal(sim.changes(), [])
        assert.is(changesText(sim.changes()), 'Nothing changed.\n')
        await decide(sim, own, one)
        sim.checkpoint('a')
        const atA = await list(sim, own)
        await decide(sim, own, one, false)
        await decide(sim, own, two)
        const [again, other] = sim.changes('a')
        const approved = { aprovar: true, mensagem: MENSAGEM }
        assert.equal([again?.before, again?.after], [approved, { ...approved, aprovar: false }])
        assert.equal(
          [other?.numero, other?.nome, other?.before, other?.after],
          [two, 'Davi Misto', null, approved],
        )
        assert.is(sim.changes().length, 2)
        assert.match(
          changesText(sim.changes()),
          /^org-1 {2}\S+ {2}Alice Indecisa \(\d{11}\)\n {2}undecided → rejected "Aprovado após .*", last update 20/,
        )
        await sim.restore('a')
        assert.equal(await list(sim, own), atA)
        assert.equal(sim.changes('a'), [])
        await sim.reset()
        assert.equal(
          sim.changes('a').map(({ numero, after }) => [numero, after]),
          [[one, null]],
        )
        await sim.restore('a')
        assert.equal(await list(sim, own), atA)
        decided = atA
        assert.match(
          await refusalOf(sim.restore('before it all')),
          /checkpoint "before it all" is unknown\. Use one of a\./,
        )
        assert.throws(() => sim.changes('aa'), /checkpoint "aa" is unknown: did you mean a\?/)
      }
      if (kind === 'in memory') return
      const lines: string[] = []
      const write = (line: string) => void lines.push(line)
      await using again = await startSimulator({ fixture: 'decided', ...state, write })
      assert.match(
        lines.join(),
        /decisions\.json has decisions on 1 report of the fixture, and they apply\. Use "npx pessoas-sim reset --state \S+" to take them back\./,
      )
      assert.equal(again.changes(), [])
      assert.equal(await list(again, first(again)), decided)
    }))
}

test('what is closed opens and writes nothing more', () =>
  inFolder(async (folder) => {
    const state = join(folder, 'state')
    const ended = await startSimulator({ fixture: 'decided', state })
    await ended.close()
    assert.match(await refusalOf(ended.organization()), /The simulator is closed/)
    await using sim = await startSimulator({ fixture: 'decided', state })
    for (const late of [ended.reset(), ended.restore('a')])
      assert.match(await refusalOf(late), /The simulator is closed/)
    assert.throws(() => ended.checkpoint('a'), /The simulator is closed/)
    assert.is(await decide(sim, first(sim), first(sim).reports[0] as string), 200)
    assert.is(JSON.parse(readFileSync(join(state, 'decisions.json'), 'utf8')).decisoes.length, 1)
    for (const name of ['', undefined])
      assert.throws(() => sim.checkpoint(name as string), /A checkpoint needs a name/)
  }))

test('a decision of the fixture is what was before one of a test', async () => {
  await using sim = await startSimulator({ fixture: 'decided' })
  const numero = '00000000-0000-4000-8000-000000000003'
  await decide(sim, first(sim), numero)
  assert.match(changesText(sim.changes()), /rejected "Rejeitado porque os documentos divergem\." → approved/)
  await using fresh = await startSimulator()
  assert.throws(() => fresh.changes('x'), /checkpoint "x" is unknown\. No checkpoint was saved\./)
})

test('ten tests at once, each with an organization of its own in one simulator', async () => {
  await using sim = await startSimulator({ profile: { revalidation: 'refuse-409' } })
  const before = await list(sim, first(sim))
  await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const nomes = Array.from({ length: i + 1 }, (_, n) => `Ana ${i} ${n}`)
      await using own = await sim.organization({ fixture: { pessoas: nomes.map((nome) => ({ nome })) } })
      assert.equal(namesOf(await list(sim, own)), nomes)
      const [numero] = own.reports as [string]
      // The numbers are the same in every one of these worlds, and are decided in each by itself.
      assert.is(await decide(sim, own, numero), 200)
      assert.is(await decide(sim, own, numero), 409)
      assert.equal(
        own.changes().map(({ nome }) => nome),
        [nomes[0]],
      )
      await own.reset()
      assert.is(await decide(sim, own, numero), 200)
      assert.is(await decide(sim, first(sim), numero), 404)
      await own.close()
      assert.is((await list(sim, own)).status, 401)
      assert.match(await refusalOf(own.reset()), /The organization is closed/)
    }),
  )
  assert.equal(await list(sim, first(sim)), before)
  assert.is(sim.organizations.length, 3)
})

test('an organization brings the others of its fixture, and knows of no other world', async () => {
  await using sim = await startSimulator({ profile: { foreignReport: 'forbidden' } })
  await using own = await sim.organization({ fixture: 'shared-persons' })
  const [aurora, horizonte] = own.organizations as [SimulatorOrganization, SimulatorOrganization]
  assert.is(aurora.token, own.token)
  assert.equal([aurora.persons, horizonte.persons], [4, 3])
  assert.is(await decide(sim, aurora, horizonte.reports[0] as string), 403)
  assert.is(await decide(sim, aurora, first(sim).reports[0] as string), 404)
  await using enabled = await sim.organization({
    fixture: { organizacoes: [{ id: 'a', habilitada: false }, { id: 'b' }] },
  })
  assert.is(enabled.id, 'b')
  await using seeded = await sim.organization({ persons: 30, seed: 4 })
  assert.is((await list(sim, seeded)).paginacao.total, '30')
  await using standard = await sim.organization()
  assert.is((await list(sim, standard)).paginacao.total, '137')
})

test('a quirk that mixes organizations mixes those of one world', async () => {
  await using sim = await startSimulator({
    fixture: 'empty',
    quirks: ['cpf-across-organizations'],
    allowInvalidCpf: true,
  })
  await using own = await sim.organization({ fixture: 'shared-persons' })
  await using other = await sim.organization({ fixture: { pessoas: [{ nome: 'Ana', cpf: '123' }] } })
  assert.is((await list(sim, own, '?cpf=123')).paginacao.total, '0')
  assert.is((await list(sim, other, '?cpf=123')).paginacao.total, '1')
  assert.is((await list(sim, { token: 'nobody' })).status, 401)
  const { cpf } = (await list(sim, own.organizations[1] as SimulatorOrganization)).itens[0]
  assert.is((await list(sim, own, `?cpf=${cpf}`)).paginacao.total, '1')
})

test('an organization of its own under quirks, and in a large world', async () => {
  await using sim = await startSimulator({ persons: 1, quirks: ['total-as-number'] })
  await using own = await sim.organization({ fixture: 'ten-thousand' })
  const response = await fetch(`${sim.url}/pessoas?sort=-nome`, { headers: { authorization: own.token } })
  assert.match(await response.text(), /"total":10000\}/)
})

test('an organization that cannot be opened says why, and leaves nothing', async () => {
  await using sim = await startSimulator({ persons: 1 })
  for (const [options, message] of [
    [{ fixture: { pessoas: [{ nome: 3 }] } }, /pessoas\[0\]\.nome: must be a string/],
    [
      { fixtures: 'x' },
      /option "fixtures" is unknown: did you mean fixture\? Use one of fixture, allowInvalidCpf/,
    ],
    [{ state: 'x' }, /option "state" is unknown/],
  ] as const) {
    const error = await sim.organization(options as object).catch((error: unknown) => error)
    assert.instance(error, OperatorError)
    assert.match((error as Error).message, message)
  }
})

for (const kind of ['in memory', 'with a state folder']) {
  test(`${kind}: a watched file is followed, its decisions as after a start anew`, () =>
    inFolder(async (folder) => {
      const file = join(folder, 'mundo.json')
      const world = (...nomes: string[]) =>
        JSON.stringify({ organizacoes: [{ id: 'a', token: 't' }], pessoas: nomes.map((nome) => ({ nome })) })
      writeFileSync(file, world('Ana'))
      const lines: string[] = []
      const state = kind === 'in memory' ? {} : { state: join(folder, 'state') }
      const says = async (text: RegExp, forget = true) => {
        const end = Date.now() + 10_000
        while (!lines.some((line) => text.test(line))) {
          if (Date.now() > end) throw new Error(`waited in vain for ${text}: ${lines.join('\n')}`)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        if (forget) lines.length = 0
      }
      await using sim = await startSimulator({
        fixture: file,
        watch: true,
        write: (line) => lines.push(line),
        ...state,
      })
      const { hash } = sim
      await using own = await sim.organization({ fixture: 'one-person' })
      const [numero] = first(sim).reports as [string]
      sim.checkpoint('before')
      await decide(sim, first(sim), numero)

      writeFileSync(file, world('Ana', 'Bia'))
      if (kind !== 'in memory')
        await says(/decisions\.json has decisions on 1 report of the fixture, and they apply/, false)
      await says(/changed and is now served: 1 organization, 2 persons, 2 reports/)
      assert.equal(namesOf(await list(sim, { token: 't' })).sort(), ['Ana', 'Bia'])
      assert.is(first(sim).persons, 2)
      assert.is.not(sim.hash, hash)
      assert.equal(sim.changes(), [])
      assert.match(
        await refusalOf(sim.restore('before')),
        /checkpoint "before" is unknown\. No checkpoint was saved\./,
      )
      assert.is((await list(sim, own)).paginacao.total, '1')

      writeFileSync(file, '{"pessoas": [{"nome": 3}]}')
      await says(/pessoas\[0\]\.nome: must be a string.*\nThe change is not served/s)
      assert.is((await list(sim, { token: 't' })).paginacao.total, '2')

      writeFileSync(file, world('Caio').replace('"t"', '"u"'))
      await says(/1 person/)
      assert.is((await list(sim, { token: 't' })).status, 401)
      assert.equal(namesOf(await list(sim, { token: 'u' })), ['Caio'])
      assert.is(await decide(sim, { token: 'u' }, numero), 200)
    }))
}

test('requests that come while worlds change are answered by one of them', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mundo.json')
    const world = (count: number) =>
      JSON.stringify({ organizacoes: [{ id: 'a', token: 't' }], gerar: { pessoas: count } })
    writeFileSync(file, world(30))
    await using sim = await startSimulator({
      fixture: file,
      watch: true,
      write: () => {},
      state: join(folder, 'state'),
    })
    const numeros = first(sim).reports
    const totals = new Set<string>()
    let ended = false
    const asking = Array.from({ length: 4 }, async (_, k) => {
      for (let n = 0; !ended; n++) {
        totals.add((await list(sim, { token: 't' })).paginacao.total)
        assert.is(await decide(sim, { token: 't' }, numeros[(n * 4 + k) % 25] as string), 200)
        const own = await sim.organization({ fixture: 'one-person' })
        assert.is(await decide(sim, own, own.reports[0] as string), 200)
        await own.close()
      }
    })
    for (const count of [40, 50, 30]) {
      writeFileSync(file, world(count))
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    ended = true
    await Promise.all(asking)
    assert.equal([...totals].sort(), ['30', '40', '50'])
  }))

test('the well-known values of docs/client-rules.md are what they are said to be', async () => {
  await using sim = await startSimulator({ profile: { revalidation: 'refuse-409' } })
  const known = wellKnown(await seedDataset())
  const own = { token: known.token.value }
  const hits = async (query: string) => Number((await list(sim, own, query)).paginacao.total)
  assert.is(await decide(sim, own, known.undecided.value), 200)
  assert.is(await decide(sim, own, known.approved.value), 409)
  assert.is(await decide(sim, own, known.rejected.value), 409)
  assert.is(await decide(sim, own, known.foreign.value), 404)
  assert.is(await decide(sim, own, known.unknown.value), 404)
  assert.is(await decide(sim, { token: known.otherToken.value }, known.foreign.value), 200)
  assert.is((await list(sim, { token: known.disabledToken.value })).status, 401)
  assert.is(await hits(`?cpf=${known.cpf.value}`), 1)
  assert.match(known.zeroCpf.value, /^0/)
  assert.is(await hits(`?cpf=${known.zeroCpf.value}`), 1)
  assert.is(await hits(`?cpf=${known.foreignCpf.value}`), 0)
  for (const { value, hits: said } of [known.manyHits, known.homonyms, known.noHit])
    assert.is(await hits(`?nome=${encodeURIComponent(value)}`), said)
  assert.ok((known.manyHits.hits as number) > 25)
})

test.run()
