import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, ownVariables, runHere } from './testing/command.ts'
import { Running } from './testing/running.ts'

const test = suite('hostile files')

/** Whatever a path may lead to, by its name. */
const HOSTILE: [name: string, make: (path: string) => void, told: RegExp][] = [
  ['folder', (path) => mkdirSync(path), /cannot be read: it is a folder\./],
  ['pipe', (path) => void execFileSync('mkfifo', [path]), /cannot be read: it is an empty pipe\./],
  ['zeros', (path) => symlinkSync('/dev/zero', path), /cannot be read: it is a device, not a file\./],
  ['circle', (path) => symlinkSync(path, path), /cannot be read: its symbolic links form a loop/],
  ['memory', (path) => symlinkSync('/proc/self/mem', path), /cannot be read: EIO\./],
  [
    'large',
    (path) => {
      writeFileSync(path, '')
      truncateSync(path, 3 * 2 ** 30)
    },
    /has 3221225472 bytes, and the maximum is \d+\./,
  ],
]
const ACTING = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s*::/mu

test('lint: each of them, and each bomb, ends with one line, and nothing acts on a terminal', () =>
  inFolder(async (cwd) => {
    for (const [name, make] of HOSTILE) make(join(cwd, `${name}.yaml`))
    const write = (name: string, text: string) => writeFileSync(join(cwd, name), text)
    const ids = Array.from({ length: 500 }, (_, k) => `o${k}`)
    write('many.json', JSON.stringify({ gerar: { pessoas: 1_500_000, organizacao: ids } }))
    write('aliases.yaml', `a: &a [${'x,'.repeat(9000)}x]\nb: &b [${'*a,'.repeat(4000)}x]\n`)
    write('long.json', JSON.stringify({ organizacoes: [{ id: 'x'.repeat(1_000_000) }] }))
    const acting = '\\e[31m\\r\\n::error::\\u202e'
    write(
      '::error::.yaml',
      `"nome${acting}": 1\norganizacoes: [{ id: "a${acting}" }]\npessoas: [{ nome: A, organizacao: "a${acting}b" }]\n`,
    )
    const bombs = ['many.json', 'aliases.yaml', 'long.json', '::error::.yaml']
    const names = HOSTILE.map(([name]) => `${name}.yaml`)
    const { status, stdout, stderr } = await runHere(['lint', ...names, ...bombs], { cwd })
    assert.equal([status, stderr], [1, ''])
    assert.not.match(stdout, ACTING)
    const lines = stdout.split('\n')
    for (const [name, , told] of HOSTILE) {
      const own = lines.filter((line) => line.startsWith(`${name}.yaml: `))
      assert.is(own.length, 2, name)
      assert.match(own[0] as string, told)
      assert.is(own[1], `${name}.yaml: 1 error`)
    }
    for (const [name, told] of [
      ['many.json', /: error: gerar: expands to 1500000 persons and 750000000 reports: at most /],
      ['aliases.yaml', /: error: has 360\d+ values when its aliases are expanded: at most /],
      ['long.json', /: error: organizacoes\[0\]\.id: must have at most 200 characters$/],
    ] as const) {
      const own = lines.filter((line) => line.startsWith(name))
      assert.is(own.length, 2, name)
      assert.match(own[0] as string, told)
    }
    const json = await runHere(['lint', '--json', '::error::.yaml'], { cwd })
    assert.not.match(json.stdout, ACTING)
    assert.is(JSON.parse(json.stdout)[0].file, '::error::.yaml')
  }))

test('every flag that names a file: what has no end ends with one line', () =>
  inFolder(async (cwd) => {
    for (const [name, make] of HOSTILE) make(join(cwd, name))
    const url = 'http://127.0.0.1:9'
    const token = { PESSOAS_SIM_TOKEN: 't' }
    const flags: [status: number, args: (path: string) => string[]][] = [
      [2, (path) => ['conformance', url, '--token-file', path]],
      [2, (path) => ['conformance', url, '--baseline', path]],
      [2, (path) => ['conformance', url, '--ca', path]],
      [1, (path) => ['profile', '--profile', path]],
      [1, (path) => ['fixture', 'from-csv', path]],
      [1, (path) => ['--memory', '--fixture', path]],
    ]
    for (const [expected, argsOf] of flags) {
      for (const [name, , told] of HOSTILE.slice(0, 3)) {
        const args = argsOf(name)
        const env = args[0] === 'conformance' ? token : {}
        const { status, stderr, stdout } = await runHere(args, { cwd, env })
        assert.equal([status, stdout], [expected, ''], stderr)
        assert.match(stderr, told)
        assert.is(stderr.trim().split('\n').length, 1, stderr)
      }
    }
  }))

