import { stripVTControlCharacters } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { samples } from '../testing/sample-reports.ts'
import { pretty } from './pretty.ts'

const test = suite('pretty')
const linesOf = (text: string) => text.trimEnd().split('\n')

for (const [name, report] of Object.entries(samples)) {
  test(`${name}: the verdict is its last line`, () => {
    assert.is(linesOf(pretty(report)).at(-1), report.summary)
  })

  test(`${name}: no character acts on the terminal, and no line on GitHub`, () => {
    const text = pretty(report)
    assert.not.match(text, /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u)
    assert.not.match(text, /^\s*::|##\[/m)
  })

  test(`${name}: colour adds nothing but colour`, () => {
    const coloured = pretty(report, { color: true })
    assert.is(stripVTControlCharacters(coloured), pretty(report))
    assert.ok(coloured.includes('\u001b['))
  })

  for (const width of [80, 110]) {
    test(`${name}: fits ${width} columns, but for what is there to be copied`, () => {
      for (const line of linesOf(pretty(report, { width }))) {
        if (!/^ {4}sent /.test(line) && line !== report.summary) assert.ok([...line].length <= width, line)
      }
    })
  }

  test(`${name}: names every check that did not pass`, () => {
    const text = pretty(report)
    const toBeNamed = report.results.filter(
      ({ verdict, reason }) => verdict !== 'pass' && reason !== 'blocked',
    )
    for (const { id } of toBeNamed) assert.match(text, id)
  })
}

test('failures come first, each with all that it takes to ask again', () => {
  const [first, ...rest] = linesOf(pretty(samples.violated))
  assert.is(first, 'Failed (3)')
  assert.equal(rest.slice(0, 5), [
    '',
    '✗ PAG-02    the service gives total as a string of digits',
    '    clause    2.2-total',
    '    rule      total is a string that contains a number.',
    `    sent      curl -s -H "Authorization: $TOKEN" -H 'Content-Type: application/x-www-form-urlencoded' 'http://127.0.0.1:3000/pessoas?page=2'`,
  ])
  assert.match(pretty(samples.violated), /\n {4}expected {2}a string of digits\n {4}actual {4}137\n/)
})

test('a root cause comes first, and what it blocks is one line', () => {
  const text = pretty(samples.unreachable)
  assert.match(text, /^━+\nROOT CAUSE\nNothing listens/)
  assert.match(text, `\nIt leaves ${samples.unreachable.results.length} checks undecided.\n`)
  assert.not.match(text, 'Undecided')
})

test('a target of which nothing could be asked is told shortly', () => {
  const text = pretty(samples.unreachable)
  assert.ok(linesOf(text).length < 20, text)
  assert.not.match(text, /Coverage|Not run|Readings/)
  assert.match(text, /\npessoas-sim 0\.2\.0, run 0a1b2c3d: 1 request sent/)
})

test('quietly: the verdict and what failed', () => {
  assert.is(pretty(samples.conformant, { quiet: true }), `${samples.conformant.summary}\n`)
  const text = pretty(samples.violated, { quiet: true })
  assert.match(text, /^Failed \(3\)\n/)
  assert.not.match(text, /Warnings \(|Observed|Undecided|Not run|Coverage|\nRun\n/)
  assert.match(text, /\n\nWarnings of the run \(2\)\n! /)
  assert.is(linesOf(text).at(-1), samples.violated.summary)
  assert.match(
    pretty(samples.staleBaseline, { quiet: true }),
    /^Baseline out of date \(2\)\n✗ stale {5}PAG-08 passes now/,
  )
  assert.match(pretty(samples.unreachable, { quiet: true }), /^━+\nROOT CAUSE/)
})

test('the verdict alone is its cause, the warnings of the run and its line', () => {
  assert.is(pretty(samples.conformant, { verdictOnly: true }), `${samples.conformant.summary}\n`)
  const lines = linesOf(pretty(samples.violated, { verdictOnly: true }))
  assert.is(lines[0], 'Warnings of the run (2)')
  assert.is(lines.at(-1), samples.violated.summary)
  assert.match(
    pretty(samples.unreachable, { verdictOnly: true }),
    /ROOT CAUSE\n[\s\S]*\n\nNothing was decided: [^\n]*\n$/,
  )
})

test('what was not decided for one reason is said once', () => {
  const text = pretty(samples.violated)
  assert.match(text, '? PAG-11, PAG-12\n    because   the list has only one page\n')
  assert.is(text.split('the list has only one page').length, 2)
})

test('a reading that is not the default is marked', () => {
  const text = pretty(samples.violated, { width: 110 })
  assert.match(text, /\n! off {7}pages-partition: .* \(default:\s+binding\)/s)
  assert.match(text, /\n· readings {2}\d+ binding, \d+ advisory, 1 off \(see --list\)\n/)
  assert.not.match(text, 'rows-50-legal')
})

test.run()
