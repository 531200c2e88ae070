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
    'as it should be',
    'cpf,nome,atualizado_em\n11144477735,Ana Souza,2025-12-31T12:00:00.000Z\n,"Bia ""B"" de Sá, filha",\n',
    [
      { nome: 'Ana Souza', cpf: '11144477735', atualizado_em: '2025-12-31T12:00:00.000Z' },
      { nome: 'Bia "B" de Sá, filha' },
    ],
    /^$/,
  ],
  [
    'of a spreadsheet: semicolons, a mask, lost zeros, times, a mark, another order, columns beside',
    '\uFEFFNome;E-mail;CPF;atualizado_em\r\nAna;a@example.com;111.444.777-35;31/12/2025 14:30\r\nBia;;191;31/12/2025\r\nCaio;;1234567890;2025-12-31 14:30\r\n',
    [
      { nome: 'Ana', cpf: '11144477735', atualizado_em: '2025-12-31T14:30Z' },
      { nome: 'Bia', cpf: '00000000191', atualizado_em: '2025-12-31' },
      { nome: 'Caio', cpf: '01234567890', atualizado_em: '2025-12-31T14:30Z' },
    ],
    /left out: E-mail\..*a mask, which was removed: 1\..*which were restored: 2\..*UTC \(--time-zone names another\): 3\./,
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
    'quotes and dashes in windows-1252',
    Buffer.from([...Buffer.from('nome\nJos\xe9 ', 'latin1'), 0x93, 0x5a, 0x94, 0x20, 0x96, 0x20, 0x92]),
    [{ nome: 'José “Z” – ’' }],
    /windows-1252/,
  ],
  [
    'CPFs that a spreadsheet keeps as texts',
    'cpf,nome\n"=""01234567890""",Ana\n\'52998224725,Bia\n',
    [
      { nome: 'Ana', cpf: '01234567890' },
      { nome: 'Bia', cpf: '52998224725' },
    ],
    /^$/,
  ],
  [
    'dashes, blanks and thousands of other spreadsheets in CPFs',
    'cpf,nome\n111.444.777‑35,A\n529 982 247–25,B\n"01,234,567,890",C\n12345678909.0,D\n"98765432100,00",E\n\u200b00000000191\u00a0,F\n',
    [
      { nome: 'A', cpf: '11144477735' },
      { nome: 'B', cpf: '52998224725' },
      { nome: 'C', cpf: '01234567890' },
      { nome: 'D', cpf: '12345678909' },
      { nome: 'E', cpf: '98765432100' },
      { nome: 'F', cpf: '00000000191' },
    ],
    /removed: 6\./,
  ],
  [
    'times of every kind',
    `nome,atualizado_em\n${['31/12/25', '31-12-2025', '31.12.2025 9:05', '2025/12/31', "'2025-12-31", '-3d'].map((time) => `A,${time}\n`).join('')}`,
    ['2025-12-31', '2025-12-31', '2025-12-31T09:05Z', '2025-12-31', '2025-12-31', '-3d'].map(
      (atualizado_em) => ({ nome: 'A', atualizado_em }),
    ),
    /Times .* UTC .*: 5\.$/,
  ],
  [
    'line breaks in names',
    'nome\n"Ana\r\n  Souza"\n"Bia\n\nSá"\n',
    [{ nome: 'Ana Souza' }, { nome: 'Bia Sá' }],
    /became a space: 2\.$/,
  ],
  [
    'broken accents',
    'nome\nJosÃ©\nJo\ufffdo\nJOÃO SÃO\n',
    [{ nome: 'JosÃ©' }, { nome: 'Jo\ufffdo' }, { nome: 'JOÃO SÃO' }],
    /broken accents .*: 2\.$/,
  ],
  [
    'lines of an old Macintosh',
    'NOME;CPF\rAna;01234567890\rBia;\r',
    [{ nome: 'Ana', cpf: '01234567890' }, { nome: 'Bia' }],
    /^$/,
  ],
  [
    'rows and columns without anything, marks twice, bars',
    '\ufeff\ufeff| Nome |Atualizado-Em||\n|||\n  | | |\n|Ana|-3d||\n',
    [{ nome: 'Ana', atualizado_em: '-3d' }],
    /^$/,
  ],
  [
    'columns that may have been meant, and one that may be somebody',
    'nome,cfp,Maria da Silva,x\u001b[2J\nAna,1,2,3\n',
    [{ nome: 'Ana' }],
    /^Columns left out: cfp \(did you mean cpf\?\), …, x\\u001b\[2J\.$/,
  ],
  [
    'columns under other names, and a date that may be any',
    'Nome completo;C.P.F.;Data;Data da última atualização\nAna;01234567890;1;31-dez-25\n',
    [{ nome: 'Ana', cpf: '01234567890', atualizado_em: '2025-12-31' }],
    /^Columns left out: Data\./,
  ],
]
for (const [what, text, pessoas, notices] of sound) {
  test(`${what} is read`, async () => {
    const { fixture, findings, notices: told } = await read(text, { allowInvalidCpf: true })
    assert.equal(findings, [])
    assert.equal(fixture, { pessoas })
    // Every file has these two sentences, which have a test of their own.
    const others = told.filter((notice) => !/^(Cells are separated|Not in the file)/.test(notice))
    assert.match(others.join(' '), notices)
  })
}

