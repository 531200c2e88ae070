import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse as load, parseAllDocuments } from 'yaml'
import { commandFlags as allFlags, environmentName, type Flags } from '../../bin/flags.ts'
import { type Ended, runCommand } from '../../bin/testing/command.ts'
import { checkFixtureText } from '../../src/data/read-fixture.ts'
import { type SimulatorOrganization, startSimulator } from '../../src/index.ts'
import { profileFaults } from '../../src/operator/read-profile.ts'
import { inFolder } from '../../src/testing/world.ts'
import { entries, withSources } from './examples.ts'
import { type Block, blocksOf, codeOf, type Language, languages, pagesOf, read } from './pages.ts'
import { runProgram, variablesWithNpx } from './shell.ts'

// The code of both languages is the same but for comments and names (structure.test.ts): what runs long runs in English.

const commandFlags: Record<string, Flags> = allFlags
const test = suite('pages: what their blocks do')

/** What the tests of this folder do with the blocks of a language of code. Those of a tutorial are run as its steps. */
const kinds: Record<string, (block: Block) => void | Promise<void>> = {
  json: async ({ code }) => {
    if (code.includes('"organizacoes"'))
      assert.equal((await checkFixtureText(code, 'page', 'json')).findings, [])
    else assert.equal(profileFaults(JSON.parse(code)), [])
  },
  yaml: async (block) => {
    if (Array.isArray(load(block.code))) {
      checkSteps(block)
      checkCommands(block)
    } else if (/^jobs:/m.test(block.code)) {
      assert.equal(validateWorkflow(JSON.stringify(load(block.code))).errors, [], block.page)
      checkCommands(block)
    } else if (/^(?:include|services):/m.test(block.code)) checkPipeline(block)
    else assert.equal((await checkFixtureText(block.code, 'page', 'yaml')).findings, [])
  },
  sh: checkCommands,
  console: checkCommands,
  js: isRun(
    ...['README.md', 'docs/in-a-test.md', 'docs/conformance.md', 'docs/profiles.md'],
    ...['clock', 'faults', 'journal', 'persons'].map((name) => `docs/control/${name}.md`),
  ),
  php: isRun('docs/control.md', 'docs/in-a-test.md'),
  nginx: isRun('docs/shared-state.md'),
  sql: isRun('docs/shared-state.md'),
  ts: ({ page, code }) => assert.ok(read('.ci/openapi/hey.ts').includes(code), page),
  text: () => {},
  python: ({ code }) => parses('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], code),
  go: ({ code }) => parses('gofmt', ['-e'], code),
  java: ({ code }) =>
    // What begins with the name of its file is run by test-frameworks.test.ts.
    /^\/\/ \w+\.java$/m.test(code)
      ? undefined
      : inFolder(async (folder) => {
          writeFileSync(join(folder, 'Block.java'), `class Block { void run() { ${code} } }`)
          parses('javac', ['-proc:none', '-XDshould-stop.ifNoError=PARSE', join(folder, 'Block.java')], '')
        }),
}

/** Returns the check that a test runs the blocks of a page. */
function isRun(...pages: string[]): (block: Block) => void {
  return ({ page }) =>
    assert.ok(pages.includes(page.replace('docs/pt-BR/', 'docs/').replace('.pt-BR.md', '.md')), page)
}
/** Parses code, where the program that can is there. */
function parses(program: string, args: string[], code: string): void {
  const { error, status, stderr } = spawnSync(program, args, { input: code, encoding: 'utf8' })
  if (error) console.log(`${program} is missing: its blocks were not parsed`)
  else assert.is(status, 0, stderr)
}

/** Checks steps of GitHub Actions, and the inputs of those that run our action. */
function checkSteps({ page, code }: Block): void {
  const steps = load(code) as { uses?: string; with?: object }[]
  const workflow = { on: 'push', jobs: { job: { 'runs-on': 'ubuntu-latest', steps } } }
  assert.equal(validateWorkflow(JSON.stringify(workflow)).errors, [], page)
  const { inputs } = load(read('action.yml')) as { inputs: object }
  for (const { with: given = {} } of steps.filter(({ uses }) => uses?.endsWith('/pessoas-sim')))
    for (const name of Object.keys(given)) assert.ok(Object.hasOwn(inputs, name), `${page}: ${name}`)
}

/** Checks what includes our template, a Compose file, or services of a job. */
function checkPipeline({ page, code }: Block): void {
  const { include = [], services } = load(code) as {
    include?: { local: string; inputs: object }[]
    services?: { 'pessoas-sim'?: { env?: object } } | { command: string[] }[]
  }
  for (const { local, inputs } of include) {
    const [head] = parseAllDocuments(read(local)).map((part) => part.toJS())
    for (const name of Object.keys(inputs))
      assert.ok(Object.hasOwn(head.spec.inputs, name), `${page}: ${name}`)
  }
  if (code.includes('build:')) {
    assert.is(code, read('docs/compose/compose.yaml'))
    return
  }
  const words = Array.isArray(services)
    ? services.flatMap(({ command }) => command).filter((word) => word.startsWith('--'))
    : Object.keys(services?.['pessoas-sim']?.env ?? {})
  const known = Object.keys(commandFlags.serve as object).flatMap((name) => [
    `--${name}`,
    environmentName(name),
  ])
  for (const word of words) assert.ok(known.includes(word), `${page}: ${word}`)
}

/** Checks that each command and flag of the lines of a block is known. */
function checkCommands({ page, code }: Block): void {
  for (const [line, words] of code.matchAll(
    /(?:npx|(?<=docker run .*)) pessoas-sim((?: [^\n#|;&>]*)?)(?!\S)/g,
  )) {
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
  for (const page of pagesOf(language).filter((page) => !page.includes('/tutorials/'))) {
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
    for (const page of [readme, `${folder}/command-line.md`, `${folder}/ci.md`]) {
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

/** Runs a module with the sources in the place of the package. */
function runModule(cwd: string, name: string, code: string): Promise<Ended> {
  writeFileSync(join(cwd, name), withSources(code))
  return runProgram(process.execPath, [...entries['pessoas-sim'].nodeArgs, name], cwd)
}

const [inClient] = codeOf('README.md', 'js') as [string]
const [inCi] = codeOf('README.md', 'sh').slice(-1) as [string]
const [inQa] = codeOf('README.md', 'yaml') as [string]

test('README.md: the test of a client passes', () =>
  inFolder(async (folder) => {
    assert.match((await runModule(folder, 'pessoas.test.mjs', inClient)).stdout, /pass 1\b/)
  }))

test('README.md: the test of a client fails with another answer', () =>
  inFolder(async (folder) => {
    const code = inClient.replace("nome: 'Ana'", "nome: 'Anabela'")
    assert.match((await runModule(folder, 'pessoas.test.mjs', code)).stdout, /'Anabela'.*fail 1\b/s)
  }))

test('README.md: the lines for CI check a service, and write a report', () =>
  inFolder(async (cwd) => {
    await using sim = await startSimulator()
    assert.match(inCi, 'http://127.0.0.1:3210')
    const code = inCi.replace('http://127.0.0.1:3210', sim.url)
    const { stdout } = await runProgram('sh', ['-ec', code], cwd, variablesWithNpx(cwd))
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
    assert.match((await runModule(folder, 'recipe.test.mjs', recipe as string)).stdout, /pass 1\b/)
    writeFileSync(join(folder, 'pessoas.yaml'), inQa)
    assert.match(
      (await runModule(folder, 'own.mjs', own as string)).stdout,
      /undecided → approved "Aprovado após conferência\."/,
    )
    assert.match(required as string, /^const \{ changesText, startSimulator \} = require\('pessoas-sim'\)$/m)
  }))

test('docs/in-a-test.md: its recipe prints the journal of a test that fails', () =>
  inFolder(async (folder) => {
    const [, , recipe] = codeOf('docs/in-a-test.md', 'js') as [string, string, string]
    const code = recipe.replace('/pessoas?nome=', '/pessoas?rows=30&nome=')
    const { stdout, stderr } = await runModule(folder, 'recipe.test.mjs', code)
    assert.match(stdout, /fail 1\b/)
    assert.match(
      stdout + stderr,
      /#1 GET \/pessoas\?rows=30&nome=jo%C3%A3o → 400 .*\n.*why: rows\.off-grid: /,
    )
  }))

test('docs/openapi.md: .ci/try-openapi runs its commands', () => {
  const [, commands] = codeOf('docs/openapi.md', 'sh') as [string, string]
  const [, install, generate] = commands.split('\n') as [string, string, string]
  const script = read('.ci/try-openapi')
  assert.match(script, install.split(' ').slice(-2).join(' '))
  assert.match(script, generate)
})

test('docs/conformance.md: its example runs', () =>
  inFolder(async (folder) => {
    await using sim = await startSimulator()
    const [code] = codeOf('docs/conformance.md', 'js') as [string]
    assert.match(code, "{ url: 'https://staging.example/api', token }")
    const options = JSON.stringify({ url: sim.url, token: sim.organizations[0]?.token, only: ['PAG-02'] })
    const { stdout } = await runModule(
      folder,
      'example.mjs',
      `${code.replace("{ url: 'https://staging.example/api', token }", options)}\nconsole.log(report.verdict)\n`,
    )
    assert.match(stdout, /^pass PAG-02 .*\nconformant$/m)
  }))

test.run()