test('a pipe that a shell opens is read, however long its writer takes', () =>
  inFolder((cwd) => {
    const command = [process.execPath, ...COMMAND].map((word) => `'${word}'`).join(' ')
    const script = `${command} lint <(printf '{"pessoas": '; sleep 0.5; printf '[]}')`
    const { status, stdout } = spawnSync('bash', ['-c', script], {
      cwd,
      env: ownVariables(),
      encoding: 'utf8',
    })
    assert.equal(
      [status, stdout.replace(/^\S+: /, '')],
      [0, 'no errors: 1 organization, 0 persons, 0 reports\n'],
    )
  }))

test('from-csv: nothing of a file acts on a terminal', () =>
  inFolder(async (cwd) => {
    writeFileSync(join(cwd, '::x.csv'), 'nome,a\u001b[2J,"b\n::error::x"\nAna,1,2\n')
    const { status, stderr } = await runHere(['fixture', 'from-csv', '::x.csv'], { cwd })
    assert.is(status, 0)
    assert.ok(stderr.includes('\\u003a:x.csv: Columns left out: a\\u001b[2J, b\\u000a\\u003a:error::x.\n'))
    assert.not.match(stderr, ACTING)
    writeFileSync(join(cwd, 'y.csv'), 'sep=\u001b\nnome\u001bx\nAna\u001b1\n')
    const separated = await runHere(['fixture', 'from-csv', 'y.csv'], { cwd })
    assert.is(separated.status, 0)
    assert.not.match(separated.stderr, ACTING)
  }))

test('serve --watch: goes on with what was there, whatever takes the place of its file', () =>
  inFolder(async (cwd) => {
    const file = join(cwd, 'mundo.yaml')
    const persons = (...nomes: string[]) =>
      `organizacoes: [{ id: a, token: t }]\npessoas:\n${nomes.map((nome) => `  - nome: ${nome}\n`).join('')}`
    writeFileSync(file, persons('Ana'))
    const args = ['--fixture', 'mundo.yaml', '--watch', '--port', '0', '--json']
    const sim = new Running(process.execPath, [...COMMAND, ...args], { cwd })
    try {
      const { url } = await sim.ready()
      const total = async () => {
        const response = await fetch(`${url}/pessoas`, { headers: { authorization: 't' } })
        return ((await response.json()) as { result: { paginacao: { total: string } } }).result.paginacao
          .total
      }
      const bombs: [make: (path: string) => void, told: RegExp][] = [
        ...HOSTILE.map(([, make, told]): [(path: string) => void, RegExp] => [make, told]),
        [
          (path) =>
            writeFileSync(
              path,
              `pessoas:\n  - &p { nome: A, relatorios: [&r {}, ${'*r,'.repeat(4900)}] }\n${'  - *p\n'.repeat(5000)}`,
            ),
          /values when its aliases are expanded/,
        ],
        [
          (path) => writeFileSync(path, 'gerar: { pessoas: 1500000, nome: Silva }\nfoo: 1\n'),
          /the key "foo" is unknown/,
        ],
      ]
      for (const [make, told] of bombs) {
        rmSync(file, { recursive: true, force: true })
        const before = sim.stderr.length
        make(file)
        await sim.says(new RegExp(`^[^]{${before}}[^]*${told.source}[^]*The change is not served`), 'stderr')
        assert.is(await total(), '1')
      }
      rmSync(file, { recursive: true, force: true })
      writeFileSync(file, persons('Ana', 'Bia'))
      await sim.says(/changed and is now served/, 'stderr')
      assert.is(await total(), '2')
      assert.is(await sim.end('SIGTERM'), 0)
    } finally {
      sim.child.kill('SIGKILL')
    }
  }))

test.run()
