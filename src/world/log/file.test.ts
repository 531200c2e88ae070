import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs, { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { programOf } from '../../../bin/testing/program.ts'
import { inFolder, refusalOf } from '../../testing/world.ts'
import type { Applies, DecisionEvent, Event } from '../event.ts'
import { textOf } from './event-lines.ts'
import { FileLog, readEvents } from './file.ts'
import { StateFolder } from './folder.ts'

const test = suite('file log')

/** A world of any reports, with one decision on each. */
class FakeWorld implements Applies {
  applied: Event[] = []
  kept: Event[] = []

  apply(event: Event): boolean {
    const isDecided = (kept: Event) =>
      kept.event === 'decision' && event.event === 'decision' && kept.numero === event.numero
    if (event.event === 'decision' && event.once && this.kept.some(isDecided)) return false
    this.applied.push(event)
    this.kept = event.event === 'reset' ? [] : [...this.kept.filter((kept) => !isDecided(kept)), event]
    return true
  }

  events(): Event[] {
    return this.kept
  }
}

function worldWith(events: readonly Event[]): FakeWorld {
  const world = new FakeWorld()
  for (const event of events) world.apply(event)
  return world
}

const T = '2026-01-01T00:00:00.000Z'
const decision = (i: number, numero = String(i)): DecisionEvent => {
  const mensagem = `Decisão número ${i}, com ç, "aspas" e\nquebra`
  return {
    event: 'decision',
    organizacao: 'a',
    numero,
    aprovar: i % 2 === 0,
    mensagem,
    decidido_em: T,
    atualiza: true,
  }
}
const decisions = (count: number) => Array.from({ length: count }, (_, i) => decision(i))

/** Opens the log of a folder, and binds it to a fake world. */
function open(folder: string) {
  const notices: string[] = []
  const { log, events } = FileLog.open(StateFolder.enter(folder), (line) => notices.push(line))
  const found = structuredClone([...events])
  const world = worldWith(events)
  log.bind(world)
  return { log, world, found, notices, path: join(folder, 'decisions.json') }
}

const withLog = (use: (opened: ReturnType<typeof open> & { folder: string }) => unknown) =>
  inFolder(async (outer) => {
    const folder = join(outer, 'state')
    const opened = open(folder)
    try {
      await use({ ...opened, folder })
    } finally {
      await opened.log.close()
    }
  })

function asidesIn(folder: string): string[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.aside'))
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** The events in a file as any program reads them, without their checksums. */
const inFile = (path: string): Event[] =>
  JSON.parse(readFileSync(path, 'utf8')).eventos.map(({ soma, ...event }: Event & { soma: string }) => {
    assert.match(soma, /^[0-9a-f]{8}$/)
    return event
  })

const EACH: Event[] = [
  { ...decision(60), once: true, request: 'a' },
  // In another order of keys.
  Object.assign({ mensagem: '' }, decision(61)),
  { event: 'report', organizacao: 'a', numero: 'b', cpf: 'c', nome: 'd', atualizado_em: T },
  { event: 'touch', numero: 'b', atualizado_em: T },
  { event: 'remove', numero: 'b' },
  { event: 'rename', cpf: 'c', nome: 'é' },
  { event: 'checkpoint', name: 'x' },
  { event: 'restore', name: 'x', organizacao: 'a' },
  { event: 'token', organizacao: 'a', withdrawn: true },
]

test('after every commit the file is one JSON document with all events, and the next start finds them', () =>
  withLog(async ({ log, world, path, folder, notices }) => {
    assert.equal(inFile(path), [])
    const all: Event[] = []
    for (const events of [[], [decision(0)], decisions(3), EACH, [decision(7), decision(7)]]) {
      const applied = events.map(() => true)
      assert.equal(await log.commit(events), applied)
      all.push(...events)
      assert.equal(inFile(path), all)
      assert.equal(world.applied, all)
      assert.equal((await readEvents(folder, assert.unreachable)).events, all)
    }
    await log.close()
    const again = open(folder)
    assert.equal(again.found, all)
    await again.log.commit([decision(9)])
    await again.log.close()
    assert.equal(inFile(path), [...all, decision(9)])
    assert.equal([notices, again.notices], [[], []])
  }))

test('of the events of a turn, each hears whether it applied, and all are worth the same at the next start', () =>
  withLog(async ({ log, world, path }) => {
    const [one, two] = [1, 2].map((i): Event => ({ ...decision(i), once: true })) as [Event, Event]
    const reset: Event = { event: 'reset' }
    const turns: [commits: Event[][], resolved: boolean[][]][] = [
      [
        [[one], [one], [two, one]],
        [[true], [false], [true, false]],
      ],
      [
        [[one], [decision(1)]],
        [[false], [true]],
      ],
      [
        [[reset], [one], [one]],
        [[true], [true], [false]],
      ],
    ]
    for (const [commits, resolved] of turns)
      assert.equal(await Promise.all(commits.map((events) => log.commit(events))), resolved)
    assert.equal(
      inFile(path),
      turns.flatMap(([commits]) => commits.flat()),
    )
    assert.equal(worldWith(inFile(path)).kept, world.kept)
  }))

/** Lets files of this process grow to so many bytes, which is a full disk to whoever writes. */
const limitFiles = (bytes: number | 'unlimited') =>
  spawnSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`]).status === 0

test('a write that fails rejects its whole turn, changes nothing, and the next one works', () =>
  withLog(async ({ log, world, path, folder, notices }) => {
    await log.commit([decision(0)])
    const before = readFileSync(path)
    // Without a handler, the signal that comes with the error ends the process.
    const ignore = () => {}
    process.on('SIGXFSZ', ignore)
    try {
      if (!limitFiles(before.length + 40)) return console.log('not run: without prlimit no disk is full')
      const failed = await Promise.allSettled([log.commit([decision(1)]), log.commit(decisions(9))])
      limitFiles('unlimited')
      for (const { status } of failed) assert.is(status, 'rejected')
    } finally {
      process.off('SIGXFSZ', ignore)
    }
    assert.equal(readFileSync(path), before)
    assert.equal(world.applied, [decision(0)])
    await log.commit([decision(1)])
    assert.equal(inFile(path), decisions(2))
    assert.equal([notices, asidesIn(folder)], [[], []])
  }))

test('a full disk is told in one line that says what to do', () =>
  withLog(async ({ log, path }) => {
    const fail = () => {
      throw Object.assign(new Error('ENOSPC: no space, write'), { code: 'ENOSPC' })
    }
    const failing = Object.defineProperty(decision(0), 'mensagem', { enumerable: true, get: fail })
    assert.is(
      await refusalOf(log.commit([failing])),
      `The disk of ${path} is full, and nothing was recorded (ENOSPC: no space, write). Free some space, and try again.`,
    )
    assert.equal(inFile(path), [])
  }))

test('a damaged file is set aside and told, its whole events live, and a person can restore the others', () =>
  withLog(async ({ log, path, folder }) => {
    await log.commit(decisions(4))
    await log.close()
    const damaged = readFileSync(path, 'utf8').replace('número 1', 'número X').replace('número 2', 'número X')
    writeFileSync(path, damaged)
    const again = open(folder)
    await again.log.close()
    assert.equal(again.found, [decision(0), decision(3)])
    assert.equal(inFile(path), again.found)
    assert.match(
      again.notices.join(),
      /^warning: .*decisions\.json is damaged \(event 2, event 3\)\. It has 2 whole events\. It was kept as decisions\.json\.20.*aside\. To restore [^\n]*$/,
    )
    assert.equal(asidesIn(folder), [damaged])
    // As the notice says: correct the line, delete its "soma", and add it.
    const [, line] = /\n(,.*número X)/.exec(damaged) as RegExpExecArray
    const restored = `${line?.replace('X', '1')}, com ç, \\"aspas\\" e\\nquebra","decidido_em":"${T}","atualiza":true}`
    writeFileSync(path, readFileSync(path, 'utf8').replace('\n]', `\n${restored}\n]`))
    const last = open(folder)
    await last.log.close()
    assert.equal([last.found, last.notices], [[decision(0), decision(3), decision(1)], []])
  }))

