import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pageSlots } from '../../src/contract/page-slots.ts'
import { hasNull, render, type Slots, type Template } from '../../src/contract/template.ts'
import { headerTemplateOf, listHeadersOf } from './list-headers.ts'

const test = suite('headers of lists of a twin')

const LIST = 'http://x.y/pessoas'

/** The slots of lists of other sizes, on pages at their ends, between them and beyond them. */
const pages: readonly Slots[] = [
  ...[1, 2, 3, 6, 7].map((page) => [page, 25, 137] as const),
  ...[1, 2, 3].map((page) => [page, 50, 137] as const),
  ...[0, 1, 25].map((total) => [1, 25, total] as const),
].map(([page, rows, total]) => {
  const count = Math.max(0, Math.min(rows, total - (page - 1) * rows))
  const query = page === 1 ? '' : `?rows=${rows}&page=${page}`
  const slots = pageSlots({ page, rows, total, count, url: `${LIST}${query}` })
  const documented = { atual: page, linhas: rows, total: String(total) }
  return Object.defineProperties(documented, Object.getOwnPropertyDescriptors(slots))
})

const learned = (written: (slots: Slots) => string | undefined) =>
  headerTemplateOf(pages.map((slots) => ({ value: written(slots), slots })))
const shown = (template: Template) => (slots: Slots) => {
  const value = render(template, slots)
  return value === null ? undefined : String(value)
}

for (const template of [
  ...['{total}', '{paginas}', '{ultima_pagina}', '{proxima}', '{proxima:or-empty}', '{tem_mais}'],
  '{tem_anterior:capital}',
  '{"TotalCount":{total},"PageSize":{linhas},"HasNext":{tem_mais},"NextPage":{proxima}}',
  '{"total":{total},"nextPageLink":{link.proxima.mantida:json}}',
  'items {primeira}-{ultima}/{total}',
]) {
  test(`the text ${template}`, () => {
    assert.is(learned(shown(template)), template)
  })
}

test('what is the same on each page, or no function of it, is no text with slots', () => {
  assert.is(
    learned(() => '2'),
    undefined,
  )
  let count = 0
  assert.is(
    learned(() => String(count++ * 7)),
    undefined,
  )
  assert.is(
    learned(() => (count++ % 2 ? '<a>; rel="next"' : 'x')),
    undefined,
  )
  assert.is(
    learned(() => (count++ % 2 ? 'a b' : 'c')),
    undefined,
  )
})

/** Returns a header of links in some order. */
const links = (parts: readonly (readonly [text: string, isThere?: string])[], between = ', ') => {
  const written = (slots: Slots) => {
    const kept = parts.filter(
      ([text, isThere]) => !hasNull(text, slots) && (!isThere || render(isThere, slots)),
    )
    return kept.length === 0 ? undefined : kept.map(([text]) => String(render(text, slots))).join(between)
  }
  return learned(written)
}
const NEXT = '<{link.proxima.mantida}>; rel="next"'
const PREVIOUS = '<{link.anterior.mantida:relative}>; rel=prev'
const FIRST = '<{link.primeira.mantida}>; rel="first"'
const OTHER_HOST = '<https://api.org/v1{link.proxima.mantida:relative}>; rel="next"'

test('links that only some pages have', () => {
  assert.equal(links([[PREVIOUS], [NEXT]]), { parts: [PREVIOUS, NEXT] })
  assert.equal(links([[NEXT], [PREVIOUS]], ','), { parts: [NEXT, PREVIOUS], between: ',' })
  assert.equal(links([[FIRST, '{tem_anterior}'], [NEXT]]), {
    parts: [{ text: FIRST, if: '{tem_anterior}' }, NEXT],
  })
  assert.equal(links([[OTHER_HOST]]), { parts: [OTHER_HOST] })
  assert.equal(links([['</docs>; rel="help"'], [NEXT]]), { parts: ['</docs>; rel="help"', NEXT] })
})

test('links that nothing explains are none', () => {
  const next = (slots: Slots) => String(render(NEXT, slots))
  assert.is(
    learned((slots) => `<${Number(slots.total) * 7}>; rel="next"`),
    undefined,
  )
  // Two orders, two links of one name, two separators, and pages of no rule.
  assert.is(
    learned((slots) => (slots.tem_mais ? `<a>; rel="a", <b>; rel="b"` : `<b>; rel="b", <a>; rel="a"`)),
    undefined,
  )
  assert.is(
    learned((slots) => `${next(slots)}, ${next(slots)}`),
    undefined,
  )
  assert.is(
    learned((slots) => `<a>; rel="a",${slots.tem_mais ? ' ' : ''}<b>; rel="b"`),
    undefined,
  )
  let count = 0
  assert.is(
    learned((slots) =>
      count++ % 2 ? String(render('<{link.esta.mantida}>; rel="self"', slots)) : undefined,
    ),
    undefined,
  )
})

test('links of odd parameters in ways of their own leave the rule', () => {
  let count = 0
  const written = (slots: Slots) =>
    count++ % 4 === 3
      ? '<http://x.y/other>; rel="self"'
      : String(render('<{link.esta.mantida}>; rel="self"', slots))
  assert.equal(learned(written), { parts: ['<{link.esta.mantida}>; rel="self"'] })
})

test('a link that several styles explain has that of the others', () => {
  const first = '<{link.anterior.sem-um}>; rel="prev"'
  const [pageOne, pageTwo] = [1, 2].map((page) =>
    pageSlots({ page, rows: 25, total: 75, count: 25, url: `${LIST}?a=%41&page=${page}` }),
  ) as [Slots, Slots]
  const written = (slots: Slots) =>
    [first, '<{link.proxima.reescrita}>; rel="next"']
      .filter((text) => !hasNull(text, slots))
      .map((text) => String(render(text, slots)))
      .join(', ')
  const samples = [pageOne, pageTwo].map((slots) => ({ value: written(slots), slots }))
  assert.equal(headerTemplateOf(samples), { parts: [first, '<{link.proxima.reescrita}>; rel="next"'] })
  const same = [pageOne, pageTwo].map((slots) => {
    const value = written(slots).replace(
      String(render(first, slots)),
      '<http://x.y/pessoas?a=A&page=1>; rel="prev"',
    )
    return { value, slots }
  })
  assert.equal(headerTemplateOf(same), {
    parts: ['<{link.anterior.reescrita}>; rel="prev"', '<{link.proxima.reescrita}>; rel="next"'],
  })
})

test('each header of lists is learned by itself', () => {
  const lists = pages.map((slots) => ({
    slots,
    answer: {
      status: 200,
      json: {},
      text: '',
      headers: { 'x-total': String(slots.total), 'x-version': '2', date: String(slots.total) },
    },
  }))
  assert.equal(listHeadersOf(lists), { 'x-total': '{total}' })
})

test.run()
