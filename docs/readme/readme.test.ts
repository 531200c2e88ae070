import { existsSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { conformanceFlags } from '../../bin/flags/conformance-flags.ts'
import { serveFlags } from '../../bin/flags/flags.ts'
import { probeFlags } from '../../bin/flags/probe-flags.ts'
import { commandLineOnlyText } from '../../bin/testing/command-line-only.ts'
import { knobNames } from '../../src/contract/knobs.ts'
import { checkText } from '../../src/fixture/check/check.ts'
import { listFixtures, profiles, seedDataset, startSimulator } from '../../src/index.ts'
import { profileFaults } from '../../src/operator/profile-faults.ts'
import { anchorsOf } from './anchors.ts'
import { english, openPointsTable, portuguese } from './open-points.ts'
import { englishWording, portugueseWording, wellKnownTable } from './well-known.ts'

const test = suite('readme')

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

for (const name of ['README.md', 'README.pt-BR.md'] as const) {
  const text = read(name)

  test(`${name}: the curl lines answer what it says`, async () => {
    await using sim = await startSimulator()
    const shown = [...text.matchAll(/^\$ (curl .*)\n(\{.*\})$/gm)]
    assert.is(shown.length, 4)
    for (const [, line, answer] of shown) {
      assert.equal(
        await curl((line as string).replaceAll('http://127.0.0.1:3210', sim.url)),
        JSON.parse(answer as string),
      )
    }
  })

  test(`${name}: what it links to is in the package, and its parts are there`, () => {
    const { files } = JSON.parse(read('package.json'))
    // npm packs README.md whatever "files" says.
    const packed = ['README.md', ...files] as string[]
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string)
    assert.ok(links.length > 15)
    for (const link of links.filter((link) => !/^https?:/.test(link))) {
      const [file, part] = link.split('#') as [string, string | undefined]
      const isPacked = packed.some((path) => file === path || file.startsWith(`${path}/`))
      assert.ok(file === '' || (isPacked && existsSync(new URL(`../../${file}`, import.meta.url))), link)
      if (part !== undefined) assert.ok(anchorsOf(read(file || name)).includes(part), link)
    }
  })

  test(`${name}: only its last part has commands that need the repository`, () => {
    const forUsers = text.slice(0, text.search(/^## (How it is built|Como é feito)$/m))
    // The first screen says what it is, and then the first command.
    assert.match(forUsers, /^# pessoas-sim\n[^`#]{1,600}\n```sh\nnpx pessoas-sim /)
    assert.not.match(forUsers, /npm (ci|cit|start|test|run)\b|npx tsx|--import tsx|\.ci\/|bench\//)
    assert.match(text.slice(forUsers.length), /^npm cit /m)
  })

  test(`${name}: every flag has a row, and no other`, () => {
    const shown = [...text.matchAll(/^\| `--([a-z-]+)/gm)].map(([, flag]) => flag)
    const own = Object.keys(probeFlags).filter((flag) => !Object.hasOwn(conformanceFlags, flag))
    assert.equal(shown.sort(), [...Object.keys(serveFlags), ...Object.keys(conformanceFlags), ...own].sort())
  })

  test(`${name}: the flags that no variable sets: npm run generate writes them`, () => {
    const shown = /<!-- command-line-only -->\n(.*?)<!-- \/command-line-only -->/s.exec(text)?.[1]
    assert.is(shown, commandLineOnlyText(name))
  })

  test(`${name}: the example of the probe counts every knob`, () => {
    const [, known, all, hidden, unknown] = (
      /^(\d+) of (\d+) knobs learned \(\d+ only likely\), (\d+) without effect here, (\d+) unknown\.$/m.exec(
        text,
      ) ?? []
    ).map(Number) as [number, number, number, number, number]
    assert.equal([all, known + hidden + unknown], [knobNames.length, knobNames.length])
  })

  test(`${name}: the open points are those of the code: npm run generate writes them`, () => {
    const language = name === 'README.md' ? english : portuguese(text)
    const shown = /<!-- knobs -->\n(.*?)<!-- \/knobs -->/s.exec(text)?.[1]
    assert.is(shown, openPointsTable(language))
    assert.not.match(shown as string, /\|\s*\|$/m)
  })

  test(`${name}: the well-known values are those of the data: npm run generate writes them`, async () => {
    const wording = name === 'README.md' ? englishWording : portugueseWording
    const shown = /<!-- well-known -->\n(.*?)<!-- \/well-known -->/s.exec(text)?.[1]
    assert.is(shown, wellKnownTable(await seedDataset(), wording))
  })

  test(`${name}: the fixtures that ship stand there`, async () => {
    const shown = [...text.matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)]
    for (const { name: fixture, descricao } of await listFixtures()) {
      const row = shown.find(([, found]) => found === fixture)
      assert.ok(row, fixture)
      if (name === 'README.md' && fixture !== 'default') assert.is(row[2], descricao)
    }
  })

  test(`${name}: the fixture that it shows is sound`, async () => {
    const shown = /^```yaml\n(# yaml-language-server.*?)^```$/ms.exec(text)?.[1] as string
    const { findings, dataset } = await checkText(shown, 'README', 'yaml')
    assert.equal(findings, [])
    assert.is(dataset?.pessoas.length, 78)
  })

  test(`${name}: the profiles that ship stand there`, () => {
    for (const profile of Object.keys(profiles))
      assert.match(text, new RegExp(`^\\| \`${profile}\` \\| \\S`, 'm'))
  })

  test(`${name}: the profile that it shows is one`, () => {
    const shown = /^```json\n(\{\n {2}"\$schema".*?)^```$/ms.exec(text)?.[1] as string
    assert.equal(profileFaults(JSON.parse(shown)), [])
  })

  test(`${name}: the profile with tables that it shows is one`, () => {
    const shown = /^```json\n(\{\n {2}"version".*?)^```$/ms.exec(text)?.[1] as string
    assert.equal(profileFaults(JSON.parse(shown)), [])
  })
}

/** What a line of curl gets, as far as this file's lines go. */
async function curl(line: string): Promise<unknown> {
  const headers = [...line.matchAll(/-H '([^:]*): ([^']*)'/g)].map(
    ([, name, value]) => [name, value] as [string, string],
  )
  const body = / -d '([^']*)'/.exec(line)?.[1]
  const url = /(http:\S*?)'?$/.exec(line)?.[1] as string
  const response = await fetch(url, {
    method: line.includes('-X POST') ? 'POST' : 'GET',
    headers,
    ...(body && { body }),
  })
  return response.json()
}

test.run()
