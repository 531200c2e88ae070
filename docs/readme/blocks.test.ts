import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse as load } from 'yaml'
import { commandFlags as allFlags, type Flags } from '../../bin/flags.ts'
import { ownVariables, runCommand } from '../../bin/testing/command.ts'
import { checkFixtureText } from '../../src/data/read-fixture.ts'
import { type SimulatorOrganization, startSimulator } from '../../src/index.ts'
import { profileFaults } from '../../src/operator/read-profile.ts'
import { inFolder } from '../../src/testing/world.ts'
import { entries, withSources } from './examples.ts'
import { type Block, blocksOf, codeOf, type Language, languages, pagesOf, read } from './pages.ts'
import { freePort, variablesWithNpx } from './shell.ts'

// The code of both languages is the same but for comments and names (structure.test.ts): what runs long runs in English.

const commandFlags: Record<string, Flags> = allFlags
const test = suite('pages: what their blocks do')
const run = promisify(execFile)

/** What the tests of this folder do with the blocks of a language of code. */
const kinds: Record<string, (block: Block) => void | Promise<void>> = {
  json: async ({ code }) => {
    if (code.includes('"organizacoes"'))
      assert.equal((await checkFixtureText(code, 'page', 'json')).findings, [])
    else assert.equal(profileFaults(JSON.parse(code)), [])
  },
  yaml: async (block) => {
    if (!Array.isArray(load(block.code))) {
      assert.equal((await checkFixtureText(block.code, 'page', 'yaml')).findings, [])
    } else checkCommands(block)
  },
  sh: checkCommands,
  console: checkCommands,
  js: ({ page }) =>
    assert.ok(ranPages.includes(page.replace('docs/pt-BR/', 'docs/').replace('.pt-BR.md', '.md')), page),
  text: () => {},
  // test-frameworks.test.ts
  python: ({ code }) => assert.match(code, /^# \w+\.py$/m),
  java: ({ code }) => assert.match(code, /^\/\/ \w+\.java$/m),
  php: ({ code }) => assert.match(code, /^<\?php \/\/ \w+\.php$/m),
}
const ranPages = ['README.md', 'docs/in-a-test.md', 'docs/conformance.md', 'docs/profiles.md']

/** Checks that each command and flag of the lines of a block is known. */
function checkCommands({ page, code }: Block): void {
  for (const [line, words] of code.matchAll(/npx pessoas-sim((?: [^\n#|;&>]*)?)/g)) {
    const [first = '', second = ''] = (words as string).trim().split(/\s+/)
    const command = [`${first} ${second}`, first, 'serve'].find((name) =>
      Object.hasOwn(commandFlags, name),
    ) as string
    if (command === 'serve') assert.match(first, /^(?:serve|--.*)?$/, `${page}: ${line}`)
    const known = Object.keys(commandFlags[command] as object)
    for (const [, flag] of line.matchAll(/ --([a-z-]+)/g)) {
      assert.ok(known.includes((flag as string).replace(/^no-/, '')), `${page}: ${line}`)
    }
  }
}

for (const language of Object.keys(languages) as Language[]) {
  for (const page of pagesOf(language)) {
    test(`${page}: its blocks are sound, and something runs each`, async () => {
      for (const block of blocksOf(page)) {
        const check = kinds[block.language]
        assert.ok(check, `${page} has a block of "${block.language}", which no test knows`)
        await check(block)
      }
    })
  }
}

test('the README installs the tarball that npm pack writes', () => {
  const { version } = JSON.parse(read('package.json'))
  for (const { readme, folder } of Object.values(languages)) {
    for (const page of [readme, `${folder}/command-line.md`]) {
      const named = [
        ...codeOf(page, 'sh')
          .join('')
          .matchAll(/pessoas-sim-[\d.]+\.tgz/g),
      ].map(([name]) => name)
      assert.ok(named.length > 0, page)
      for (const name of named) assert.is(name, `pessoas-sim-${version}.tgz`, page)
    }
  }
})

/** Runs a module with the sources in the place of the package, and returns what it prints. */
async function runModule(cwd: string, name: string, code: string): Promise<string> {
  writeFileSync(join(cwd, name), withSources(code))
  const args = [...entries['pessoas-sim'].nodeArgs, name]
  // Inside a test of Node.js, another one would report to it.
  const { NODE_TEST_CONTEXT: _, ...env } = ownVariables()
  return (await run(process.execPath, args, { cwd, env, timeout: 60_000 })).stdout
}

const [inClient] = codeOf('README.md', 'js') as [string]
const [inCi] = codeOf('README.md', 'sh').slice(-1) as [string]
const [inQa] = codeOf('README.md', 'yaml') as [string]

test('README.md: the test of a client passes', () =>
  inFolder(async (folder) => {
    assert.match(await runModule(folder, 'pessoas.test.mjs', inClient), /pass 1\b/)
  }))

test('README.md: the test of a client fails with another answer', () =>
  inFolder(async (folder) => {
    const failed = await runModule(
      folder,
      'pessoas.test.mjs',
      inClient.replace("nome: 'Ana'", "nome: 'Anabela'"),
    ).then(
      () => undefined,
      ({ stdout }: { stdout: string }) => stdout,
    )
    assert.match(failed ?? 'it passed', /'Anabela'.*fail 1\b/s)
  }))

test('README.md: the lines for CI check a service, and write a report', () =>
  inFolder(async (cwd) => {
    await using sim = await startSimulator()
    assert.match(inCi, 'http://127.0.0.1:3210')
    const code = inCi.replace('http://127.0.0.1:3210', sim.url)
    const { stdout } = await run('sh', ['-ec', code], { cwd, env: variablesWithNpx(cwd), timeout: 240_000 })
    assert.match(stdout.trimEnd().split('\n').at(-1) as string, /^Conformant in all that could be decided/)
    assert.match(readFileSync(join(cwd, 'report.xml'), 'utf8'), /^<\?xml.*<testsuites/s)
  }))

test('README.md: the fixture for QA is sound, and served', () =>
  inFolder(async (folder) => {
    const [, line] = /`npx pessoas-sim (--fixture pessoas\.yaml --watch)`/.exec(
      read('README.md'),
    ) as unknown as [string, string]
    writeFileSync(join(folder, 'pessoas.yaml'), inQa)
    await using sim = await startSimulator({
      fixture: join(folder, 'pessoas.yaml'),
      watch: line.includes('--watch'),
    })
    const [{ persons, reports }] = sim.organizations as [SimulatorOrganization]
    assert.equal([persons, reports.length > 0], [77, true])
    const { stdout } = await runCommand(['lint', 'pessoas.yaml'], { cwd: folder })
    assert.match(stdout, 'pessoas.yaml: no errors: 1 organization, 77 persons, 77 reports')
  }))

test('docs/in-a-test.md: its examples run, except those for Vitest and Playwright, which .ci/try-tarball runs', () =>
  inFolder(async (folder) => {
    const [vitest, playwright, recipe, required, own] = codeOf('docs/in-a-test.md', 'js') as [
      string,
      ...string[],
    ]
    assert.match(`${vitest}${playwright}`, /^\/\/ pessoas\.test\.js\n.*^\/\/ pessoas\.spec\.js\n/ms)
    assert.match(await runModule(folder, 'recipe.test.mjs', recipe as string), /pass 1\b/)
    writeFileSync(join(folder, 'pessoas.yaml'), inQa)
    assert.match(
      await runModule(folder, 'own.mjs', own as string),
      /undecided → approved "Aprovado após conferência\."/,
    )
    assert.match(required as string, /^const \{ changesText, startSimulator \} = require\('pessoas-sim'\)$/m)
  }))

test('docs/in-a-test.md: its recipe prints the journal of a test that fails', () =>
  inFolder(async (folder) => {
    const [, , recipe] = codeOf('docs/in-a-test.md', 'js') as [string, string, string]
    const code = recipe.replace('/pessoas?nome=', '/pessoas?rows=30&nome=')
    const failed = await runModule(folder, 'recipe.test.mjs', code).catch(
      ({ stdout, stderr }) => stdout + stderr,
    )
    assert.match(failed, /fail 1\b/)
    assert.match(failed, /#1 GET \/pessoas\?rows=30&nome=jo%C3%A3o → 400 .*\n.*why: rows\.off-grid: /)
  }))

test('docs/in-a-test.md: the lines of the control port start a simulator, reset it and stop it', () =>
  inFolder(async (cwd) => {
    const port = await freePort()
    const [lines] = codeOf('docs/in-a-test.md', 'sh') as [string]
    const code = `${lines.replaceAll('3211', String(port))}\nwait\n`
    const env = { ...variablesWithNpx(cwd), PESSOAS_SIM_CONTROL: String(port) }
    const { stderr } = await run('sh', ['-ec', code], { cwd, env, timeout: 60_000 })
    assert.match(stderr, new RegExp(`:${port} is ready\\.`))
  }))

test('docs/conformance.md: its example runs', () =>
  inFolder(async (folder) => {
    await using sim = await startSimulator()
    const [code] = codeOf('docs/conformance.md', 'js') as [string]
    assert.match(code, "{ url: 'https://staging.example/api', token }")
    const options = JSON.stringify({ url: sim.url, token: sim.organizations[0]?.token, only: ['PAG-02'] })
    const printed = await runModule(
      folder,
      'example.mjs',
      `${code.replace("{ url: 'https://staging.example/api', token }", options)}\nconsole.log(report.verdict)\n`,
    )
    assert.match(printed, /^pass PAG-02 .*\nconformant$/m)
  }))

test.run()
