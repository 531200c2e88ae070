import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bodyTable } from '../../src/contract/body-table.ts'
import type { JudgingStep } from '../../src/contract/dialect.ts'
import { completeProfile, type PartialProfile, type Profile } from '../../src/contract/profile.ts'
import { stepsOf } from '../../src/contract/steps.ts'
import type { Joining } from '../../src/contract/wording.ts'
import { everyFew } from '../../src/testing/deep.ts'
import { createTwin } from '../../src/twin.ts'
import type { Exchange } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import { someTargetData, targetOf } from '../testing/target-data.ts'
import { learnDialect } from './learn.ts'
import { createOracle } from './oracle.ts'
import { strata } from './questions.ts'

const test = suite('learning tables')

type Edit = (response: Exchange['response'], question: Exchange['question']) => Exchange['response']

/** Learns what a target shows in some strata, from what the knobs do that were found before. */
async function learned(
  is: PartialProfile,
  from: readonly string[],
  change?: Edit,
  isHarmless: (text: string) => boolean = () => true,
  knobs: PartialProfile = {},
): Promise<Profile> {
  const data = someTargetData({ reports: [crypto.randomUUID()] })
  const stranger = createTwin(data.dataset)
  const target = targetOf(stranger, completeProfile(is), change && { change })
  const profile = completeProfile(knobs)
  const own = strata.filter(({ name }) =>
    from.some((prefix) => name === prefix || name.startsWith(`${prefix}.`)),
  )
  const oracle = createOracle({
    twin: createTwin(data.dataset),
    data,
    profile,
    strata: own,
    seed: 3,
    bodiesAt: () => data.reports[0],
    ask: async ({ question, stratum }) => {
      const exchange = await target.attempt(question, stratum)
      await stranger.restore()
      return exchange instanceof TargetFailure ? undefined : exchange.response
    },
  })
  const found = await learnDialect({
    profile,
    open: new Set(),
    strata: own.map(({ name }) => name),
    oracle,
    isHarmless,
  })
  return found.profile
}

/** Refusals that name no field. */
const WITHOUT_KEYS = { query: { status: 400, body: { message: '{text}', status_code: 400 } } }

test('words tell what a refusal with the same status is about', async () => {
  const refusals = {
    frames: WITHOUT_KEYS,
    phrases: { 'page.word': 'page: número', 'others.nested': '{key}?', 'others.unknown': '{key}?' },
  }
  for (const nested of ['object', undefined] as const) {
    const parameters = nested && { others: { nested } }
    const { dialect } = await learned(
      { version: 2, dialect: { refusals, ...(parameters && { parameters }) } },
      ['page.word', 'others.unknown', 'others.nested'],
    )
    assert.is(dialect.parameters.others?.nested, nested)
  }
})

test('the type of a body is found to be judged after the report', async () => {
  const steps: JudgingStep[] = ['token', 'route', 'number', 'report', 'type', 'json', 'body', 'state']
  // Who asks about a report that nobody has learns nothing about types.
  const knobs: PartialProfile = { bodyType: 'any', reportFirst: 'yes' }
  const is: PartialProfile = { ...knobs, bodyType: 'json', version: 2, dialect: { steps } }
  const found = await learned(is, ['type'], undefined, undefined, knobs)
  const order = stepsOf(found)
  assert.ok(order.indexOf('type') > order.indexOf('report'), order.join())
  assert.ok(found.bodyType === 'json' || found.dialect.bodies.type?.plain === 'refuse', found.bodyType)
})

// What is refused after the report was found shows only where a report is decided.
for (const early of bodyTable.body.early.slice(1).filter((one) => one !== 'unknown-after-report')) {
  test(`what is refused as a body is read is found before the report: ${early}`, async () => {
    const knobs: PartialProfile = { reportFirst: 'yes' }
    const is: PartialProfile = { ...knobs, version: 2, dialect: { bodies: { body: { early } } } }
    const strata = ['payload.unknown', 'aprovar.word', 'body.early', 'precedence']
    const found = await learned(is, strata, undefined, undefined, knobs)
    assert.is(found.dialect.bodies.body?.early, early)
    assert.equal(found.dialect.steps, [])
  })
}

test('refusals for who asks for JSON are learned where others are pages', async () => {
  const page = { status: 404, body: '<p>404</p>', headers: { 'content-type': 'text/html' } }
  const ifJson = {
    frames: { nowhere: { status: 404, body: { message: '{text}' } } },
    phrases: { 'route.*': { text: 'Não há {path}', frame: 'nowhere' } },
  }
  const routes = ['route.elsewhere', 'route.unknown']
  const { dialect } = await learned(
    { version: 2, dialect: { refusals: { frames: { 404: page }, ifJson } } },
    [...routes, 'token.wrong'],
  )
  const { frames, phrases } = dialect.refusals.ifJson ?? {}
  for (const name of routes) {
    const phrase = phrases?.[name]
    const { text, frame } = typeof phrase === 'object' ? phrase : {}
    assert.is(text, 'Não há {path}', name)
    assert.equal(frames?.[frame as string]?.body, { message: '{text}' })
  }
  assert.not.ok(phrases?.['token.wrong'])
})

