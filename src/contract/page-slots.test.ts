import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pageSlots } from './page-slots.ts'
import { render, type Template } from './template.ts'

const test = suite('page slots')

const HERE = 'http://api.test/v1/pessoas'
const of = (page: number, query: string, { total = 60, count = 25 } = {}) =>
  pageSlots({ page, rows: 25, total, count, url: `${HERE}${query}` })
const said = (template: Template, slots: ReturnType<typeof of>) => render(template, slots)

test('places, neighbours and conditions of a page within, at the end, beyond it and of none', () => {
  const template = [
    ...['{primeira}', '{ultima}', '{primeira:or-null}', '{deslocamento}', '{fim}', '{limite}', '{restantes}'],
    ...['{anterior_existente}', '{anterior_dentro}', '{tem_anterior}', '{esta_e_a_ultima}', '{vazia}'],
  ]
  assert.equal(said(template, of(2, '')), [26, 50, 26, 25, 50, 50, 10, 1, 1, true, false, false])
  assert.equal(said(template, of(3, '', { count: 10 })), [51, 60, 51, 50, 60, 60, 0, 2, 2, true, true, false])
  assert.equal(said(template, of(9, '', { count: 0 })), [
    0,
    0,
    null,
    200,
    200,
    60,
    0,
    3,
    null,
    true,
    true,
    true,
  ])
  assert.equal(said(template, of(1, '', { total: 0, count: 0 })), [
    0,
    0,
    null,
    0,
    0,
    0,
    0,
    null,
    null,
    false,
    true,
    true,
  ])
})

test('links keep the query, or have a part of it', () => {
  const second = of(2, '?nome=jos%C3%A9+s&page=2&rows=25')
  const links: [slot: string, url: string | null][] = [
    ['link.proxima.mantida', `${HERE}?nome=jos%C3%A9+s&page=3&rows=25`],
    ['link.proxima.reescrita', `${HERE}?nome=jos%C3%A9+s&page=3&rows=25`],
    ['link.proxima.com-linhas', `${HERE}?nome=jos%C3%A9+s&page=3&rows=25`],
    ['link.proxima.ordenada', `${HERE}?nome=jos%C3%A9+s&page=3&rows=25`],
    ['link.anterior.ordenada', `${HERE}?nome=jos%C3%A9+s&page=1&rows=25`],
    ['link.anterior.ordenada-sem-um', `${HERE}?nome=jos%C3%A9+s&rows=25`],
    ['link.proxima.limpa', `${HERE}?nome=jos%C3%A9%20s&page=3&rows=25`],
    ['link.anterior.sem-um', `${HERE}?nome=jos%C3%A9+s&rows=25`],
    ['link.ultima.pagina', `${HERE}?page=3`],
    ['link.esta.pagina-linhas', `${HERE}?page=2&rows=25`],
    ['link.primeira.linhas-pagina:relative', '/v1/pessoas?rows=25&page=1'],
    ['link.primeira.pagina:query', '?page=1'],
    ['link.lista', HERE],
  ]
  for (const [slot, url] of links) assert.is(said(`{${slot}}`, second), url)
  assert.is(said('{link.proxima.mantida}', of(1, '?rows=25')), `${HERE}?rows=25&page=2`)
  const odd = of(1, '??a=1&page=1&b&c=&b=2&page=9')
  assert.is(said('{link.proxima.reescrita:query}', odd), '?%3Fa=1&page=2&b=&c=&b=2')
  assert.is(said('{link.proxima.primeiros-valores:query}', odd), '?%3Fa=1&page=2&b=&c=')
  assert.is(said('{link.proxima.ultimos-valores:query}', odd), '?%3Fa=1&page=2&b=2&c=')
  assert.is(said('{link.proxima.sem-igual:query}', odd), '?%3Fa=1&page=2&b&c=&b=2')
  assert.is(said('{link.proxima.primeiros-valores:query}', of(1, '?b=2')), '?b=2&page=2')
  assert.is(said('{link.anterior.sem-um}', of(2, '?page=2')), HERE)
  assert.is(said('{link.proxima.mantida}', of(2, '?page=2&page=2')), `${HERE}?page=3`)
  assert.is(
    said('{link.proxima.ordenada-sem-um}', of(1, '?sort=cpf&rows=25')),
    `${HERE}?page=2&rows=25&sort=cpf`,
  )
  assert.is(
    said('{link.proxima.limpa}', of(1, "?nome=+&page=&cpf=a&cpf=%20(b)'&rows")),
    `${HERE}?cpf=%28b%29%27&page=2`,
  )
  const last = of(3, '?page=3', { count: 10 })
  assert.is(said('{link.proxima.mantida}', last), null)
  assert.is(said('https://public.test{link.proxima.mantida:relative}', last), null)
  assert.is(said('{link.proxima.mantida:or-empty}', last), '')
})

test('what has no value is left out where it is optional', () => {
  const template = { proxima: { href: '{link.proxima.pagina:relative?}' }, anterior: '{anterior?}' }
  assert.equal(said(template, of(1, '')), { proxima: { href: '/v1/pessoas?page=2' } })
  assert.equal(said({ of: template }, of(3, '', { count: 10 })), { of: { anterior: 2 } })
  const link = { next: '<{link.proxima.pagina?}>; rel="next"', atual: '{quantidade}' }
  assert.equal(said(link, of(3, '', { count: 10 })), { atual: 10 })
})

test.run()
