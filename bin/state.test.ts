import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder, MENSAGEM } from '../src/testing/world.ts'
import { COMMAND, runHere } from './testing/command.ts'
import { decide, Running, reportsOf } from './testing/running.ts'

const test = suite('state folder')
const started: Running[] = []
function start(args: string[], cwd: string): Running {
  const running = new Running(process.execPath, [...COMMAND, ...args], { cwd })
  started.push(running)
  return running
}
test.after(() => {
  for (const { child } of started) child.kill('SIGKILL')
})

test('state show prints all decisions, beside a running simulator, and moves no cursor', () =>
  inFolder(async (cwd) => {
    const none = await runHere(['state', 'show'], { cwd })
    assert.is(none.status, 1)
    assert.match(none.stderr, /^pessoas-sim: The state folder \.pessoas-sim does not exist\. Use --state/)
    const sim = start(['--port', '0', '--json', '--log', 'silent', '--state', 'here'], cwd)
    const ready = await sim.ready()
    const [one, two] = reportsOf(ready) as [string, string]
    assert.is(await decide(ready, one, true, 'Aprovado \u001b[2J\u202eapós conferência.'), 200)
    assert.is(await decide(ready, two, false), 200)
    const { stdout } = await runHere(['state', 'show', '--state', 'here'], { cwd })
    const lines = stdout.split('\n')
    assert.is(lines[0], 'here: decisions on 2 reports')
    assert.match(
      lines[1] as string,
      new RegExp(`^${one}  approved  20.*Z  "Aprovado \\\\u001b\\[2J\\\\u202eapós conferência\\."$`),
    )
    assert.match(lines[2] as string, new RegExp(`^${two}  rejected  20`))
    const { decisoes } = JSON.parse(
      (await runHere(['state', 'show', '--state', 'here', '--json'], { cwd })).stdout,
    )
    assert.equal(Object.keys(decisoes[0]), [
      'event',
      'organizacao',
      'numero',
      'aprovar',
      'mensagem',
      'decidido_em',
      'atualiza',
    ])
    assert.is(decisoes[0].mensagem, 'Aprovado \u001b[2J\u202eapós conferência.')
    await sim.end('SIGTERM')
    for (const args of [['state'], ['state', 'shwo'], ['state', 'show', '--stat', 'x']]) {
      const { status, stderr } = await runHere(args, { cwd })
      assert.is(status, 2)
      assert.match(stderr, args.length === 1 ? /Use state show\./ : /Did you mean (--state|show)\?/)
    }
  }))

test('state show names what is damaged, prints the rest, and exits with 3', () =>
  inFolder(async (cwd) => {
    const sim = start(['--port', '0', '--json', '--log', 'silent'], cwd)
    const ready = await sim.ready()
    const [one, two, three] = reportsOf(ready) as [string, string, string]
    for (const numero of [one, two, three]) assert.is(await decide(ready, numero), 200)
    await sim.end('SIGTERM')
    const path = join(cwd, '.pessoas-sim', 'decisions.json')
    const whole = readFileSync(path, 'utf8')
    const numbersIn = (stdout: string) =>
      JSON.parse(stdout).decisoes.map(({ numero }: { numero: string }) => numero)
    assert.is((await runHere(['state', 'show'], { cwd })).status, 0)
    const damages: [text: string, told: RegExp, left: string[]][] = [
      [
        whole.replace(MENSAGEM, 'Outra mensagem, que ninguém enviou.'),
        /decisions\.json is damaged \(event 1\)\. It has 2 whole events\./,
        [two, three],
      ],
      ['', /decisions\.json is damaged \(it is empty\)/, []],
      ['damaged', /decisions\.json is damaged \(line 1\)/, []],
      [whole.slice(0, -60), /decisions\.json lacks its end: .*\. It has 2 whole events\./, [one, two]],
    ]
    for (const [text, told, left] of damages) {
      writeFileSync(path, text)
      const { status, stdout, stderr } = await runHere(['state', 'show', '--json'], { cwd })
      assert.is(status, 3)
      assert.match(stderr, told)
      assert.equal(numbersIn(stdout), left)
      const plain = await runHere(['state', 'show'], { cwd })
      assert.is(plain.status, 3)
      assert.match(plain.stdout, new RegExp(`^\\.pessoas-sim: decisions on ${left.length} reports\n`))
      assert.is(readFileSync(path, 'utf8'), text)
    }
  }))

test.run()
