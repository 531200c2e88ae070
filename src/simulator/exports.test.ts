import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningSimulator, startSimulator } from '../index.ts'
import { inFolder, MENSAGEM } from '../testing/world.ts'

const test = suite('sessions replayed from their exports')

const options = { seed: 5, persons: 60, organizations: 1 }

interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | undefined
}

/** Sends a request as it is written, and returns its status. */
function send(url: string, { method, path, headers = {}, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode as number))
    })
    asked.on('error', reject).end(body)
  })
}

/** What a client does in a session: what it gets depends on what it did before. */
async function hold(sim: RunningSimulator): Promise<void> {
  const [{ token = '', reports = [] } = {}] = sim.organizations
  const [first, second] = reports
  const headers = { authorization: token, 'content-type': 'application/json' }
  const report = `/relatorios/validar/${first}`
  const mensagem = `${MENSAGEM} {{process.exit(3)}} ### 'aspas' "\\`
  const session: Sent[] = [
    { method: 'GET', path: '/pessoas' },
    { method: 'HEAD', path: '/pessoas?rows=50' },
    { method: 'GET', path: '/pessoas?page=2&rows=25&sort=-nome' },
    { method: 'GET', path: '/pessoas?nome=jos%C3%A9%20d%27%C3%A1vila' },
    { method: 'GET', path: '/pessoas?nome={{process.exit(3)}}' },
    { method: 'GET', path: '/pessoas?rows=24' },
    { method: 'GET', path: '/pessoas', headers: { authorization: 'errado' } },
    { method: 'POST', path: report, body: JSON.stringify({ aprovar: 'true', mensagem }) },
    { method: 'POST', path: report, body: JSON.stringify({ aprovar: true, mensagem }, null, 2) },
    { method: 'POST', path: `/relatorios/validar/${second}`, body: '{"aprovar":true' },
    {
      method: 'POST',
      path: '/relatorios/validar/nenhum',
      body: JSON.stringify({ aprovar: false, mensagem }),
    },
    { method: 'GET', path: '/pessoas?sort=atualizado_em' },
  ]
  for (const sent of session) await send(sim.url, { ...sent, headers: { ...headers, ...sent.headers } })
}

const sim = await startSimulator(options)
await hold(sim)
const heard = sim.journal.find({}, { reveal: true })
const statuses = heard.map(({ status }) => status)
await sim.close()

/** Has a file sent again to a simulator that starts as the first one did, and returns what came of it. */
async function again<T>(replay: (other: RunningSimulator, token: string) => Promise<T>): Promise<T> {
  await using other = await startSimulator(options)
  return await replay(other, other.organizations[0]?.token as string)
}

test('the session has what can go wrong', () => {
  assert.equal(statuses, [200, 200, 200, 200, 200, 400, 401, 400, 200, 400, 404, 200])
  const [, head] = heard
  assert.equal([head?.method, head?.answer?.bytes, head?.answer?.body], ['HEAD', 0, undefined])
  assert.equal(sim.journal.find({ method: 'HEAD', answer: { status_code: 200 } }), [])
})

/** Stand-ins for what vitest and jest give a test file, of what node:test gives. */
const EXPECT = 'const expect = (actual) => ({ toEqual: (expected) => assert.deepEqual(actual, expected) })'
const ASSERT = "import assert from 'node:assert/strict'"
const NAMES = "{ after as afterAll, before as beforeAll, test } from 'node:test'"
const runners = { 'node:test': '', vitest: '', jest: `${ASSERT}\nimport ${NAMES}\n${EXPECT}\n` }
for (const [format, before] of Object.entries(runners)) {
  test(`a file for ${format} passes`, () =>
    inFolder(async (folder) => {
      const library = pathToFileURL(join(process.cwd(), 'src/index.ts')).href
      const text = sim.journal
        .export(format as keyof typeof runners, { reveal: true })
        // The sources are no CommonJS, as the package is for jest.
        .replace(/^const (\{.*\}) = require\((.*)\)$/gm, 'import $1 from $2')
        .replace("'pessoas-sim'", JSON.stringify(library))
        .replace("'vitest'", "'./vitest.mjs'")
      writeFileSync(join(folder, 'vitest.mjs'), `${ASSERT}\nexport ${NAMES}\nexport ${EXPECT}\n`)
      const file = join(folder, 'replay.test.mjs')
      writeFileSync(file, before + text)
      const args = ['--import', import.meta.resolve('tsx'), '--test', '--test-reporter=tap', file]
      const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error)
      assert.match(stdout, new RegExp(`^# pass ${heard.length}$`, 'm'))
      assert.match(stdout, /^# fail 0$/m)
    }))
}

