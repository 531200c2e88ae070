import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { knobs, type RunningSimulator, seedDataset, startSimulator } from '../../src/index.ts'
import { tellSkipped, testPostgres } from '../../src/testing/postgres.ts'
import { aProfile } from '../testing/any-profile.ts'
import { aQuestion, type Question } from '../testing/any-question.ts'
import { schemeOf } from '../testing/asking.ts'

const test = suite('stores')
const PROFILES = Number(process.env.PROFILES ?? 1)
const QUESTIONS = 160

const dataset = await seedDataset({ persons: 137 })
const file = join(tmpdir(), `pessoas-sim-stores-${process.pid}.json`)
writeFileSync(file, JSON.stringify(dataset))
const server = await testPostgres()
if (server === null) tellSkipped('the same answers from memory, a folder and PostgreSQL')

async function answerOf(url: string, { method, path, headers, body }: Question) {
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  const named = [...response.headers].filter(([name]) => name !== 'date')
  return { status: response.status, headers: Object.fromEntries(named), body: await response.text() }
}

type Sims = readonly RunningSimulator[]

/** Saves, restores or takes back decisions everywhere, and says who tells the same changes as the first. */
async function afterVerb(i: number, all: Sims): Promise<boolean[]> {
  const [one, folder, ...replicas] = all as [Sims[0], Sims[0], ...Sims]
  const once = [one, folder, replicas[i % 2] as Sims[0]]
  const verb = (['checkpoint', 'restore', 'reset', 'restore'] as const)[Math.floor(i / 20) % 4]
  for (const sim of once) await (verb === 'reset' ? sim.reset() : sim[verb ?? 'restore']('c'))
  const told = await Promise.all(all.map((sim) => sim.changes()))
  const texts = told.map((changes) =>
    JSON.stringify([...changes].sort((a, b) => (a.numero < b.numero ? -1 : 1))),
  )
  return texts.map((text) => text === texts[0])
}

let asked = 0
const tried = new Set<string>()
const choices = Object.entries(knobs).flatMap(([name, knob]) =>
  'choices' in knob ? knob.choices.map((choice) => `${name}=${choice}`) : [],
)
if (server !== null) {
  for (let seed = 1; seed <= PROFILES; seed++) {
    test(`profile ${seed}: memory, a folder and two replicas on PostgreSQL give the same ${QUESTIONS} answers`, async () => {
      const [profile] = fc.sample(aProfile, { numRuns: 1, seed })
      for (const [name, value] of Object.entries(profile ?? {}))
        for (const choice of [value].flat()) if (typeof choice === 'string') tried.add(`${name}=${choice}`)
      const schema = `stores_${process.pid}_${seed}`
      const state = `${file}-state-${seed}`
      const options = { fixture: file, profile: profile ?? {} }
      const all = [
        await startSimulator(options),
        await startSimulator({ ...options, state }),
        await startSimulator({ ...options, store: server.url(schema) }),
        await startSimulator({ ...options, store: server.url(schema) }),
      ] as const
      const [memory, folder, ...replicas] = all
      try {
        const questions = fc.sample(aQuestion(dataset, schemeOf(memory)), { numRuns: QUESTIONS, seed })
        for (const [i, question] of questions.entries()) {
          if (i % 20 === 19) assert.equal(await afterVerb(i, all), [true, true, true, true])
          for (const { clock } of all)
            clock.freeze(new Date(Date.UTC(2025, 6, 1) + i * 3_600_000).toISOString())
          const expected = await answerOf(memory.url, question)
          const replica = replicas[i % 2] as (typeof replicas)[0]
          for (const { url } of [folder, replica]) {
            assert.equal(await answerOf(url, question), expected, JSON.stringify([seed, question]))
          }
          asked++
        }
      } finally {
        for (const sim of all) await sim.close()
        rmSync(state, { recursive: true, force: true })
        await server.query(`DROP SCHEMA ${schema} CASCADE`)
      }
    })
  }

  test.after(async () => {
    const covered = choices.filter((choice) => tried.has(choice)).length
    process.stdout.write(
      `${asked} of ${PROFILES * QUESTIONS} questions answered alike, under ${PROFILES} profiles of all ${Object.keys(knobs).length} knobs with ${covered} of their ${choices.length} choices\n`,
    )
    await server.stop()
  })
}

test('the data is there', () => {
  rmSync(file)
})

test.run()
