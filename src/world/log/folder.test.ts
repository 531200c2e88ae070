import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs, { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { programOf } from '../../../bin/testing/program.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { inFolder } from '../../testing/world.ts'
import { readControlFile, StateFolder, writeControlFile } from './folder.ts'

const test = suite('state folder')

const program = programOf(new URL('./folder.ts', import.meta.url).href)
// A worker does not take --import of its process: it registers tsx itself.
const isSource = program.nodeArgs.length > 0
/** Enters a folder, says so, and stays in it. */
const HOLDER = `
  import { parentPort } from 'node:worker_threads'
  ${isSource ? `(await import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))})).register()` : ''}
  const { StateFolder } = await import(${JSON.stringify(program.url)})
  const say = (text) => parentPort ? parentPort.postMessage(text) : console.log(text)
  try {
    StateFolder.enter(process.argv.at(-1))
    say('entered')
    setInterval(() => {}, 1000)
  } catch (error) {
    say(error.message)
  }
`
const NODE = [process.execPath, '--input-type=module', '-e', HOLDER]

/** Starts another process that enters a folder. */
async function startHolder(folder: string, ...before: string[]) {
  const [command = '', ...args] = [...before, ...NODE, folder]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const [said] = await once(child.stdout, 'data')
  const end = async () => {
    child.kill('SIGKILL')
    await closed
  }
  return { said: String(said), end }
}

function refused(folder: string, message: RegExp): void {
  assert.throws(
    () => StateFolder.enter(folder),
    (error: Error) => error instanceof OperatorError && message.test(error.message),
    String(message),
  )
}

test('in a folder of its own git ignores everything, in one with other files only those of the simulator', () =>
  inFolder((path) => {
    const ignored = join(path, '.gitignore')
    const own = ['dataset.json', 'decisions.json', 'snapshot.bin', 'lock', 'control.json']
    const left = ['decisions.json.2026-01-01T00-00-00.000Z.aside', `dataset.json.${randomUUID()}.tmp`]
    const others = [
      'index.ts',
      'my-dataset.json',
      'decisions.json.bak',
      `notes.json.${randomUUID()}.tmp`,
      'src/lock',
    ]
    mkdirSync(join(path, 'src'))
    for (const name of [...own, ...left, ...others]) writeFileSync(join(path, name), '')
    const folder = StateFolder.enter(path)
    // What a killed process left is removed.
    assert.not(existsSync(folder.file('control.json')) || existsSync(folder.file(left[1] as string)))
    for (const name of [...own, ...left]) writeFileSync(join(path, name), '')
    execFileSync('git', ['init', '-q'], { cwd: path })
    const status = execFileSync('git', ['status', '--short', '--untracked-files=all'], {
      cwd: path,
      encoding: 'utf8',
    })
    assert.equal(
      status.trimEnd().split('\n').sort(),
      ['.gitignore', ...others].map((name) => `?? ${name}`).sort(),
    )
    folder.leave()
    for (const names of [[...own, ...left], []]) {
      const state = join(path, `state-${names.length}`)
      mkdirSync(state)
      for (const name of names) writeFileSync(join(state, name), '')
      StateFolder.enter(state).leave()
      assert.is(readFileSync(join(state, '.gitignore'), 'utf8'), '*\n')
    }
    writeFileSync(ignored, 'node_modules\n')
    StateFolder.enter(path).leave()
    assert.is(readFileSync(ignored, 'utf8'), 'node_modules\n')
  }))

test('a folder has one user at a time, by its path, through a link, in this process and in another', () =>
  inFolder(async (outer) => {
    const path = join(outer, 'state')
    const link = join(outer, 'link')
    symlinkSync(path, link)
    mkdirSync(path)
    const folder = StateFolder.enter(link)
    assert.is(folder.path, path)
    const before = fs.readdirSync(path)
    for (const way of [path, link])
      refused(way, /state is in use by this very process on .* since 20.*Z\.\n.*--state/)
    const other = await startHolder(link)
    assert.match(other.said, new RegExp(`in use by process ${process.pid} on .* since`))
    await other.end()
    assert.equal(fs.readdirSync(path), before)
    assert.ok(folder.isHeld())
    folder.leave()
    folder.leave()
    assert.not(folder.isHeld())
    assert.is(readFileSync(join(path, 'lock'), 'utf8'), '')
    StateFolder.enter(path).leave()
  }))