test('a file that was cut is told without a copy, and one in another form is written our way', () =>
  withLog(async ({ log, path, folder }) => {
    await log.commit(decisions(2))
    await log.close()
    const text = readFileSync(path, 'utf8')
    for (const other of [text.slice(0, -30), JSON.stringify(JSON.parse(text), null, 2)]) {
      writeFileSync(path, other)
      const again = open(folder)
      await again.log.close()
      assert.equal(inFile(path), again.found)
      assert.equal([again.found.length, asidesIn(folder)], [again.notices.length === 1 ? 1 : 2, []])
      for (const notice of again.notices) assert.match(notice, /lacks its end: .* It has 1 whole event\.$/)
    }
  }))

/** Overwrites text by as many bytes, until the clock of the file system has moved. */
function editInPlace(path: string, from: string, to: string): void {
  const at = readFileSync(path).indexOf(from)
  const before = statSync(path).ctimeMs
  do {
    const file = fs.openSync(path, 'r+')
    fs.writeSync(file, to, at)
    fs.closeSync(file)
  } while (statSync(path).ctimeMs === before)
}
function replaceBy(path: string, text = readFileSync(path, 'utf8')): void {
  writeFileSync(`${path}~`, text)
  renameSync(`${path}~`, path)
}
const CHANGES: [what: string, change: (path: string) => void][] = [
  ['deleted', (path) => rmSync(path)],
  ['truncated', (path) => fs.truncateSync(path)],
  ['appended to', (path) => fs.appendFileSync(path, '//')],
  ['edited in place', (path) => editInPlace(path, 'Decisão', 'Revisão')],
  ['replaced', (path) => replaceBy(path)],
  ['replaced by an editor', (path) => replaceBy(path, '{"eventos":[]}')],
]
const AGAIN = /^warning: .*decisions\.json was deleted or changed while .* again with 4 events\./
for (const [what, change] of CHANGES)
  for (const next of ['commit', 'end'] as const)
    test(`a file that is ${what} while it is in use is written again at the next ${next}, and that is told`, () =>
      withLog(async ({ log, path, folder, notices }) => {
        await log.commit(decisions(next === 'commit' ? 3 : 4))
        change(path)
        const left = existsSync(path) ? [readFileSync(path, 'utf8')] : []
        if (next === 'commit') assert.equal(await log.commit([decision(3)]), [true])
        else await log.close()
        assert.equal(inFile(path), decisions(4))
        assert.is(notices.length, 1)
        assert.match(notices[0] as string, AGAIN)
        if (left.length > 0) assert.match(notices[0] as string, / was kept as decisions\.json\.20.*aside\.$/)
        assert.equal(asidesIn(folder), left)
        if (next === 'commit') await log.commit([decision(4)])
        assert.equal([inFile(path).length, notices.length], [next === 'commit' ? 5 : 4, 1])
      }))

