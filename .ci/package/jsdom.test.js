/** @jest-environment jsdom */
const { request } = require('node:http')
const { startSimulator } = require('pessoas-sim')
const { runConformance } = require('pessoas-sim/conformance')

test('in Jest and jsdom, with fake timers', async () => {
  jest.useFakeTimers()
  const sim = await startSimulator({ cors: true, fixture: 'homonyms', control: true })
  const [{ token }] = sim.organizations
  const ask = (url, authorization) =>
    new Promise((resolve) =>
      request(url, { headers: { authorization } }, ({ statusCode }) => resolve(statusCode)).end(),
    )
  expect(await ask(`${sim.url}/pessoas`, token)).toBe(200)
  expect(await ask(`${sim.control.url}/v1/health`, `Bearer ${sim.control.token}`)).toBe(200)
  const { signal } = new AbortController()
  const report = await runConformance({ url: sim.url, token, only: ['PAG-02'], signal }).report()
  expect(report.verdict).toBe('conformant')
  await sim.close()
}, 30_000)
