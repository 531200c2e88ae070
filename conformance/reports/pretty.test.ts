import { stripVTControlCharacters } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { samples } from '../testing/sample-reports.ts'
import { pretty } from './pretty.ts'
import { oneLine } from './printable.ts'

const test = suite('pretty')
const linesOf = (text: string) => text.trimEnd().split('\n')

for (const [name, report] of Object.entries(samples))
  test(`${name}: names every check that did not pass, acts on no terminal, and fits the width`, () => {
    const text = pretty(report)
    assert.is(linesOf(text).at(-1), oneLine(report.summary))
    for (const { id, verdict } of name === 'unreachable' ? [] : report.results)
      if (verdict !== 'pass') assert.match(text, id)
    assert.not.match(text, /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]|^\s*::|##\[/mu)
    assert.is(stripVTControlCharacters(pretty(report, { color: true })), text)
    for (const line of linesOf(pretty(report, { width: 80 })).slice(0, -1))
      assert.ok([...line].length <= 80 || /^ {4}sent /.test(line), line)
  })

test('a failure quotes the rule and shows the least combination, what was expected, and how to ask again', () => {
  assert.equal(linesOf(pretty(samples.violated)).slice(0, 12), [
    'Failed (2)',
    '',
    '✗ PAG-08    the service returns other persons for page=2 than for page=1',
    '    clause    4.1-page, 2.2-atual',
    '    rule      page is the page number.',
    '    fails in  page:2/order:-nome (4 of 4)',
    '    expected  result.paginacao.atual to be 2',
    '    actual    1',
    `    sent      curl -s -H "Authorization: $TOKEN" 'http://127.0.0.1:3000/pessoas?page=2'`,
    '    received  200 application/json; charset=utf-8',
    `    sent      curl -s -H "Authorization: $TOKEN" 'http://127.0.0.1:3000/pessoas?page=2'`,
    '    received  no answer',
  ])
})

test('checks with the same remedy are listed once, and a warning says why the interface implies it', () => {
  const text = pretty(samples.violated)
  const because = 'the list has only one page; the list has no second page'
  assert.match(text, `? PAG-11, PAG-12\n    because   ${because}\n    remedy    seed at least 26 persons\n`)
  assert.match(text, /\n! AUTH-06 [\s\S]*\n {4}why {7}The interface suggests this wording\.\n/)
})

test('a run that decided nothing shows its cause', () => {
  const text = pretty(samples.unreachable)
  assert.match(text, /^━+\nROOT CAUSE\nNothing listens(?![\s\S]*(Undecided|Coverage))/)
  assert.ok(linesOf(text).length < 24)
})

test('quiet shows failures, verdictOnly only warnings of the run', () => {
  const { conformant, violated, staleBaseline } = samples
  for (const options of [{ quiet: true }, { verdictOnly: true }])
    assert.is(pretty(conformant, options), `${conformant.summary}\n`)
  const headings = (text: string) => text.match(/^[A-Z][a-z ]+(?= \(|$)/gm)
  assert.equal(headings(pretty(violated, { quiet: true })), ['Failed', 'Warnings of the run'])
  assert.equal(headings(pretty(violated, { verdictOnly: true })), ['Warnings of the run'])
  assert.match(
    pretty(staleBaseline, { quiet: true }),
    /^Baseline out of date\n✗ expired {3}SORT-02 expired on/,
  )
})

test.run()
