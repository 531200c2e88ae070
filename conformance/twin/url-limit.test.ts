import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { urlOf } from '../client/request.ts'
import { someTargetData } from '../testing/target-data.ts'
import type { Answer } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'
import { urlLimitOf } from './url-limit.ts'

const test = suite('the limit of URLs')
const data = someTargetData()
const answer = (status: number, text: string): Answer => ({ status, headers: {}, json: undefined, text })

/** Finds the limit of a service that answers by the length of a URL, and counts the questions. */
async function found(answerTo: (length: number) => Answer | undefined) {
  let asked = 0
  const limit = await urlLimitOf({
    data,
    ask: async ({ question }: TwinQuestion) => {
      asked++
      return answerTo(urlOf('', question).length)
    },
  })
  return [limit, asked]
}

const usual = answer(200, 'lista')
const gateway = answer(414, '<h1>Longa</h1>')
const upTo =
  (limit: number, taken = usual, refused = gateway) =>
  (length: number) =>
    length <= limit ? taken : refused

const limits: [
  what: string,
  answerTo: (length: number) => Answer | undefined,
  limit: number | undefined,
  asked?: number,
][] = [
  ['that takes all', upTo(1e6), 65_536, 3],
  ['with a likely limit', upTo(8_190), 8_190, 9],
  ['with any limit', upTo(7_321), 7_321],
  ['with a limit just above that of Node', upTo(17_000), 17_000],
  ['with a high limit', upTo(32_768), 32_768],
  ['with the limit of Node, which counts the headers', upTo(16_101), undefined, 4],
  ['that refuses a long name like any other', upTo(80, usual, answer(400, 'no máximo 80')), 65_536, 3],
  [
    'that repeats a name in its refusal',
    (length) => answer(400, `"${'x'.repeat(length)}" tem ${length} letras`),
    65_536,
    3,
  ],
  ['that answers nothing', () => undefined, undefined, 1],
  ['that answers nothing to a long one', (length) => (length < 9_000 ? usual : undefined), undefined, 2],
]
for (const [what, answerTo, limit, most = 24] of limits) {
  test(`of a service ${what} is ${limit}`, async () => {
    const [is, asked] = await found(answerTo)
    assert.is(is, limit)
    assert.ok((asked as number) <= most, `${asked}`)
  })
}

test.run()
