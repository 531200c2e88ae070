import { type Fixture, type PartialProfile, type RunningSimulator, startSimulator } from 'pessoas-sim'
import { probe, runConformance } from 'pessoas-sim/conformance'

const sim: RunningSimulator = await startSimulator({ persons: 1 })
// @ts-expect-error a number is no URL, so the types are really read
const wrong: number = sim.url
const { url } = sim
const exitCode: 0 | 1 | 3 | 4 | 130 = (await runConformance({ url, token: 'a', only: ['PAG-02'] }).report())
  .exitCode
const learned: PartialProfile = (await probe({ url, token: 'a' }).report()).profile
// @ts-expect-error a knob has its choices and no others
const choice: 'perhaps' = (await startSimulator({ profile: learned })).profile.rowsOffGrid
// @ts-expect-error a person has a name
const nobody: Fixture = { pessoas: [{}] }

export { choice, exitCode, nobody, wrong }
