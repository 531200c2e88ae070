import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runConformance } from '../../conformance/index.ts'
import { checkFixture, fixtureFromCsv, readProfile, seedDataset, startSimulator } from '../index.ts'

class Builder {
  pessoas = [{ nome: 'Ana' }]
}
const map = new Map([['method', 'DELETE']])
const promised = Promise.resolve({})
const folder = mkdtempSync(join(tmpdir(), 'plain-objects-'))
const urlOf = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return pathToFileURL(join(folder, name))
}
const fixture = urlOf('uma pessoa.yaml', 'pessoas:\n  - nome: Ana\n')
const profile = urlOf('profile.json', '{ "rowsOffGrid": "honour" }')
const plan = urlOf('plan.json', '{ "faults": [{ "name": "f", "fault": { "kind": "silence" } }] }')
const csv = urlOf('persons.csv', 'nome\nAna\n')

const sim = await startSimulator()
const own = await sim.organization()
const { journal } = own
const silence = { name: 'f', fault: { kind: 'silence' } } as const

const refused: [what: string, use: () => unknown, message: RegExp][] = [
  ['options', () => startSimulator(promised as never), /must be an object.*, not a Promise: add await\.$/],
  ['options', () => startSimulator([] as never), /must be an object.*, not an array\.$/],
  [
    'fixture',
    () => startSimulator({ fixture: promised as never }),
    /^fixture must .*, not a Promise: add await\.$/,
  ],
  ['fixture', () => startSimulator({ fixture: map as never }), /^fixture must be .*, not a Map\.$/],
  ['fixture', () => startSimulator({ fixture: new Builder() }), /^fixture must be .*, not a Builder\.$/],
  [
    'fixture',
    () => startSimulator({ fixture: new URL('https://a.example/b') }),
    /^fixture must be .*, not a URL\.$/,
  ],
  [
    'persons',
    () => startSimulator({ fixture: { pessoas: promised as never } }),
    /pessoas: is a Promise: add await$/,
  ],
  ['generated', () => startSimulator({ fixture: { gerar: map as never } }), /gerar: is a Map$/],
  [
    'organization',
    () => startSimulator({ fixture: { organizacoes: [promised as never] } }),
    /organizacoes\[0\]: is a Promise/,
  ],
  [
    'profile',
    () => startSimulator({ profile: promised as never }),
    /profile must .*, not a Promise: add await/,
  ],
  ['profile', () => startSimulator({ profile: map as never }), /a profile must be .*, not a Map/],
  [
    'texts',
    () => startSimulator({ profile: { texts: map as never } }),
    /texts must be an object.*, not a Map/,
  ],
  ['journal', () => startSimulator({ journal: map as never }), /^journal must be .*, not a Map\.$/],
  [
    'control',
    () => startSimulator({ control: promised as never }),
    /^control must be .*, not a Promise: add await\.$/,
  ],
  ['faults', () => startSimulator({ faults: promised as never }), /plan is a Promise: add await\.$/],
  ['fault', () => sim.faults.add(promised as never), /faults\[0\] is a Promise: add await\.$/],
  ['when', () => sim.faults.add({ ...silence, when: map as never }), /faults\[0\]\.when is a Map\.$/],
  [
    'own organization',
    () => sim.organization(promised as never),
    /must be an object.*, not a Promise: add await\.$/,
  ],
  ['change', () => own.moves.update({ place: 1 }, map as never), /must be an object/],
  [
    'matcher',
    () => journal.verify(promised as never),
    /matcher must be an object.*, not a Promise: add await\.$/,
  ],
  ['matcher', () => journal.count(map as never), /matcher must be an object.*, not a Map\.$/],
  ['matcher', () => journal.find([] as never), /matcher must be an object.*, not an array\.$/],
  [
    'look',
    () => journal.find({}, promised as never),
    /options must be an object.*, not a Promise: add await\.$/,
  ],
  [
    'query',
    () => journal.verify({ query: map as never }, { exactly: 0 }),
    /^query of the matcher is a Map\.$/,
  ],
  [
    'body',
    () => journal.verify({ body: promised }, { exactly: 0 }),
    /^body of the matcher is a Promise: add await\.$/,
  ],
  [
    'field',
    () => journal.verify({ body: { a: [new Builder()] } }, { exactly: 0 }),
    /^body\.a\[0\] of the matcher is a Builder\.$/,
  ],
  [
    'expectation',
    () => journal.verify({}, promised as never),
    /expectation must be .*, not a Promise: add await\.$/,
  ],
  ['origin', () => seedDataset(promised as never), /origin must be .*, not a Promise: add await\.$/],
  ['options of a check', () => checkFixture({}, map as never), /options must be .*, not a Map\.$/],
  [
    'a run',
    () => runConformance(promised as never).report(),
    /^The options must be .*, not a Promise: add await\.$/,
  ],
  [
    'a far file',
    () => startSimulator({ fixture: new URL('file://elsewhere/a.yaml') }),
    /is not the URL of a file on this machine/,
  ],
]
for (const [what, use, message] of refused) {
  test(`refuses what is no plain object: ${what} ${message}`, async () => {
    let error: unknown
    try {
      await use()
    } catch (thrown) {
      error = thrown
    }
    assert.match((error as Error | undefined)?.message ?? 'nothing was thrown', message)
  })
}

test('takes objects of another context, and objects without a prototype', async () => {
  const foreign = (source: string) => runInNewContext(`(${source})`)
  const other = await startSimulator(
    foreign("{ fixture: { pessoas: [{ nome: 'Ana' }] }, profile: { rowsOffGrid: 'honour' }, journal: {} }"),
  )
  const { token, persons } = other.organizations[0] as { token: string; persons: number }
  assert.is(persons, 1)
  const url = `${other.url}/pessoas?nome=ana`
  await new Promise((resolve) =>
    request(url, { headers: { authorization: token }, agent: false }, (answer) =>
      answer.resume().on('end', resolve),
    ).end(),
  )
  for (const query of [
    foreign("{ nome: 'ana' }"),
    foreign('{ nome: /^a/ }'),
    Object.assign(Object.create(null), { nome: 'ana' }),
  ]) {
    assert.is((await other.journal.verify({ query }, foreign('{ exactly: 1 }'))).length, 1)
  }
  await other.close()
})

test('reads file: URLs where it reads paths', async () => {
  const state = pathToFileURL(join(folder, 'state'))
  const other = await startSimulator({ fixture, profile, state, faults: plan })
  assert.is(other.organizations[0]?.persons, 1)
  assert.is(other.profile.rowsOffGrid, 'honour')
  assert.is(other.state, join(folder, 'state'))
  assert.ok(other.faults.get('f'))
  assert.is((await other.organization({ fixture: fixture.href, profile })).persons, 1)
  await other.close()
  assert.equal(readProfile(profile), { rowsOffGrid: 'honour' })
  assert.equal((await checkFixture(fixture)).findings, [])
  assert.is((await fixtureFromCsv(csv)).fixture?.pessoas?.length, 1)
})

test.after(async () => {
  await sim.close()
  rmSync(folder, { recursive: true })
})
test.run()
