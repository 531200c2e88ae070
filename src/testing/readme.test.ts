import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultProfile, startSimulator } from '../index.ts'

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

  test(`${name}: every open point stands there with its default`, () => {
    for (const [knob, value] of Object.entries(defaultProfile)) {
      const row = new RegExp(`^\\| \`${knob}\`  *\\| (.*?) *\\|`, 'm').exec(text)?.[1]
      assert.ok(row, knob)
      if (knob === 'texts') continue
      assert.is(
        row,
        [value]
          .flat()
          .map((choice) => `\`${choice}\``)
          .join(', '),
      )
    }
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
