// Runs test files in this process, one after the other, as test.mjs sends their paths: what they share is compiled once.
import { readFileSync } from 'node:fs'

const [mark] = process.argv.slice(2)
const print = { stdout: process.stdout.write, stderr: process.stderr.write }
globalThis.UVU_QUEUE = []
/** 'idle', 'loading' while the top level of a file runs, 'loaded' from then until nothing is left to wait for. */
let phase = 'idle'
let begun = 0

process.on('message', async (path) => {
  if (path === '') return process.disconnect()
  phase = 'loading'
  begun = cpuSeconds()
  process.exitCode = 0
  // uvu runs whatever is in this queue, also what it ran before. Its first entry is the name of the file, which has none.
  globalThis.UVU_QUEUE.splice(0, Number.POSITIVE_INFINITY, [null])
  // A file that throws ends this process, as it would end one of its own.
  await import(path)
  phase = 'loaded'
})

// Node says so when nothing is left that could still happen: an own process of the file would end now.
process.on('beforeExit', () => {
  if (phase === 'idle') return
  const faults = phase === 'loading' ? ['A top-level await never ends.'] : []
  const before = state
  state = stateOf()
  for (const [name, value] of Object.entries(before)) {
    if (!isSame(state[name], value))
      faults.push(`The file leaves ${name} changed, which is another file's, too.`)
  }
  phase = 'idle'
  const status = Number(process.exitCode) || (faults.length > 0 ? 1 : 0)
  process.exitCode = 0
  const told = { status, cpu: cpuSeconds() - begun, memory: process.memoryUsage.rss() }
  const end = `${mark}${JSON.stringify(told)}\n`
  print.stdout.call(process.stdout, faults.join('\n') + end)
  print.stderr.call(process.stderr, end)
  listen()
})

let state = stateOf()
listen()

/** Whoever waits for a file needs the channel; a file must end as if it were not there. */
function listen() {
  process.channel?.ref()
  process.once('message', () => process.channel?.unref())
}

/** What a file could leave to the next one: lists, of which each entry must stay the same. */
function stateOf() {
  const { stdout, stderr } = process
  const globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis))
  const given = globals.filter(([, { value }]) => value !== undefined)
  return {
    'the working folder': [process.cwd()],
    'the environment': Object.entries(process.env).sort().flat(),
    'standard output': [stdout.write, stderr.write],
    'the global names': globals.map(([name]) => name).sort(),
    'a global value': Object.fromEntries(given.map(([name, { value }]) => [name, value])),
    'what handles errors': ['uncaughtException', 'unhandledRejection'].map((name) =>
      process.listenerCount(name),
    ),
  }
}

/** Node gives some global names their value when they are first used: those may come, and none may change. */
function isSame(now, before) {
  const isList = Array.isArray(before)
  return (
    (!isList || now.length === before.length) &&
    Object.keys(before).every((key) => Object.is(now[key], before[key]))
  )
}

/** Seconds of CPU that this process took, and, where the system tells, those that it started and saw end. */
function cpuSeconds() {
  try {
    const [, fields] = /^.*\) (.*)/s.exec(readFileSync('/proc/self/stat', 'utf8'))
    const ticks = fields.split(' ').slice(11, 15).map(Number)
    return ticks.reduce((sum, one) => sum + one) / 100
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}
