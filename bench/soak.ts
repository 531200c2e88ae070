import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { QUIET, resident, simulator, start } from './servers.ts'

/**
 * Decides and reads for a long time: `npm run build && tsx bench/soak.ts --minutes 30`. Prints the slopes of memory and
 * of the file over the second half, and the slowest answers.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
const state = mkdtempSync(join(tmpdir(), 'pessoas-sim-soak-'))
const server = await start(simulator, [...QUIET, '--persons', '1000', '--state', state])
const [{ token, reports }] = server.ready.organizations as [{ token: string; reports: string[] }]
const headers = { authorization: token, 'content-type': 'application/json' }
const until = Date.now() + minutes * 60_000
const count = { decisions: 0, lists: 0, refused: 0 }
const slowest = { decision: 0, list: 0 }

async function timed(kind: keyof typeof slowest, path: string, init: RequestInit): Promise<void> {
  const begin = performance.now()
  const response = await fetch(server.url + path, init)
  await response.arrayBuffer()
  slowest[kind] = Math.max(slowest[kind], performance.now() - begin)
  if (response.status !== 200) count.refused++
}

const deciders = Array.from({ length: 4 }, async (_, k) => {
  for (let i = k; Date.now() < until; i += 4) {
    // One of fifty is long, so that the file would grow by gigabytes.
    const mensagem = 'Aprovado após conferência manual. '.repeat(i % 50 === 0 ? 20_000 : 1)
    const body = JSON.stringify({ aprovar: i % 2 === 0, mensagem })
    await timed('decision', `/relatorios/validar/${reports[i % reports.length]}`, {
      method: 'POST',
      headers,
      body,
    })
    count.decisions++
  }
})
const readers = Array.from({ length: 4 }, async (_, k) => {
  for (let i = k; Date.now() < until; i += 4) {
    await timed('list', `/pessoas?page=${1 + (i % 40)}&sort=-atualizado_em`, { headers })
    count.lists++
  }
})

interface Sample {
  hours: number
  resident: number
  file: number
}
const samples: Sample[] = []
const began = Date.now()
const megabytesOf = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20
while (Date.now() < until) {
  await sleep(Math.min(5_000, Math.max(1, until - Date.now())))
  samples.push({
    hours: (Date.now() - began) / 3_600_000,
    resident: resident(server.pid).now,
    file: megabytesOf(join(state, 'decisions.json')),
  })
  if (samples.length % 12 === 0) console.error(samples.at(-1), count)
}
await Promise.all([...deciders, ...readers])
await server.stop()
rmSync(state, { recursive: true })

/** What a line through the second half of the samples rises by in an hour. */
function slope(key: 'resident' | 'file'): number {
  const half = samples.slice(samples.length >> 1)
  const mean = (of: (sample: Sample) => number) =>
    half.reduce((sum, sample) => sum + of(sample), 0) / half.length
  const [x, y] = [mean(({ hours }) => hours), mean((sample) => sample[key])]
  const covariance = mean((sample) => (sample.hours - x) * (sample[key] - y))
  return covariance / mean(({ hours }) => (hours - x) ** 2)
}
const rangeOf = (key: 'resident' | 'file') => {
  const all = samples.map((sample) => sample[key])
  return `${Math.min(...all).toFixed(1)} to ${Math.max(...all).toFixed(1)} MB`
}
console.log(
  `${minutes} minutes: ${count.decisions} decisions, ${count.lists} lists, ${count.refused} refused`,
)
console.log(`slowest decision ${slowest.decision.toFixed(0)} ms, slowest list ${slowest.list.toFixed(0)} ms`)
for (const [key, name] of [
  ['resident', 'memory'],
  ['file', 'decisions.json'],
] as const) {
  console.log(`${name}: ${rangeOf(key)}, slope over the second half ${slope(key).toFixed(2)} MB an hour`)
}
if (count.refused > 0) process.exitCode = 1
