import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Limits } from '../../src/contract/dialect.ts'
import { completeProfile, type PartialProfile } from '../../src/contract/profile.ts'
import { createTwin } from '../../src/twin.ts'
import { largestTaken } from '../service/largest-taken.ts'
import { someTargetData } from '../testing/target-data.ts'
import { messageLimitOf, nomeLimitOf, numberLimitsOf } from './limits.ts'
import { answerOfTwin, twinRequest } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'

const test = suite('limits')
const LIKELY = [1_000, 1_024, 16_384, 65_535, 65_536, 102_400, 1_000_000]

/** Finds a limit, and counts the questions. */
async function found(limit: number, hints: readonly number[] = []): Promise<[limit: number, asked: number]> {
  let asked = 0
  const isTaken = async (size: number) => {
    asked++
    return size <= limit
  }
  return [await largestTaken(isTaken, { least: 2, most: 1_048_577, likely: LIKELY, hints }), asked]
}

test('are found to the byte, whatever they are', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 1_048_576 }),
      fc.array(fc.nat(2_000_000)),
      async (limit, hints) => {
        assert.is((await found(limit, hints))[0], limit)
      },
    ),
  ))

test('are found between numbers that are not a whole number of steps apart', async () => {
  const isTaken = async (size: number) => size <= 55
  assert.is(await largestTaken(isTaken, { least: 25, most: 110, step: 25, likely: [] }), 50)
})

test('are found with few questions where they are likely, and with two where the refusal says them', async () => {
  for (const limit of LIKELY) assert.ok((await found(limit))[1] <= 5, `${limit}`)
  assert.equal(await found(65_536, [65_536]), [65_536, 2])
  assert.equal(await found(40_000, [413, 40_000]), [40_000, 4])
})

const names: [is: PartialProfile, limit: number | undefined, mostAsked: number][] = [
  [{}, undefined, 2],
  // A name that means nobody is no refusal.
  [{ dialect: { search: { most: 100 }, parameters: { nome: { long: 'nobody' } } } }, undefined, 2],
  [{ dialect: { search: { most: 100 }, parameters: { nome: { long: 'refuse' } } } }, 100, 4],
  [{ dialect: { search: { most: 137 }, parameters: { nome: { long: 'refuse' } } } }, 137, 4],
  // Beyond what is looked at, there is no limit.
  [{ dialect: { search: { most: 601 }, parameters: { nome: { long: 'refuse' } } } }, undefined, 2],
]
for (const [is, limit, mostAsked] of names) {
  test(`of nome is ${limit} with ${JSON.stringify(is)}`, async () => {
    const data = someTargetData()
    const twin = createTwin(data.dataset)
    const profile = completeProfile(is)
    let asked = 0
    const found = await nomeLimitOf({
      data,
      ask: async ({ question }) => {
        asked++
        return answerOfTwin(await twin.ask(profile, twinRequest(question)))
      },
    })
    assert.is(found, limit)
    assert.ok(asked <= mostAsked, `${asked}`)
  })
}

const CAPPED = { page: { 'above-limit': 'cap' } } as const
const numbers: [is: PartialProfile, limits: Limits, mostAsked: number][] = [
  [{}, {}, 1],
  [{ rowsMaximum: 100, rowsAboveMaximum: 'cap' }, {}, 2],
  [{ rowsMaximum: 100, dialect: { limits: { page: 1_000 } } }, { page: 1_000 }, 4],
  [{ pageBeyondEnd: 'not-found', dialect: { limits: { page: 731 } } }, { page: 731 }, 4],
  [{ rowsMaximum: 100, dialect: { limits: { page: 731 }, parameters: CAPPED } }, { page: 731 }, 2],
  [{ pageBeyondEnd: 'last-page', rowsMaximum: 100 }, {}, 2],
  [{ rowsMaximum: 100, rowsAboveMaximum: 'cap', dialect: { limits: { rows: 1_000 } } }, { rows: 1_000 }, 6],
  // Nothing between is refused, so no further maximum can be.
  [{ rowsMaximum: 100, rowsAboveMaximum: 'refuse', dialect: { limits: { rows: 1_000 } } }, {}, 1],
]
for (const [is, limits, mostAsked] of numbers) {
  test(`of numbers are ${JSON.stringify(limits)} with ${JSON.stringify(is)}`, async () => {
    const data = someTargetData()
    const twin = createTwin(data.dataset)
    const profile = completeProfile(is)
    let asked = 0
    const ask = async ({ question }: TwinQuestion) => {
      asked++
      return answerOfTwin(await twin.ask(profile, twinRequest(question)))
    }
    const { limits: found, isCapped } = await numberLimitsOf({ data, ask }, profile)
    assert.equal(found, limits)
    assert.is(isCapped, is.dialect?.parameters?.page?.['above-limit'] === 'cap')
    assert.ok(asked <= mostAsked, `${asked}`)
  })
}

test('of numbers are found where the refusal does not name them', async () => {
  const data = someTargetData()
  const profile = completeProfile({ rowsMaximum: 50, rowsAboveMaximum: 'cap' })
  const ask = async ({ question: { query = [] } }: TwinQuestion) => {
    const [[name = '', value = ''] = []] = query
    const isAbove = Number(value) > (name === 'page' ? 5_000 : 375)
    return {
      status: isAbove ? 422 : 200,
      headers: {},
      json: { message: isAbove ? 'Não.' : 'Sim.' },
      text: '',
    }
  }
  const { limits } = await numberLimitsOf({ data, ask }, profile)
  assert.equal(limits, { page: 5_000, rows: 375 })
})

test('of nome is found without a word about it, and where a search for nobody is refused', async () => {
  const ask = (most: number, usual: number) => async (asked: { question: { query?: unknown } }) => {
    const [[, nome]] = asked.question.query as [[string, string]]
    const status = nome.length > most ? 400 : usual
    return { status, headers: {}, json: { message: 'Não.' }, text: '' }
  }
  const data = someTargetData()
  assert.is(await nomeLimitOf({ data, ask: ask(150, 200) }), 150)
  assert.is(await nomeLimitOf({ data, ask: ask(143, 404) }), 143)
  assert.is(await nomeLimitOf({ data, ask: ask(143, 400) }), undefined)
  assert.is(await nomeLimitOf({ data, ask: async () => undefined }), undefined)
})

test('of mensagem is told beside another fault, where the report is looked for first', async () => {
  const data = someTargetData({ reports: [crypto.randomUUID()] })
  const bodiesAt = data.reports[0]
  const twin = createTwin(data.dataset)
  const limitOf = (is: PartialProfile, at = bodiesAt) =>
    messageLimitOf({
      ...{ data, bodiesAt: at },
      ask: async ({ question, risk }) => {
        assert.is(risk, 'w1')
        return answerOfTwin(await twin.ask(completeProfile(is), twinRequest(question)))
      },
    })
  const is: PartialProfile = { faults: 'all', mensagemMaximum: 1_000 }
  assert.is(await limitOf(is), 1_000)
  assert.is(await limitOf({ ...is, mensagemMaximum: 777 }), 777)
  assert.is(await limitOf({ ...is, faults: 'first' }), undefined)
  assert.is(await limitOf({ ...is, mensagemMaximum: null }), undefined)
  assert.is(await messageLimitOf({ data, bodiesAt: undefined, ask: async () => undefined }), undefined)
  assert.is(await messageLimitOf({ data, bodiesAt, ask: async () => undefined }), undefined)
})

test.run()
