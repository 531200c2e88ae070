import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dataset } from '../contract/dataset.ts'
import { inFolder } from '../testing/world.ts'
import { datasetOf, datasetText } from './dataset.ts'
import { datasetLines } from './dataset-lines.ts'
import { openData } from './open.ts'
import { checkFixture, checkFixtureText } from './read-fixture.ts'

const test = suite('dataset lines')
const MENSAGEM = 'Aprovado após conferência manual.'
const textOf = (dataset: Dataset) => [...datasetText(dataset)].join('')

/** Writes a text to a file, and calls `use` with its path. */
const inFile = (text: string | Buffer, use: (file: string) => unknown) =>
  inFolder(async (folder) => {
    const file = join(folder, 'x.json')
    writeFileSync(file, text)
    await use(file)
  })

test('a dataset is the same as the ordinary check reads it, as often as it is written', async () => {
  const seeded = datasetOf(await openData({ origin: { seed: 4, persons: 3000, organizations: 3 } }))
  for (const [i, pessoa] of seeded.pessoas.entries()) if (i % 500 === 7) pessoa.nome = 'Zoë “Ana” × 李 🙂'
  for (const [i, report] of seeded.relatorios.entries()) {
    if (i % 400 === 9) Object.assign(report, { aprovar: i % 800 === 9, mensagem: `${MENSAGEM} 🙂` })
    if (i % 400 === 11) report.atualizado_em = '2024-02-29T23:59:59.999Z'
  }
  seeded.organizacoes[1] = { id: 'org-2' } as never
  const text = textOf(seeded)
  const { source, findings, dataset } = await checkFixtureText(text, 'x.json', 'json')
  assert.equal([findings, dataset?.pessoas], [[], seeded.pessoas])
  await inFile(text, (file) => {
    const lines = datasetLines(file, text.length)
    for (const _ of [1, 2]) assert.equal(lines && datasetOf(lines), dataset)
    assert.equal([lines?.hash, lines?.seed, lines?.counts], [source?.hash, null, source?.counts])
    assert.is(datasetLines(file), undefined)
  })
})

const SMALL = textOf({
  organizacoes: [
    { id: 'org-1', nome: 'Aurora', token: 'token-1', habilitada: true },
    { id: 'org-2', nome: 'Boreal', token: 'token-2' },
  ],
  pessoas: [
    { cpf: '11144477735', nome: 'Ana Lima' },
    { cpf: '52998224725', nome: 'Bia Souza' },
  ],
  relatorios: ['11144477735', '52998224725'].map((cpf, i) => ({
    numero: `9e2f7c1a-5b64-4f0e-8d37-0d4c0a3b2f1${i}`,
    organizacao: `org-${i + 1}`,
    cpf,
    atualizado_em: '2025-01-02T03:04:05.678Z',
    ...(i === 1 && { aprovar: true, mensagem: MENSAGEM }),
  })),
})

test('a small dataset is read', () =>
  inFile(SMALL, (file) => assert.equal(datasetLines(file, 0)?.counts.relatorios, 2)))

