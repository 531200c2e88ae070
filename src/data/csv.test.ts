import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder, refusalOf } from '../testing/world.ts'
import { type CsvFixture, readCsv } from './csv.ts'
import { fixtureText } from './dataset.ts'
import { checkFixtureText } from './read-fixture.ts'

const test = suite('csv')

function read(text: string | Buffer, options = {}): Promise<CsvFixture> {
  return inFolder((folder) => {
    const file = join(folder, 'pessoas.csv')
    writeFileSync(file, text)
    return readCsv(file, options)
  })
}

const sound: [what: string, text: string | Buffer, pessoas: object[], notices: RegExp][] = [
  [
    'as the documentation shows it',
    'cpf,nome,atualizado_em\n11144477735,Ana Souza,2025-12-31T12:00:00.000Z\n,"Bia ""B"" de Sá, filha",\n',
    [
      { nome: 'Ana Souza', cpf: '11144477735', atualizado_em: '2025-12-31T12:00:00.000Z' },
      { nome: 'Bia "B" de Sá, filha' },
    ],
    /^$/,
  ],
  [
    'of a spreadsheet: semicolons, a mask, lost zeros, times, a byte order mark, another order, other columns',
    '\uFEFFNome;E-mail;CPF;atualizado_em\r\nAna;a@example.com;111.444.777-35;31/12/2025 14:30\r\nBia;;191;31/12/2025\r\nCaio;;1234567890;2025-12-31 14:30\r\n',
    [
      { nome: 'Ana', cpf: '11144477735', atualizado_em: '2025-12-31T14:30Z' },
      { nome: 'Bia', cpf: '00000000191', atualizado_em: '2025-12-31' },
      { nome: 'Caio', cpf: '01234567890', atualizado_em: '2025-12-31T14:30Z' },
    ],
    /left out: e-mail\..*a mask, which was removed: 1\..*which were restored: 2\.|time zone, read as UTC: 2\./,
  ],
  [
    'in windows-1252',
    Buffer.from('nome\nJosé Conceição\n', 'latin1'),
    [{ nome: 'José Conceição' }],
    /^It is not valid UTF-8, so it was read as windows-1252\.$/,
  ],
  [
    'in UTF-16, with tabs',
    Buffer.from('\uFEFFnome\tcpf\nJosé\t01234567890\n', 'utf16le'),
    [{ nome: 'José', cpf: '01234567890' }],
    /^$/,
  ],
  [
    'with CPFs that a spreadsheet keeps as text',
    'cpf,nome\n"=""01234567890""",Ana\n\'52998224725,Bia\n111.444.777‑35,Caio\n',
    [
      { nome: 'Ana', cpf: '01234567890' },
      { nome: 'Bia', cpf: '52998224725' },
      { nome: 'Caio', cpf: '11144477735' },
    ],
    /removed: 1\.$/,
  ],
  [
    'with times of other tools',
    `nome,atualizado_em\n${['31-12-2025', '31.12.2025 9:05', '2025-12-31 14:30:00-03', '-3d'].map((time) => `A,${time}\n`).join('')}`,
    ['2025-12-31', '2025-12-31T09:05Z', '2025-12-31 14:30:00-03', '-3d'].map((atualizado_em) => ({
      nome: 'A',
      atualizado_em,
    })),
    /^Times without a time zone, read as UTC: 1\.$/,
  ],
  ['with line breaks in names', 'nome\n"Ana\r\n  Souza"\n', [{ nome: 'Ana Souza' }], /^$/],
  [
    'with broken accents',
    'nome\nJosÃ©\nJo\ufffdo\nJOÃO SÃO\n',
    [{ nome: 'JosÃ©' }, { nome: 'Jo\ufffdo' }, { nome: 'JOÃO SÃO' }],
    /^Names with broken accents .*: 2\.$/,
  ],
  [
    'whose columns are named as people write them',
    'NOME;Cpf;Atualizado em;Data de nascimento\nAna;;-3d;1990\n',
    [{ nome: 'Ana', atualizado_em: '-3d' }],
    /^Columns left out: … \(#4\)\.$/,
  ],
  [
    'with empty rows and columns, and a column that may be somebody',
    ' Nome ;Atualizado_Em;;maria@x\n;;;\n  ; ; ;\nAna;-3d;;\n',
    [{ nome: 'Ana', atualizado_em: '-3d' }],
    /^Columns left out: … \(#4\)\.$/,
  ],
]
for (const [what, text, pessoas, notices] of sound) {
  test(`reads a file ${what}`, async () => {
    const { fixture, findings, notices: told } = await read(text)
    assert.equal(findings, [])
    assert.equal(fixture, { pessoas })
    assert.match(told.join(' '), notices)
  })
}

const faulty: [text: string | Buffer, ...found: [line: number, path: string, message: RegExp][]][] = [
  [
    'cpf,nome,atualizado_em\n11144477735,"Ana\nSouza",-3d\n\n11144477736,Bia,ontem\n11144477735,,\n52998224725,"Caio" x,\n',
    [5, 'cpf', /^has wrong check digits: it ends in 36, and must end in 35$/],
    [5, 'atualizado_em', /^is not a time/],
    [6, 'nome', /^must not be blank|^is missing/],
    [6, 'cpf', /^this CPF is repeated; first at line 2$/],
    [7, '', /^has text after a closing quote: write "" for a quote inside a cell$/],
  ],
  ['cpf,nome\n111.111.111-11,Ana\n', [2, 'cpf', /^is one digit repeated eleven times/]],
  ['cpf;nome\n1,23457E+10;Ana\n', [2, 'cpf', /last digits are lost: format the column as text/]],
  ['cpf,nome\n-1,Caio\n', [2, 'cpf', /^must consist of eleven digits/]],
  ['cpf,nome\n,Ana\n,"Bia\n,Caio\nx,Davi, y\n', [3, '', /^opens a quote that is never closed.*write "" for/]],
  ['cpf,nome\n,Silva, Maria\n,Ana,,\n', [2, '', /^has more cells than the first line: put .* in quotes$/]],
  [
    Buffer.from('nome\nAna\x81\nJos\xe9\n', 'latin1'),
    [2, 'nome', /U\+0081.*Save the original file as UTF-8/],
  ],
]
for (const [text, ...found] of faulty) {
  test(`${JSON.stringify(String(text))}: each finding has its line and a remedy`, async () => {
    const { findings, fixture } = await read(text)
    assert.is(
      fixture === undefined,
      findings.some(({ severity }) => severity === 'error'),
    )
    assert.equal(
      findings.map(({ line, path }) => [line, path]),
      found.map(([line, path]) => [line, path]),
    )
    for (const [i, [, , message]] of found.entries()) assert.match(findings[i]?.message as string, message)
  })
}

const refused: [text: string | Buffer, message: RegExp][] = [
  ['', /is empty\. The first line must name the columns: cpf,nome,atualizado_em/],
  ['\n\n', /is empty/],
  ['nome,cpf,Nome\nAna,,Bia\n', /has the column nome twice/],
  ['11144477735,Ana\n', /has no column nome\. The first line/],
  ['cpf,nme\n', /did you mean nme\?/],
  [Buffer.from('504b03040a', 'hex'), /is a workbook, not CSV\. Save it as CSV in UTF-8/],
  ['x'.repeat(40_000_000), /has 40000000 bytes, and the maximum is \d+\. Split it into several files\.$/],
]
for (const [text, message] of refused) {
  test(`refuses ${JSON.stringify(text.toString('latin1').slice(0, 30))}`, async () => {
    assert.match(await refusalOf(read(text)), message)
  })
}

test('a converted fixture is one in both forms', async () => {
  const { fixture } = await read('nome,cpf\nAna,11144477735\n"B: ""é"" #",\n', { seed: 3 })
  for (const form of ['json', 'yaml'] as const) {
    const text = [...fixtureText(fixture ?? {}, form)].join('')
    const { findings, dataset } = await checkFixtureText(text, 'x', form)
    assert.equal(findings, [])
    assert.equal(
      dataset?.pessoas.map(({ nome }) => nome),
      ['Ana', 'B: "é" #'],
    )
    assert.equal((await checkFixtureText([...fixtureText({}, form)].join(''), 'x', form)).findings, [])
  }
})

const EXPORT = `cpf;nome;atualizado_em
111.444.777-35;JOSÉ DA SILVA;2025-12-31
01234567890;Ana Souza;2025-12-30
52998224725;José da Silva;
;J. Müller;
98765432100;ana@example.com 11 91234-5678;
`
test('anonymize: no CPF and no name of the export is left, and equal names stay equal', async () => {
  const { fixture, findings, notices } = await read(EXPORT, { anonymize: true, seed: 7 })
  const text = JSON.stringify(fixture)
  for (const real of ['11144477735', '01234567890', '52998224725', '98765432100', /silva/i, /souza/i, /ana@/])
    assert.not(text.match(real), String(real))
  assert.equal(findings, [])
  assert.is(fixture?.semente, 7)
  const pessoas = fixture?.pessoas ?? []
  const [jose, ana, sameJose, initial] = pessoas
  assert.match(jose?.nome as string, /^\p{Lu}+ DA [\p{Lu}']+$/u)
  assert.is(sameJose?.nome.toUpperCase(), jose?.nome)
  assert.is.not(sameJose?.cpf, jose?.cpf)
  assert.match(jose?.nome as string, /^\S*[\xc0-\xdc]/)
  assert.match(initial?.nome as string, /^[A-Z]\. \S*[^\0-\x7f]/)
  assert.match(ana?.cpf as string, /^0\d{10}$/)
  assert.is(initial?.cpf, undefined)
  assert.equal(
    pessoas.map(({ atualizado_em }) => atualizado_em),
    ['2025-12-31', '2025-12-30', undefined, undefined, undefined],
  )
  assert.ok(notices.includes('Replaced by generated ones (seed 7): 4 CPFs and 4 names. Times were kept.'))
})

test('anonymize: a replacement depends on the seed and its position, not on the value', async () => {
  const of = async (text: string, seed?: number) =>
    (await read(text, { anonymize: true, seed })).fixture?.pessoas?.[2]
  assert.equal(await of(EXPORT, 1), await of(EXPORT))
  assert.is.not((await of(EXPORT, 3))?.nome, (await of(EXPORT, 4))?.nome)
  const other = EXPORT.replace('111.444.777-35', '390.533.447-05').replaceAll(/silva/gi, 'Rocha')
  assert.equal(await of(EXPORT), await of(other))
})

test.run()
