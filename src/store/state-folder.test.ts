import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { programOf } from '../../bin/testing/program.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { inFolder } from '../testing/world.ts'
import { FolderInUse } from './folder-in-use.ts'
import { Lock } from './lock.ts'
import { StateFolder } from './state-folder.ts'

const test = suite('state folder')

const program = programOf(new URL('./state-folder.ts', import.meta.url).href)
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

/** Starts another process that enters a folder. */
async function startHolder(folder: string, ...before: string[]) {
  const node = [process.execPath, '--input-type=module', '-e', HOLDER, folder]
  const [command = '', ...args] = [...before, ...node]
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
  )
}

test('git ignores a folder, unless it says otherwise itself', () =>
  inFolder((path) => {
    const ignored = join(path, '.gitignore')
    StateFolder.enter(path).leave()
    assert.is(readFileSync(ignored, 'utf8'), '*\n')
    writeFileSync(ignored, '!seed.json\n')
    StateFolder.enter(path).leave()
    assert.is(readFileSync(ignored, 'utf8'), '!seed.json\n')
  }))

test('in a folder with other files, git ignores only those of the simulator', () =>
  inFolder((path) => {
    const ignored = join(path, '.gitignore')
    const own = ['dataset.json', 'decisions.json', 'seed.json', 'lock']
    const left = ['decisions.json.2026-01-01T00-00-00.000Z.aside', `seed.json.${randomUUID()}.tmp`]
    const others = ['index.ts', 'my-dataset.json', 'decisions.json.bak', 'src/seed.json', 'src/lock']
    mkdirSync(join(path, 'src'))
    execFileSync('git', ['init', '-q'], { cwd: path })
    StateFolder.enter(path).leave()
    // Another program writes its files in the same way.
    others.push(`notes.json.${randomUUID()}.tmp`)
    for (const name of [...own, ...left, ...others]) writeFileSync(join(path, name), '')
    const status = execFileSync('git', ['status', '--short', '--untracked-files=all'], {
      cwd: path,
      encoding: 'utf8',
    })
    assert.equal(
      status.trimEnd().split('\n').sort(),
      ['.gitignore', ...others].map((name) => `?? ${name}`).sort(),
    )
    // A state folder that has lost the file, and one that was created before.
    for (const [i, names] of [[...own, ...left], []].entries()) {
      const state = join(path, `state-${i}`)
      mkdirSync(state)
      for (const name of names) writeFileSync(join(state, name), '')
      StateFolder.enter(state).leave()
      assert.is(readFileSync(join(state, '.gitignore'), 'utf8'), '*\n')
    }
    writeFileSync(ignored, 'node_modules\n')
    StateFolder.enter(path).leave()
    assert.is(readFileSync(ignored, 'utf8'), 'node_modules\n')
    const there = [...own, ...left, ...others].filter((name) => existsSync(join(path, name)))
    assert.equal(
      there,
      [...own, ...left, ...others].filter((name) => !name.startsWith('seed.json.')),
    )
  }))

test('a folder has one user at a time, by its path, through a link, in this process and in another', () =>
  inFolder(async (outer) => {
    const path = join(outer, 'state')
    const link = join(outer, 'link')
    symlinkSync(path, link)
    mkdirSync(path)
    const folder = StateFolder.enter(link)
    assert.is(folder.path, path)
    for (const way of [path, link])
      refused(way, /state is in use by this very process on .* since 20.*Z\.\n.*--state/)
    const other = await startHolder(link)
    assert.match(other.said, new RegExp(`in use by process ${process.pid} on .* since`))
    await other.end()
    folder.leave()
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
    // Seen from here and from the other container, process 1 is another one: nobody may be told to kill it.
    assert.match(two.said, /in use by another process\./)
    refused(path, /in use by another process\./)
    await one.end()
    await two.end()
    const three = await startHolder(path, ...container)
    assert.is(three.said, 'entered\n')
    await three.end()
  }))

test('where nothing can lock a file, that is told, and only a user that surely runs is respected', () =>
  inFolder(async (path) => {
    const notices: string[] = []
    const enter = () =>
      StateFolder.enter(path, { notice: (line) => notices.push(line), lock: { program: 'no-such-program' } })
    const folder = enter()
    assert.match(
      notices.join(),
      /^warning: .*lock cannot be locked \(.*ENOENT.*\)\. Make sure that no other simulator/,
    )
    assert.throws(enter, /in use by this very process/)
    const started = JSON.parse(readFileSync(folder.file('lock'), 'utf8'))
    for (const left of [
      // Its number belongs to another process, or its system has started again since.
      { ...started, started: '1' },
      { ...started, boot: 'x' },
      { ...started, pid: 999_999_999 },
      { ...started, started: undefined },
    ]) {
      writeFileSync(folder.file('lock'), JSON.stringify(left))
      enter().leave()
    }
    folder.leave()
    assert.is(notices.length, 5)
  }))

