import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OWN_REPORT } from '../testing/world.ts'
import { maskedPath } from './masked-path.ts'

const test = suite('masked paths')

const masked: [url: string, path: string][] = [
  ['/pessoas', '/pessoas'],
  ['/pessoas?', '/pessoas?'],
  ['/pessoas?page=2&rows=50&sort=-nome', '/pessoas?page=2&rows=50&sort=-nome'],
  ['/pessoas?cpf=11144477735&nome=Ana%20Silva', '/pessoas?cpf=***&nome=***'],
  ['/pessoas?cpf=&nome=&page', '/pessoas?cpf=&nome=&page'],
  ['/pessoas?page=11144477735&sort=Ana', '/pessoas?page=***&sort=***'],
  ['/pessoas?token=secret&CPF=111&Ana', '/pessoas?token=***&CPF=***&***'],
  ['/pessoas?perPage=2&nmoe=ana&limit', '/pessoas?perPage=***&nmoe=***&limit'],
  ['/pessoas?constructor=1&nome=a=b', '/pessoas?constructor=***&nome=***'],
  ['/pessoas?nome=a?b', '/pessoas?nome=***'],
  ['/pessoas/11144477735', '/pessoas/***'],
  ['/Ana/Silva', '/***/***'],
  ['/x', '/x'],
  ['/nada/p%C3%A1gina', '/nada/p%C3%A1gina'],
  ['/nada/jo%E3o/jo%C3%A3o', '/nada/***/***'],
  ['/pessoas/xerxes/y', '/pessoas/***/***'],
  ['/api/clientes/xerxes', '/api/clientes/***'],
  ['/relatorios/xerxes', '/relatorios/***'],
  [
    '/pessoas?utm_source=a&_=1&page[]=2&page%5B%5D=2&filter[nome]=x',
    '/pessoas?utm_source=***&_=***&page[]=***&page%5B%5D=***&filter[nome]=***',
  ],
  ['/pessoas?email=a@b&cpf2=1&maria=1&filter[ana]=1&debug', '/pessoas?email=***&cpf2=***&***&***&debug'],
  ['/pessoas?page=1&amp;rows=25&amp;ana=1', '/pessoas?page=1&amp;rows=***&***'],
  ['/api/v1/Pessoas', '/api/v1/Pessoas'],
  ['/api/ana/pessoas', '/api/***/pessoas'],
  ['http://ana.example/pessoas', '/pessoas'],
  [`/relatorios/validar/${OWN_REPORT}`, `/relatorios/validar/${OWN_REPORT}`],
  [`/api/relatorios/validar/${OWN_REPORT}/`, `/api/relatorios/validar/${OWN_REPORT}/`],
  ['/relatorios/validar/11144477735', '/relatorios/validar/***'],
  [`/${OWN_REPORT}`, '/***'],
  ['*', '***'],
  [`${'/pessoas'.repeat(62)}/cpf`, `${'/pessoas'.repeat(62)}/cpf`],
  [`${'/pessoas'.repeat(62)}/nome`, `${'/pessoas'.repeat(62)}/nom…`],
  [`/${'a/'.repeat(1_000)}`, `/${'a/'.repeat(1_000)}`.slice(0, 500).concat('…')],
  [`/${'ana/'.repeat(1_000)}`, `/${'***/'.repeat(1_000)}`.slice(0, 500).concat('…')],
]
test('parts of a path that may identify a person are masked, and the others are not', () => {
  const names = ['ana', 'joao', 'maria', 'silva']
  const known = { hasName: (word: string) => names.includes(word), hasToken: () => false }
  for (const [url, path] of masked) assert.is(maskedPath(url, known), path, url)
})

test.run()
