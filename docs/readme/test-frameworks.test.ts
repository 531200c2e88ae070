import { execFile, execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownVariables } from '../../bin/testing/command.ts'
import { startSimulator } from '../../src/index.ts'
import { inFolder } from '../../src/testing/world.ts'
import { codeOf } from './pages.ts'

const test = suite('pages: test frameworks of other languages')

/** Debian has it here. */
const JUNIT = '/usr/share/java/junit-platform-console-standalone.jar'

const runs = (command: string, ...args: string[]) => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const python = ['python3', '/usr/bin/python3'].find((command) => runs(command, '-m', 'pytest', '--version'))

/**
 * How the examples of a language are run, as a command of a shell, or undefined if something is missing; and what makes
 * their test send a request that is refused.
 */
const frameworks: [
  name: string,
  language: string,
  command: string | undefined,
  wrong: [from: string, to: string],
][] = [
  [
    'pytest',
    'python',
    python && `${python} -m pytest -p no:cacheprovider`,
    ['{"nome": "joão"}', '{"rows": 30, "nome": "joão"}'],
  ],
  [
    'JUnit',
    'java',
    existsSync(JUNIT) && runs('javac', '-version')
      ? `javac -encoding UTF-8 -cp ${JUNIT} *.java && java -jar ${JUNIT} -cp . --scan-class-path --disable-banner`
      : undefined,
    ['/pessoas?nome=', '/pessoas?rows=30&nome='],
  ],
  [
    'PHPUnit',
    'php',
    runs('phpunit', '--version') ? 'phpunit PessoasTest.php' : undefined,
    ["['nome' => 'joão']", "['rows' => 30, 'nome' => 'joão']"],
  ],
]

/** Runs the examples of a language against a simulator that is reached, and returns what they print. */
const run = (language: string, command: string, change = (code: string) => code) =>
  inFolder(async (cwd) => {
    await using sim = await startSimulator({ control: true })
    writeFileSync(join(cwd, 'ready.json'), JSON.stringify({ url: sim.url, control: sim.control }))
    for (const code of codeOf('docs/in-a-test.md', language)) {
      const [, file] = /^(?:<\?php )?(?:#|\/\/) (\w+\.\w+)\n/.exec(code) as unknown as [string, string]
      writeFileSync(join(cwd, file), change(code))
    }
    const options = { cwd, env: ownVariables(), timeout: 120_000 }
    const ended = await new Promise<{ code: number; text: string }>((resolve) => {
      execFile('sh', ['-c', command], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr }),
      )
    })
    // Each closed its organization, also after a failure.
    const { url, token } = sim.control as { url: string; token: string }
    const response = await fetch(`${url}/v1/organizations`, { headers: { authorization: `Bearer ${token}` } })
    assert.not.match(await response.text(), '"minted":true')
    return ended
  })

for (const [name, language, command, wrong] of frameworks) {
  if (command === undefined) {
    console.log(`${name} is not installed: its example in docs/in-a-test.md was not run`)
    continue
  }

  test(`${name}: the test passes, and says nothing of a journal`, async () => {
    const { code, text } = await run(language, command)
    assert.is(code, 0, text)
    assert.match(text, /1 passed|1 tests successful|OK \(1 test, 1 assertion\)/)
    assert.not.match(text, 'curl')
  })

  test(`${name}: a test that fails shows its journal, without the token`, async () => {
    const { code, text } = await run(language, command, (code) => code.replaceAll(...wrong))
    assert.ok(code > 0, text)
    assert.match(
      text,
      /#1 GET \/pessoas\?rows=30&nome=jo%C3%A3o → 400 \(org-1~1\)\n {2}why: rows\.off-grid: /,
    )
    assert.match(text, /curl -sSig .*\$CLIENT_TOKEN/)
  })
}

test.run()
