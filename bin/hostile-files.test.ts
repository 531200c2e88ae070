import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, ownVariables, runHere } from './testing/command.ts'

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

test.run()
