import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { tellSkipped, testPostgres } from '../src/testing/postgres.ts'
import { inFolder } from '../src/testing/world.ts'
import { runHere } from './testing/command.ts'

const test = suite('command line of a shared store')
const server = await testPostgres()
if (server === null) tellSkipped('the command line of a shared store')

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  inFolder((folder) => runHere(args, { cwd: folder, env }))

test('a wrong connection string is named as it was given', async () => {
  const wrong = 'postgres://u:s3cret@h/d?shema=x'
  for (const command of [['serve'], ['seed'], ['reset']]) {
    const typed = await run([...command, '--store', wrong])
    assert.is(typed.status, 2)
    assert.match(typed.stderr, /^pessoas-sim: --store: .* Did you mean schema\?\n$/)
    const set = await run(command, { PESSOAS_SIM_STORE: wrong })
    assert.is(set.status, 2)
    assert.match(set.stderr, /^pessoas-sim: PESSOAS_SIM_STORE: .* Did you mean schema\?\n$/)
    assert.not.match(typed.stderr + set.stderr, /s3cret/)
  }
})

test('state show says that it shows the folder and not the database', async () => {
  const env = { PESSOAS_SIM_STORE: 'postgres://h/d' }
  const said = /PESSOAS_SIM_STORE is set, but these are the decisions of the folder \.pessoas-sim\./
  assert.match((await run(['state', 'show'], env)).stderr, said)
  assert.not.match((await run(['state', 'show', '--state', 'x'], env)).stderr, said)
})

if (server?.isOurs) {
  test('a schema with other data is refused, and no advice drops the schema public', async () => {
    const loads = (schema: string, persons: string) =>
      run(['seed', '--store', server.url(schema), '--persons', persons])
    for (const schema of ['other', 'public']) {
      assert.is((await loads(schema, '30')).status, 0)
      const { status, stderr } = await loads(schema, '31')
      assert.is(status, 1)
      assert.match(stderr, /contains the data .*; this start wants the data of seed 1, 31 persons/)
      assert.is(/DROP SCHEMA other CASCADE/.test(stderr), schema === 'other')
      assert.not.match(stderr, /DROP SCHEMA public/)
    }
  })

  test.after(() => server.stop())
}

test.run()
