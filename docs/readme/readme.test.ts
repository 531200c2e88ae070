import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { conformanceFlags } from '../../bin/flags/conformance-flags.ts'
import { serveFlags } from '../../bin/flags/flags.ts'
import { probeFlags } from '../../bin/flags/probe-flags.ts'
import { commandLineOnlyText } from '../../bin/testing/command-line-only.ts'
import * as conformance from '../../conformance/index.ts'
import { knobNames, knobs } from '../../src/contract/knobs.ts'
import { checkText } from '../../src/fixture/check/check.ts'
import { findingLine } from '../../src/fixture/check/finding.ts'
import { fixtureSchema } from '../../src/fixture/fixture.ts'
import * as simulator from '../../src/index.ts'
import { profileFaults } from '../../src/operator/profile-faults.ts'
import { anchorsOf } from './anchors.ts'
import { english, openPointsTable, portuguese } from './open-points.ts'
import { englishWording, portugueseWording, wellKnownTable } from './well-known.ts'

const { listFixtures, profiles, seedDataset, startSimulator } = simulator

const test = suite('readme')

/** What the list of persons has. */
interface Listed {
  itens: { cpf: string; nome: string; atualizado_em: string }[]
  paginacao: { atual: number; linhas: number; total: string }
}

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
    const [start = ''] =
      /^# pessoas-sim\n[^`#]{1,600}\n```sh\nnpm ci && npm pack .*\nnpm install .*\nnpx pessoas-sim .*\n```/.exec(
        forUsers,
      ) ?? []
    assert.is.not(start, '')
    assert.not.match(
      forUsers.slice(start.length),
      /npm (ci|cit|start|test|run)\b|npx tsx|--import tsx|\.ci\/|bench\//,
    )
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

  test(`${name}: the tables of names have every export, and no other`, () => {
    for (const [entry, exports] of Object.entries({ '': simulator, '/conformance': conformance })) {
      const row = new RegExp(`^\\| \`pessoas-sim${entry}\` \\| (.*) \\|$`, 'm').exec(text)?.[1] as string
      const shown = [...row.matchAll(/`(\w+)`/g)].map(([, found]) => found)
      assert.equal(shown.sort(), Object.keys(exports).sort())
    }
  })

  test(`${name}: the rules for clients are what the simulator does by default`, async () => {
    const rules = /^### (?:Rules for clients|Regras para clientes)$.*?(?=^##)/ms.exec(text)?.[0] as string
    const named = [...rules.matchAll(/\(((?:`\w+`(?:, )?)+)\)/g)].flatMap(([, names]) =>
      [...(names as string).matchAll(/\w+/g)].map(([knob]) => knob),
    )
    assert.ok(named.length > 10)
    for (const knob of named)
      assert.ok(
        knobNames.some((known) => known === knob),
        knob,
      )

    await using sim = await startSimulator()
    const [{ token, reports }] = sim.organizations as [simulator.SimulatorOrganization]
    const list = async (query: string, authorization = token) => {
      const response = await fetch(`${sim.url}/pessoas${query}`, { headers: { authorization } })
      const { result } = (await response.json()) as { result?: Listed }
      return { status: response.status, persons: result?.itens ?? [], ...result?.paginacao }
    }
    const { persons: all, atual, linhas, total } = await list('')
    assert.equal([atual, linhas, total], [1, 25, '137'])
    const last = Math.ceil(Number(total) / 25)
    assert.equal((await list(`?page=${last}`)).persons.length, Number(total) % 25)
    assert.equal(await list(`?page=${last + 1}`), {
      status: 200,
      persons: [],
      atual: last + 1,
      linhas,
      total,
    })

    const [first] = all as [Listed['itens'][0]]
    const masked = first.cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-')
    for (const [query, status] of Object.entries({
      '?page=0': 400,
      '?rows=24': 400,
      '?rows=1000000': 200,
      [`?cpf=${masked}`]: 400,
      '?sort=unknown': 200,
    })) {
      assert.is((await list(query)).status, status, query)
    }
    assert.is((await list('', `Bearer ${token}`)).status, 401)
    assert.equal(
      [(await list(`?cpf=${first.cpf}`)).total, (await list(`?cpf=${first.cpf.slice(1)}`)).total],
      ['1', '0'],
    )
    assert.equal([(await list('?nome=JO%C3%83O')).total, (await list('?nome=Joao')).total], ['2', '0'])
    const times = all.map(({ atualizado_em }) => atualizado_em)
    assert.equal(times, [...times].sort().reverse())
    const falling = (await list('?sort=-cpf')).persons.map(({ cpf }) => cpf)
    assert.equal(falling, [...falling].sort().reverse())

    const decide = async (body: object) => {
      const response = await fetch(`${sim.url}/relatorios/validar/${reports[0]}`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return response.status
    }
    const mensagem = 'x'.repeat(25)
    assert.is(await decide({ aprovar: true, mensagem }), 200)
    assert.is(await decide({ aprovar: true, mensagem: mensagem.slice(1) }), 400)
    assert.is(await decide({ aprovar: true, mensagem: '😀'.repeat(13) }), 200)
    assert.is(await decide({ aprovar: 'true', mensagem }), 400)
    assert.is(await decide({ aprovar: true, mensagem, extra: 1 }), 400)
  })

  test(`${name}: the fixtures that ship stand there`, async () => {
    const shown = [...text.matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)]
    for (const { name: fixture, descricao } of await listFixtures()) {
      const row = shown.find(([, found]) => found === fixture)
      assert.ok(row, fixture)
      if (name === 'README.md' && fixture !== 'default') assert.is(row[2], descricao)
    }
  })

  test(`${name}: the table of a fixture has every key that may be left out`, () => {
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

  test(`${name}: the fixture that it shows is sound`, async () => {
    const shown = /^```yaml\n(# yaml-language-server.*?)^```$/ms.exec(text)?.[1] as string
    const { findings, dataset } = await checkText(shown, 'README', 'yaml')
    assert.equal(findings, [])
    assert.is(dataset?.pessoas.length, 78)
  })

  test(`${name}: three mistakes in the fixture that init writes are found where it says`, async () => {
    const starter = name === 'README.md' ? 'fixtures/starter.en.yaml' : 'fixtures/starter.pt-BR.yaml'
    const [, script, file] = /^\$ sed '(.*)' pessoas\.yaml > (\S+) /m.exec(text) as unknown as [
      string,
      string,
      string,
    ]
    const wrong = execFileSync('sed', [script], { input: read(starter), encoding: 'utf8' })
    const { findings } = await checkText(wrong, file, 'yaml')
    const shown = [...text.matchAll(new RegExp(`^${file}:\\d.*$`, 'gm'))].map(([line]) => line)
    assert.equal(findings.map(findingLine), shown)
    assert.is(shown.length, 3)
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

test('README.pt-BR.md: links to pages in English say so', () => {
  const links = [...read('README.pt-BR.md').matchAll(/\]\(docs\/[^)]*\)(.{0,12})/g)]
  assert.ok(links.length > 10)
  for (const [link, behind] of links) assert.is(behind, ' (em inglês)', link)
})

test('docs/shared-state.md counts every knob and every choice', () => {
  const choices = Object.values(knobs).flatMap((knob) => ('choices' in knob ? [...knob.choices] : []))
  const shown = /every one of the (\d+) knobs, and together they have all (\d+) choices/.exec(
    read('docs/shared-state.md'),
  )
  assert.equal(shown?.slice(1).map(Number), [knobNames.length, choices.length])
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
