import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandFlags } from '../../bin/flags.ts'
import { runCommand } from '../../bin/testing/command.ts'
import * as conformance from '../../conformance/index.ts'
import { knobNames, knobs } from '../../src/contract/knobs.ts'
import { fixtureSchema } from '../../src/data/fixture.ts'
import * as simulator from '../../src/index.ts'
import { inFolder } from '../../src/testing/world.ts'
import { type Language, languages, read } from './pages.ts'
import { runProgram } from './shell.ts'

const { listFixtures, profiles, startSimulator } = simulator

const test = suite('pages: what they say')

for (const language of Object.keys(languages) as Language[]) {
  const { readme, folder } = languages[language]
  const textOf = (page: string) => read(`${folder}/${page}`)

  test(`${language}: the curl lines answer what the pages say`, async () => {
    await using sim = await startSimulator()
    const shown = [readme, `${folder}/client-rules.md`].map((page) => [
      ...read(page)
        .replace(/ \\\n +/g, ' ')
        .matchAll(/^\$ (curl .*)\n(\{.*\})$/gm),
    ])
    assert.equal(
      shown.map(({ length }) => length),
      [1, 4],
    )
    for (const [, line, answer] of shown.flat()) {
      const own = (line as string).replaceAll('http://127.0.0.1:3210', sim.url)
      assert.equal(
        JSON.parse((await runProgram('sh', ['-c', own], '.')).stdout),
        JSON.parse(answer as string),
      )
    }
  })

  test(`${language}: every flag has a row, and no other`, () => {
    const text = ['command-line.md', 'conformance.md', 'profiles.md'].map(textOf).join('')
    const shown = [...text.matchAll(/^\| `--([a-z-]+)/gm)].map(([, flag]) => flag)
    const { serve, conformance, probe } = commandFlags
    const own = Object.keys(probe).filter((flag) => !Object.hasOwn(conformance, flag))
    // Every command has --lang; it is described once.
    const ofSuite = Object.keys(conformance).filter((flag) => flag !== 'lang')
    assert.equal(shown.sort(), [...Object.keys(serve), ...ofSuite, ...own].sort())
  })

  test(`${language}: the example of the probe counts every knob`, () => {
    const text = textOf('profiles.md')
    const [, known, all, hidden, unknown] = (
      /^(\d+) of (\d+) knobs learned \(\d+ only likely\), (\d+) without effect here, (\d+) unknown\.$/m.exec(
        text,
      ) ?? []
    ).map(Number) as [number, number, number, number, number]
    assert.equal([all, known + hidden + unknown], [knobNames.length, knobNames.length])
  })

  test(`${language}: every knob has its words in the reference`, () => {
    const text = textOf('reference/profile.md')
    const rows = [...text.matchAll(/^\| `(\w+)` \| `.*\| \S[^|]* \|$/gm)].map(([, name]) => name)
    assert.equal(rows, knobNames)
  })

  test(`${language}: the tables of names have every export, and no other`, () => {
    const text = textOf('in-a-test.md')
    for (const [entry, exports] of Object.entries({ '': simulator, '/conformance': conformance })) {
      const row = new RegExp(`^\\| \`pessoas-sim${entry}\` \\| (.*) \\|$`, 'm').exec(text)?.[1] as string
      const shown = [...row.matchAll(/`(\w+)`/g)].map(([, found]) => found)
      assert.equal(shown.sort(), Object.keys(exports).sort())
    }
  })

  test(`${language}: the rules for clients name knobs`, () => {
    const text = textOf('client-rules.md')
    const rules = text.slice(0, text.search(/^## /m))
    const named = [...rules.matchAll(/\(((?:`\w+`(?:, )?)+)\)/g)].flatMap(([, names]) =>
      [...(names as string).matchAll(/\w+/g)].map(([knob]) => knob),
    )
    assert.ok(named.length > 10)
    for (const knob of named)
      assert.ok(
        knobNames.some((known) => known === knob),
        knob,
      )
  })

  test(`${language}: the fixtures that ship stand there`, async () => {
    const text = textOf('fixtures.md')
    const shown = [...text.matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)]
    for (const { name: fixture, descricao } of await listFixtures()) {
      const row = shown.find(([, found]) => found === fixture)
      assert.ok(row, fixture)
      if (language === 'en' && fixture !== 'default') assert.is(row[2], descricao)
    }
  })

  test(`${language}: the table of a fixture has every key that may be left out`, () => {
    const text = textOf('fixtures.md')
    const [, table] = /^\| (?:key|chave) \| (?:what|o que) .*\n.*\n((?:\|.*\n)+)/m.exec(
      text,
    ) as RegExpExecArray
    const rows = [...(table as string).matchAll(/^\| `(\w+)`.*$/gm)]
    const { $schema, ...records } = fixtureSchema.properties
    assert.equal(
      rows.map(([, record]) => record),
      Object.keys(records),
    )
    for (const [i, record] of Object.values(records).entries()) {
      const [row] = rows[i] as unknown as [string]
      for (const key of keysToLeaveOut(record)) assert.ok(row.includes(`\`${key}\``), `${key}: ${row}`)
    }
  })

  test(`${language}: three mistakes in the fixture that init writes are found where it says`, async () => {
    const text = textOf('fixtures.md')
    const starter = language === 'en' ? 'fixtures/starter.en.yaml' : 'fixtures/starter.pt-BR.yaml'
    const [, script, file] = /^\$ sed '(.*)' pessoas\.yaml > (\S+) /m.exec(text) as unknown as [
      string,
      string,
      string,
    ]
    const wrong = execFileSync('sed', [script], { input: read(starter), encoding: 'utf8' })
    const shown = [...text.matchAll(new RegExp(`^${file}: ?\\d.*\n`, 'gm'))].map(([line]) => line)
    assert.is(shown.length, 4)
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, file), wrong)
      const { stdout } = await runCommand(['lint', file], { cwd, env: { PESSOAS_SIM_LANG: language } })
      assert.is(stdout, shown.join(''))
    })
  })

  test(`${language}: the profiles that ship stand there`, () => {
    const text = textOf('profiles.md')
    for (const profile of Object.keys(profiles))
      assert.match(text, new RegExp(`^\\| \`${profile}\` \\| \\S`, 'm'))
  })
}

test('the pages of shared state count every knob and every choice', () => {
  const choices = Object.values(knobs).flatMap((knob) => ('choices' in knob ? [...knob.choices] : []))
  for (const { folder } of Object.values(languages)) {
    const shown = /(\d+) knobs.*? (\d+) (?:choices|escolhas)/.exec(read(`${folder}/shared-state.md`))
    assert.equal(shown?.slice(1).map(Number), [knobNames.length, choices.length])
  }
})

/** A record of a fixture, or a list of them, in its schema. */
interface RecordSchema {
  description?: string
  anyOf?: readonly RecordSchema[]
  items?: RecordSchema
  required?: readonly string[]
  properties?: object
}

function keysToLeaveOut({ anyOf, items, required = [], properties = {} }: RecordSchema): string[] {
  const inside = [...(anyOf ?? []), ...(items ? [items] : [])].flatMap(keysToLeaveOut)
  return [...inside, ...Object.keys(properties).filter((key) => !required.includes(key))]
}

test.run()
