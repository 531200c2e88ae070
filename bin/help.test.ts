import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandFlags, type Flags } from './flags.ts'
import { runHere } from './testing/command.ts'

const test = suite('help')

const WIDTH = 80

async function helpOf(command: readonly string[]): Promise<string[]> {
  const { status, stdout, stderr } = await runHere([...command, '--help'], { cwd: process.cwd() })
  assert.equal([status, stderr], [0, ''])
  const lines = stdout.trimEnd().split('\n')
  for (const line of lines) assert.ok(line.length <= WIDTH, line)
  return lines
}

const count = (lines: readonly string[], pattern: RegExp) => lines.join('\n').match(pattern)?.length ?? 0

test('--help fits one screen and lists each command and each flag of serve once', async () => {
  const lines = await helpOf([])
  assert.ok(lines.length <= 40, String(lines.length))
  const commands = lines.slice(lines.indexOf('Commands:') + 1, lines.indexOf('Options:') - 1)
  const listed = commands.map((line) => /^ {2}pessoas-sim ([a-z]+)/.exec(line)?.[1] as string)
  assert.equal(
    listed.sort(),
    [...new Set(Object.keys(commandFlags).map((name) => name.split(' ')[0]))].sort(),
  )
  const flags = lines.slice(lines.indexOf('Flags of serve:'))
  for (const flag of Object.keys(commandFlags.serve)) {
    assert.is(count(flags, new RegExp(`--${flag}(?![a-z-])`, 'g')), 1, flag)
  }
})

for (const [command, flags] of Object.entries<Flags>(commandFlags)) {
  test(`${command} --help explains each of its flags once`, async () => {
    const lines = await helpOf(command.split(' '))
    for (const [flag, { help }] of Object.entries(flags)) {
      const rows = lines.filter((line) => new RegExp(`^ +(-[a-z], )?--${flag}  `).test(line))
      assert.is(rows.length, 1, flag)
      assert.ok(rows[0]?.includes(help.split(' ')[0] as string), rows[0])
    }
  })
}

test.run()
