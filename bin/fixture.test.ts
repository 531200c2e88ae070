import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, type Ended, runCommand, runHere } from './testing/command.ts'
import { Running } from './testing/running.ts'

const test = suite('fixture commands')

/** Runs commands in a folder of their own. */
function inFolderOfItsOwn(
  use: (
    run: (...args: string[]) => Promise<Ended>,
    at: (name: string) => string,
    cwd: string,
  ) => Promise<void>,
): Promise<void> {
  return inFolder((cwd) =>
    use(
      (...args) => runHere(args, { cwd }),
      (name) => join(cwd, name),
      cwd,
    ),
  )
}

test('fixture init: a sound one and its schema, and nothing is written over', () =>
  inFolderOfItsOwn(async (run, at) => {
    const { status, stdout, stderr } = await run('fixture', 'init')
    assert.equal([status, stdout], [0, ''])
    assert.is(
      stderr,
      'pessoas.yaml and fixture.schema.json were written. Next: npx pessoas-sim --fixture pessoas.yaml --watch\n',
    )
    assert.match(
      readFileSync(at('pessoas.yaml'), 'utf8'),
      /^# yaml-language-server: \$schema=fixture\.schema\.json\n/,
    )
    assert.is((await run('fixture', 'schema')).stdout, readFileSync(at('fixture.schema.json'), 'utf8'))
    const linted = await run('lint', 'pessoas.yaml')
    assert.equal(linted, {
      status: 0,
      stdout: 'pessoas.yaml: no errors: 3 organizations, 79 persons, 82 reports\n',
      stderr: '',
    })

    assert.match((await run('fixture', 'init', 'mundo.json')).stderr, /must end in \.yaml/)
    assert.match((await run('fixture', 'init', 'no/mundo.yaml')).stderr, /cannot be written/)

    // Where the package is installed, its own schema is referred to.
    mkdirSync(at('node_modules/pessoas-sim/fixtures'), { recursive: true })
    writeFileSync(at('node_modules/pessoas-sim/fixtures/fixture.schema.json'), '{}')
    mkdirSync(at('testes'))
    assert.is((await run('fixture', 'init', 'testes/mundo.yaml', '--lang', 'pt-BR')).status, 0)
    const text = readFileSync(at('testes/mundo.yaml'), 'utf8')
    assert.match(text, /\$schema=\.\.\/node_modules\/pessoas-sim\/fixtures\/fixture\.schema\.json\n/)
    assert.match(text, /Dados para o pessoas-sim/)
    assert.not(existsSync(at('testes/fixture.schema.json')))
  }))

test('lint: the faults of every file with their places, and exit code 1', () =>
  inFolderOfItsOwn(async (run, at) => {
    writeFileSync(at('a.yaml'), 'pessoas:\n  - nome: Ana\n    cpf: "11144477736"\n    cpff: x\n')
    writeFileSync(at('b.json'), '{"pessoas": [{"nome": "ana@example.com"}]}')
    writeFileSync(at('lat.yaml'), Buffer.from('pessoas:\n  - nome: José\n', 'latin1'))
    const { status, stdout, stderr } = await run('lint', 'a.yaml', 'b.json', 'lat.yaml', 'none.json')
    assert.equal([status, stderr], [1, ''])
    const lines = [
      /^a\.yaml:3:5: error: pessoas\[0\]\.cpf: has wrong check digits/,
      /^a\.yaml:4:5: error: pessoas\[0\]\.cpff: the key "cpff" is unknown: did you mean cpf\?$/,
      /^a\.yaml: 2 errors$/,
      /^b\.json:1:15: warning: pessoas\[0\]\.nome: contains an e-mail address/,
      /^b\.json: no errors: 1 organization, 1 person, 1 report, 1 warning$/,
      /^lat\.yaml:2:14: error: is not valid UTF-8\. Save it as UTF-8\.$/,
      /^lat\.yaml: 1 error$/,
      /^none\.json: error: There is no file none\.json\./,
      /^none\.json: 1 error$/,
    ]
    for (const [i, line] of lines.entries()) assert.match(stdout.split('\n')[i] as string, line)
    const json = await run('lint', 'a.yaml', 'b.json', '--json', '--allow-invalid-cpf')
    const [found, sound] = JSON.parse(json.stdout)
    assert.equal([json.status, found.sound, found.findings.length], [1, false, 1])
    const { message: _, ...place } = found.findings[0]
    assert.equal([place.file, place.line, place.column, place.severity], ['a.yaml', 4, 5, 'error'])
    assert.is(sound.counts, '1 organization, 1 person, 1 report')
    assert.is((await run('lint', 'b.json')).status, 0)
  }))

test('fixture list and show: what ships, and a fixture as its dataset', () =>
  inFolderOfItsOwn(async (run, at) => {
    const { stdout } = await run('fixture', 'list')
    assert.is(stdout.split('\n').length, 13)
    assert.match(stdout, /^homonyms {8}60 persons with homonyms/m)
    writeFileSync(at('a.yaml'), 'pessoas:\n  - nome: Ana\n')
    const shown = await run('fixture', 'show', 'a.yaml')
    assert.equal([shown.status, shown.stderr], [0, ''])
    writeFileSync(at('shown.json'), shown.stdout)
    assert.is((await run('fixture', 'show', 'shown.json')).stdout, shown.stdout)
    writeFileSync(at('b.yaml'), 'pessoas:\n  - nome: 3\n')
    const wrong = await run('fixture', 'show', 'b.yaml')
    assert.equal([wrong.status, wrong.stdout], [1, ''])
    assert.match(
      wrong.stderr,
      /^b\.yaml:2:5: error: pessoas\[0\]\.nome: .*\npessoas-sim: b\.yaml has errors \(see above\)\. No dataset was written\.\n$/,
    )
  }))