const away = (folder: string) => renameSync(folder, `${folder}.away`)
const copy = (folder: string) => fs.cpSync(`${folder}.away`, folder, { recursive: true })
const GONE: [what: string, change: (folder: string) => void][] = [
  ['deleted', (folder) => rmSync(folder, { recursive: true })],
  ['moved away', away],
  ['replaced by a copy', (folder) => [away(folder), copy(folder)]],
  ['replaced by a file', (folder) => [away(folder), writeFileSync(folder, 'mine')]],
  ['taken over', (folder) => [away(folder), StateFolder.enter(folder).leave()]],
]
for (const [what, change] of GONE)
  test(`in a folder that is ${what} while it is in use nothing is acknowledged, and that is told`, () =>
    withLog(async ({ log, world, folder, notices }) => {
      await log.commit(decisions(2))
      change(folder)
      const there = existsSync(folder) && statSync(folder).isDirectory() ? fs.readdirSync(folder) : undefined
      const said = await refusalOf(log.commit([decision(2)]))
      assert.match(
        said,
        /^The state folder .*state was deleted or replaced while [^\n]*Move it back, or start/,
      )
      assert.equal([world.applied.length, notices], [2, [`warning: ${said}`]])
      if (there) assert.equal(fs.readdirSync(folder), there)
      if (what !== 'deleted') {
        rmSync(folder, { recursive: true, force: true })
        renameSync(`${folder}.away`, folder)
        assert.equal(await log.commit([decision(2)]), [true])
        assert.equal(inFile(join(folder, 'decisions.json')), decisions(3))
      }
      await log.close()
      if (what === 'deleted')
        assert.match(notices.at(-1) as string, /^warning: .*decisions\.json may lack events: /)
    }))

