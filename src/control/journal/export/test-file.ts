import type { Replay, ReplaySource } from './replay.ts'
import { handlesOf, titleOf } from './title.ts'

export type TestRunner = 'vitest' | 'jest' | 'node:test'

/** How each runner is imported, and how it compares. */
const runners: Record<TestRunner, { imports: string[]; before: string; after: string; same: Compare }> = {
  vitest: {
    imports: [
      "import { request } from 'node:http'",
      "import { startSimulator } from 'pessoas-sim'",
      "import { afterAll, beforeAll, expect, test } from 'vitest'",
    ],
    before: 'beforeAll',
    after: 'afterAll',
    same: (actual, expected) => `expect(${actual}).toEqual(${expected})`,
  },
  jest: {
    imports: [
      "const { request } = require('node:http')",
      "const { startSimulator } = require('pessoas-sim')",
    ],
    before: 'beforeAll',
    after: 'afterAll',
    same: (actual, expected) => `expect(${actual}).toEqual(${expected})`,
  },
  'node:test': {
    imports: [
      "import assert from 'node:assert/strict'",
      "import { request } from 'node:http'",
      "import { after, before, test } from 'node:test'",
      "import { startSimulator } from 'pessoas-sim'",
    ],
    before: 'before',
    after: 'after',
    same: (actual, expected) => `assert.deepEqual(${actual}, ${expected})`,
  },
}

type Compare = (actual: string, expected: string) => string

/**
 * Returns a test file that starts the same simulator, sends the same requests in the same order and compares status and
 * answer. What cannot be sent again is skipped, with the reason in its title.
 */
export function toTestFile(runner: TestRunner, replays: readonly Replay[], source: ReplaySource): string {
  const { imports, before, after, same } = runners[runner]
  const handles = handlesOf(replays)
  const owns = source.own.filter(({ suffix }) => handles.some((handle) => handle.endsWith(suffix)))
  return [
    '// Replays what pessoas-sim heard, in the same order. Each test needs those before it.',
    ...imports,
    '',
    ...(source.start === undefined ? UNKNOWN_START : []),
    'let sim',
    '/** The tokens and the clocks by organization. */',
    'const tokens = {}',
    'const clocks = {}',
    '',
    `${before}(async () => {`,
    `  sim = await startSimulator(${literal(source.start ?? {})})`,
    "  know(sim, '')",
    ...owns.map(
      ({ suffix, options }) => `  know(await sim.organization(${literal(options)}), ${literal(suffix)})`,
    ),
    '})',
    '',
    `${after}(() => sim.close())`,
    ...replays.map((replay) => testOf(replay, same)),
    HELPERS,
  ].join('\n')
}

const UNKNOWN_START = [
  '// The simulator was started with a fixture that is an object: export with reveal, or pass it to startSimulator.',
]

function testOf(replay: Replay, same: Compare): string {
  const { method, url, headers, body, status, answer, obstacle, decided } = replay
  const authorization = authorizationText(replay)
  const fields = [
    `method: ${literal(method)}`,
    `path: ${literal(url)}`,
    `headers: {${[...authorization, ...Object.entries(headers).map(([name, value]) => `${literal(name)}: ${literal(value)}`)].join(', ')}}`,
    ...(body === undefined ? [] : [`body: ${literal(body)}`]),
  ]
  return [
    '',
    `test${obstacle === undefined ? '' : '.skip'}(${literal(titleOf(replay))}, async () => {`,
    ...(answer === undefined ? [] : [`  const expected = ${literal(answer)}`]),
    ...(decided === undefined ? [] : [`  ${clockText(replay)}.freeze(${literal(decided)})`]),
    '  const answer = await send({',
    ...fields.map((field) => `    ${field},`),
    '  })',
    `  ${same('answer.status', String(status))}`,
    ...(answer === undefined ? [] : [`  ${same('like(expected, answer.body)', 'expected')}`]),
    '})',
  ].join('\n')
}

function authorizationText({ authorization }: Replay): string[] {
  if (authorization === undefined) return []
  if ('value' in authorization) return [`authorization: ${literal(authorization.value)}`]
  const { before, handle } = authorization
  const token = `tokens[${literal(handle)}]`
  return [`authorization: ${before === '' ? token : `${literal(before)} + ${token}`}`]
}

/** A decision has the time that it had, because lists may be in the order of time. */
function clockText({ authorization }: Replay): string {
  return authorization && 'handle' in authorization ? `clocks[${literal(authorization.handle)}]` : 'sim.clock'
}

/** Returns a value as JavaScript; JSON is, but for what ends a line or a script. */
function literal(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029<]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

const HELPERS = `
function know(world, suffix) {
  for (const { id, token } of world.organizations) {
    tokens[id + suffix] = token
    clocks[id + suffix] = world.clock
  }
}

/** Sends a request exactly as it is written: fetch would tidy its path. */
function send({ method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const asked = request(sim.url, { method, path, headers: { ...headers, ...length } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece) => {
        text += piece
      })
      response.on('end', () => resolve({ status: response.statusCode, body: parsed(text) }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns what a value has of the fields that are expected: another time changes the others. */
function like(expected, actual) {
  if (expected === null || typeof expected !== 'object') return actual
  if (actual === null || typeof actual !== 'object') return actual
  if (Array.isArray(expected) !== Array.isArray(actual)) return actual
  if (Array.isArray(expected)) return actual.map((one, i) => like(expected[i], one))
  return Object.fromEntries(Object.keys(expected).map((key) => [key, like(expected[key], actual[key])]))
}
`
