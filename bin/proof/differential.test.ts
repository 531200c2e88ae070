import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ProbeOptions, probe } from '../../conformance/index.ts'
import { completeProfile } from '../../src/cli.ts'
import { type PartialProfile, seedDataset, startSimulator } from '../../src/index.ts'
import { aProfile } from '../testing/any-profile.ts'
import { aQuestion, type Question } from '../testing/any-question.ts'
import { everythingOf, schemeOf } from '../testing/asking.ts'
import { OtherService } from '../testing/other-service.ts'

const test = suite('a simulator set from a probe')
const QUESTIONS = 300

const dataset = await seedDataset({ persons: 137 })
const file = join(tmpdir(), `pessoas-sim-differential-${process.pid}.json`)
writeFileSync(file, JSON.stringify(dataset))

interface Answer {
  status: number
  body: unknown
}

async function answerOf(url: string, { method, path, headers, body }: Question): Promise<Answer> {
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  const answer = { status: response.status, body: await response.json() }
  // Two decisions of one millisecond would tie.
  if (method === 'POST' && response.ok) await sleep(2)
  return answer
}

/** Asks both, one question after the other, and holds every pair of answers against each other. */
async function assertAlike(
  a: string,
  b: string,
  scheme: string,
  compare: (a: Answer, b: Answer, question: Question) => void,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (const question of fc.sample(aQuestion(dataset, scheme), { numRuns: QUESTIONS, seed: 20_261_121 })) {
    const [one, other] = [await answerOf(a, question), await answerOf(b, question)]
    statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1)
    compare(one, other, question)
  }
  return statuses
}

/** Reports that probes may decide: both servers end with the same ones decided. */
const learn = async (options: ProbeOptions): Promise<PartialProfile> =>
  (await probe(options).report()).profile

/** A time of this test's own decisions is another in each server. */
function withoutNow(value: unknown): unknown {
  const recent = Date.now() - 600_000
  return JSON.parse(JSON.stringify(value), (key, inner) =>
    key === 'atualizado_em' && Date.parse(inner) > recent ? 'now' : inner,
  )
}

const said = (question: Question, ...answers: Answer[]) =>
  JSON.stringify([question, ...answers]).slice(0, 2_000)

for (const seed of [1]) {
  test(`answers ${QUESTIONS} questions as the simulator with the random profile ${seed}`, async () => {
    const [profile] = fc.sample(aProfile, { numRuns: 1, seed })
    await using probed = await startSimulator({ fixture: file, profile: completeProfile(profile ?? {}) })
    const learned = await learn(everythingOf(probed))
    await probed.reset()
    await using copy = await startSimulator({ fixture: file, profile: learned })
    await assertAlike(probed.url, copy.url, schemeOf(probed), (a, b, question) => {
      assert.equal(withoutNow(b), withoutNow(a), said(question, a, b))
    })
  })
}

test(`answers ${QUESTIONS} questions as a service in another style does`, async () => {
  await using service = new OtherService(dataset)
  const url = await service.start()
  const [own] = dataset.organizacoes
  const mine = dataset.relatorios.filter(
    ({ organizacao, aprovar }) => organizacao === own?.id && aprovar === undefined,
  )
  const foreign = dataset.relatorios.find(({ organizacao }) => organizacao !== own?.id)
  const profile = await learn({
    url,
    token: `Bearer ${own?.token}`,
    foreignReport: foreign?.numero as string,
    reports: mine.slice(0, 2).map(({ numero }) => numero),
    allowWrites: true,
  })
  const { seen, version, ...choices } = profile
  assert.is(version, 3)
  assert.ok(seen?.faults)
  assert.equal(choices, {
    defaultOrder: 'oldest-first',
    rowsOffGrid: 'round-down',
    rowsMaximum: 200,
    rowsAboveMaximum: 'cap',
    pageBelowOne: 'use-first',
    pageBeyondEnd: 'not-found',
    notANumber: 'use-default',
    nomeMatching: 'exact',
    nomeFolding: 'none',
    nomeMinimum: null,
    nomeMaximum: null,
    // Its order is none that has a name: this is the nearest.
    nomeCollation: 'pt-BR',
    cpfMalformed: 'strip-mask',
    cpfLength: 'any',
    emptyParameter: 'as-absent',
    sortUnknown: 'refuse',
    sortFields: ['cpf', 'nome'],
    queryUnknown: 'ignore',
    busca: 'nome',
    faults: 'first',
    unknownKeyText: 'bare',
    aprovarAsText: 'accept',
    characters: 'code-points',
    mensagemMaximum: 500,
    revalidation: 'refuse-409',
    reportNumberShape: 'refuse',
    foreignReport: 'forbidden',
    reportFirst: 'no',
    bodyType: 'any',
    malformedBody: 'plain',
    touchOnValidation: 'no',
    authorization: 'bearer',
    texts: {
      unauthorized: 'Token recusado: verifique o token e se o acesso dele foi habilitado',
      notFound: 'Nenhum protocolo foi encontrado com este número',
    },
    routeUnknown: 'method-not-allowed',
  })

  await using fresh = new OtherService(dataset)
  const other = await fresh.start()
  await using copy = await startSimulator({ fixture: file, profile })
  const statuses = await assertAlike(other, copy.url, 'Bearer ', (theirs, ours, question) => {
    assert.is(ours.status, theirs.status, said(question, theirs, ours))
    assert.equal(shapeOf(ours.body), shapeOf(theirs.body), said(question, theirs, ours))
    assert.equal(heldBy(ours, question), heldBy(theirs, question), said(question, theirs, ours))
  })
  // Every kind of answer was compared.
  for (const status of [200, 400, 401, 403, 404, 405, 409])
    assert.ok((statuses.get(status) ?? 0) > 0, `${status}`)
})

/** The keys of every object, and the type of everything else; of a list, that of its items. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))]
  if (typeof value !== 'object' || value === null) return typeof value
  const entries = Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)])
  return Object.fromEntries(entries.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}

/** Everything in an answer that the profile holds: all of a list but an order that is unknown, and of a refusal its keys and the learned texts. */
function heldBy({ status, body }: Answer, { path }: Question): unknown {
  const { result, message, validation } = body as Record<string, never> & {
    result?: { itens?: { cpf: string }[]; busca: string; paginacao: object }
  }
  if (result?.itens) {
    const isOrderUnknown = /[?&]sort=-?nome(&|$)/.test(path)
    const cpfs = result.itens.map(({ cpf }) => cpf)
    return { ...result, itens: isOrderUnknown ? cpfs.length : result.itens }
  }
  const isLearned = status === 401 || (status === 404 && path.startsWith('/relatorios'))
  return { result, validation, message: isLearned ? message : undefined }
}

test.after(() => rmSync(file, { force: true }))
test.run()
