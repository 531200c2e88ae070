import { connect } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, type PartialProfile } from '../contract/profile.ts'
import { MemoryStore } from '../store/memory.ts'
import { smallWorld, TOKEN } from '../testing/world.ts'
import { createTwin } from '../twin.ts'
import { listen } from './listen.ts'
import { createLongUrls, refusalOfHead } from './long-urls.ts'
import { createSimulator } from './sim.ts'

const test = suite('long URLs')

/** Sends a list with a URL of this length; returns the head and the body of what comes back. */
async function answerTo(is: PartialProfile, length: number): Promise<[head: string, body: string]> {
  const profile = completeProfile(is)
  const store = new MemoryStore(smallWorld())
  const app = createSimulator({ store, profile })
  const listening = await listen({ port: 0, profile })
  await listening.serve(app)
  try {
    const text = await new Promise<string>((resolve, reject) => {
      let all = ''
      const socket = connect(Number(new URL(listening.urls[0]).port), '127.0.0.1', () => {
        socket.write(`GET ${urlOf(length)} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${TOKEN}\r\n`)
        socket.write('connection: close\r\n\r\n')
      })
      socket.on('data', (chunk) => {
        all += chunk
      })
      socket.on('close', () => resolve(all))
      socket.on('error', reject)
    })
    const end = text.indexOf('\r\n\r\n')
    return [text.slice(0, end), text.slice(end + 4)]
  } finally {
    await listening.close()
  }
}

function urlOf(length: number): string {
  return '/pessoas?nome='.padEnd(length, 'x')
}

const limited: PartialProfile = { dialect: { limits: { url: 300 } } }
const cases: [what: string, is: PartialProfile, length: number, status: number][] = [
  ['as long as the limit', limited, 300, 200],
  ['beyond the limit', limited, 301, 414],
  ['that Node would refuse, within the limit', { dialect: { limits: { url: 40_000 } } }, 40_000, 200],
  ['beyond a limit that is above that of Node', { dialect: { limits: { url: 40_000 } } }, 40_001, 414],
  ['beyond that limit and all headers', { dialect: { limits: { url: 40_000 } } }, 60_000, 414],
  ['beyond the limit of Node', {}, 20_000, 431],
]
for (const [what, is, length, status] of cases) {
  test(`a URL ${what} is answered with ${status}`, async () => {
    const [head] = await answerTo(is, length)
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
  })
}

const frame = {
  status: 414,
  body: '<p>{text}</p>\n',
  headers: { 'content-type': 'text/html', 'cache-control': null },
}
const worded: PartialProfile = {
  dialect: {
    refusals: {
      frames: { gateway: frame },
      phrases: { 'url.too-long': { text: 'Longa.', frame: 'gateway' } },
    },
  },
}

test('a URL that is too long is refused in the words of the profile, also where Node refuses it', async () => {
  const { limits: _, ...dialect } = worded.dialect ?? {}
  for (const is of [worded, { dialect: { ...dialect, limits: { url: 300 } } }]) {
    const [head, body] = await answerTo(is, 20_000)
    assert.match(head, /^HTTP\/1\.1 414 .*content-type: text\/html/is)
    assert.not.match(head, /cache-control/i)
    assert.is(body, '<p>Longa.</p>\n')
  }
})

test('without a socket, it is refused before anything else, alike', async () => {
  const twin = createTwin(smallWorld())
  for (const [is, length, status] of [
    [{}, 20_000, 431],
    [limited, 301, 414],
  ] as const) {
    const asked = { method: 'GET', url: urlOf(length), headers: {} }
    const answer = await twin.ask(completeProfile(is), asked)
    const limit = is === limited ? 300 : 16_384
    assert.is(answer.status, status)
    assert.equal(answer.situations, [{ name: 'url.too-long', slots: { limit, length } }])
  }
})

test('a head that is not read to its end is refused for its URL only if that is too long', () => {
  const nameOf = (limits: { url?: number }, packet?: string) => {
    const { status, situations } = refusalOfHead(
      limits,
      packet === undefined ? undefined : Buffer.from(packet),
    )
    return [status, situations[0]?.name]
  }
  const long = `GET ${urlOf(400)} HTTP/1.1\r\n`
  assert.equal(nameOf({ url: 300 }, long), [414, 'url.too-long'])
  for (const packet of [`GET / HTTP/1.1\r\ncookie: ${'x'.repeat(400)}`, 'x', undefined])
    assert.equal(nameOf({ url: 300 }, packet), [431, undefined])
  assert.equal(nameOf({}, long), [431, 'url.too-long'])
})

test('the log says which limit a URL exceeds', () => {
  for (const [limits, reason] of [
    [{}, /too/i],
    [{ url: 300 }, /300/],
  ] as const) {
    const refused = createLongUrls(limits)(urlOf(20_000))
    const [cause] = refused?.why({} as never) ?? []
    assert.match(JSON.stringify(cause), reason)
  }
})

test.run()
