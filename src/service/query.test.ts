import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FaultName } from '../contract/faults.ts'
import type { PartialProfile } from '../contract/profile.ts'
import { asking } from '../testing/asking.ts'

const test = suite('queries')
const q = encodeURIComponent

/** What was answered, in short: page/rows/total and how many items, or the status and the keys. */
async function short(profile: PartialProfile, query: string): Promise<string> {
  const { status, body } = await asking(profile).list(query)
  if (status !== 200) return `${status} ${body.validation?.keys ?? '-'}`
  const { busca, itens, paginacao } = body.result
  return `${paginacao.atual}/${paginacao.linhas}/${paginacao.total} ${itens.length} "${busca}"`
}

const answers: [profile: PartialProfile, query: string, answer: string][] = [
  [{}, 'page=2', '2/25/60 25 ""'],
  [{}, 'page=3', '3/25/60 10 ""'],
  [{}, 'rows=50', '1/50/60 50 ""'],
  [{}, 'rows=100', '1/100/60 60 ""'],
  [{}, 'cpf=00000000007', '1/25/1 1 "00000000007"'],
  [{}, 'cpf=00000000007&page=2', '2/25/1 0 "00000000007"'],
  [{}, 'cpf=7', '1/25/0 0 "7"'],
  [{}, `cpf=00000000007&nome=${q('José da Silva 0')}`, '1/25/1 1 "José da Silva 0"'],
  [{}, 'cpf=00000000007&nome=ana', '1/25/0 0 "ana"'],
  [{}, 'nome=ana+clara', '1/25/20 20 "ana clara"'],
  [{}, 'nome=%E9', '1/25/0 0 "%E9"'],
  // Numbers as the framework family reads them.
  ...['01', '1.0', '%2B1', '1e0', '%201%20', '.1e1'].map((one): [PartialProfile, string, string] => [
    {},
    `page=${one}`,
    '1/25/60 25 ""',
  ]),
  ...['abc', '1.5', '', '0x19', '1&page=2', '9007199254740993', '1e400', 'NaN', 'Infinity'].flatMap(
    (text): [PartialProfile, string, string][] => [
      [{}, `page=${text}`, '400 page'],
      [{ notANumber: 'use-default' }, `page=${text}`, '1/25/60 25 ""'],
    ],
  ),
  [{ notANumber: 'use-default' }, 'rows=x', '1/25/60 25 ""'],
  [{}, 'page=0', '400 page'],
  [{}, 'page=-3', '400 page'],
  [{ pageBelowOne: 'use-first' }, 'page=-3', '1/25/60 25 ""'],
  ...['24', '30', '0', '-25', '1'].map((rows): [PartialProfile, string, string] => [
    {},
    `rows=${rows}`,
    '400 rows',
  ]),
  [{ rowsOffGrid: 'round-down' }, 'rows=60', '1/50/60 50 ""'],
  [{ rowsOffGrid: 'round-down' }, 'rows=24', '1/25/60 25 ""'],
  [{ rowsOffGrid: 'round-down' }, 'rows=-30', '1/25/60 25 ""'],
  [{ rowsOffGrid: 'use-default' }, 'rows=60', '1/25/60 25 ""'],
  [{ rowsOffGrid: 'honour' }, 'rows=7', '1/7/60 7 ""'],
  [{ rowsOffGrid: 'honour' }, 'rows=0', '1/1/60 1 ""'],
  [{ rowsMaximum: 50 }, 'rows=50', '1/50/60 50 ""'],
  [{ rowsMaximum: 50 }, 'rows=75', '400 rows'],
  [{ rowsMaximum: 50, rowsAboveMaximum: 'cap' }, 'rows=75', '1/50/60 50 ""'],
  [{}, 'page=4', '4/25/60 0 ""'],
  [{}, 'page=9007199254740991&rows=9007199254740975', '9007199254740991/9007199254740975/60 0 ""'],
  [{ pageBeyondEnd: 'refuse' }, 'page=4', '400 page'],
  [{ pageBeyondEnd: 'not-found' }, 'page=4', '404 -'],
  [{ pageBeyondEnd: 'last-page' }, 'page=4', '3/25/60 10 ""'],
  [{ pageBeyondEnd: 'last-page' }, 'page=4&nome=zzz', '1/25/0 0 "zzz"'],
  [{}, 'nome=SILVA', '1/25/20 20 "SILVA"'],
  [{}, `nome=${q('conceicao')}`, '1/25/0 0 "conceicao"'],
  [{ nomeFolding: 'case-and-accents' }, 'nome=conceicao', '1/25/20 20 "conceicao"'],
  [{ nomeFolding: 'none' }, 'nome=Ana', '1/25/20 20 "Ana"'],
  [{ nomeMatching: 'prefix' }, 'nome=silva', '1/25/0 0 "silva"'],
  [{ nomeMatching: 'prefix' }, 'nome=ana', '1/25/40 25 "ana"'],
  [{ nomeMatching: 'word' }, 'nome=clar', '1/25/0 0 "clar"'],
  [{ nomeMatching: 'exact' }, 'nome=ana+clara+2', '1/25/1 1 "ana clara 2"'],
  ...['111.444.777-35', 'abc', '1%202', '1a'].map((cpf): [PartialProfile, string, string] => [
    {},
    `cpf=${cpf}`,
    '400 cpf',
  ]),
  [{ cpfMalformed: 'strip-mask' }, 'cpf=000.000.000-07', '1/25/1 1 "00000000007"'],
  [{ cpfMalformed: 'strip-mask' }, 'cpf=x', '1/25/0 0 "x"'],
  [{ cpfMalformed: 'no-match' }, 'cpf=000.000.000-07', '1/25/0 0 "000.000.000-07"'],
  [{ cpfLength: 'eleven' }, 'cpf=0000000007', '400 cpf'],
  [{ cpfLength: 'eleven' }, 'cpf=00000000007', '1/25/1 1 "00000000007"'],
  [{}, 'nome=&cpf=&sort=', '400 cpf,nome,sort'],
  [{ emptyParameter: 'as-absent' }, 'nome=&cpf=&sort=', '1/25/60 25 ""'],
  [{}, 'nome=a&nome=b', '400 nome'],
  [{}, 'sort=nome&sort=cpf', '400 sort'],
  ...['idade', '-', '--nome', 'nome,-cpf', 'NOME', 'constructor'].map(
    (sort): [PartialProfile, string, string] => [{}, `sort=${sort}`, '1/25/60 25 ""'],
  ),
  [{ sortUnknown: 'refuse' }, 'sort=idade', '400 sort'],
  [{ sortUnknown: 'refuse', sortFields: ['nome'] }, 'sort=-cpf', '400 sort'],
  [{}, 'foo=1&__proto__=2&constructor=3', '400 foo,__proto__,constructor'],
  [{ queryUnknown: 'ignore' }, 'foo=1', '1/25/60 25 ""'],
  [{ busca: 'nome' }, 'cpf=00000000007', '1/25/1 1 ""'],
  [{ busca: 'always-empty' }, 'nome=silva', '1/25/20 20 ""'],
  [{}, 'zzz=1&rows=30&page=0&cpf=x', '400 page,rows,cpf,zzz'],
  [{ faults: 'first' }, 'zzz=1&rows=30&page=0&cpf=x', '400 page'],
  [{ rowsOffGrid: 'round-up' }, 'rows=26', '1/50/60 50 ""'],
  [{ rowsOffGrid: 'round-up' }, 'rows=7', '1/25/60 25 ""'],
  [{ rowsOffGrid: 'round-up' }, 'rows=-30', '1/25/60 25 ""'],
  [{ rowsOffGrid: 'round-up', rowsMaximum: 50 }, 'rows=60', '400 rows'],
  [{ nomeMatching: 'words' }, 'nome=lar+an', '1/25/20 20 "lar an"'],
  [{ nomeMatching: 'whole-words' }, 'nome=clara+ana', '1/25/20 20 "clara ana"'],
  [{ nomeMatching: 'word-beginnings' }, 'nome=clar+an', '1/25/20 20 "clar an"'],
  [{ nomeMatching: 'whole-words' }, 'nome=lar+ana', '1/25/0 0 "lar ana"'],
  [{ nomeMatching: 'text-at-word' }, 'nome=clara+2', '1/25/5 5 "clara 2"'],
  [{ nomeMatching: 'text-at-word' }, 'nome=lara', '1/25/0 0 "lara"'],
  [{ nomeMinimum: 3 }, 'nome=an', '400 nome'],
  [{ nomeMinimum: 3 }, 'nome=ana', '1/25/40 25 "ana"'],
  [{ nomeMaximum: 3 }, 'nome=ana', '1/25/40 25 "ana"'],
  [{ nomeMaximum: 3 }, 'nome=clar', '400 nome'],
  [{ nomeMinimum: 2 }, 'nome=%F0%9F%92%A5', '1/25/0 0 "💥"'],
  [{ nomeMinimum: 2, characters: 'code-points' }, 'nome=%F0%9F%92%A5', '400 nome'],
  [{ nomeMinimum: 3, emptyParameter: 'as-absent' }, 'nome=', '1/25/60 25 ""'],
  // Unknown parameters come as an object of JavaScript has them: whole numbers first.
  [{}, 'b=1&2=x&1=y&b=3', '400 1,2,b'],
  [{}, '%70age=2&&=&nome', '400 nome,'],
  [{}, 'x+y=1&%E9=2', '400 x y,%E9'],
  [{}, 'others=1&hasOwnProperty=2', '400 others,hasOwnProperty'],
  [{ cpfMalformed: 'strip-mask' }, 'cpf=%2000000000007%0A', '1/25/1 1 "00000000007"'],
  [{ cpfMalformed: 'strip-mask' }, 'cpf=.-', '1/25/0 0 ".-"'],
]
for (const [profile, query, answer] of answers) {
  test(`${JSON.stringify(profile)} ${query || '(none)'}`, async () =>
    assert.is(await short(profile, query), answer))
}

