import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Dataset } from '../../contract/dataset.ts'
import { noDialect } from '../../contract/dialect.ts'
import type { Profile } from '../../contract/profile.ts'
import { MemoryStore } from '../../store/memory.ts'
import { Worlds } from '../../store/worlds.ts'
import { serving } from '../../testing/serving.ts'

const test = suite('why a list is empty')

const OWN_CPF = '00000000191'
const FOREIGN_CPF = '11144477735'
const NOBODYS_CPF = '52998224725'

function worldOf(names: readonly string[], world = 'token'): Dataset {
  const pessoas = names.map((nome, i) => ({
    cpf: i === 0 ? OWN_CPF : String(i).padStart(11, '0'),
    nome,
  }))
  const reports = pessoas.map(({ cpf }, i) => ({
    numero: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    organizacao: 'a',
    cpf,
    atualizado_em: '2026-01-01T00:00:00.000Z',
  }))
  return {
    organizacoes: [
      { id: 'a', nome: 'A', token: `${world}-of-a` },
      { id: 'b', nome: 'B', token: `${world}-of-b` },
    ],
    pessoas: [...pessoas, { cpf: FOREIGN_CPF, nome: 'Zoé Lima' }],
    relatorios: [
      ...reports,
      { ...reports[0], numero: 'c0ffee00-0000-4000-8000-000000000001', organizacao: 'b', cpf: FOREIGN_CPF },
    ] as Dataset['relatorios'],
  }
}

const NAMES = ['João da Silva', 'ANA Souza', 'Jose\u0301 Neto']
const DECOMPOSED = 'joa\u0303o'
const search = (over: Partial<Profile['dialect']['search']>): Partial<Profile> => ({
  dialect: { ...noDialect, search: over },
})
const FOLDS =
  'Send the accents as the data has them, or start pessoas-sim with --set nomeFolding=case-and-accents.'

const cases: [profile: Partial<Profile>, query: Record<string, string>, ...told: [string, string?][]][] = [
  [{}, { nome: 'joão' }],
  [{}, { nome: 'nobody' }],
  [{}, { nome: 'nobody ' }],
  [{}, { nome: 'joao' }, ['query-nome-accents', FOLDS]],
  [{}, { nome: 'joao', cpf: OWN_CPF }, ['query-nome-accents', FOLDS]],
  [{}, { nome: 'joao', cpf: NOBODYS_CPF }],
  [{}, { nome: 'joao', page: '2', rows: '50', sort: '-nome' }, ['query-nome-accents', FOLDS]],
  [{ nomeFolding: 'case-and-accents' }, { nome: 'joao' }],
  [
    search({ folding: 'ascii-case' }),
    { nome: 'joao' },
    ['query-nome-accents', 'Send the accents as the data has them.'],
  ],
  [{}, { nome: 'da silva ' }, ['query-nome-blanks', 'Trim it, and send one blank between words.']],
  [{}, { nome: ' ana' }, ['query-nome-blanks']],
  [{}, { nome: 'ana  souza' }, ['query-nome-blanks']],
  [{}, { nome: 'joao  da ' }, ['query-nome-blanks'], ['query-nome-accents']],
  [
    {},
    { nome: DECOMPOSED },
    ['query-nome-decomposed', "Send it in NFC, as nome.normalize('NFC') returns it."],
  ],
  [
    {},
    { nome: 'josé' },
    ['query-data-decomposed', "Save the data in NFC, as text.normalize('NFC') returns it."],
  ],
  [search({ composed: 'yes' }), { nome: DECOMPOSED }],
  [
    { nomeFolding: 'none' },
    { nome: 'ana' },
    [
      'query-nome-case',
      'Send the letters as the data has them, or start pessoas-sim with --set nomeFolding=case.',
    ],
  ],
  [{ nomeFolding: 'none' }, { nome: 'Joao' }, ['query-nome-accents']],
  [
    { nomeMatching: 'exact' },
    { nome: 'silva' },
    ['query-nome-part', 'Send more of the name, or start pessoas-sim with --set nomeMatching=contains.'],
  ],
  [search({ words: 'word-beginnings' }), { nome: 'lva' }, ['query-nome-part', 'Send more of the name.']],
  [{}, { cpf: FOREIGN_CPF }, ['query-cpf-foreign', 'Use the token of that organization.']],
  [{}, { cpf: FOREIGN_CPF, nome: 'zoé' }, ['query-cpf-foreign']],
  [{}, { cpf: NOBODYS_CPF }],
  [{}, { cpf: OWN_CPF, nome: 'zoé' }],
  [
    {},
    { page: '2' },
    [
      'query-page-beyond-end',
      'Stop at the last page (total divided by rows, rounded up), or change the answer with --set pageBeyondEnd=refuse, not-found or last-page.',
    ],
  ],
  [{}, { nome: 'souza', page: '3' }, ['query-page-beyond-end']],
]

for (const [profile, query, ...told] of cases) {
  const line = new URLSearchParams(query).toString()
  test(`${line} under ${JSON.stringify(profile)} logs ${told.map(([code]) => code).join() || 'nothing'}`, () => {
    const store = new Worlds()
    store.add(new MemoryStore(worldOf(NAMES)))
    // Another world has everybody whom this one lacks, and is none of its business.
    store.add(new MemoryStore(worldOf(['Nobody', 'Zoé'], 'other')))
    return serving({ profile, store }, async ({ exchange, recordOf, logged }) => {
      const url = `/pessoas?${line.replaceAll('+', '%20')}`
      const headers = 'Host: localhost\r\nAuthorization: token-of-a\r\nConnection: close\r\n'
      const request = `GET ${url} HTTP/1.1\r\n${headers}\r\n`
      const answer = await exchange(request)
      assert.match(answer, /^HTTP\/1\.1 200 /)
      // The client learns nothing of it.
      if (told.length > 0) assert.match(answer, /"itens":\[\]/)
      const { causes } = await recordOf(request)
      assert.equal(
        causes.map(({ code }) => code),
        told.map(([code]) => code),
      )
      for (const [i, [, remedy]] of told.entries())
        if (remedy !== undefined) assert.is(causes[i]?.remedy, remedy)
      assert.not.match(JSON.stringify(logged), /jo[aã]|souza|zoé|11144477735|00000000191/i)
    })
  })
}

test('a list so long that a second search would be felt has no such hint', () => {
  const store = new MemoryStore(worldOf(['João', ...Array.from({ length: 10_000 }, (_, i) => `Ana ${i}`)]))
  return serving({ store }, async ({ recordOf }) => {
    const headers = 'Host: localhost\r\nAuthorization: token-of-a\r\nConnection: close\r\n'
    const { status, causes } = await recordOf(`GET /pessoas?nome=joao HTTP/1.1\r\n${headers}\r\n`)
    assert.equal([status, causes], [200, []])
  })
})

test.run()
