import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultProfile } from '../contract/profile.ts'
import type { FaultEffect } from '../control/faults/rule.ts'
import { MemoryStore } from '../store/memory.ts'
import { Worlds } from '../store/worlds.ts'
import { type Serving, serving } from '../testing/serving.ts'
import { OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { composeTraffic } from './traffic.ts'
import { createStartControls, type StartControls } from './world-controls.ts'

const test = suite('what the journal hears of faults')

/** Serves the small world with faults, and collects what is heard of them. */
async function withFaults(
  use: (server: Serving, controls: StartControls, heard: unknown[]) => Promise<void>,
) {
  const heard: unknown[] = []
  const worlds = new Worlds()
  const controls = createStartControls({
    worlds,
    plan: { faults: [] },
    profileOf: () => defaultProfile,
    heard: {
      struck: (_, { name, kind }) => void heard.push([name, kind]),
      read: (_, body) => void heard.push(body.length > 100 ? body.length : body.toString()),
      answered: (_, { status, body }) => void heard.push([status, body.length > 0]),
    },
  })
  worlds.add(new MemoryStore(smallWorld(), { clock: controls.clock }))
  const traffic = composeTraffic([controls.traffic])
  await serving({ store: worlds, ...(traffic && { traffic }) }, (server) => use(server, controls, heard))
}

const post = (body: string) =>
  `POST /relatorios/validar/${OWN_REPORT} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

test('which fault struck, the body that the service did not get, and the answer that it did not give', () =>
  withFaults(async ({ exchange }, { faults }, heard) => {
    const cases: [FaultEffect, string, unknown[]][] = [
      [{ kind: 'status', status: 503 }, '{}', [['f', 'status'], '{}', [503, true]]],
      [
        { kind: 'gateway', status: 502 },
        '',
        [
          ['f', 'gateway'],
          [502, true],
        ],
      ],
      [{ kind: 'lost-answer', decided: false }, '{}', [['f', 'lost-answer'], '{}']],
      [{ kind: 'lost-answer' }, '{}', [['f', 'lost-answer']]],
      [{ kind: 'latency', fixed: 1 }, '{}', [['f', 'latency']]],
    ]
    for (const [fault, body, expected] of cases) {
      faults.add({ name: 'f', fault })
      await exchange(post(body))
      assert.equal(heard.splice(0), expected, fault.kind)
    }
  }))

test('of a body that is too large, as much as the service takes', () =>
  withFaults(async ({ exchange }, { faults }, heard) => {
    faults.add({ name: 'f', fault: { kind: 'gateway', status: 413 } })
    assert.match(await exchange(post('x'.repeat(3_000_000))), '413 Request Entity Too Large')
    const length = heard[1] as number
    assert.ok(length >= 1_048_576 && length < 1_200_000, String(length))
  }))

test('a request whose answer nobody waits for any more is let go', () =>
  withFaults(async ({ exchange, logged }, { faults }) => {
    faults.add({ name: 'f', fault: { kind: 'latency', fixed: 40, decided: true } })
    faults.add({ name: 'g', fault: { kind: 'silence' }, when: { calls: [2] } })
    // Both wait on one connection; the first answer comes, the second never.
    const text = await exchange(post('{}') + post('{}'))
    assert.is(text.match(/HTTP\/1\.1/g)?.length, 1)
    for (let left = 100; logged.length < 2 && left > 0; left--)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const codes = logged.flatMap(({ causes }) => causes.map(({ code }) => code))
    assert.is(codes.filter((code) => code === 'service.fault').length, 3)
  }))

test.run()
