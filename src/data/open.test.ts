import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Faker } from '@faker-js/faker'
import { faker as ptBR } from '@faker-js/faker/locale/pt_BR'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cpfAt } from '../contract/cpf.ts'
import { pathText } from '../operator/path-text.ts'
import { inFolder, refusalOf, smallWorld } from '../testing/world.ts'
import { checkText } from './check.ts'
import { datasetOf, datasetText, sourceOfDataset } from './dataset.ts'
import { DatasetLines, NotLines } from './dataset-lines.ts'
import { draws, sfc32 } from './draw.ts'
import type { Fixture } from './fixture.ts'
import { openData } from './open.ts'
import { recipeText } from './origin.ts'
import { checkFixture, checkFixtureText } from './read-fixture.ts'
import { name } from './seed.ts'

const test = suite('data')
const ORIGIN = { seed: 7, persons: 300, organizations: 3 }

test('a seed, its recipe and its written dataset are the same data', async () => {
  const seeded = await openData({ origin: ORIGIN })
  const dataset = datasetOf(seeded)
  assert.equal(datasetOf(seeded), dataset)
  assert.equal(seeded.counts, {
    organizacoes: dataset.organizacoes.length,
    pessoas: dataset.pessoas.length,
    relatorios: dataset.relatorios.length,
  })
  const recipe = await openData({ fixture: JSON.parse(recipeText(ORIGIN)) as Fixture })
  assert.equal([recipe.hash, recipe.seed, datasetOf(recipe)], [seeded.hash, 7, dataset])
  await inFolder(async (folder) => {
    const file = join(folder, 'x.json')
    writeFileSync(file, [...datasetText(dataset)].join(''))
    const written = await openData({ fixture: file })
    assert.equal([written.seed, datasetOf(written)], [null, dataset])
    assert.is.not(written.hash, seeded.hash)
  })
})

test('the default data is what its seed makes, and has the hash of its recipe', async () => {
  const [first, other] = [await openData({}), await openData({ fixture: 'default' })]
  assert.equal(datasetOf(first), datasetOf(other))
  const recipe = await openData({ fixture: { semente: 1, gerar: { pessoas: 137, organizacoes: 2 } } })
  assert.equal([recipe.hash, recipe.seed], [first.hash, first.seed])
})

test('a dataset is a source', () => {
  const about = { seed: 3, hash: 'abc' }
  const source = sourceOfDataset(smallWorld(), about)
  assert.equal(datasetOf(source), smallWorld())
  assert.equal([source.seed, source.hash, source.counts.relatorios], [3, 'abc', 61])
})

const recipes: [gerar: object, beside: object, message: string][] = [
  [{ pessoas: 1 }, {}, ''],
  [{ pessoas: 0, organizacoes: 1 }, { 'x-notas': 1, descricao: 'Uma semente.' }, ''],
  [{ pessoas: 1, organizacoes: 101 }, {}, 'gerar.organizacoes: must be a number from 1 to 100'],
  [{ pessoas: 2e7, organizacoes: 1 }, {}, 'gerar.pessoas: must be a number from 0 to 10000000'],
  [{ organizacoes: 1 }, {}, 'gerar.pessoas: is missing'],
  ...['organizacoes', 'pessoas', 'relatorios'].map((key): [object, object, string] => [
    { pessoas: 1, organizacoes: 1 },
    { [key]: key === 'organizacoes' ? [{ id: 'a' }] : [] },
    `${key}: cannot be used beside gerar.organizacoes, which generates all of the data`,
  ]),
]
for (const [gerar, beside, message] of recipes) {
  test(`${JSON.stringify({ gerar, ...beside })}: ${message || 'is taken'}`, async () => {
    for (const form of ['json', 'yaml'] as const) {
      const { findings, counts } = await checkFixtureText(JSON.stringify({ gerar, ...beside }), 'x', form)
      assert.is(findings.map(({ path, message }) => `${path}: ${message}`).join(), message)
      assert.is(counts === undefined, message !== '')
    }
  })
}

