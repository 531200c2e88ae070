import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder, OWN_REPORT, refusalOf, smallWorld } from '../testing/world.ts'
import { FileStore } from './file.ts'
import { MemoryStore } from './memory.ts'
import { StateFolder } from './state-folder.ts'
import type { Organization } from './store.ts'

const test = suite('file store')
const decision = { aprovar: true, mensagem: 'Aprovado após conferência manual.' }
const rules = { once: false, touch: true }

/** Lets files of this process grow to so many bytes, which is a full disk to whoever writes. */
function limitFiles(bytes: number | 'unlimited'): boolean {
  return spawnSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`]).status === 0
}

test('a write that fails refuses its decisions, and leaves the file and the store as they were', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'decisions.json')
    const { store } = FileStore.open(StateFolder.enter(folder), new MemoryStore(smallWorld()))
    const [organization] = store.organizations as [Organization]
    const decide = () => store.decide(organization, OWN_REPORT, decision, rules)
    await decide()
    const before = readFileSync(path, 'utf8')
    // Without a handler, the signal that comes with the error ends the process.
    const ignore = () => {}
    process.on('SIGXFSZ', ignore)
    if (limitFiles(before.length + 40)) {
      const failed = await Promise.allSettled([decide(), decide()])
      limitFiles('unlimited')
      assert.equal(
        failed.map(({ status }) => status),
        ['rejected', 'rejected'],
      )
      assert.is(readFileSync(path, 'utf8'), before)
      assert.ok(await decide())
      assert.is(JSON.parse(readFileSync(path, 'utf8')).decisoes.length, 2)
    } else console.log('not run: without prlimit there is no full disk to try')
    process.off('SIGXFSZ', ignore)
    await store.close()
  }))

test('a reset that cannot be written changes nothing, then or later', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'decisions.json')
    const { store } = FileStore.open(StateFolder.enter(folder), new MemoryStore(smallWorld()))
    const [organization] = store.organizations as [Organization]
    const [one, two, three] = store.undecided(organization, 3) as [string, string, string]
    assert.not(store.hasName('xerxes'))
    for (const numero of [one, two]) await store.decide(organization, numero, decision, rules)
    // A folder where the file was cannot be replaced by a file.
    renameSync(path, `${path}.away`)
    mkdirSync(join(path, 'inside'), { recursive: true })
    await store.restore([]).then(
      () => assert.unreachable(),
      () => {},
    )
    assert.match(store.report(organization, one), /approved|rejected/)
    rmSync(path, { recursive: true })
    renameSync(`${path}.away`, path)
    await store.decide(organization, three, decision, rules)
    assert.is(JSON.parse(readFileSync(path, 'utf8')).decisoes.length, 3)
    await store.close()
    assert.match(await refusalOf(store.restore([])), /decisions\.json is closed/)
    assert.is(JSON.parse(readFileSync(path, 'utf8')).decisoes.length, 3)
  }))

test.run()
