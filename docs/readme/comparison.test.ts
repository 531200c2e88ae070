import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages, read } from './pages.ts'

const test = suite('pages: the comparison with other tools')

/** What needs no source: nothing was found, or the question does not arise. */
const without = { en: ['not found', '–'], 'pt-BR': ['não encontrado', '–'] }

/** Returns the rows of the table with the tools in its head, each as its cells. */
const rowsOf = (page: string) =>
  (/^\| \| pessoas-sim \|.*\n\|.*\n(?:\|.*\n)+/m.exec(page)?.[0] ?? '')
    .trimEnd()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
const wordOf = (cell: string) => cell.replace(/^\[(.*)\]\[.*\]$/, '$1')
const pages = Object.fromEntries(
  Object.entries(languages).map(([language, { folder }]) => [language, read(`${folder}/comparison.md`)]),
) as Record<keyof typeof languages, string>

for (const [language, { readme }] of Object.entries(languages) as [
  keyof typeof languages,
  { readme: string },
][]) {
  test(`${language}: every word of the table has a source, and every source is used`, () => {
    const [head = [], , ...rows] = rowsOf(pages[language])
    assert.is(head.filter((cell) => /^[A-Za-z-]+$/.test(cell)).length, 7)
    assert.ok(rows.length >= 12)
    const used = rows.flatMap(([, ...cells]) =>
      cells.flatMap((cell) => {
        const [, label] = /^\[[^\]]+\]\[([a-z\d-]+)\]$/.exec(cell) ?? []
        if (label === undefined) assert.ok(without[language].includes(cell), cell)
        return label ?? []
      }),
    )
    const defined = [...pages[language].matchAll(/^\[([a-z\d-]+)\]: (\S+)$/gm)].map(([, label, to]) => [
      label,
      to,
    ])
    assert.equal([...new Set(used)].sort(), defined.map(([label]) => label).sort())
    for (const [label, to] of defined)
      assert.match(
        to as string,
        label?.startsWith('own-')
          ? /^[^:]+\.md/
          : /^https:\/\/(?:github\.com\/.*\/blob\/[\da-f]{40}\/|www\.)/,
      )
  })

  test(`${readme}: its rows are rows of the whole table`, () => {
    const rows = rowsOf(read(readme)).slice(2)
    assert.is(rows.length, 6)
    const whole = rowsOf(pages[language]).map((row) => row.map(wordOf).join(' | '))
    for (const row of rows) assert.ok(whole.includes(row.join(' | ')), row.join(' | '))
  })
}

test('both languages have the same sources in the same cells', () => {
  const labels = Object.values(pages).map((page) =>
    rowsOf(page).map((row) => row.map((cell) => /\[([a-z\d-]+)\]$/.exec(cell)?.[1])),
  )
  assert.equal(labels[0], labels[1])
})

test.run()
