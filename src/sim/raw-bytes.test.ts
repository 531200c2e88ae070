import { connect } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { toByteText } from '../contract/bytes.ts'
import { completeProfile, type PartialProfile } from '../contract/profile.ts'
import { MemoryStore } from '../store/memory.ts'
import { smallWorld, TOKEN } from '../testing/world.ts'
import { createTwin } from '../twin.ts'
import { listen } from './listen.ts'
import { rawRequestOf } from './raw-bytes.ts'
import { createSimulator } from './sim.ts'

const test = suite('URLs with bytes beyond ASCII')

/** Sends pieces of what a client writes on one connection; returns all that comes back. */
async function answersTo(is: PartialProfile, pieces: readonly string[]): Promise<string> {
  const profile = completeProfile(is)
  const app = createSimulator({ store: new MemoryStore(smallWorld()), profile })
  const listening = await listen({ port: 0, profile })
  await listening.serve(app)
  try {
    return await new Promise<string>((resolve, reject) => {
      let all = ''
      const socket = connect(Number(new URL(listening.urls[0]).port), '127.0.0.1', async () => {
        socket.setNoDelay(true)
        for (const piece of pieces) {
          socket.write(piece)
          await new Promise((later) => setTimeout(later, 20))
        }
      })
      socket.setEncoding('utf8').on('data', (chunk) => {
        all += chunk
      })
      socket.on('close', () => resolve(all))
      socket.on('error', reject)
    })
  } finally {
    await listening.close()
  }
}

const HEAD = `host: localhost\r\nauthorization: ${TOKEN}\r\n`
const requestFor = (nome: string) => `GET /pessoas?nome=${nome} HTTP/1.1\r\n${HEAD}\r\n`
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)
const taken: PartialProfile = { dialect: { routes: { path: { 'raw-bytes': 'same' } } } }
const { nome } = smallWorld().pessoas.find(({ nome }) => /[^\0-\x7f]/.test(nome)) as { nome: string }
const word = nome.split(' ').find((part) => /[^\0-\x7f]/.test(part)) as string

test('are refused unless the profile says that they are read as if they were encoded', async () => {
  const refused = await answersTo({}, [requestFor(word)])
  assert.match(refused, /^HTTP\/1\.1 400 /)
  assert.match(refused, 'Malformed request')
  const found = await answersTo(taken, [requestFor(word)])
  assert.match(found, /^HTTP\/1\.1 200 .*connection: close/is)
  assert.ok(JSON.parse(bodyOf(found)).result.itens.some((one: { nome: string }) => one.nome === nome))
  const encoded = requestFor(encodeURIComponent(word)).replace(HEAD, `${HEAD}connection: close\r\n`)
  assert.is(bodyOf(found), bodyOf(await answersTo({}, [encoded])))
})

test('are read as letters of Latin-1 where the profile says so', async () => {
  const latin: PartialProfile = { dialect: { routes: { path: { 'raw-bytes': 'latin-1' } } } }
  const { busca } = JSON.parse(bodyOf(await answersTo(latin, [requestFor('Jo\u00e3o')]))).result
  assert.is(busca, 'Jo\u00c3\u00a3o')
  const url = toByteText('/pessoas?nome=Jo\u00e3o')
  const asked = { method: 'GET', url, headers: { authorization: TOKEN } }
  const { text } = await createTwin(smallWorld()).ask(completeProfile(latin), asked)
  assert.is(JSON.parse(text).result.busca, 'Jo\u00c3\u00a3o')
})

test('are answered behind the requests before them, and may come with their head in pieces', async () => {
  const [first, second] = [requestFor('x'), requestFor(word)]
  const answers = await answersTo(taken, [first + second])
  assert.equal(
    [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ['200', '200'],
  )
  const at = second.indexOf('authorization')
  const inPieces = await answersTo(taken, [second.slice(0, at), second.slice(at)])
  assert.is(bodyOf(inPieces), bodyOf(answers.slice(answers.lastIndexOf('HTTP/1.1'))))
})

test('are refused if their first line comes in pieces or is none', async () => {
  const whole = requestFor(word)
  const at = whole.indexOf('nome=')
  assert.match(await answersTo(taken, [whole.slice(0, at), whole.slice(at)]), /^HTTP\/1\.1 400 /)
  assert.match(await answersTo(taken, [whole.replace(' HTTP', ' HTTPS')]), /^HTTP\/1\.1 400 /)
})

test('are none in other bytes that are no request', () => {
  const code = 'HPE_INVALID_URL'
  for (const error of [
    {},
    { code },
    { code, rawPacket: Buffer.alloc(0) },
    { code: 'HPE_INVALID_METHOD', rawPacket: Buffer.from('é') },
    { code, rawPacket: Buffer.from('GET x HTTP/1.1\r\n'), bytesParsed: 4 },
    { code, rawPacket: Buffer.from('GET ?é HTTP/1.1\r\n'), bytesParsed: 5 },
  ])
    assert.is(rawRequestOf(error), undefined)
})

test('are refused in the words of the profile, by the twin as over a socket', async () => {
  const is: PartialProfile = {
    dialect: {
      refusals: {
        frames: {
          parser: { status: 400, body: '', headers: { 'content-type': null, 'cache-control': null } },
        },
        phrases: { 'route.bytes': { text: '', frame: 'parser' } },
      },
    },
  }
  const answer = await answersTo(is, [requestFor(word)])
  assert.match(answer, /^HTTP\/1\.1 400 /)
  assert.not.match(answer, /^(content-type|cache-control)/im)
  assert.is(bodyOf(answer), '')
  const twin = createTwin(smallWorld())
  const request = {
    method: 'GET',
    url: toByteText(`/pessoas?nome=${word}`),
    headers: { authorization: TOKEN },
  }
  const { status, text, situations } = await twin.ask(completeProfile(is), request)
  assert.equal([status, text], [400, ''])
  assert.equal(situations, [{ name: 'route.bytes', slots: { method: 'GET', path: '/pessoas' } }])
  const { status: ofTaken, text: list } = await twin.ask(completeProfile(taken), request)
  assert.is(ofTaken, 200)
  assert.match(list, nome)
})

test.run()