/** What is said of each parameter, in order. */
const texts: [query: string, faults: Record<string, string>, profile?: PartialProfile][] = [
  ['page=x', { page: '"page" must be a number' }],
  ['page=1.5', { page: '"page" must be an integer' }],
  ['page=1e99', { page: '"page" must be a number' }],
  ['page=0', { page: '"page" must be larger than or equal to 1' }],
  ['rows=30', { rows: '"rows" must be a multiple of 25' }],
  ['rows=-30', { rows: '"rows" must be larger than or equal to 1, "rows" must be a multiple of 25' }],
  ['cpf=1.2', { cpf: '"cpf" with value "1.2" fails to match the required pattern: /^\\d+$/' }],
  ['nome=', { nome: '"nome" is not allowed to be empty' }],
  ['nome=a&nome=b', { nome: '"nome" must be a string' }],
  ['rows=75', { rows: '"rows" must be less than or equal to 50' }, { rowsMaximum: 50 }],
  ['rows=30&x=1', { rows: '"rows" must be a multiple of 25', query: '"x" is not allowed' }],
  [
    'sort=x',
    { sort: '"sort" must be one of [nome, -nome]' },
    { sortUnknown: 'refuse', sortFields: ['nome'] },
  ],
  ['cpf=1', { cpf: '"cpf" length must be 11 characters long' }, { cpfLength: 'eleven' }],
  ['nome=a', { nome: '"nome" length must be at least 2 characters long' }, { nomeMinimum: 2 }],
  ['nome=ab', { nome: '"nome" length must be less than or equal to 1 characters long' }, { nomeMaximum: 1 }],
]
for (const [query, faults, profile] of texts) {
  test(`the text of ${query}`, async () => {
    const { body } = await asking(profile).list(query)
    const said = Object.entries(faults).map(([key, fault]) => `child "${key}" fails because [${fault}]`)
    assert.is(body.message, said.join('. '))
    assert.is(body.validation.source, 'query')
    assert.equal(Object.keys(body), ['error', 'message', 'validation', 'status_code'])
  })
}

