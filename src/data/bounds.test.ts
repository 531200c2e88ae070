import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder, refusalOf } from '../testing/world.ts'
import { bounds, lengths } from './fixture.ts'
import { checkFixture, checkFixtureText } from './read-fixture.ts'

const test = suite('bounds')

const told = async (text: string, form: 'json' | 'yaml' = 'json') => {
  const { findings, dataset } = await checkFixtureText(text, 'x', form)
  assert.is(dataset, undefined)
  return findings.map(({ rule, path, message }) => [rule, path, message])
}
const ids = (count: number) => Array.from({ length: count }, (_, k) => `o${k}`)
const organizacoes = (count: number) => ids(count).map((id) => ({ id }))

test('YAML in a file whose name does not say so has the bound of YAML', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'pessoas')
    writeFileSync(file, `# ${'e'.repeat(bounds.bytes.yaml)}\npessoas: []\n`)
    assert.match(
      await refusalOf(checkFixture(file)),
      /^A fixture in YAML may have up to \d+ characters\. Write/,
    )
  }))

const repeat = (text: string, count: number) => text.repeat(count)
const laughs = [
  'a: &a [x, x, x, x, x, x, x, x, x, x]',
  ...ids(20).map((id, i) => {
    const before = i === 0 ? 'a' : `o${i - 1}`
    return `${id}: &${id} [${Array(10).fill(`*${before}`).join(', ')}]`
  }),
].join('\n')

const bombs: [what: string, text: string, form: 'json' | 'yaml', path: string, message: RegExp][] = [
  ['a billion laughs', laughs, 'yaml', '', /^has more than 10000 aliases/],
  ['a list that contains itself', 'pessoas: &p [*p]', 'yaml', '', /^has more than 100 levels/],
  ['brackets', repeat('[', 1_000_000), 'json', '', /has more than 100 levels of nested lists and objects$/],
  ['objects', repeat('{"a":', 1_000_000), 'json', '', /has more than 100/],
  [
    'gerar for 500 organizations',
    JSON.stringify({ organizacoes: organizacoes(500), gerar: { pessoas: 1_500_000, organizacao: ids(500) } }),
    'json',
    'gerar',
    /^expands to 1500000 persons and 750000000 reports: together at most \d+ are allowed$/,
  ],
  [
    'gerar a thousand times',
    JSON.stringify({ fooo: 1, gerar: Array(1000).fill({ pessoas: 1_500_000 }) }),
    'json',
    'fooo gerar',
    /^the key "fooo" is unknown.*generates 1500000000 persons: at most 1500000 are allowed$/s,
  ],
]
for (const [what, text, form, path, message] of bombs) {
  test(`${what}: what it has and the bound are told, and nothing is expanded`, async () => {
    const findings = await told(text, form)
    assert.is(findings.map(([, path]) => path).join(' '), path)
    assert.match(findings.map(([, , message]) => message).join('\n'), message)
  })
}

const one = (person: object) => ({ pessoas: [{ nome: 'A', ...person }] })
const tooLong: [path: string, most: number, fixtureOf: (text: string) => object][] = [
  ['descricao', lengths.nome, (descricao) => ({ descricao })],
  ['organizacoes[0].id', lengths.id, (id) => ({ organizacoes: [{ id }] })],
  ['organizacoes[0].token', lengths.token, (token) => ({ organizacoes: [{ id: 'a', token }] })],
  ['pessoas[0].organizacao', lengths.id, (organizacao) => one({ organizacao })],
  ['pessoas[0].nome', lengths.nome, (nome) => one({ nome })],
  ['pessoas[0].cpf', lengths.word, (cpf) => one({ cpf })],
  ['gerar.nome', lengths.id, (nome) => ({ gerar: { pessoas: 1, nome } })],
  ['pessoas[0].atualizado_em', lengths.word, (atualizado_em) => one({ atualizado_em })],
  [
    'pessoas[0].relatorios[0].mensagem',
    lengths.mensagem,
    (mensagem) => one({ relatorios: [{ aprovar: true, mensagem }] }),
  ],
]
for (const [path, most, fixtureOf] of tooLong) {
  test(`${path} that is too long ends with one short line, one at the bound is not too long`, async () => {
    const expected = [['range', path, `must have at most ${most} characters`]]
    assert.equal(await told(JSON.stringify(fixtureOf('x'.repeat(most + 1)))), expected)
    // An emoji is one character to JSON Schema.
    for (const sign of ['x', '🙂']) {
      const { findings } = await checkFixtureText(JSON.stringify(fixtureOf(sign.repeat(most))), 'x', 'json')
      assert.not(findings.some(({ rule }) => rule === 'range'))
      for (const { message } of findings) assert.ok(message.length < 400)
    }
  })
}

test('a key, a value or an id of a megabyte is not repeated', async () => {
  const long = 'x'.repeat(1_000_000)
  const fixtures = [
    { [long]: 1 },
    { pessoas: [{ nome: 'Ana', [long]: 1 }] },
    { pessoas: [{ nome: 'Ana', organizacao: long }] },
    { pessoas: [{ nome: 'Ana', relatorios: [{ numero: long }] }] },
  ]
  for (const fixture of fixtures) {
    for (const line of await told(JSON.stringify(fixture))) assert.ok(line.join().length < 300)
  }
})

const faulty: [what: string, text: string][] = [
  ['numbers', `{"pessoas":[${repeat('1,', 200_000)}1]}`],
  ['CPFs', `{"pessoas":[${repeat('{"nome":"Ana","cpf":"1"},', 20_000)}{"nome":"Ana"}]}`],
]
for (const [what, text] of faulty) {
  test(`${what} without number: the first faults are told, and that there are more`, async () => {
    const findings = await told(text)
    assert.is(findings.length, bounds.findings + 1)
    assert.ok(
      findings.some(([, path, message]) => path === '' && /^has more than 10000 errors/.test(`${message}`)),
    )
  })
}

test.run()