test('a curl script gets the same statuses', () =>
  again(async ({ url }, token) => {
    const script = sim.journal.export('curl', { reveal: true })
    const env = { ...process.env, BASE_URL: url, TOKEN_ORG_1: token }
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env })
    const got = [...stdout.matchAll(/^status: (\d+) /gm)].map(([, status]) => Number(status))
    assert.equal(got, statuses)
  }))

/** Reads an .http file as editors do: they act on what is in double braces, and on lines that begin with a sign. */
function requestsOf(text: string, given: Record<string, string>): Sent[] {
  const [head = '', ...blocks] = text.split(/^###.*\n/m)
  const variables: Record<string, string> = {}
  for (const [, name = '', value = ''] of head.matchAll(/^@(\w+) = (.*)$/gm))
    variables[name] = given[name] ?? value
  const filled = (block: string) =>
    block.replace(/\{\{(.*?)\}\}/gs, (_, name: string) => {
      if (!Object.hasOwn(variables, name)) throw new Error(`{{${name}}} would be run`)
      return variables[name] as string
    })
  return blocks.map((block) => {
    const [lines = '', ...body] = filled(block.replace(/^#.*\n/gm, ''))
      .trimEnd()
      .split('\n\n')
    const [line = '', ...headers] = lines.split('\n')
    const [method = '', url = ''] = line.split(' ')
    const found = headers.map((one) => /^([^:]+): (.*)$/.exec(one)?.slice(1) as [string, string])
    for (const one of body.join('\n\n').split('\n'))
      if (/^\s*[#<>@?/]/.test(one)) throw new Error(`${one} would not be sent`)
    return {
      method,
      path: url.slice((variables.baseUrl as string).length),
      headers: Object.fromEntries(found),
      body: body.length === 0 ? undefined : body.join('\n\n'),
    }
  })
}

test('an .http file gets the same statuses, and runs nothing that a client sent', () =>
  again(async ({ url }, token) => {
    const text = sim.journal.export('http', { reveal: true })
    const got: number[] = []
    for (const sent of requestsOf(text, { baseUrl: url, TOKEN_ORG_1: token })) got.push(await send(url, sent))
    assert.equal(got, statuses)
  }))

test('what an editor would act on is left out of an .http file, and says so', async () => {
  await using hostile = await startSimulator(options)
  const path = '/relatorios/validar/nenhum'
  const authorization = hostile.organizations[0]?.token as string
  const bodies = [
    '> {% process.exit(3) %}', '{{process.exit(3)}}', 'a=b\n\n< ./etc/passwd', '@x = y', 'x\n### \nGET http://127.0.0.1/',
    'x\n?? status == 200', '// @loop for 9',
  ]
  for (const body of bodies)
    await send(hostile.url, { method: 'POST', path, headers: { authorization }, body })
  await send(hostile.url, {
    method: 'GET',
    path: '/pessoas',
    headers: { authorization: '{{process.exit(3)}}' },
  })
  await send(hostile.url, { method: 'GET', path: '/pessoas', headers: { authorization, 'x-a': '{{x}}' } })
  await send(hostile.url, {
    method: 'POST',
    path,
    headers: { authorization },
    body: 'aprovar=true&mensagem=x',
  })
  const text = hostile.journal.export('http', { reveal: true })
  assert.is(text.match(/^# Not repeated: an editor would act on /gm)?.length, bodies.length + 2)
  const sent = requestsOf(text, { baseUrl: hostile.url, TOKEN_ORG_1: authorization })
  assert.equal(
    sent.map(({ body }) => body).filter((body) => body !== undefined),
    ['aprovar=true&mensagem=x'],
  )
})

test.run()