const refused: [query: string, faults: FaultName[]][] = [
  ['page=&rows=%20', ['page.empty', 'rows.empty']],
  ['page=1.5&rows=9007199254740993', ['page.fraction', 'rows.huge']],
  ['page=-0&rows=-30', ['page.zero', 'rows.negative', 'rows.off-grid']],
  ['cpf=1.2&nome=a&nome=b', ['cpf.masked', 'nome.repeated']],
]
for (const [query, expected] of refused) {
  test(`the faults of ${query}`, async () => assert.equal((await asking().list(query)).faults, expected))
}

/** What is tolerated is noted for the log. */
const tolerated: [profile: PartialProfile, query: string, notes: FaultName[]][] = [
  [{}, 'nome=silva', []],
  [{ notANumber: 'use-default' }, 'page=x&rows=1.5', ['page.word', 'rows.fraction']],
  [{ pageBelowOne: 'use-first' }, 'page=0', ['page.zero']],
  [{ rowsOffGrid: 'round-down' }, 'rows=30', ['rows.off-grid']],
  [{ rowsOffGrid: 'round-up' }, 'rows=-25', ['rows.negative']],
  [{ rowsOffGrid: 'honour' }, 'rows=30', []],
  [{ rowsMaximum: 25, rowsAboveMaximum: 'cap' }, 'rows=50', ['rows.above-maximum']],
  [{ cpfMalformed: 'no-match' }, 'cpf=1.2', ['cpf.masked']],
  [{ cpfMalformed: 'strip-mask' }, 'cpf=x', ['cpf.word']],
  [{}, 'cpf=1', ['cpf.short']],
  [{ emptyParameter: 'as-absent' }, 'nome=&sort=', ['nome.empty', 'sort.empty']],
  [{}, 'sort=idade', ['sort.unknown']],
  [{ queryUnknown: 'ignore' }, 'x=1', ['query.unknown']],
  [{ sortUnknown: 'ignore' }, 'sort=x&page=9', ['sort.unknown', 'page.beyond-end']],
  [{ pageBeyondEnd: 'last-page' }, 'page=9', ['page.beyond-end']],
  [{}, 'nome=%E9', ['nome.not-utf-8']],
]
for (const [profile, query, notes] of tolerated) {
  test(`the notes of ${query} under ${JSON.stringify(profile)}`, async () => {
    const asked = await asking(profile).list(query)
    const own = asked.notes.filter((name) => name !== 'nome.nobody')
    assert.equal([asked.status, own, asked.faults], [200, notes, []])
  })
}

test.run()