test('names are those that Faker draws', () => {
  let draw = () => 0
  const { person } = new (ptBR.constructor as typeof Faker)({
    locale: ptBR.rawDefinitions,
    randomizer: { next: () => draw() / 2 ** 32, seed: () => {} },
  })
  for (let i = 0; i < 3000; i++) {
    draw = sfc32(9, i, 2)
    const first = person.firstName()
    const second = person.firstName()
    const made = name(9, i)
    if (i % 25 === 7) assert.ok(made.startsWith(`${first} ${second} `), made)
    else assert.ok(made.startsWith(i % 25 === 11 ? first.slice(0, 3).trim() : `${first} `), made)
  }
  draw = sfc32(9, 1, 2)
  const last = person.lastName()
  assert.type(last, 'string')
})

test('a generator has the same values however many are drawn at once', () => {
  const one = sfc32(5, 6, 7)
  assert.equal([...draws(5, 6, 7, new Uint32Array(50))], Array.from({ length: 50 }, one))
})

const MENSAGEM = 'Aprovado após conferência manual.'

/** Reads a dataset as a large file is read: line by line. */
const linesOf = (text: string) =>
  inFolder(async (folder) => {
    const path = join(folder, 'x.json')
    writeFileSync(path, text)
    const file = openSync(path, 'r')
    try {
      const lines = new DatasetLines(file, text.length)
      const { findings, records, organizations } = checkText(lines, 0, {}, () => '')
      return { findings, lines, source: records.source(organizations, lines.hash) }
    } finally {
      closeSync(file)
    }
  })

test('a dataset is the same read line by line, with names and reports that need a closer look', async () => {
  const seeded = datasetOf(await openData({ origin: { seed: 4, persons: 3000, organizations: 2 } }))
  for (const [i, pessoa] of seeded.pessoas.entries()) {
    if (i % 500 === 7) pessoa.nome = `"Zoë" \\ ${i} 🙂`
    if (i % 500 === 8) pessoa.nome = 'Ana × Bia'
  }
  for (const [i, report] of seeded.relatorios.entries()) {
    if (i % 400 === 9) Object.assign(report, { aprovar: true, mensagem: `${MENSAGEM} 🙂 "${i}"` })
    if (i % 400 === 10) report.numero = report.numero.toUpperCase()
    if (i % 400 === 11) report.atualizado_em = '2024-02-29T23:59:59.999Z'
  }
  const text = [...datasetText(seeded)].join('')
  const { findings, source } = await linesOf(text)
  assert.equal(findings, [])
  assert.equal(datasetOf(source), seeded)
  const whole = await checkFixtureText(text, 'x.json', 'json')
  assert.equal([whole.dataset, whole.hash], [seeded, source.hash])
})

