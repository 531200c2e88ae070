import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../../src/index.ts'
import { probe } from '../probe/probe.ts'

const test = suite('a service that leaves POSTs unanswered')

test('is blamed itself, and what its lists showed is reported', async () => {
  await using sim = await startSimulator({ persons: 30 })
  const [organization] = sim.organizations
  const server = createServer((request, response) => {
    if (request.method === 'POST') return void request.socket.destroy()
    const { method, headers } = request
    const through = send(`${sim.url}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode as number, answer.headers)
      answer.pipe(response)
    })
    through.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const report = await probe({ url, token: organization?.token as string }).report()
    assert.is(report.exitCode, 4)
    assert.match(report.summary, /^The probe is incomplete: /)
    assert.is(report.findings.find(({ knob }) => knob === 'defaultOrder')?.choice, 'newest-first')
    assert.is(report.profile.seen, undefined)
  } finally {
    server.close()
    server.closeAllConnections()
  }
})

test.run()
