import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  changesText,
  type Layer,
  OperatorError,
  type RunningSimulator,
  type SimulatorOrganization,
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
const totalOf = async (sim: RunningSimulator, own: Caller, query?: string) =>
  Number((await list(sim, own, query)).paginacao.total)

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
    for (const fixture of ['one-person', file, { pessoas: [{ nome: 'Ana', cpf: '123' }] }]) {
      await using sim = await startSimulator({ fixture, allowInvalidCpf: true })
      assert.equal([await totalOf(sim, first(sim)), sim.seed], [1, null])
    }
  }))

for (const kind of ['in memory', 'with a state folder']) {
  test(`${kind}: checkpoints are what was decided then, and changes are what is since`, () =>
    inFolder(async (folder) => {
      const lines: string[] = []
      const state = kind === 'in memory' ? {} : { state: join(folder, 'state') }
      const options = { fixture: 'decided', write: (line: string) => void lines.push(line), ...state }
      const sim = await startSimulator(options)
      const own = first(sim)
      const [one, two] = own.reports as [string, string]
      assert.equal([await sim.changes(), changesText(await sim.changes())], [[], 'Nothing changed.\n'])
      await decide(sim, own, one)
      await sim.checkpoint('a')
      const atA = await list(sim, own)
      await decide(sim, own, one, false)
      await decide(sim, own, two)
      const [again, other] = await sim.changes('a')
      const approved = { aprovar: true, mensagem: MENSAGEM }
      assert.equal([again?.before, again?.after], [approved, { ...approved, aprovar: false }])
      assert.equal(
        [other?.numero, other?.nome, other?.before, other?.after],
        [two, 'Davi Misto', null, approved],
      )
      assert.is((await sim.changes()).length, 2)
      const text =
        /^org-1 {2}\S+ {2}Alice Indecisa \(\d{11}\)\n {2}undecided → rejected "Aprovado após .*", last update 20/
      assert.match(changesText(await sim.changes()), text)
      // A decision of the fixture is what was before one of a test.
      await decide(sim, own, '00000000-0000-4000-8000-000000000003')
      assert.match(changesText(await sim.changes()), /rejected "Rejeitado porque .* divergem\." → approved/)
      await sim.restore('a')
      assert.equal([await list(sim, own), await sim.changes('a')], [atA, []])
      await sim.reset()
      assert.equal([(await sim.changes('a'))[0]?.numero, (await sim.changes('a'))[0]?.after], [one, null])
      await sim.restore('a')
      assert.equal(await list(sim, own), atA)
      const unknown = /checkpoint "before it all" is unknown\. Use one of a\./
      assert.match(await refusalOf(sim.restore('before it all')), unknown)
      assert.match(await refusalOf(sim.changes('aa')), /checkpoint "aa" is unknown: did you mean a\?/)
      assert.match(await refusalOf(sim.checkpoint('')), /A checkpoint needs a name/)
      await sim.close()
      for (const late of [sim.organization(), sim.reset(), sim.restore('a'), sim.checkpoint('a')])
        assert.match(await refusalOf(late), /The simulator is closed/)
      if (kind === 'in memory') return

      assert.ok(JSON.parse(readFileSync(join(folder, 'state', 'decisions.json'), 'utf8')).eventos.length > 1)
      await using next = await startSimulator(options)
      const kept =
        /decisions\.json has decisions on 1 report of the fixture, and they apply\. Use "npx pessoas-sim reset --state \S+" to take them back\./
      assert.match(lines.join(), kept)
      assert.equal([await next.changes(), await list(next, first(next))], [[], atA])
      await decide(next, first(next), two)
      await next.withdrawToken()
      await next.close()
      // Checkpoints and withdrawn tokens survive, too.
      await using last = await startSimulator(options)
      assert.is((await list(last, own)).status, 401)
      await last.giveTokenBack()
      await last.restore('a')
      assert.equal(await list(last, own), atA)
    }))
}

test('ten tests at once, each with an organization of its own in one simulator', async () => {
  await using sim = await startSimulator({ profile: { revalidation: 'refuse-409' } })
  const before = await list(sim, first(sim))
  assert.match(await refusalOf(sim.changes('x')), /checkpoint "x" is unknown\. No checkpoint was saved\./)
  await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const nomes = Array.from({ length: i + 1 }, (_, n) => `Ana ${i} ${n}`)
      const own = await sim.organization({ fixture: { pessoas: nomes.map((nome) => ({ nome })) } })
      assert.equal(namesOf(await list(sim, own)), nomes)
      const [numero] = own.reports as [string]
      // The numbers are the same in every one of these worlds, and are decided in each by itself.
      assert.is(await decide(sim, own, numero), 200)
      assert.is(await decide(sim, own, numero), 409)
      assert.is((await own.changes())[0]?.nome, nomes[0])
      await own.reset()
      assert.is(await decide(sim, own, numero), 200)
      assert.is(await decide(sim, first(sim), numero), 404)
      await own.close()
      assert.is((await list(sim, own)).status, 401)
      assert.match(await refusalOf(own.reset()), /The organization is closed/)
    }),
  )
  assert.equal([await list(sim, first(sim)), sim.organizations.length], [before, 3])
})