test('fixture from-csv: to standard output, to JSON and to YAML', () =>
  inFolderOfItsOwn(async (run, at) => {
    writeFileSync(at('a.csv'), 'nome;cpf;email\nAna;111.444.777-35;x\n')
    const { status, stdout, stderr } = await run('fixture', 'from-csv', 'a.csv')
    assert.equal([status, stdout], [0, '{\n"pessoas": [\n{"nome":"Ana","cpf":"11144477735"}\n]\n}\n'])
    assert.match(stderr, /^a\.csv: Columns left out: email\.\n/)
    const anonymized = await run('fixture', 'from-csv', 'a.csv', '--anonymize', '--seed', '7')
    assert.equal([anonymized.status, anonymized.stdout.includes('11144477735')], [0, false])
    for (const out of ['a.json', 'a.yaml']) {
      const written = await run('fixture', 'from-csv', 'a.csv', '--out', out)
      assert.match(written.stderr, `${out} was written. "npx pessoas-sim --fixture ${out}" serves`)
      assert.match((await run('fixture', 'show', out)).stdout, /"cpf":"11144477735","nome":"Ana"/)
    }
    writeFileSync(at('b.csv'), 'nome,cpf\nAna,11144477736\n')
    const wrong = await run('fixture', 'from-csv', 'b.csv', '--out', 'b.json')
    assert.equal([wrong.status, wrong.stdout, existsSync(at('b.json'))], [1, '', false])
    assert.match(wrong.stderr, /^b\.csv:2: error: cpf: has wrong check digits.*Nothing was written\.\n$/s)
  }))

const YAML = 'pessoas:\n  - nome: Ana\n'
const fromStdin: [args: string, input: string, status: number, said: RegExp][] = [
  ['lint -', YAML, 0, /^-: no errors: 1 organization, 1 person, 1 report\n$/],
  ['fixture from-csv -', 'nome\nAna\n', 0, /\n\{"nome":"Ana"\}\n/],
  ['--fixture - --watch', YAML, 2, /standard input is read once\. Use --fixture with a file/],
  ['--profile -', '', 2, /There is no file or profile named -\./],
  ['reset -', '', 2, /: Unknown argument: -\n/],
]
for (const [args, input, status, said] of fromStdin) {
  test(`${args}: standard input is read, or refused by name (${input.slice(0, 9).trim()})`, () =>
    inFolder(async (cwd) => {
      const words = args.split(' ')
      const ended = status === 0 ? await runCommand(words, { cwd, input }) : await runHere(words, { cwd })
      assert.is(ended.status, status, ended.stderr)
      assert.match(ended.stdout + ended.stderr, said)
      assert.equal(readdirSync(cwd), [])
    }))
}

const makers: [file: string, args: string[]][] = [
  ['pessoas.yaml', ['fixture', 'init']],
  ['a.yaml', ['fixture', 'from-csv', 'a.csv', '--out', 'a.yaml']],
]
for (const [file, args] of makers) {
  test(`${args.join(' ')}: what exists is replaced only with --force`, () =>
    inFolder(async (cwd) => {
      const run = (...words: string[]) => runHere(words, { cwd })
      writeFileSync(join(cwd, 'a.csv'), 'nome,cpf\nAna,11144477735\nBia,\n')
      assert.is((await run(...args)).status, 0)
      const text = readFileSync(join(cwd, file), 'utf8')
      writeFileSync(join(cwd, file), 'edited')
      const refused = await run(...args)
      assert.equal([refused.status, refused.stdout], [2, ''])
      assert.match(refused.stderr, /: \S+ already exists\. Use another file, or --force to replace it\.\n$/)
      assert.is(readFileSync(join(cwd, file), 'utf8'), 'edited')
      assert.is((await run(...args, '--force')).status, 0)
      assert.is(readFileSync(join(cwd, file), 'utf8'), text)
    }))
}

test('serve --fixture --watch: the same lines as lint, and an edit while it runs', () =>
  inFolderOfItsOwn(async (run, at, cwd) => {
    const write = (...nomes: string[]) =>
      writeFileSync(
        at('mundo.yaml'),
        `organizacoes:\n  - { id: a, token: t }\npessoas:\n${nomes.map((nome) => `  - nome: ${nome}\n`).join('')}`,
      )
    write('3')
    const refused = await run('--fixture', 'mundo.yaml', '--port', '0')
    assert.is(refused.status, 1)
    assert.ok(refused.stderr.includes((await run('lint', 'mundo.yaml')).stdout.split('\n')[0] as string))

    write('Ana')
    const args = ['--fixture', 'mundo.yaml', '--watch', '--port', '0', '--json']
    const sim = new Running(process.execPath, [...COMMAND, ...args], { cwd })
    try {
      const { url, fixture, seed, state } = await sim.ready()
      assert.equal([fixture, seed, state], ['mundo.yaml', null, null])
      const total = async () =>
        (await (await fetch(`${url}/pessoas`, { headers: { authorization: 't' } })).text()).match(
          /"total":"(\d+)"/,
        )?.[1]
      assert.is(await total(), '1')
      write('Ana', 'Bia')
      await sim.says(/mundo\.yaml changed and is now served/, 'stderr')
      assert.is(await total(), '2')
      write('Ana', '3')
      await sim.says(/mundo\.yaml:5:5: error: pessoas\[1\]\.nome: .*The change is not served/s, 'stderr')
      assert.is(await total(), '2')
      assert.is(await sim.end('SIGTERM'), 0)
    } finally {
      sim.child.kill('SIGKILL')
    }
  }))

test.run()