test('superseded events are compacted away, at a start and later, and events on unknown reports are not', () =>
  inFolder(async (folder) => {
    const first = open(folder)
    for (let i = 0; i < 45; i++) await first.log.commit(decisions(100))
    assert.ok(inFile(first.path).length <= 2_100, 'it was compacted while in use')
    assert.equal(first.world.kept.length, 100)
    await first.log.close()
    // So many that a world with fewer reports needs less than half of them.
    writeFileSync(first.path, [...textOf(decisions(3_000))].join(''))
    const second = open(folder)
    second.world.kept = second.world.kept.slice(0, 10)
    await second.log.close()
    assert.is(inFile(second.path).length, 3_000)
    const { log } = FileLog.open(StateFolder.enter(folder))
    log.bind(worldWith(decisions(10)))
    assert.equal(inFile(second.path), decisions(10))
    await log.close()
  }))

/** Mounts a file by itself, as containers do; renaming it, or over it, then gives EBUSY. */
async function mounted(path: string, use: () => unknown): Promise<void> {
  writeFileSync(path, '')
  if (spawnSync('mount', ['--bind', path, path]).status !== 0) {
    assert.not(
      process.env.CI,
      'where the change is judged, mounts must be possible: without them EBUSY is not tried',
    )
    console.log('not run: this user may not mount, so a rename that gives EBUSY cannot be tried')
    return
  }
  try {
    await use()
  } finally {
    execFileSync('umount', ['--lazy', path])
  }
}

test('a file that is mounted by itself, and cannot be renamed over, is written in place', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'decisions.json')
    await mounted(path, async () => {
      for (const from of [0, 1, 2]) {
        const { log } = open(folder)
        await log.commit([decision(from)])
        await log.close()
        writeFileSync(path, readFileSync(path, 'utf8').trim())
      }
      assert.equal(inFile(path), decisions(3))
    })
  }))

test('a reader beside the writer waits for the end of a write, and tells one that does not end', () =>
  withLog(async ({ log, path, folder }) => {
    await log.commit(decisions(2))
    const whole = readFileSync(path)
    const torn = Buffer.concat([whole.subarray(0, -5), Buffer.from('\n,{"event":"dec')])
    writeFileSync(path, torn)
    const reading = readEvents(folder, assert.unreachable)
    writeFileSync(path, whole)
    assert.equal(await reading, { events: decisions(2), isWhole: true })
    writeFileSync(path, torn)
    const notices: string[] = []
    const cut = await readEvents(folder, (line) => notices.push(line))
    assert.equal(cut, { events: decisions(2), isWhole: false })
    assert.match(notices.join(), /decisions\.json lacks its end: .* It has 2 whole events\.$/)
    assert.equal(readFileSync(path), torn)
    writeFileSync(path, whole)
  }))

const program = programOf(new URL('./file.ts', import.meta.url).href)
/** Commits decisions for ever, several in flight, and prints the number of each that was acknowledged. */
const WRITER = `
  const { FileLog } = await import(${JSON.stringify(program.url)})
  const { StateFolder } = await import(${JSON.stringify(new URL('./folder.ts', import.meta.url).href)})
  const { log, events } = FileLog.open(StateFolder.enter(process.argv.at(-1)))
  log.bind({ apply: () => true, events: () => events })
  let next = events.length
  const write = async () => {
    for (;;) {
      const numero = String(next++)
      await log.commit([{ ...${JSON.stringify(decision(0))}, numero, mensagem: 'x'.repeat(9_000) }])
      process.stdout.write(numero + '\\n')
    }
  }
  await Promise.all([write(), write(), write()])
`

test('nothing that was acknowledged is lost when the process is killed, and the next start is not refused', () =>
  inFolder(async (folder) => {
    const acknowledged = new Set<string>()
    for (let kills = 0; kills < 3; kills++) {
      const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', WRITER, folder]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      let said = ''
      child.stdout.on('data', (piece) => {
        said += piece
        if (said.length > 300 * (kills + 1)) child.kill('SIGKILL')
      })
      await once(child, 'close')
      for (const numero of said.split('\n').slice(0, -1)) acknowledged.add(numero)
      const { log, found, notices } = open(folder)
      await log.close()
      const there = found.map((event) => (event as DecisionEvent).numero)
      assert.is(new Set(there).size, there.length, 'one is there twice')
      for (const numero of acknowledged) assert.ok(there.includes(numero), `${numero} is lost`)
      for (const notice of notices) assert.match(notice, /lacks its end/)
    }
  }))

test.run()
