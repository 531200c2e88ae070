import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile, defaultProfile, type PartialProfile } from '../../src/contract/profile.ts'
import { everyFew } from '../../src/testing/deep.ts'
import { createTwin } from '../../src/twin.ts'
import { createRedactor } from '../redaction/redact.ts'
import { someTargetData, targetOf } from '../testing/target-data.ts'
import type { TargetData } from './target-data.ts'
import { type Likeness, type VerifyOptions, verify } from './verify.ts'

const test = suite('a verification')

interface Setting extends Partial<VerifyOptions> {
  /** How the target is; its twin has the default profile. */
  is?: PartialProfile
  data?: TargetData
  target?: VerifyOptions['target']
  most?: 'r' | 'w0' | 'w2'
}

const measure = (setting: Setting = {}): Promise<Likeness> => {
  const { is = {}, data = someTargetData(), most = 'w0', ...more } = setting
  const redactor = createRedactor()
  for (const { raw } of data.people) redactor.learn(raw)
  return verify({
    target: targetOf(createTwin(data.dataset), completeProfile(is), { most }),
    twin: createTwin(data.dataset),
    data,
    profile: defaultProfile,
    questions: 300,
    seed: 11,
    redactor,
    concurrency: 4,
    show: {
      question: ({ method, path, query }) =>
        redactor.ours(`${method} ${path} ${JSON.stringify(query ?? [])}`),
      answer: ({ json }) => JSON.stringify(redactor.json(json ?? null)),
      text: redactor.theirs,
    },
    isSteady: async () => true,
    ...more,
  })
}

const strataOf = ({ differences }: Likeness) => [...new Set(differences.map(({ stratum }) => stratum))].sort()

test('of the simulator against itself finds no difference', async () => {
  const likeness = await measure()
  assert.equal(likeness.differences, [])
  assert.is(likeness.questions, 300)
  assert.equal([likeness.behaves.share, likeness.toTheLetter.share], [1, 1])
  assert.ok(likeness.toTheLetter.atLeast > 0.99)
  assert.equal(
    [likeness.noise.answers, likeness.moved, likeness.unmeasured, likeness.decisions],
    [0, 0, null, null],
  )
  assert.is(likeness.covers, 'reads and refusals')
  assert.is(
    likeness.strata.reduce((sum, { of }) => sum + of, 0),
    300,
  )
})

const changes: readonly [PartialProfile, where: RegExp, mend: string | RegExp][] = [
  [{ queryUnknown: 'ignore' }, /^(others|query)\./, 'dialect.parameters.others.'],
  [{ rowsOffGrid: 'round-down' }, /^(rows|query)\./, 'dialect.parameters.rows.'],
  [
    { authorization: 'either' },
    /^token\.(bearer|scheme-)/,
    /^(the knob authorization|dialect\.routes\.token)/,
  ],
  [
    { reportFirst: 'yes' },
    /^(aprovar|mensagem|body|payload|precedence|type|json|report\.shape-with-body$)/,
    'dialect.steps',
  ],
  [{ texts: { notFound: 'Nada.' } }, /./, 'dialect.refusals.phrases'],
  [{ nomeFolding: 'case-and-accents' }, /^(search|combined|nome|query)\./, 'dialect.search'],
  [
    { routeUnknown: 'method-not-allowed' },
    /^(method|precedence|route|path|unknown|accept)\./,
    'dialect.routes.method.other',
  ],
]
for (const [is, where, mend] of everyFew(changes, 4)) {
  test(`of ${JSON.stringify(is)} names the strata that differ and what would mend them`, async () => {
    const likeness = await measure({ is })
    const { differences, behaves, toTheLetter } = likeness
    assert.ok(differences.length > 0)
    for (const stratum of strataOf(likeness)) assert.match(stratum, where)
    assert.ok(
      differences.some((one) => (typeof mend === 'string' ? one.mend.startsWith(mend) : mend.test(one.mend))),
      JSON.stringify(differences.map((one) => one.mend)),
    )
    assert.ok(toTheLetter.share < 1 && toTheLetter.share <= behaves.share)
    const count = differences.reduce((sum, one) => sum + one.count, 0)
    assert.is(count, likeness.questions - toTheLetter.alike)
  })
}

test('shows no person and no credential', async () => {
  const data = someTargetData()
  const { differences } = await measure({ is: { nomeMatching: 'exact', busca: 'always-empty' }, data })
  const text = JSON.stringify(differences)
  assert.ok(differences.length > 5)
  for (const { id, nome } of data.people) assert.not.ok(text.includes(id) || text.includes(nome), nome)
  assert.not.match(text, /segredo-de-teste/)
})

test('leaves out what the target itself answers in two ways, and proves nothing above 5 %', async () => {
  const twin = createTwin(someTargetData().dataset)
  let asked = 0
  const unsteady = (every: number) =>
    targetOf(twin, defaultProfile, {
      change: (answer) => (asked++ % every === 0 ? { ...answer, status: 503 } : answer),
    })
  const some = await measure({ target: unsteady(101) })
  assert.ok(some.noise.answers >= 4 && some.noise.answers <= 7, `${some.noise.answers}`)
  assert.is(some.unmeasured, null)
  assert.is(some.behaves.share, 1)
  assert.match((await measure({ target: unsteady(9) })).unmeasured ?? '', /two answers/)
})

test('compares no lists if the list has changed meanwhile', async () => {
  const likeness = await measure({ is: { defaultOrder: 'oldest-first' }, isSteady: async () => false })
  assert.ok(likeness.moved > 50)
  assert.is(likeness.behaves.share, 1)
})

test('sends nothing that the run may not send', async () => {
  const likeness = await measure({ most: 'r' })
  assert.is(likeness.covers, 'reads')
  assert.not.ok(likeness.strata.some(({ stratum }) => /^(aprovar|mensagem|body|payload)\./.test(stratum)))
})

test('leaves out lists if not all persons were read', async () => {
  const likeness = await measure({ data: { ...someTargetData(), complete: false } })
  assert.not.ok(likeness.strata.some(({ stratum }) => /^(list|search|order|combined)\./.test(stratum)))
})

test('of decisions is told apart', async () => {
  const numero = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const data = someTargetData({ reports: [numero], foreignReport: '7c9e6679-7425-40de-944b-e07fc1f90ae7' })
  const alike = await measure({ data, most: 'w2' })
  assert.is(alike.decisions?.behaves.share, 1)
  const other = await measure({
    data,
    most: 'w2',
    is: { revalidation: 'refuse-409', foreignReport: 'forbidden' },
  })
  assert.is(other.behaves.share, 1)
  assert.ok((other.decisions?.behaves.share ?? 1) < 1)
  assert.ok(
    strataOf(other).every((stratum) => /^(decision|report\.foreign|precedence\.foreign)/.test(stratum)),
  )
})

test.run()
