import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type KillReport, killAgainAndAgain } from './kill-rounds.ts'

/**
 * Kills simulators under load and counts what is lost: `npm run build && tsx bench/kills.ts --kills 10000 --jobs 2`.
 * Ends with 1 when anything is lost, there twice or unreadable.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    jobs: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** The most decisions that are answered before a kill. */
    'at-most': { type: 'string', default: '200' },
    minutes: { type: 'string', default: '1440' },
  },
})
const [kills, jobs, seed, atMost, minutes] = [
  values.kills,
  values.jobs,
  values.seed,
  values['at-most'],
  values.minutes,
].map(Number) as [number, number, number, number, number]
const entry = new URL('../dist/src/index.js', import.meta.url).href
const late = Date.now() + minutes * 60_000
const began = Date.now()

const reports = new Map<number, KillReport>()
function total(): string {
  const all = [...reports.values()]
  const sum = (key: 'kills' | 'decisions' | 'resets' | 'early' | 'cut') =>
    all.reduce((total, report) => total + report[key], 0)
  const faults = (key: 'lost' | 'twice' | 'unreadable') =>
    all.reduce((total, report) => total + report[key].length, 0)
  return [
    `${sum('kills')} kills (${sum('early')} during a start)`,
    `${sum('decisions')} decisions answered`,
    `${sum('resets')} resets`,
    `${sum('cut')} files cut within a decision`,
    `${faults('lost')} lost, ${faults('twice')} twice, ${faults('unreadable')} unreadable`,
    `${Math.round((Date.now() - began) / 1000)} s`,
  ].join('; ')
}

console.log(`seed ${seed}`)
let told = Date.now()
await Promise.all(
  Array.from({ length: jobs }, async (_, job) => {
    const folder = mkdtempSync(join(tmpdir(), 'pessoas-sim-kills-'))
    await killAgainAndAgain({
      kills: Math.ceil(kills / jobs),
      folder,
      seed: seed + job,
      atMost,
      entry,
      isLate: () => Date.now() > late,
      onRound: (report) => {
        reports.set(job, report)
        if (Date.now() - told < 10_000) return
        told = Date.now()
        console.log(total())
      },
    })
    rmSync(folder, { recursive: true })
  }),
)
console.log(total())
const faults = [...reports.values()].flatMap(({ lost, twice, unreadable }) => [
  ...lost,
  ...twice,
  ...unreadable,
])
for (const fault of faults.slice(0, 50)) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