const deviations: [what: string, from: string | RegExp, to: string, rule?: string][] = [
  ['wrong check digits', '"11144477735","nome', '"11144477736","nome', 'cpf-check-digits'],
  ['one digit repeated', /11144477735/g, '11111111111', 'cpf-check-digits'],
  ['a mask', '"11144477735","nome', '"111.444.777-35","nome', 'cpf-mask'],
  ['a repeated CPF', '"52998224725","nome', '"11144477735","nome', 'repeated-cpf'],
  ['a stranger', '"52998224725","atu', '"01234567890","atu', 'unknown-person'],
  ['other check digits of a known CPF', '"52998224725","atu', '"52998224726","atu', 'cpf-check-digits'],
  ['a repeated number', '3b2f11', '3b2f10', 'repeated-report'],
  ['numbers with the same beginning and end', '5b64-4f0e-8d37-0d4c0a3b2f11', '5b64-4f0e-8d38-0d4c0a3b2f10'],
  ['a number in capitals', '0d4c0a3b2f11', '0D4C0A3B2F11'],
  ['a short number', '0d4c0a3b2f11', '0d4c0a3b2f1', 'form'],
  ['an unknown organization', '"organizacao":"org-2"', '"organizacao":"org-3"', 'unknown-organization'],
  ['a repeated organization', '"id":"org-2"', '"id":"org-1"', 'repeated-organization'],
  ['a repeated token', 'token-2', 'token-1', 'repeated-token'],
  ['an organization with a space', '{"id":"org-2"', '{ "id":"org-2"'],
  ['an organization with an escape', /org-2/g, 'org\\\\2'],
  ['an organization with a repeated key', '{"id":"org-2"', '{"id":"x","id":"org-2"', 'repeated-key'],
  ['a day that does not exist', '2025-01-02', '2025-02-30', 'time'],
  ['a date', '2025-01-02T03:04:05.678Z', '2025-01-02'],
  ['a relative time', '2025-01-02T03:04:05.678Z', '-3d'],
  ['a short message', MENSAGEM, 'Aprovado.', 'short-mensagem'],
  ['half a decision', `,"mensagem":"${MENSAGEM}"`, '', 'half-decision'],
  ['a word for true', '"aprovar":true', '"aprovar":"sim"', 'type'],
  ['an address in a message', MENSAGEM, `${MENSAGEM} ana@example.com`, 'personal-data'],
  ['a telephone in a name', 'Bia Souza', 'Bia (11) 91234-5678', 'personal-data'],
  ['a control character', 'Bia Souza', 'Bia\x85Souza', 'control-character'],
  ['a tab', 'Bia Souza', 'Bia\tSouza', 'syntax'],
  ['an escape', 'Bia Souza', 'Bia \\u0041'],
  ['a blank name', 'Bia Souza', ' ', 'form'],
  ['a long name', 'Bia Souza', 'x'.repeat(10_001), 'range'],
  ['a line longer than is read at once', MENSAGEM, 'x'.repeat(70_000)],
  ['an unknown key', ',"nome":"Bia', ',"idade":"x","nome":"Bia', 'unknown-key'],
  ['a key less', ',"nome":"Bia Souza"', '', 'missing-key'],
  ['keys in another order', '{"cpf":"52998224725","nome":"Bia Souza"}', '{"nome":"Bia","cpf":"52998224725"}'],
  ['a repeated key', ',"nome":"Bia', ',"nome":"Ana","nome":"Bia', 'repeated-key'],
  ['two records in a line', '},\n{"cpf":"5299', '},{"cpf":"5299'],
  ['a comma too many', 'Souza"}\n', 'Souza"},\n', 'syntax'],
  ['a comma less', 'Lima"},\n', 'Lima"}\n', 'syntax'],
  ['no comma after a list', '],\n"relatorios"', ']\n"relatorios"', 'syntax'],
  ['a list too many', ']\n}', '],\n"gerar": []\n}'],
  ['an empty list', /"relatorios": \[[^\]]*\]/, '"relatorios": []'],
  ['lines of Windows', /\n/g, '\r\n'],
  ['a byte order mark', /^/, '\ufeff'],
  ['no line feed at the end', /\n$/, ''],
  ['text behind it', /$/, ' '],
  ['an end in the middle', /2f11.*/s, '2f11', 'syntax'],
  ['nothing', /.+/s, '', 'empty'],
]
for (const [what, from, to, rule] of deviations) {
  test(`${what}: it is left to the ordinary check`, () => {
    const text = SMALL.replace(from, to)
    assert.is.not(text, SMALL)
    return inFile(text, async (file) => {
      assert.is(datasetLines(file, 0), undefined)
      const { findings } = await checkFixture(file)
      assert.is(findings[0]?.rule, rule)
    })
  })
}

test('bytes that are not UTF-8, a folder and a file that is missing are left to the ordinary check', () =>
  inFile(Buffer.from(SMALL.replace('Lima', 'Limão'), 'latin1'), (file) => {
    for (const path of [file, join(file, '..'), `${file}.json`]) assert.is(datasetLines(path, 0), undefined)
  }))

test('a file that changes before it is written is refused', () =>
  inFile(SMALL, (file) => {
    const source = datasetLines(file, 0)
    for (const [from, to] of [
      ['Lima', 'Luna'],
      ['Lima', '"'],
    ] as const) {
      writeFileSync(file, SMALL.replace(from, to))
      assert.throws(() => source && datasetOf(source), /changed while it was read\. Try again\.$/)
    }
  }))

test('a large file has the data, or the findings with their places, of the ordinary check', async () => {
  const dataset = JSON.parse(SMALL) as Dataset
  const [first] = dataset.relatorios
  const aDecision = { aprovar: false, mensagem: 'x'.repeat(60_000) }
  for (let i = 10; i < 90; i++)
    dataset.relatorios.push({
      ...first,
      numero: `${i}2f7c1a-5b64-4f0e-8d37-0d4c0a3b2f10`,
      ...aDecision,
    } as never)
  const text = textOf(dataset)
  for (const spoiled of [
    text,
    text.replace('882f7c1a', '872f7c1a'),
    text.replace('Bia Souza', '@@a@b.com.br'),
  ])
    await inFile(spoiled, async (file) => {
      const whole = await checkFixtureText(spoiled, file, 'json')
      const read = await checkFixture(file)
      assert.equal([read.findings, read.hash, read.counts], [whole.findings, whole.hash, whole.counts])
      assert.equal(read.dataset, whole.dataset)
      assert.is(datasetLines(file) !== undefined, spoiled === text)
    })
})

test.run()
