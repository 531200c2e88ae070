import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isValidCpf } from '@brazilian-utils/brazilian-utils'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { datasetOf, datasetText } from './dataset.ts'
import { checkOrigin, defaultOrigin, type Origin } from './origin.ts'
import { checkValue } from './read-fixture.ts'
import { name, nameWords, seedSource } from './seed.ts'
import type { DatasetSource } from './source.ts'

const test = suite('seed')
const seedDataset = (origin: Origin) => datasetOf(seedSource(origin))
const textOf = (origin: Origin) => [...datasetText(seedDataset(origin))].join('')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

test('the fixture that ships is what the default seed makes', () => {
  assert.is(
    textOf(defaultOrigin),
    readFileSync(new URL('../../fixtures/default.json', import.meta.url), 'utf8'),
  )
})

test('the same origin makes the same bytes on every machine and version of Node', () => {
  // Pinned: a change here changes every user's data, and belongs in the CHANGELOG.
  assert.is(hashOf(textOf({ seed: 2026, persons: 500, organizations: 4 })), 'e4801697960f')
  // The well-known values of docs/client-rules.md are in these.
  assert.is(hashOf(textOf(defaultOrigin)), 'db297ef8af14')
})

test('any seeded dataset is sound, its CPFs valid, its stamps distinct', async () => {
  const anOrigin = fc.record({
    seed: fc.nat(2 ** 32 - 1),
    persons: fc.integer({ min: 0, max: 120 }),
    organizations: fc.integer({ min: 1, max: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(anOrigin, async (origin) => {
      const { organizacoes, pessoas, relatorios } = seedDataset(origin)
      const { findings, source } = await checkValue({ organizacoes, pessoas, relatorios }, 0, {})
      assert.equal(findings, [])
      assert.equal(datasetOf(source as DatasetSource), { organizacoes, pessoas, relatorios })
      for (const { cpf } of pessoas) assert.ok(isValidCpf(cpf), cpf)
      assert.is(new Set(relatorios.map(({ atualizado_em }) => atualizado_em)).size, relatorios.length)
      assert.ok(relatorios.every(({ atualizado_em }) => atualizado_em < '2026-01-01T00:00:00.000Z'))
      const queried = new Set(
        relatorios.filter(({ organizacao }) => organizacao === 'org-1').map(({ cpf }) => cpf),
      )
      assert.is(queried.size, origin.persons)
      assert.equal(
        organizacoes.map(({ habilitada }) => habilitada),
        [...Array(origin.organizations).fill(true), false],
      )
    }),
    { seed: 40, numRuns: 60 },
  )
})

test('a larger dataset has the persons and the reports of the smaller one', () => {
  const small = seedDataset({ seed: 7, persons: 100, organizations: 2 })
  const large = seedDataset({ seed: 7, persons: 1000, organizations: 3 })
  assert.equal(large.pessoas.slice(0, small.pessoas.length), small.pessoas)
  assert.equal(large.organizacoes.slice(0, 2), small.organizacoes.slice(0, 2))
  const numeros = new Set(large.relatorios.map(({ numero }) => numero))
  const ofFirst = small.relatorios.filter(({ organizacao }) => organizacao === 'org-1')
  assert.ok(ofFirst.every(({ numero }) => numeros.has(numero)))
})

test('the default data has what a client must cope with', () => {
  const { pessoas, relatorios } = seedDataset(defaultOrigin)
  const names = pessoas.map(({ nome }) => nome)
  const have = (what: string, count: number) => assert.ok(count > 0, what)
  have('a leading zero', pessoas.filter(({ cpf }) => cpf.startsWith('0')).length)
  have('an accent', names.filter((name) => /[áéíóúâêôãõ]/i.test(name)).length)
  have('a cedilla', names.filter((name) => name.includes('ç')).length)
  have('an apostrophe', names.filter((name) => name.includes("'")).length)
  have('particles', names.filter((name) => / (da|dos) /.test(name)).length)
  have('homonyms', names.length - new Set(names).size)
  have('a very long name', names.filter((name) => name.length > 55).length)
  have('a very short name', names.filter((name) => name.length <= 6).length)
  have(
    'a person of two organizations',
    new Set(relatorios.map(({ cpf, organizacao }) => cpf + organizacao)).size - pessoas.length,
  )
})

test('a particle agrees with the surname after it, and "e" joins two surnames', () => {
  const agreeing: [particle: string, surnames: RegExp][] = [
    ['da', /^(Assunção|Conceição|Costa|Cunha|Luz|Paz|Rocha|Silva)$/],
    ['do', /^Nascimento$/],
    ['das', /^Neves$/],
    ['dos', /^(Reis|Santos)$/],
  ]
  const last = new Set(nameWords().last)
  const seen = new Set<string>()
  for (let seed = 0; seed < 100; seed++) {
    for (let i = 0; i < 200; i++) {
      const words = name(seed, i).split(' ')
      for (const [at, word] of words.entries()) {
        if (!/^(d[aeo]s?|e)$/.test(word)) continue
        const after = words[at + 1] as string
        const [agrees = 'de'] = agreeing.find(([, surnames]) => surnames.test(after)) ?? []
        const isAgreed =
          word === 'e' ? last.has(words[at - 1] as string) : word === agrees && !after.startsWith("D'")
        assert.ok(at > 0 && isAgreed, `${seed} ${i}: ${words.join(' ')}`)
        seen.add(word)
      }
    }
  }
  assert.equal([...seen].sort(), ['da', 'das', 'de', 'do', 'dos', 'e'])
})

test('a last name that is given replaces the drawn one, with the particle that agrees with it or none', () => {
  const ends = { Silva: /(?<! d[aeo]s?| e) (?:da )?Silva$/, 'de Tal': /(?<! d[aeo]s?| e) de Tal$/ }
  for (const [given, end] of Object.entries(ends)) {
    const names = Array.from({ length: 200 }, (_, i) => name(1, i, given))
    for (const [i, nome] of names.entries()) {
      assert.match(nome, end)
      assert.is(nome.split(' ')[0], name(1, i).split(' ')[0])
    }
  }
  assert.ok(
    Array.from({ length: 200 }, (_, i) => name(1, i, 'Silva')).some((nome) => nome.endsWith(' da Silva')),
  )
})

test('an origin out of range is refused by name', () => {
  checkOrigin(defaultOrigin)
  checkOrigin({ seed: 0, persons: 0, organizations: 1 })
  checkOrigin({ seed: 0, persons: 10_000_000, organizations: 100 })
  const wrong = [
    { persons: -1 },
    { persons: 1.5 },
    { persons: 2e7 },
    { seed: -1 },
    { seed: 2 ** 32 },
    { organizations: 0 },
  ]
  for (const origin of wrong) {
    assert.throws(
      () => checkOrigin({ ...defaultOrigin, ...origin }),
      new RegExp(`^${Object.keys(origin)[0]} must be a whole number from`),
    )
  }
})

test.run()
