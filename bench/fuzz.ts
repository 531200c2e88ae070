import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { aProfile } from '../bin/testing/any-profile.ts'
import { profiles, quirks } from '../src/index.ts'
import { faultOf, type Script } from './fuzz/conversation.ts'
import { aScript } from './fuzz/hostile.ts'
import { resident, simulator, start } from './servers.ts'

/**
 * Attacks the built package with hostile requests: `npm run fuzz -- [--seconds 60] [--seed N]`. It finds a 5xx, an answer outside of the
 * envelope or that leaks, a connection that is neither answered nor closed, an ordinary request that suffers, memory that grows, and
 * an end with an error. A quarter of the time goes to each simulator: the default, a profile that ships, drawn choices, a drawn
 * quirk. What it finds is made small and kept in bench/fuzz/cases, which the tests play again.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string', default: '40' } },
})
const [seconds, seed] = [Number(values.seconds), Number(values.seed)]
/** More megabytes than a heap that settles takes, less than what a leak makes of a round. */
const GROWTH = 200

const drawn = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: 1, seed })[0] as T
// Quirks whose fault is a 5xx would be reported as found.
const calm = quirks.filter(({ says }) => !/\b500\b/.test(says)).map(({ name }) => name)
const targets = [
  [],
  ['--profile', drawn(fc.constantFrom(...Object.keys(profiles)))],
  Object.entries(drawn(aProfile)).flatMap(([knob, choice]) =>
    typeof choice === 'string' ? ['--set', `${knob}=${choice}`] : [],
  ),
  ['--quirk', drawn(fc.constantFrom(...calm))],
]

let isBad = false
for (const flags of targets) {
  const all = [...flags, '--log', 'silent']
  const served = await start(
    simulator,
    ['--memory', '--port', '0', '--json', '--persons', '2000', ...all],
    false,
  )
  const { organizations } = served.ready as { organizations: { token: string; reports: string[] }[] }
  const known = {
    tokens: organizations.flatMap(({ token }) => [token, `Bearer ${token}`]),
    reports: [...(organizations[0]?.reports.slice(0, 10) ?? []), '00000000-0000-4000-8000-000000000000'],
  }
  const target = { port: Number(new URL(served.url).port), isQuirky: flags.includes('--quirk') }
  const ordinary = () =>
    fetch(`${served.url}/pessoas`, { headers: { authorization: known.tokens[0] as string } })
  const before = (await ordinary()).status
  let [requests, settled] = [0, 0]
  const attacked = await fc.check(
    fc.asyncProperty(
      fc.array(aScript(known), { minLength: 1, maxLength: 64, size: 'max' }),
      async (scripts) => {
        for (const { methods } of scripts) requests += methods.length
        const faults = await Promise.all(scripts.map((script) => faultOf(script, target)))
        const fault = faults.find(Boolean)
        if (fault) throw new Error(`${fault.kind}: ${fault.what}`)
        if ((await ordinary()).status !== before)
          throw new Error('an ordinary request is answered in another way')
        if (requests > 3_000) settled ||= resident(served.pid).now
      },
    ),
    {
      seed,
      numRuns: 1_000_000,
      interruptAfterTimeLimit: (seconds / 4) * 1_000,
      markInterruptAsFailure: false,
    },
  )
  const grown = settled === 0 ? 0 : resident(served.pid).now - settled
  console.log(`${requests.toLocaleString('en')} requests, memory +${grown.toFixed()} MB  ${all.join(' ')}`)
  if (grown > GROWTH) console.log('  memory grew')
  if (attacked.failed) {
    const [[script] = []] = attacked.counterexample as unknown as [Script[]]
    const fault = script && (await faultOf(script, target))
    console.log(`  ${attacked.errorInstance}\n  seed ${attacked.seed}, path ${attacked.counterexamplePath}`)
    if (fault) {
      const text = `${JSON.stringify({ ...fault, flags: all, script }, null, 2)}\n`
      const name = `${fault.kind}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`
      writeFileSync(new URL(`fuzz/cases/${name}`, import.meta.url), text)
      console.log(`  kept in bench/fuzz/cases/${name}`)
    }
  }
  // Requests of the last run are still in flight.
  const status = await served.stop()
  if (status !== 0) console.log(`  it ended with ${status}`)
  isBad ||= attacked.failed || grown > GROWTH || status !== 0
}
process.exit(isBad ? 1 : 0)