test('another thread of this process is another user', () =>
  inFolder(async (path) => {
    const script = join(path, 'holder.mjs')
    writeFileSync(script, HOLDER)
    const worker = new Worker(script, { argv: [path], execArgv: [] })
    assert.equal(await once(worker, 'message'), ['entered'])
    refused(path, /in use by this very process/)
    await worker.terminate()
    StateFolder.enter(path).leave()
  }))

test('the lock of a process that was killed is free at once, whoever has its number now', () =>
  inFolder(async (path) => {
    const killed = await startHolder(path)
    assert.is(killed.said, 'entered\n')
    refused(path, /in use by process \d+ on/)
    await killed.end()
    StateFolder.enter(path).leave()
    for (const left of [
      String(process.ppid),
      JSON.stringify({ pid: process.ppid }),
      'nonsense',
      '{',
      'null',
    ]) {
      writeFileSync(join(path, 'lock'), left)
      StateFolder.enter(path).leave()
    }
  }))

const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
test('two containers with one volume, each of them process 1, are two users', () =>
  inFolder(async (path) => {
    if (!canUnshare) {
      assert.not(process.env.CI, 'where the change is judged, namespaces must be possible')
      console.log('not run: this user may have no namespaces, so containers cannot be imitated')
      return
    }
    const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
    const one = await startHolder(path, ...container)
    assert.is(one.said, 'entered\n')
    const two = await startHolder(path, ...container)
    assert.match(two.said, /in use by /)
    refused(path, /in use by /)
    await one.end()
    await two.end()
    const three = await startHolder(path, ...container)
    assert.is(three.said, 'entered\n')
    await three.end()
  }))

test('where nothing can lock a file, that is told', () =>
  inFolder(async (path) => {
    const notices: string[] = []
    const enter = (locker: string) =>
      StateFolder.enter(path, { notice: (line) => notices.push(line), locker })
    enter('no-such-program').leave()
    assert.match(notices.join(), /^warning: .*lock cannot be locked \(.*ENOENT.*\)\. Make sure that no other/)
    const cannot = join(path, 'flock')
    writeFileSync(cannot, '#!/bin/sh\necho "flock: 3: No locks available" >&2; exit 71\n', { mode: 0o755 })
    enter(cannot).leave()
    assert.match(notices.at(-1) as string, /\(flock: 3: No locks available\)/)
  }))

const impossible: [what: string, path: string, message: RegExp][] = [
  ['below a file', '/dev/null/x/y', /^[^\n]*\/y cannot be used: ENOTDIR[^\n]*--memory[^\n]*$/],
  ['that is a file', '/dev/null', /cannot be used: EEXIST.* Instead, use .*--state.*--memory/],
]
for (const [what, path, message] of impossible) {
  test(`a folder ${what} is refused`, () => refused(path, message))
}

test('a folder that was made is removed when it is abandoned; what others have stays', () =>
  inFolder((folder) => {
    const made = StateFolder.enter(join(folder, 'a', 'b', 'c'))
    writeFileSync(made.file('file'), '{}')
    writeFileSync(join(folder, 'a', 'theirs.txt'), '')
    made.abandon()
    assert.equal(fs.readdirSync(join(folder, 'a')), ['theirs.txt'])
    StateFolder.enter(join(folder, 'a')).abandon()
    assert.ok(existsSync(join(folder, 'a', 'theirs.txt')))
  }))

test('the control file has the control port of this process, for its owner only, until the folder is left', () =>
  inFolder((path) => {
    assert.is(readControlFile(path), undefined)
    const folder = StateFolder.enter(path)
    const place = { url: 'http://127.0.0.1:3211', token: 'a-token-of-a-run' }
    writeControlFile(path, place)
    assert.equal(readControlFile(path), { ...place, pid: process.pid })
    assert.is(fs.statSync(folder.file('control.json')).mode & 0o777, 0o600)
    for (const text of ['', 'null', '[]', '{"url":1}', `{"url":"x","token":"x","pid":"1"}`, '{"url":"x"}']) {
      writeFileSync(folder.file('control.json'), text)
      assert.is(readControlFile(path), undefined, text)
    }
    folder.leave()
    assert.not(existsSync(folder.file('control.json')))
  }))

test.run()