test('an organization brings the others of its fixture, and knows of no other world', async () => {
  await using sim = await startSimulator({
    profile: { foreignReport: 'forbidden' },
    quirks: ['cpf-across-organizations'],
  })
  await using own = await sim.organization({ fixture: 'shared-persons' })
  const [aurora, horizonte] = own.organizations as [SimulatorOrganization, SimulatorOrganization]
  assert.equal([aurora.token, aurora.persons, horizonte.persons], [own.token, 4, 3])
  assert.is(await decide(sim, aurora, horizonte.reports[0] as string), 403)
  assert.is(await decide(sim, aurora, first(sim).reports[0] as string), 404)
  // A quirk that mixes organizations mixes those of one world.
  const { cpf } = (await list(sim, horizonte)).itens[0]
  await using other = await sim.organization({ fixture: { pessoas: [{ nome: 'Ana' }] } })
  assert.equal([await totalOf(sim, aurora, `?cpf=${cpf}`), await totalOf(sim, other, `?cpf=${cpf}`)], [1, 0])
  const shut = [{ id: 'a', habilitada: false }]
  await using enabled = await sim.organization({ fixture: { organizacoes: [...shut, { id: 'b' }] } })
  await using none = await sim.organization({ fixture: { organizacoes: shut } })
  assert.equal([enabled.id, none.id, none.enabled], ['b', 'a', false])
  for (const [options, total] of [
    [{ persons: 30, seed: 4 }, 30],
    [{}, 137],
    [{ fixture: 'ten-thousand' }, 10_000],
  ] as const)
    assert.is(await totalOf(sim, await sim.organization(options), '?sort=-nome'), total)
  for (const [options, message] of [
    [{ fixture: { pessoas: [{ nome: 3 }] } }, /pessoas\[0\]\.nome: must be a string/],
    [{ fixtures: 'x' }, /option "fixtures" is unknown: did you mean fixture\? Use one of fixture, /],
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
      const says = async (text: RegExp) => {
        while (!lines.some((line) => text.test(line))) await new Promise((resolve) => setTimeout(resolve, 20))
      }
      const write = (line: string) => void lines.push(line)
      await using sim = await startSimulator({ fixture: file, watch: true, write, ...state })
      const { hash } = sim
      await using own = await sim.organization({ fixture: 'one-person' })
      const [numero] = first(sim).reports as [string]
      await sim.checkpoint('before')
      await decide(sim, first(sim), numero)

      writeFileSync(file, world('Ana', 'Bia'))
      await says(/changed and is now served: 1 organization, 2 persons, 2 reports/)
      assert.equal(namesOf(await list(sim, { token: 't' })).sort(), ['Ana', 'Bia'])
      assert.is(first(sim).persons, 2)
      assert.is.not(sim.hash, hash)
      assert.equal(await sim.changes(), [])
      const isKept = /has decisions on 1 report of the fixture, and they apply/.test(lines.join())
      assert.is(isKept, kind !== 'in memory')
      // As after a new start: checkpoints are kept in a state folder, and gone in memory.
      if (isKept) await sim.restore('before')
      else assert.match(await refusalOf(sim.restore('before')), /No checkpoint was saved\./)
      assert.is(await totalOf(sim, own), 1)

      writeFileSync(file, '{"pessoas": [{"nome": 3}]}')
      await says(/pessoas\[0\]\.nome: must be a string.*\nThe change is not served/s)
      assert.is(await totalOf(sim, { token: 't' }), 2)

      writeFileSync(file, world('Caio').replace('"t"', '"u"'))
      await says(/is now served: 1 organization, 1 person,/)
      assert.is((await list(sim, { token: 't' })).status, 401)
      assert.equal(namesOf(await list(sim, { token: 'u' })), ['Caio'])
      assert.is(await decide(sim, { token: 'u' }, numero), 200)
    }))
}

test('requests that come while worlds change are answered by one of them', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mundo.json')
    const put = (count: number) =>
      writeFileSync(file, `{"organizacoes":[{"id":"a","token":"t"}],"gerar":{"pessoas":${count}}}`)
    put(30)
    const state = join(folder, 'state')
    await using sim = await startSimulator({ fixture: file, watch: true, write: () => {}, state })
    const numeros = first(sim).reports
    const totals = new Set<number>()
    let ended = false
    const asking = Array.from({ length: 4 }, async (_, k) => {
      for (let n = 0; !ended; n++) {
        totals.add(await totalOf(sim, { token: 't' }))
        assert.is(await decide(sim, { token: 't' }, numeros[(n * 4 + k) % 25] as string), 200)
        await using own = await sim.organization({ fixture: 'one-person' })
        assert.is(await decide(sim, own, own.reports[0] as string), 200)
      }
    })
    for (const count of [40, 50]) {
      put(count)
      while (!totals.has(count)) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    ended = true
    await Promise.all(asking)
    assert.equal([...totals].sort(), [30, 40, 50])
  }))

test('an organization that is closed leaves no data behind, whatever it was asked', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const bytes = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  let late = Promise.resolve()
  const layers: Layer[] = [
    (next) => async (request) => {
      const answer = await next(request)
      await late
      return answer
    },
  ]
  await using sim = await startSimulator({ persons: 60, layers })
  const before = bytes()
  for (let seed = 1; seed <= 16; seed++) {
    const own = await sim.organization({ persons: 3_000, seed })
    for (let times = 0; times < 3; times++) await list(sim, own)
    await list(sim, own, '?nome=nobody')
    // Its answer comes after the end.
    let release = () => {}
    late = new Promise((resolve) => {
      release = resolve
    })
    const asked = list(sim, own, '?nome=nobody-late')
    await sim.journal.verify({ outcome: 'pending' }, { within: 5_000 })
    await new Promise(setImmediate)
    await own.close()
    release()
    await asked
  }
  await list(sim, first(sim))
  // Sixteen worlds are 7 MB. V8 frees their buffers beside the program, some time after the call.
  for (let tries = 0; tries < 100 && bytes() - before > 2_000_000; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  assert.ok(bytes() - before < 2_000_000, `${bytes() - before} bytes are kept`)
})

test.run()
