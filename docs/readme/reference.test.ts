import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as conformance from '../../conformance/index.ts'
import { probeOptions, runOptions, suiteOptions } from '../../conformance/run/option-tables.ts'
import * as simulator from '../../src/index.ts'
import { profileFaults } from '../../src/operator/read-profile.ts'
import { controlDocument, controlPage } from './control-page.ts'
import { examplesOf, runExamples } from './examples.ts'
import { faultKindsPage } from './fault-kinds-page.ts'
import { faultsPage } from './faults-page.ts'
import { inPortuguese, ofPages } from './in-portuguese.ts'
import { llmsText } from './llms.ts'
import { optionsPage } from './options.ts'
import { codeOf, namesOf, read } from './pages.ts'
import { example, profilePage } from './profile-page.ts'

const test = suite('reference')

const api = read('docs/reference/api.md')

test('the examples of this page and of those of the control port print what is shown', async () => {
  assert.is(examplesOf(api).length, codeOf('docs/reference/api.md', 'js').length)
  const pages = ['faults', 'clock', 'persons', 'journal'].map((name) => read(`docs/control/${name}.md`))
  const examples = [api, ...pages].flatMap(examplesOf)
  assert.is(examples.length - examplesOf(api).length, 5)
  const outputs = await runExamples(examples)
  for (const [i, { code, shown }] of examples.entries()) assert.is(outputs[i], shown, code)
})

test('an example imports each public name', () => {
  const code = examplesOf(api)
    .map(({ code }) => code)
    .join('')
  const importedFrom = (entry: string) => {
    const names = [...code.matchAll(/^import \{ (.*) \} from '(.*)'$/gm)]
      .filter(([, , from]) => from === entry)
      .flatMap(([, names]) => (names as string).split(', '))
    return [...new Set(names)].sort()
  }
  assert.equal(importedFrom('pessoas-sim'), Object.keys(simulator).sort())
  assert.equal(importedFrom('pessoas-sim/conformance'), Object.keys(conformance).sort())
})

test('the table of startSimulator has every option, and no other', async () => {
  const [, table] = /^\| option \| default \| \|\n.*\n((?:\|.*\n)+)/m.exec(api) as RegExpExecArray
  const shown = [...(table as string).matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name)
  const unknown = { unknown: 1 } as object
  const message = await simulator.startSimulator(unknown).then(
    () => '',
    (error: Error) => error.message,
  )
  const known = /Use one of (.*)\.$/.exec(message)?.[1]?.split(', ') ?? []
  assert.equal(shown.sort(), known.sort())
})

test('the table of the simulator has every member, and no other', async () => {
  const [, table] = /^The simulator that it returns:\n\n\| member .*\n.*\n((?:\|.*\n)+)/m.exec(
    api,
  ) as RegExpExecArray
  const names = [...(table as string).matchAll(/^\| (.*?) \|/gm)].map(([, cell]) => cell as string).join()
  const shown = [...names.matchAll(/`(\w+)/g)].map(([, name]) => name)
  await using sim = await simulator.startSimulator({ fixture: 'empty' })
  assert.equal(shown.sort(), Object.keys(sim).sort())
})

test('options.md has every option', () => {
  const shown = [...optionsPage().matchAll(/^\| `(\w+)` .* \| `--/gm)].map(([, name]) => name)
  assert.equal(shown, [
    ...Object.keys(runOptions),
    ...Object.keys(suiteOptions),
    ...Object.keys(probeOptions),
  ])
})

test('llms.txt has one paragraph, and each page with a line about it', () => {
  const text = llmsText(read('docs/README.md'))
  assert.match(text, /^# pessoas-sim\n\n> pessoas-sim simulates [^\n]*\.\n\n## Tutorials\n\n- \[/)
  for (const name of namesOf('en').filter((name) => name !== 'README.md'))
    assert.is(text.split(`](${name}): `).length, 2, name)
  for (const line of text.split('\n').slice(4))
    assert.match(line, /^(?:|## \w+|- \[[^\]]+\]\([^)]+\): \S.*)$/)
})

test('the pages that the build writes have words everywhere, and the example is a profile', async () => {
  const pages = [faultsPage(), profilePage(), faultKindsPage(), controlPage(await controlDocument())]
  for (const text of pages) assert.not.match(text, /undefined|NaN|\[object/)
  assert.equal(profileFaults(example), [])
})

const inBoth = { faults: faultsPage(), options: optionsPage(), profile: profilePage() }

test('a page in Portuguese has the rows of the English one, and no English but code and answers', () => {
  const codeOf = (text: string) => (text.match(/^\| `.*?`|^#+/gm) ?? []).join('\n')
  for (const [name, english] of Object.entries(inBoth)) {
    const text = inPortuguese(english)
    assert.is(codeOf(text), codeOf(english), name)
    const words = text
      .replace(/^(\| `\w+\.[\w-]+` \|)[^|]*(?=\|)/gm, '$1')
      .replace(/^```.*?^```|`[^`]*`/gms, '')
    assert.not.match(words, /(?<![\w-])(?:the|of|with|and|is|an|to|from|by|back)(?![\w-])/i, name)
  }
})

test('a text without Portuguese is an error that names it, and ours are all on a page', () => {
  const page = faultsPage().replace('the path is unknown', 'the path has no name of its own')
  assert.throws(
    () => inPortuguese(page),
    /^Add them to src\/messages\/pt-br, .*\nthe path has no name of its own$/s,
  )
  const all = Object.values(inBoth).join('\n').replaceAll('\n', ' ')
  const stale = Object.keys(ofPages).filter(
    (key) => !key.split(/\{\w+[#*]?\}/).every((part) => all.includes(part)),
  )
  assert.equal(stale, [])
})

test.run()
