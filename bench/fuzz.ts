import { parseArgs } from 'node:util'
import { COMMAND } from '../bin/testing/command.ts'
import { attack } from './fuzz/attack.ts'
import { keepCase, reduce } from './fuzz/cases.ts'
import type { Found, Kind } from './fuzz/converse.ts'
import { Random } from './fuzz/random.ts'
import type { Script } from './fuzz/script.ts'
import { flagsOf, Target } from './fuzz/target.ts'

const USAGE = `Attacks simulators with hostile requests and says what must not be: a 5xx, an answer outside the envelope, an
answer that leaks, a connection that is neither answered nor closed, an ordinary request that suffers, memory that grows.
What it finds is kept in bench/fuzz/cases, which the tests play again.

  npm run fuzz -- [--minutes 30 | --seconds 20 | --requests 10000000] [--seed N] [--connections N] [--round SECONDS]

A round is one simulator: the default, each profile that ships, any choices, any quirk. --seed gives the same scripts again.
`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seconds: { type: 'string' },
    requests: { type: 'string' },
    seed: { type: 'string' },
    connections: { type: 'string', default: '32' },
    round: { type: 'string', default: '30' },
    built: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const number = (name: 'minutes' | 'seconds' | 'requests' | 'seed' | 'connections' | 'round'): number => {
  const given = Number(values[name])
  if (Number.isFinite(given) && given > 0) return given
  console.error(`--${name} must be a number above 0, not ${values[name]}.\n\n${USAGE}`)
  process.exit(2)
}

const most = values.requests === undefined ? Number.POSITIVE_INFINITY : number('requests')
const seconds =
  values.minutes !== undefined ? 60 * number('minutes') : values.seconds ? number('seconds') : 60
const deadline = values.requests === undefined ? Date.now() + 1_000 * seconds : Number.POSITIVE_INFINITY
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : number('seed')
const connections = number('connections')
/** Every short run still meets several simulators. */
const round = 1_000 * Math.min(number('round'), seconds / 4)
const command = values.built ? ['dist/bin/pessoas-sim.js'] : COMMAND

/** More than a heap that settles, less than what a leak makes of a round. */
const GROWTH = 200

const counts: Record<Kind | 'other', number> = {
  '5xx': 0,
  hang: 0,
  leak: 0,
  envelope: 0,
  unanswered: 0,
  other: 0,
}
let requests = 0
let answers = 0
const began = performance.now()
console.log(`seed ${seed}, node ${process.version}, ${connections} connections`)

for (let k = 0; Date.now() < deadline && requests < most; k++) {
  const flags = flagsOf(new Random(seed, k), k)
  const target = await Target.start(command, flags)
  const kept: { found: Found; script?: Script | undefined }[] = []
  const until = Math.min(deadline, Date.now() + round)
  const begin = performance.now()
  const attacked = await attack(target, {
    seed: [seed, k],
    connections,
    isEnough: (soFar) => Date.now() >= until || requests + soFar >= most,
    onFound: (found, script) => {
      counts[found.kind]++
      if (kept.length < 5) kept.push({ found, script })
    },
  })
  const rate = attacked.requests / ((performance.now() - begin) / 1_000)
  requests += attacked.requests
  answers += attacked.answers

  const { most: atMost, last, first = last } = attacked.resident
  const faults = kept.map(({ found }) => `${found.kind}: ${found.what}`)
  if (!target.isAlive) faults.push('its process ended')
  else if (last > first + GROWTH) faults.push(`memory grew from ${first.toFixed()} to ${last.toFixed()} MB`)
  const ended = await target.end()
  if (ended !== 0) faults.push(`asked to end, it was ${ended === 'killed' ? ended : `done with ${ended}`}`)
  if (target.errors !== '') faults.push(`standard error: ${target.errors.slice(0, 1_000)}`)
  counts.other += faults.length - kept.length

  console.log(
    `${String(k).padStart(3)}  ${attacked.requests.toLocaleString('en')} requests, ${rate.toFixed()}/s, ` +
      `${attacked.answers.toLocaleString('en')} answers, ordinary ones ${attacked.slowest.toFixed()} ms at most, ` +
      `${first.toFixed()} → ${last.toFixed()} MB (${atMost.toFixed()} at most)  ${flags.join(' ')}`,
  )
  for (const fault of faults) console.log(`     ${fault}`)
  for (const { found, script } of kept) {
    if (script) console.log(`     kept in ${keepCase(await reduce(command, { ...found, flags, script }))}`)
  }
}

const minutes = (performance.now() - began) / 60_000
console.log(
  `${requests.toLocaleString('en')} hostile requests and ${answers.toLocaleString('en')} answers in ${minutes.toFixed(1)} minutes: ` +
    `5xx ${counts['5xx']}, hangs ${counts.hang}, leaks ${counts.leak}, outside the envelope ${counts.envelope}, ` +
    `unanswered ${counts.unanswered}, other ${counts.other}`,
)
// What a hostile script leaves open, such as a connection that hangs, must not keep this process alive.
process.exit(Object.values(counts).some((count) => count > 0) ? 1 : 0)