test('the number of a process is told only where that process uses the folder', () =>
  inFolder((path) => {
    const folder = StateFolder.enter(path)
    const ours = JSON.parse(readFileSync(folder.file('lock'), 'utf8'))
    const cases: [named: object, pid: number | undefined, said: RegExp][] = [
      [ours, process.pid, /by this very process on/],
      [{ ...ours, pid: 1 }, undefined, /by another process\./],
      [{ ...ours, pid: 1, started: undefined }, undefined, /by another process\./],
      [{ ...ours, boot: 'x' }, undefined, /by another process\./],
      [{ ...ours, pid: 1, host: 'elsewhere' }, undefined, /by process 1 on elsewhere since/],
    ]
    for (const [named, pid, said] of cases) {
      writeFileSync(folder.file('lock'), JSON.stringify(named))
      assert.throws(
        () => StateFolder.enter(path),
        (error: unknown) => error instanceof FolderInUse && error.pid === pid && said.test(error.message),
        JSON.stringify(named),
      )
    }
    folder.leave()
  }))

test('a process that was killed and never waited for holds nothing, with or without locks', () =>
  inFolder(async (path) => {
    // The shell becomes a program that never asks how its child has ended.
    const node = [process.execPath, '--input-type=module', '-e', HOLDER, path]
    const line = `"$@" & echo $!; exec sleep 60`
    const parent = spawn('sh', ['-c', line, 'sh', ...node], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    for await (const piece of parent.stdout) {
      said += piece
      if (said.includes('entered')) break
    }
    const pid = Number(/\d+/.exec(said)?.[0])
    process.kill(pid, 'SIGKILL')
    while (!/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    StateFolder.enter(path, { lock: { program: 'no-such-program' } }).leave()
    // Its flock notices the closed pipe a moment later.
    for (let tries = 0; ; tries++) {
      try {
        StateFolder.enter(path).leave()
        break
      } catch (error) {
        if (tries === 200) throw error
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    parent.kill('SIGKILL')
  }))

test('a lock says why it is weak, and who has it where nobody can read that', () =>
  inFolder((path) => {
    const file = join(path, 'lock')
    const cannot = join(path, 'flock')
    writeFileSync(cannot, '#!/bin/sh\necho "flock: 3: No locks available" >&2; exit 71\n', { mode: 0o755 })
    const weak = Lock.take(file, { program: cannot }) as Lock
    assert.is(weak.weakness, 'flock: 3: No locks available')
    weak.release()
    const lock = Lock.take(file) as Lock
    assert.is(lock.weakness, undefined)
    for (const text of ['', '{}']) {
      lock.write(text)
      refused(path, /in use by another process\./)
    }
    lock.release()
  }))

test('where opening a file locks it, the errors that say so are understood', () =>
  inFolder((path) => {
    // These systems are not this one: what their open() does with the flags is imitated.
    const file = join(path, 'lock')
    const systems = {
      darwin: [0x20, 'EAGAIN'],
      freebsd: [0x20, 'EAGAIN'],
      win32: [0x1000_0000, 'EBUSY'],
    } as const
    for (const [platform, [flag, code]] of Object.entries(systems)) {
      const system = (fault?: string) => (path: string, flags: number) => {
        if (fault === undefined || (flags & flag) === 0) return openSync(path, flags & ~flag)
        throw Object.assign(new Error(fault), { code: fault })
      }
      const take = (fault?: string) =>
        Lock.take(file, { platform: platform as NodeJS.Platform, open: system(fault) })
      const lock = take() as Lock
      assert.is(lock.weakness, undefined, platform)
      assert.ok(lock.isHeld())
      lock.release()
      assert.is(take(code), undefined)
      const weak = take('ENOTSUP') as Lock
      assert.is(weak.weakness, 'ENOTSUP')
      weak.release()
      assert.throws(() => take('EACCES'), /EACCES/)
    }
  }))

test('a folder that a file has replaced is left without a fault', () =>
  inFolder((outer) => {
    const path = join(outer, 'state')
    const folder = StateFolder.enter(path)
    rmSync(path, { recursive: true })
    writeFileSync(path, '')
    folder.leave()
    assert.is(readFileSync(path, 'utf8'), '')
  }))

const impossible: [what: string, path: string, message: RegExp][] = [
  [
    'in /proc',
    '/proc/x/y',
    /The state folder \/proc\/x\/y cannot be used: ENOENT.*mkdir '\/proc\/x'\n.*--memory/,
  ],
  ['of a process', '/proc/self', /cannot be used: ENOENT/],
  [
    'below a file',
    '/dev/null/x/y',
    /^The state folder \/dev\/null\/x\/y cannot be used: \/dev\/null is not a folder\. Use .*--memory/,
  ],
  ['that is a file', '/dev/null', /cannot be used: \/dev\/null is not a folder\. Use .*--state.*--memory/],
]
for (const [what, path, message] of impossible) {
  test(`a folder ${what} is refused, and nothing spins`, () => refused(path, message))
}

test('a working directory that is gone is told as such', () =>
  inFolder((outer) => {
    const before = process.cwd()
    const gone = join(outer, 'gone')
    mkdirSync(gone)
    process.chdir(gone)
    try {
      execFileSync('rmdir', [gone])
      refused('state', /The state folder state cannot be used: the working directory no longer exists/)
    } finally {
      process.chdir(before)
    }
    assert.not(existsSync(gone))
  }))

test.run()
