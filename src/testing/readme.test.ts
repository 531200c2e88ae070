import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { profileFaults } from '../contract/profile.ts'
import { examineText } from '../fixture/read-fixture.ts'
import { listFixtures, profiles, seedDataset, startSimulator } from '../index.ts'
import { english, openPointsTable, portuguese } from './open-points.ts'
import { englishWording, portugueseWording, wellKnownTable } from './well-known.ts'

const test = suite('readme')

for (const name of ['README.md', 'README.pt-BR.md']) {
  const text = readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

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
    const { findings, dataset } = await examineText(shown, 'README', 'yaml')
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