const spoiled: [what: string, from: RegExp, to: string, found: RegExp][] = [
  ['a CPF', /11144477735/, '11144477736', /^6 pessoas\[0\]\.cpf has wrong check digits/],
  ['a repeated CPF', /52998224725/, '11144477735', /^7 pessoas\[1\]\.cpf .*; first at pessoas\[0\]/],
  [
    'a stranger',
    /"cpf":"52998224725","atu/,
    '"cpf":"01234567890","atu',
    /^11 relatorios\[1\]\.cpf is unknown/,
  ],
  [
    'a repeated number',
    /0d4c0a3b2f11/,
    '0d4c0a3b2f10',
    /^11 relatorios\[1\]\.numero .* first at relatorios\[0\]$/,
  ],
  ['a day', /2026-01-02/, '2026-02-30', /^11 relatorios\[1\]\.atualizado_em .*does not exist/],
  [
    'an organization',
    /"organizacao":"a","cpf":"529/,
    '"organizacao":"z","cpf":"529',
    /^11 relatorios\[1\]\.organizacao no organization/,
  ],
  ['a short message', new RegExp(MENSAGEM), 'Aprovado.', /^11 relatorios\[1\]\.mensagem is too short/],
  ['a key', /"nome":"Bia"/, '"foo":"Bia"', /7 pessoas\[1\]\.foo the key "foo" is unknown/],
  ['a repeated key', /"nome":"Bia"/, '"nome":"Bia","nome":"Bia"', /^7 pessoas\[1\]\.nome is repeated/],
]
const SMALL = {
  organizacoes: [{ id: 'a', nome: 'A', token: 't' }],
  pessoas: [
    { cpf: '11144477735', nome: 'Ana' },
    { cpf: '52998224725', nome: 'Bia' },
  ],
  relatorios: ['11144477735', '52998224725'].map((cpf, i) => ({
    numero: `7f8f7a3e-52c4-4c1d-9a55-0d4c0a3b2f1${i}`,
    organizacao: 'a',
    cpf,
    atualizado_em: `2026-01-0${i + 1}T10:00:00.000Z`,
    ...(i === 1 && { aprovar: true, mensagem: MENSAGEM }),
  })),
}
const SMALL_TEXT = [...datasetText(SMALL)].join('')
for (const [what, from, to, found] of spoiled) {
  test(`${what} at fault is told with its line, whether the file is read whole or line by line`, async () => {
    const text = SMALL_TEXT.replace(from, to)
    const whole = (await checkFixtureText(text, 'x', 'json')).findings
    const read = await linesOf(text)
    const { findings, lines } = read
    const all = [...findings, ...lines.repeated.map(({ path }) => ({ path, message: 'is repeated' }))]
    const places = lines.placesOf(all.map(({ path }) => path))
    const told = all.map(({ path, message }, i) => `${places[i]?.line} ${pathText(path)} ${message}`)
    assert.match(told.join(), found)
    assert.match(whole.map(({ line, path, message }) => `${line} ${path} ${message}`).join(), found)
  })
}

test('what is not one record a line is left to the reading of whole files', async () => {
  const others: [from: RegExp | string, to: string][] = [
    [/^\{/, '{ '],
    ['"Ana"},', '"Ana"}'],
    ['"Bia"}', '"Bia"},'],
    ['"Bia"}', '"Bia}'],
    [/\n\}\n$/, '\n}'],
    [/\n$/, '\n\n{}\n'],
    ['"relatorios"', '"relatorio"'],
  ]
  for (const [from, to] of others) {
    const error = await linesOf(SMALL_TEXT.replace(from, to)).catch((error: Error) => error)
    assert.instance(error, NotLines, `${from} ${to}`)
  }
})

test('a large file is read line by line, or whole if it has another form', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'x.json')
    const long = { ...SMALL, organizacoes: [{ id: 'a', nome: 'A', token: 't' }] }
    const persons = Array.from({ length: 900 }, (_, i) => ({ cpf: cpfAt(1, i), nome: 'é '.repeat(4900) }))
    const text = [...datasetText({ ...long, pessoas: [...SMALL.pessoas, ...persons] })].join('')
    for (const [written, column] of [
      [text, 1],
      [`\ufeff${text}`, 22],
    ] as const) {
      writeFileSync(file, written)
      assert.equal((await checkFixture(file)).counts, { organizacoes: 1, pessoas: 902, relatorios: 2 })
      writeFileSync(file, written.replace('"Bia"', '3'))
      const [first] = (await checkFixture(file)).findings
      assert.equal([first?.line, first?.column, first?.path], [7, column, 'pessoas[1].nome'])
    }
    writeFileSync(file, Buffer.concat([Buffer.from(text), Buffer.from([0x0a, 0xe9])]))
    assert.match(await refusalOf(checkFixture(file)), /not valid UTF-8 \(line \d+, column 1\)/)
  }))

test.run()