test('what is wrong is told with its line, lines inside quotes counted', async () => {
  const { fixture, findings } = await read(
    'cpf,nome,atualizado_em\n11144477735,"Ana\nSouza",-3d\n\n11144477736,Bia,ontem\n11144477735,,\n52998224725,"Caio" x,\n',
  )
  assert.is(fixture, undefined)
  assert.equal(
    findings.map(({ line, path, rule }) => [line, path, rule]),
    [
      [5, 'cpf', 'cpf-check-digits'],
      [5, 'atualizado_em', 'time'],
      [6, 'nome', 'form'],
      [6, 'cpf', 'repeated-cpf'],
      [7, '', 'syntax'],
    ],
  )
})

const postgres: [time: string, instant: string, inSaoPaulo?: string][] = [
  ['2025-12-31 14:30:00-03', '2025-12-31T17:30:00.000Z'],
  ['2025-12-31 14:30:00.123456-03', '2025-12-31T17:30:00.123Z'],
  ['2025-12-31 14:30:00.1+00', '2025-12-31T14:30:00.100Z'],
  ['2025-12-31 14:30:00 UTC', '2025-12-31T14:30:00.000Z'],
  ['2025-12-31 14:30:00.123456', '2025-12-31T14:30:00.123Z', '2025-12-31T17:30:00.123Z'],
  ['31/12/2025 14:30:15.123', '2025-12-31T14:30:15.123Z', '2025-12-31T17:30:15.123Z'],
  ['31/12/2025', '2025-12-31T00:00:00.000Z', '2025-12-31T03:00:00.000Z'],
  // A day of summer time, which Brazil had until 2019.
  ['2019-01-15 12:00', '2019-01-15T12:00:00.000Z', '2019-01-15T14:00:00.000Z'],
]
for (const [time, instant, inSaoPaulo = instant] of postgres) {
  test(`${time} is ${instant}, and ${inSaoPaulo} with the time zone of São Paulo`, async () => {
    const text = `nome;atualizado_em\nAna;${time}\n`
    for (const [timeZone, expected] of [
      [undefined, instant],
      ['America/Sao_Paulo', inSaoPaulo],
    ] as const) {
      const { fixture, notices } = await read(text, { timeZone })
      const { dataset } = await checkFixtureText(JSON.stringify(fixture), 'x', 'json')
      assert.is(dataset?.relatorios[0]?.atualizado_em, expected)
      const isLocal = instant !== inSaoPaulo
      const assumed = `read as ${timeZone ?? 'UTC (--time-zone names another)'}: 1.`
      assert.is(
        notices.some((notice) => notice.endsWith(assumed)),
        isLocal,
      )
    }
  })
}

test('a time zone that does not exist is refused', async () => {
  assert.match(
    await refusalOf(read('nome\nAna\n', { timeZone: 'Sao Paulo' })),
    /must be a name such as America\/Sao_Paulo or an offset such as -03:00, not "Sao Paulo"/,
  )
})

for (const [separator, name] of [
  [';', 'semicolons'],
  [',', 'commas'],
  ['\t', 'tabs'],
  ['|', 'bars'],
  ['#', '"#"'],
] as const) {
  test(`${name} between cells: the separator is named`, async () => {
    const first = name === '"#"' ? 'sep=#\r\n' : ''
    const { fixture, notices } = await read(`${first}CPF${separator}"Nome"\n01234567890${separator}Ana\n`)
    assert.equal(fixture, { pessoas: [{ nome: 'Ana', cpf: '01234567890' }] })
    assert.ok(notices.includes(`Cells are separated by ${name}.`), notices.join())
  })
}

test('what the file leaves out is counted, because it is generated', async () => {
  const { notices } = await read('nome,cpf,atualizado_em\nAna,,-1d\nBia,01234567890,\nCaio,,\n')
  assert.ok(
    notices.includes(
      'Not in the file, so generated, the same at every start: 2 CPFs, 2 times, 3 report numbers.',
    ),
    notices.join(),
  )
  assert.equal((await read('nome,cpf\n')).notices, ['Cells are separated by commas.'])
})

