import { readFileSync, writeFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { tellSkipped, testPostgres } from '../src/testing/postgres.ts'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, runHere } from './testing/command.ts'
import { Running } from './testing/running.ts'

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

test('a variable whose letters changed places suggests the one that was meant', async () => {
  const { stderr } = await run(['state', 'show'], { PESSOAS_SIM_STROE: 'x' })
  assert.match(stderr, /PESSOAS_SIM_STROE is ignored: no flag matches it\. Did you mean PESSOAS_SIM_STORE\?/)
})

test('data goes to a database or to a file', async () => {
  const { status, stderr } = await run(['seed', '--store', 'postgres://h/d', '--out', 'f.json'])
  assert.is(status, 2)
  assert.match(stderr, /--store and --out exclude each other/)
})

test('state show says that it shows the folder and not the database', async () => {
  const env = { PESSOAS_SIM_STORE: 'postgres://h/d' }
  const said = /PESSOAS_SIM_STORE is set, but these are the decisions of the folder \.pessoas-sim\./
  assert.match((await run(['state', 'show'], env)).stderr, said)
  assert.not.match((await run(['state', 'show', '--state', 'x'], env)).stderr, said)
})

if (server?.isOurs) {
  const urlOf = (user: string, password: string, schema: string) => {
    const url = new URL(server.url(schema))
    url.username = user
    url.password = password
    return url.href
  }

  test('a user, a password, a database and a right that are wrong are told with what to do', async () => {
    await server.query(`CREATE ROLE asked LOGIN PASSWORD 'a#b'; CREATE ROLE poor LOGIN; CREATE ROLE shut`)
    const [{ hba_file: file }] = (await server.query('SHOW hba_file')) as [{ hba_file: string }]
    const lines = 'host all asked 127.0.0.1/32 scram-sha-256\n'
    writeFileSync(file, `${lines}${readFileSync(file, 'utf8')}`)
    await server.query('SELECT pg_reload_conf()')
    const told = async (store: string, env: Record<string, string> = {}) => {
      const { status, stderr } = await run(['seed', '--persons', '3'], { PESSOAS_SIM_STORE: store, ...env })
      assert.is(status, 1, stderr)
      assert.not.match(stderr, /wr0ng/)
      return stderr
    }
    assert.match(await told(urlOf('asked', 'wr0ng', 'a')), /28P01.*percent-encode.*%23/s)
    assert.match(await told(urlOf('asked', '', 'a')), /The server wants a password: put it into PGPASSWORD/)
    assert.match(await told(urlOf('shut', '', 'a')), /28000.*ALTER ROLE … LOGIN/s)
    assert.match(await told(server.url('a').replace('/postgres?', '/nothing?')), /3D000.*createdb nothing/s)
    assert.match(
      await told(urlOf('poor', '', 'poor_own')),
      /has no schema poor_own, and the role may not create one.*CREATE SCHEMA poor_own AUTHORIZATION poor; or GRANT CREATE ON DATABASE postgres TO poor;/,
    )
    assert.match(await told(`${server.url('a')}&sslmode=require`), /sslmode=disable/)
    // A schema that is there needs no right to create one.
    await server.query('CREATE SCHEMA poor_own AUTHORIZATION poor')
    const env = { PESSOAS_SIM_STORE: urlOf('poor', '', 'poor_own') }
    assert.match((await run(['seed', '--persons', '3'], env)).stderr, /3 pessoas|3 persons|Data /)
    const right = await run(['seed', '--persons', '3'], {
      PESSOAS_SIM_STORE: urlOf('asked', '', 'poor_own'),
      PGPASSWORD: 'a#b',
    })
    assert.match(right.stderr, /42501.*GRANT ALL ON ALL TABLES IN SCHEMA poor_own TO asked;/s)
  })

  test('a schema with tables of another program is left as it was, and the first error is told', async () => {
    await server.query('CREATE SCHEMA theirs; CREATE TABLE theirs.persons (x int)')
    const { status, stderr } = await run(['seed', '--store', server.url('theirs')])
    assert.is(status, 1)
    assert.match(stderr, /42P07: relation "persons" already exists\. The schema theirs has tables of another/)
    const left = await server.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'theirs'`)
    assert.equal(left, [{ tablename: 'persons' }])
  })

  test('a loading that was interrupted says which numbers continue it, and no advice drops the schema public', async () => {
    const loads = (schema: string, persons: string) =>
      run(['seed', '--store', server.url(schema), '--persons', persons])
    for (const schema of ['cut', 'public']) {
      assert.is((await loads(schema, '30')).status, 0)
      const ready = (await loads(schema, '31')).stderr
      assert.match(ready, /contains the data .*; this start wants the data of seed 1, 31 persons/)
      await server.query(`UPDATE ${schema}.world SET state = 'loading', pieces = 2`)
      const cut = await loads(schema, '31')
      assert.match(
        cut.stderr,
        /was interrupted.*Start with --persons 30 --organizations 2 --seed 1 to continue/,
      )
      for (const text of [ready, cut.stderr])
        assert.is(/DROP SCHEMA cut CASCADE/.test(text), schema === 'cut')
      assert.not.match(ready + cut.stderr, /DROP SCHEMA public/)
    }
  })

  test('serve prints the progress of a long loading, as seed does', async () => {
    await inFolder(async (folder) => {
      const args = ['--port', '0', '--no-control', '--json', '--persons', '50000']
      const sim = new Running(process.execPath, [...COMMAND, ...args], {
        cwd: folder,
        env: { PESSOAS_SIM_STORE: server.url('long') },
      })
      await sim.ready()
      for (const step of ['generating', 'loading', 'indexing'])
        assert.match(sim.stderr, new RegExp(`^${step}: 100 %$`, 'm'))
      await sim.end('SIGTERM')
    })
  })

  test.after(() => server.stop())
}

test.run()
