// Uses the simulator and the suite as a test does whose runner has replaced globals, and prints what came of it:
// node in-test-runner.mjs URL_OF_SIMULATOR URL_OF_SUITE MOMENT=REPLACED …
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import timers from 'node:timers'
import promises from 'node:timers/promises'

const replaced = {
  /** As jsdom and happy-dom do. */
  browser() {
    const { setTimeout, setInterval } = globalThis
    globalThis.setTimeout = (...given) => Number(setTimeout(...given).unref())
    globalThis.setInterval = (...given) => Number(setInterval(...given).unref())
    globalThis.EventTarget = class {
      #listeners = []
      addEventListener(_, listener) {
        this.#listeners.push(listener)
      }
      removeEventListener(_, listener) {
        this.#listeners = this.#listeners.filter((one) => one !== listener)
      }
      dispatchEvent(event) {
        for (const listener of this.#listeners) listener(event)
      }
    }
    globalThis.AbortSignal = class AbortSignal extends globalThis.EventTarget {
      aborted = false
    }
    globalThis.AbortController = class {
      signal = new globalThis.AbortSignal()
      abort() {
        this.signal.aborted = true
        this.signal.dispatchEvent({ type: 'abort' })
      }
    }
    globalThis.URL = class {}
    for (const name of ['TextDecoder', 'TextEncoder', 'URLSearchParams']) delete globalThis[name]
    for (const name of ['setImmediate', 'clearImmediate', 'structuredClone', 'performance', 'fetch'])
      delete globalThis[name]
  },
  /** As fake timers do: none ever ends, and the time stands still. */
  timers() {
    const frozen = () => ({ unref() {} })
    for (const name of ['setTimeout', 'setInterval', 'setImmediate']) {
      globalThis[name] = frozen
      timers[name] = frozen
      promises[name] = () => new Promise(() => {})
    }
    module.syncBuiltinESMExports()
    globalThis.queueMicrotask = () => {}
    globalThis.performance = { now: () => 0 }
    Date.now = () => 0
  },
}

const [simulator, suite, ...given] = process.argv.slice(2)
function reach(moment) {
  for (const [when, what] of given.map((one) => one.split('='))) if (when === moment) replaced[what]()
}

reach('load')
const { fixtureFromCsv, startSimulator } = await import(simulator)
const { runConformance } = await import(suite)
reach('start')
const folder = mkdtempSync(join(tmpdir(), 'in-test-runner-'))
writeFileSync(join(folder, 'persons.csv'), 'nome\nJoão\n')
const { fixture } = await fixtureFromCsv(join(folder, 'persons.csv'))
const sim = await startSimulator({
  cors: true,
  fixture: 'homonyms',
  state: join(folder, 'state'),
  control: true,
})
const own = await sim.organization({ fixture, ttl: 600_000 })
own.faults.add({ name: 'late', fault: { kind: 'latency', ms: 5 } })
reach('run')

const list = await ask(`${sim.url}/pessoas`)
const decision = JSON.stringify({ aprovar: true, mensagem: 'Documentos conferidos e aprovados.' })
const decided = await ask(`${sim.url}/relatorios/validar/${own.reports[0]}`, 'POST', decision)
const verified = own.journal.verify({ method: 'DELETE' }, { within: 5 })
const told = {
  names: JSON.parse(list.body).result.itens.map(({ nome }) => nome),
  decided: decided.status,
  verified: await verified.catch(({ name }) => name),
  isRealTime: own.journal.find().every(({ time, ms }) => Date.parse(time) > 0 && ms > 0),
  health: (await ask(`${sim.control.url}/v1/health`)).status,
}
const target = { url: sim.url, token: sim.organizations[0].token, only: ['PAG-02'] }
const { signal } = new AbortController()
told.verdict = (await runConformance({ ...target, signal }).report()).verdict
const stop = new AbortController()
stop.abort()
told.stopped = (await runConformance({ ...target, signal: stop.signal }).report()).verdict
await sim.close()
rmSync(folder, { recursive: true })
process.stdout.write(JSON.stringify(told))

function ask(url, method = 'GET', body = undefined) {
  const headers = { authorization: own.token, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, async (answer) => {
      const pieces = await answer.toArray()
      resolve({ status: answer.statusCode, body: Buffer.concat(pieces).toString() })
    })
    asked.on('error', reject).end(body)
  })
}
