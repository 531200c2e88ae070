import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultProfile } from '../contract/profile.ts'
import { seedDataset } from '../fixture/make/seed.ts'
import { MemoryStore } from '../store/memory.ts'
import { smallWorld, TOKEN } from '../testing/world.ts'
import { createSimulator } from './sim.ts'
import { type AskedWithoutSocket, askWithoutSocket } from './without-socket.ts'

const asking = (url: string, headers: AskedWithoutSocket['headers'] = { authorization: TOKEN }) => ({
  method: 'GET',
  url,
  headers,
  body: Buffer.alloc(0),
})

test('a list is answered as over a socket, also one that is sent in pieces', async () => {
  // So many persons that a page of all of them is sent in pieces.
  const crowd = seedDataset({ seed: 1, persons: 1_500, organizations: 1 })
  const app = createSimulator({ store: new MemoryStore(crowd), profile: defaultProfile })
  const own = { authorization: crowd.organizacoes[0]?.token as string }
  for (const url of ['/pessoas', '/pessoas?rows=3000']) {
    const other = await app.inject({ method: 'GET', url, headers: own })
    const { status, headers, body } = await askWithoutSocket(app.routing, asking(url, own))
    assert.equal([status, Buffer.from(body, 'latin1').toString()], [200, other.payload])
    assert.is(String(headers['content-length']), String(other.headers['content-length']))
  }
})

test('names of headers may have capitals', async () => {
  const app = createSimulator({ store: new MemoryStore(smallWorld()), profile: defaultProfile })
  await app.ready()
  assert.is((await askWithoutSocket(app.routing, asking('/pessoas', { Authorization: TOKEN }))).status, 200)
  assert.is((await askWithoutSocket(app.routing, asking('/pessoas', {}))).status, 401)
})

test('an app that closes still answers', async () => {
  const app = createSimulator({ store: new MemoryStore(smallWorld()), profile: defaultProfile })
  await app.ready()
  await app.close()
  assert.is((await askWithoutSocket(app.routing, asking('/pessoas'))).status, 200)
})

test.run()