test('a control character that a wrong encoding leaves is warned of', async () => {
  const { findings } = await read(Buffer.from('nome\nAna\x81\nJos\xe9 Concei\xe7\xe3o\n', 'latin1'))
  assert.equal(
    findings.map(({ severity, rule, line }) => [severity, rule, line]),
    [['warning', 'control-character', 2]],
  )
  assert.match(findings[0]?.message as string, /U\+0081.*Save the original file as UTF-8/)
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
  const pessoas = fixture?.pessoas ?? []
  const text = JSON.stringify(fixture)
  for (const real of [
    '11144477735',
    '01234567890',
    '52998224725',
    '98765432100',
    /silva/i,
    /souza/i,
    /ana@/,
  ]) {
    assert.not(text.match(real), String(real))
  }
  assert.equal(findings, [])
  assert.is(fixture?.semente, 7)
  const [jose, ana, sameJose, initial] = pessoas as { nome: string; cpf?: string }[]
  assert.match(jose?.nome as string, /^\p{Lu}+ DA [\p{Lu}']+$/u)
  assert.is(sameJose?.nome.toUpperCase(), jose?.nome)
  assert.is.not(sameJose?.nome, jose?.nome)
  assert.is.not(sameJose?.cpf, jose?.cpf)
  assert.match(jose?.nome as string, /^\S*[\xc0-\xdc]/)
  assert.match(initial?.nome as string, /^[A-Z]\. \S*[^\0-\x7f]/)
  assert.match(ana?.cpf as string, /^0\d{10}$/)
  assert.is(initial?.cpf, undefined)
  assert.equal(
    pessoas.map(({ atualizado_em }) => atualizado_em),
    ['2025-12-31', '2025-12-30', undefined, undefined, undefined],
  )
  assert.ok(
    notices.includes('Replaced by generated ones (seed 7): 4 CPFs and 4 names. Times were kept.'),
    notices.join(),
  )
})

test('anonymize: the same seed gives the same persons, another seed gives others', async () => {
  const made = async (seed?: number) => (await read(EXPORT, { anonymize: true, seed })).fixture?.pessoas
  assert.equal(await made(3), await made(3))
  assert.equal(await made(), await made(1))
  const [one, two] = [await made(3), await made(4)]
  for (const [i, person] of (one ?? []).entries()) assert.is.not(person.nome, two?.[i]?.nome)
})

test('anonymize: a replacement says nothing of the value, only of its position', async () => {
  const other = EXPORT.replace('111.444.777-35', '390.533.447-05').replaceAll(/silva/gi, 'Rocha')
  const of = async (text: string) => (await read(text, { anonymize: true })).fixture?.pessoas?.[2]
  assert.equal(await of(EXPORT), await of(other))
})

test('anonymize: CPFs that are invalid on purpose keep their form', async () => {
  const options = { anonymize: true, allowInvalidCpf: true }
  const { fixture } = await read('cpf,nome\n11144477736,Ana\n12x,Bia\n', options)
  const [first, second] = fixture?.pessoas ?? []
  assert.match(first?.cpf as string, /^\d{11}$/)
  assert.match(second?.cpf as string, /^\d\dx$/)
  assert.is.not(first?.cpf, '11144477736')
})

const lost: [
  what: string,
  text: string,
  ...told: [line: number, path: string, rule: string, message: RegExp][],
][] = [
  [
    'a CPF of one digit behind a mask: its digits, not its mask',
    'cpf,nome\n111.111.111-11,Ana\n111.444.777-36,Bia\n',
    [2, 'cpf', 'cpf-check-digits', /^is one digit repeated eleven times, which is not a valid CPF$/],
    [3, 'cpf', 'cpf-check-digits', /^has wrong check digits: it ends in 36, /],
  ],
  [
    'a CPF that was shortened',
    'cpf;nome\n1,23457E+10;Ana\n1.2E+10;Bia\n1E+10;Caio\n',
    ...[2, 3, 4].map((line): [number, string, string, RegExp] => [
      line,
      'cpf',
      'cpf-rounded',
      /format the column as text.*Excel: .*LibreOffice: .*Google Sheets: /,
    ]),
  ],
  [
    'a month that there is not',
    'nome,atualizado_em\nAna,12/31/2025\n',
    [2, 'atualizado_em', 'time', /the day comes first: write 2025-12-31 if the month came first$/],
  ],
  [
    'CNPJs and numbers below zero',
    'cpf,nome\n33.333.333/0001-81,Ana\n33333333000181,Bia\n-1,Caio\n',
    [2, 'cpf', 'cpf-length', /^has 14 digits, like a CNPJ: a CPF has eleven$/],
    [3, 'cpf', 'cpf-length', /like a CNPJ/],
    [4, 'cpf', 'cpf-digits', /^must consist of eleven digits/],
  ],
  [
    'a quote that stays open',
    'cpf,nome\n,Ana\n,"Bia\n,Caio\nx,Davi, y\n',
    [3, '', 'syntax', /^opens a quote that is never closed.*write "" for a quote/],
  ],
]
for (const [what, text, ...told] of lost) {
  test(`${what}: what is lost is told, and what to do`, async () => {
    const { fixture, findings } = await read(text)
    assert.is(fixture, undefined)
    assert.equal(
      findings.map(({ line, path, rule }) => [line, path, rule]),
      told.map(([line, path, rule]) => [line, path, rule]),
    )
    for (const [i, [, , , message]] of told.entries()) assert.match(findings[i]?.message as string, message)
  })
}

test('a file of very many rows, cells or faults ends with a line', async () => {
  assert.match(
    await refusalOf(read(`nome\n${'a\n'.repeat(3_000_000)}`)),
    /pessoas\.csv has more than \d+ persons, which is the maximum\. Split it into several files\.$/,
  )
  assert.ok((await read(`nome\nAna${','.repeat(1_000_000)}\n`)).fixture)
  const faults = await read(`nome\n${'"x"y\n'.repeat(200_000)}`)
  assert.ok(faults.findings.length < 20_000)
  assert.is(faults.fixture, undefined)
  assert.match(
    await refusalOf(read('x'.repeat(40_000_000))),
    /has 40000000 bytes, and the maximum is \d+\. Split it into several files\.$/,
  )
})

test('a cell too many is told, for it may be the end of a name', async () => {
  const { findings } = await read('cpf,nome\n,Silva, Maria\n,Ana,,\n')
  assert.equal(
    findings.map(({ line, message }) => [line, message]),
    [[2, 'has more cells than the first line: put a cell that contains a comma in quotes']],
  )
})

test('a CPF twice is told with the line of the first', async () => {
  const { findings } = await read('cpf,nome\n\n01234567890,Ana\n1234567890,Bia\n')
  assert.equal(
    findings.map(({ line, message }) => [line, message]),
    [[4, 'this CPF is repeated; first at line 3']],
  )
})

test('a file without names is refused', async () => {
  for (const [text, message] of [
    ['', /is empty\. The first line must name the columns: cpf,nome,atualizado_em/],
    ['\n\n', /is empty/],
    ['nome,cpf,Nome\nAna,,Bia\n', /has the column nome twice/],
    ['11144477735,Ana\n', /has no column nome\./],
    ['cpf,nme\n', /did you mean nme\?/],
    [
      'Cliente;C.P.F.;Data\n',
      /has no column nome\. It has Cliente, C\.P\.F\., Data\. The first line must name/,
    ],
    ['nome completo,full name\n', /has the column nome twice/],
    ['11144477735,Noemi\n', /has no column nome\. The first/],
    ['PK\u0003\u0004rest', /is a workbook \(\.xlsx or \.ods\), not CSV\. Save it as CSV in UTF-8/],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /is a workbook \(\.xls\)/],
    [Buffer.from('nome\nAna', 'utf16le'), /contains zero bytes, so it is not CSV/],
  ] as const) {
    assert.match(await refusalOf(read(text)), message)
  }
  assert.match(await refusalOf(readCsv('/no/such.csv')), /There is no file/)
})

test('a fixture is written as JSON and as YAML, and is the same from both', async () => {
  const fixture = {
    descricao: 'Uma "descrição": com ç',
    semente: 3,
    pessoas: [{ nome: 'Ana: "x" # não' }, { nome: '- b', cpf: '00000000191' }],
  }
  for (const form of ['json', 'yaml'] as const) {
    const text = [...fixtureText(fixture, form)].join('')
    const { findings, dataset } = await checkFixtureText(text, 'x', form)
    assert.equal(findings, [])
    assert.equal(
      dataset?.pessoas.map(({ nome }) => nome),
      ['Ana: "x" # não', '- b'],
    )
    for (const empty of [{}, { pessoas: [] }]) {
      const nobody = await checkFixtureText([...fixtureText(empty, form)].join(''), 'x', form)
      assert.equal(nobody.findings, [])
    }
  }
})

test.run()