test('refusals for who asks for HTML are learned where others are JSON', async () => {
  const page = { status: 404, body: '<p>{path}</p>', headers: { 'content-type': 'text/html' } }
  const { dialect } = await learned(
    { version: 2, dialect: { refusals: { ifHtml: { frames: { 404: page } } } } },
    ['route.elsewhere', 'token.wrong'],
  )
  const { frames = {}, phrases = {} } = dialect.refusals.ifHtml ?? {}
  assert.equal(Object.values(frames), [page])
  assert.equal(Object.keys(phrases), ['route.elsewhere'])
  assert.is(dialect.refusals.ifJson, undefined)
})

const says =
  (status: number, message: string): Edit =>
  (response) => ({
    ...response,
    status,
    json: { error: 'x', message, status_code: status },
  })

test('a situation has the words of the questions that are about it', async () => {
  // A gateway in front of the service refuses wrong tokens of other requests in words of its own.
  const { dialect } = await learned({}, ['token.wrong', 'precedence'], (response, question) => {
    if (response.status !== 401) return response
    const isList = question.method === 'GET' && question.query?.[0]?.[0] !== 'page'
    const isLegal = isList || question.body?.includes('"aprovar":true')
    return says(401, isLegal ? 'Token errado.' : 'Porta fechada.')(response, question)
  })
  assert.is(dialect.refusals.phrases?.['token.wrong'], 'Token errado.')
})

test('the headers of one kind of refusal keep nothing of a person', async () => {
  const { dialect } = await learned(
    {},
    ['token.wrong', 'report.unknown', 'page.word'],
    (response) => {
      const own = { 'x-owner': 'Ana-529', link: '</ajuda>' }
      return { ...response, headers: { ...response.headers, ...(response.status === 404 && own) } }
    },
    (text) => !text.includes('529'),
  )
  const frames = Object.values(dialect.refusals.frames ?? {})
  assert.equal(frames.map(({ headers }) => headers).filter(Boolean), [
    { 'x-owner': '000-000', link: '</ajuda>' },
  ])
})

test('an answer with another status than the questions about a situation says nothing of its words', async () => {
  // A gateway in front of the service refuses some texts before anybody looks for the report.
  const messages = ['at-minimum', 'combining', 'accents', 'lines'].map((kind) => `mensagem.${kind}`)
  const { dialect } = await learned({}, ['report.unknown', ...messages], (response, question) => {
    const isOdd = /[áãç]|\\n|a{25}/.test(question.body ?? '')
    return isOdd ? says(400, 'Porta fechada.')(response, question) : says(404, 'Nada.')(response, question)
  })
  const { frames = {}, phrases = {} } = dialect.refusals
  assert.is(phrases['report.unknown'], 'Nada.')
  assert.equal(
    Object.values(frames).map(({ status }) => status),
    [404],
  )
})

const unknownFields: [what: string, text: string, rule: Joining][] = [
  [
    'a text for all unknown fields may name the wrong ones, too',
    'Campos: {key}',
    { between: '; ', betweenKeys: ', ', mergedKeys: 'all' },
  ],
  [
    'several unknown fields may be told in one list, as the interface shows one',
    'child "body" fails because ["{key}" is not allowed]',
    { between: '; ', betweenKeys: '" is not allowed, "' },
  ],
]
for (const [what, text, rule] of everyFew(unknownFields, 4)) {
  test(what, async () => {
    const refusals = { phrases: { 'payload.unknown': text }, joining: { payload: rule } }
    const { dialect } = await learned({ version: 2, dialect: { refusals } }, [
      'payload',
      'mensagem',
      'aprovar',
    ])
    assert.equal(dialect.refusals.joining?.payload, { told: 'all', ...rule })
  })
}

test('what stands around texts of known fields need not stand around others', async () => {
  const joining = { payload: { between: ', ', before: 'Falhou: ', around: 'own' } } as const
  const own = { alone: ['payload.unknown'], aloneTold: 'all' } as const
  const phrases = {
    'payload.unknown': 'child "{key}" is not allowed',
    ...Object.fromEntries(
      Object.keys({ ...bodyTable.aprovar, ...bodyTable.mensagem }).flatMap((kind) => [
        [`aprovar.${kind}`, 'Falhou: Aprovar não é válido'],
        [`mensagem.${kind}`, 'Falhou: Mensagem não é válida'],
      ]),
    ),
  }
  const named = Object.fromEntries(
    Object.entries(phrases).filter(([name]) => {
      const [row, column] = name.split('.') as ['aprovar', string]
      return row === ('payload' as string) || Object.hasOwn(bodyTable[row], column)
    }),
  )
  const payload = { ...joining.payload, ...own }
  const { dialect } = await learned(
    { version: 2, dialect: { refusals: { phrases: named, joining: { payload } } } },
    ['payload', 'mensagem', 'aprovar'],
  )
  const { before, around } = dialect.refusals.joining?.payload ?? {}
  assert.equal([before, around], ['Falhou: ', 'own'])
})

test('OPTIONS may be answered with JSON', async () => {
  const said = { name: 'Pessoas', parses: ['application/json'] }
  const is = { version: 2, dialect: { routes: { method: { options: 'ok' } } } } as const
  const { dialect } = await learned(is, ['method.options', 'list'], (response, { method, path }) => {
    const isOfList = method === 'OPTIONS' && path === '/pessoas'
    return isOfList ? { ...response, json: said, text: '', spelling: { style: { colon: ': ' } } } : response
  })
  assert.is(dialect.shape.options?.list?.text, '{"name": "Pessoas","parses": ["application/json"]}')
  assert.is(dialect.shape.options?.report?.text, undefined)
})

test.run()
