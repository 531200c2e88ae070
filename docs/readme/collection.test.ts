import { request } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { type SimulatorOrganization, startSimulator } from '../../src/index.ts'
import { collectionFiles } from './collection.ts'
import { read } from './pages.ts'

const test = suite('collection')

/** A request of either format, with the status that its assertion names. */
interface Asked {
  name: string
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
  status: number
}
type Pairs = Record<'key' | 'name' | 'value', string>[]

const files = await collectionFiles()
const postman = JSON.parse(files['postman.json'] as string)
const inPostman: Asked[] = postman.item.flatMap(({ item }: { item: PostmanItem[] }) =>
  item.map(({ name, event: [{ script }], request: { method, url, header, body } }) => ({
    ...{
      name,
      method,
      url,
      body: body?.raw,
      status: Number(/have\.status\((\d+)\)/.exec(script.exec[0])?.[1]),
    },
    headers: Object.fromEntries(header.map(({ key, value }) => [key, value])),
  })),
)
interface PostmanItem {
  name: string
  event: [{ script: { exec: [string] } }]
  request: { method: string; url: string; header: Pairs; body?: { raw: string } }
}

const inBruno: Asked[] = Object.entries(files)
  .filter(([path]) => path.startsWith('bruno/Re') && !path.endsWith('/folder.yml'))
  .map(([path, text]) => {
    const { info, http, runtime } = parse(text)
    assert.is(path.split('/').at(-1), `${info.name}.yml`)
    return {
      ...{ name: info.name, method: http.method, url: http.url, body: http.body?.data },
      headers: Object.fromEntries((http.headers as Pairs).map(({ name, value }) => [name, value])),
      status: Number(runtime.assertions[0].value),
    }
  })

/** Sends a request exactly as it is written, and returns the status. */
function send({ method, url, headers, body }: Asked, variables: Record<string, string>): Promise<number> {
  const filled = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] as string)
  const sent = Object.entries(headers).map(([name, value]) => [name, filled(value)])
  return new Promise((resolve, reject) => {
    request(filled(url), { method, headers: Object.fromEntries(sent) }, (response) => {
      response.resume()
      resolve(response.statusCode as number)
    })
      .on('error', reject)
      .end(body)
  })
}

test('both formats have the same requests: what succeeds, and each fault that a request can show', () => {
  assert.equal(inBruno, inPostman)
  assert.match(read('docs/clients.md'), `, ${inPostman.length} in all:`)
  for (const status of [200, 400, 401, 404, 415]) assert.ok(inPostman.some((one) => one.status === status))
})

test('each request gets the status that the collection names, from the default data', async () => {
  await using sim = await startSimulator()
  const [own, , disabled] = sim.organizations as SimulatorOrganization[]
  const given = Object.fromEntries((postman.variable as Pairs).map(({ key, value }) => [key, value]))
  const tokens = { token: own?.token as string, disabledToken: disabled?.token as string }
  const variables = { ...given, ...tokens, baseUrl: sim.url }
  assert.equal(
    Object.entries(given).filter(([, value]) => value === ''),
    [
      ['token', ''],
      ['disabledToken', ''],
    ],
  )
  for (const one of inPostman) {
    const status = await send(one, variables)
    assert.is(status, one.status, one.name)
    const [exchange] = sim.journal.find({}, { limit: 1 })
    const subjects = exchange?.why.map(({ code }) => code.split('.')[0]) ?? []
    if (status >= 400) assert.ok(subjects.includes(one.name.split('.')[0]), `${one.name}: ${subjects}`)
  }
})

test('no file has a token, and a variable is one of the collection', () => {
  const names = (postman.variable as Pairs).map(({ key }) => key)
  for (const [name, text] of Object.entries(files)) {
    assert.not.match(text, /sim-[0-9a-f]{32}/, name)
    for (const [, used] of text.matchAll(/\{\{(\w+)\}\}/g)) assert.ok(names.includes(used as string), used)
  }
})

test.run()
