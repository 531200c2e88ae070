import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultProfile } from '../contract/profile.ts'
import { createService } from '../service/service.ts'
import { serving } from '../testing/serving.ts'
import { MENSAGEM, OTHER_TOKEN, OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { ordersIn } from '../world/in-memory.ts'
import type { ListRequest, Organization, Page } from '../world/store.ts'
import { World } from '../world/world.ts'
import { Worlds } from '../world/worlds.ts'
import { ReadyAnswers } from './ready-answers.ts'

const test = suite('ready answers')

/** Counts how often it is asked for a list. */
class CountingStore extends World {
  lists = 0
  override list(organization: Organization, request: ListRequest): Page {
    this.lists++
    return super.list(organization, request)
  }
}

async function asked(
  use: (
    ask: (path: string, token?: string, init?: RequestInit) => Promise<string>,
    store: CountingStore,
  ) => Promise<void>,
  bytes?: number,
) {
  const [worlds, store] = [new Worlds(), new CountingStore(ordersIn(smallWorld()))]
  worlds.add(store)
  const ready = new ReadyAnswers(worlds, bytes)
  await serving({ store: worlds, ready, ask: createService(worlds, defaultProfile) }, ({ url, logged }) =>
    use(async (path, token = TOKEN, init = {}) => {
      const before = logged.length
      const response = await fetch(url + path, { headers: { authorization: token }, ...init })
      const text = await response.text()
      while (logged.length === before) await new Promise((resolve) => setTimeout(resolve, 1))
      assert.is(logged.at(-1)?.organization, token === OTHER_TOKEN ? 'b' : 'a')
      return text
    }, store),
  )
}

test('what was asked for twice is sent again, to the same token, until something changes', () =>
  asked(async (ask, store) => {
    const [first, second, third] = [await ask('/pessoas'), await ask('/pessoas'), await ask('/pessoas')]
    assert.equal([second, third], [first, first])
    assert.is(store.lists, 2)
    assert.is.not(await ask('/pessoas', OTHER_TOKEN), first)
    assert.is(await ask('/pessoas', TOKEN, { method: 'HEAD' }), '')
    assert.is(store.lists, 4)
    const body = JSON.stringify({ aprovar: true, mensagem: MENSAGEM })
    const headers = { authorization: TOKEN, 'content-type': 'application/json' }
    await ask(`/relatorios/validar/${OWN_REPORT}`, TOKEN, { method: 'POST', headers, body })
    const later = await ask('/pessoas')
    assert.is.not(later, first)
    assert.is(store.lists, 5)
    assert.equal([await ask('/pessoas'), store.lists], [later, 5])
    await store.commit([{ event: 'reset' }])
    assert.equal([await ask('/pessoas'), store.lists], [first, 6])
  }))

test.run()
