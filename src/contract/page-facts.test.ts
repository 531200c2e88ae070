import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pageFacts } from './page-facts.ts'

const test = suite('facts of a page')

test('of a page in the middle', () => {
  const facts = pageFacts({
    atual: 2,
    linhas: 25,
    total: 60,
    quantidade: 25,
    url: '/pessoas?page=2&nome=a%20b',
  })
  assert.equal(facts, {
    atual: 2,
    linhas: 25,
    total: '60',
    paginas: 3,
    quantidade: 25,
    proxima: 3,
    anterior: 1,
    tem_mais: true,
    tem_anterior: true,
    primeira_pagina: false,
    ultima_pagina: false,
    vazia: false,
    primeira: 26,
    ultima: 50,
    deslocamento: 25,
    indice: 1,
    'link.proxima': '/pessoas?page=3&nome=a%20b',
    'link.anterior': '/pessoas?page=1&nome=a%20b',
    'link.primeira': '/pessoas?page=1&nome=a%20b',
    'link.ultima': '/pessoas?page=3&nome=a%20b',
    'link.atual': '/pessoas?page=2&nome=a%20b',
    paginas_ou_uma: 3,
  })
})

test('of a list without anybody', () => {
  const facts = pageFacts({ atual: 1, linhas: 25, total: 0, quantidade: 0, url: '/pessoas' })
  assert.equal(
    [facts.paginas, facts.proxima, facts.anterior, facts.primeira, facts.ultima],
    [0, null, null, 0, 0],
  )
  assert.equal([facts['link.proxima'], facts['link.ultima']], [null, '/pessoas?page=1'])
})

test.run()
