import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { headRefusalsOf } from './head-refusals.ts'
import type { RefusedEvidence } from './words.ts'

const test = suite('refusals of HEAD')

const refused = (method: string, headers: Record<string, string>, name = 'token.none') =>
  ({
    asked: { question: { method } },
    answer: { status: 401, headers, text: '' },
    situations: [{ name, slots: {} }],
  }) as unknown as RefusedEvidence

const typed = { 'content-type': 'application/json' }
const without = { headRefusalHeaders: { 'content-type': null } }
const cases: [about: string, refused: RefusedEvidence[], learned: object][] = [
  ['without a type', [refused('GET', typed), refused('HEAD', {})], without],
  ['with one', [refused('GET', typed), refused('HEAD', typed)], {}],
  ['with one only now and then', [...pairOf({}), ...pairOf(typed, 'token.wrong')], {}],
  ['that no other method shows', [refused('HEAD', {}), refused('GET', typed, 'token.wrong')], {}],
]
for (const [about, all, learned] of cases) {
  test(`${about} are learned`, () => {
    assert.equal(headRefusalsOf(all), learned)
  })
}

function pairOf(ofHead: Record<string, string>, name?: string): RefusedEvidence[] {
  return [refused('GET', typed, name), refused('HEAD', ofHead, name)]
}

test.run()
