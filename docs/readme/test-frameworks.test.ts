import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../../src/index.ts'
import { inFolder } from '../../src/testing/world.ts'
import { codeOf } from './pages.ts'
import { hasProgram, runProgram } from './shell.ts'

const test = suite('pages: test frameworks of other languages')

/** Debian has it here. */
const JUNIT = '/usr/share/java/junit-platform-console-standalone.jar'

/**
 * How the examples of a language are run, as lines of a shell, of which the first one fails where something is missing;
 * and what makes their test send a request that is refused.
 */
const frameworks: [
  name: string,
  language: string,
  needs: string,
  command: string,
  wrong: [from: string, to: string],
][] = [
  [
    'pytest',
    'python',
    'python3 -m pytest --version || /usr/bin/python3 -m pytest --version',
    `"$(python3 -c 'import pytest, sys; print(sys.executable)' || echo /usr/bin/python3)" -m pytest -p no:cacheprovider`,
    ['{"nome": "joão"}', '{"rows": 30, "nome": "joão"}'],
  ],
  [
    'JUnit',
    'java',
    `test -e ${JUNIT} && javac -version`,
    `javac -encoding UTF-8 -cp ${JUNIT} *.java && java -jar ${JUNIT} -cp . --scan-class-path --disable-banner`,
    ['/pessoas?nome=', '/pessoas?rows=30&nome='],
  ],
  [
    'PHPUnit',
    'php',
    'phpunit --version',
    'phpunit PessoasTest.php',
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
    const { status, stdout, stderr } = await runProgram('sh', ['-c', command], cwd)
    // Each closed its organization, also after a failure.
    const { url, token } = sim.control as { url: string; token: string }
    const response = await fetch(`${url}/v1/organizations`, { headers: { authorization: `Bearer ${token}` } })
    assert.not.match(await response.text(), '"minted":true')
    return { status, text: stdout + stderr }
  })

for (const [name, language, needs, command, wrong] of frameworks) {
  if (!hasProgram(needs, `the example of ${name} in docs/in-a-test.md`)) continue

  test(`${name}: the test passes, and says nothing of a journal`, async () => {
    const { status, text } = await run(language, command)
    assert.is(status, 0, text)
    assert.match(text, /1 passed|1 tests successful|OK \(1 test, 1 assertion\)/)
    assert.not.match(text, 'curl')
  })

  test(`${name}: a test that fails shows its journal, without the token`, async () => {
    const { status, text } = await run(language, command, (code) => code.replaceAll(...wrong))
    assert.ok(Number(status) > 0, text)
    assert.match(
      text,
      /#1 GET \/pessoas\?rows=30&nome=jo%C3%A3o → 400 \(org-1~1\)\n {2}why: rows\.off-grid: /,
    )
    assert.match(text, /curl -sSig .*\$CLIENT_TOKEN/)
  })
}

test.run()
