// Twenty tests side by side in one process, each with an organization, a profile, faults, a clock and a journal of its own.
import { startSimulator, VerificationError } from 'pessoas-sim'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let sim
beforeAll(async () => {
  sim = await startSimulator()
})
afterAll(() => sim.close())

const MENSAGEM = 'Documentos conferidos com a pessoa'

describe.concurrent('an organization of its own', () => {
  test.each(Array.from({ length: 20 }, (_, i) => i))('for test %i', async (i) => {
    const own = await sim.organization({
      profile: { rowsOffGrid: i % 2 === 0 ? 'refuse' : 'honour' },
      ttl: 60_000,
    })
    const [report] = own.reports
    const list = (query) => fetch(`${sim.url}/pessoas?${query}`, { headers: { authorization: own.token } })
    const decide = (body) =>
      fetch(`${sim.url}/relatorios/validar/${report}`, {
        method: 'POST',
        headers: { authorization: own.token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })

    const at = `2030-01-${String(i + 1).padStart(2, '0')}T12:00:00.000Z`
    own.clock.freeze(at)
    own.faults.add({
      name: 'once',
      fault: { kind: 'status', status: 503 },
      on: { endpoint: 'list' },
      times: 1,
    })
    expect((await list('page=1')).status).toBe(503)
    expect((await list('page=1')).status).toBe(200)
    expect(own.faults.get('once').strikes).toBe(1)

    expect((await list('rows=30')).status === 400).toBe(i % 2 === 0)

    await own.people.add({ nome: `Ana do Teste ${i}` })
    expect((await (await list('page=1')).json()).result.itens[0].nome).toBe(`Ana do Teste ${i}`)

    const decided = await decide({ aprovar: true, mensagem: MENSAGEM })
    expect([decided.status, decided.headers.get('date')]).toEqual([200, new Date(at).toUTCString()])
    await own.journal.verify(
      { method: 'POST', report, body: { aprovar: true } },
      { exactly: 1, after: { method: 'GET', status: 200 } },
    )
    await expect(own.journal.verify({ body: { aprovar: false } })).rejects.toThrow(VerificationError)
    expect(own.journal.find({ method: 'GET' })).toHaveLength(4)
    await own.close()
  })
})
