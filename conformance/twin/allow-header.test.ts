import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Question } from '../client/exchange.ts'
import { allowOf } from './allow-header.ts'
import type { Evidence } from './evidence.ts'

const test = suite('the header Allow')

const REPORT = '/relatorios/validar/1'
const told = (path: string, status: number, allow?: string, method = 'GET'): Evidence => ({
  asked: { stratum: 'any', risk: 'r', question: { method, path } as Question },
  answer: { status, headers: allow === undefined ? {} : { allow }, json: undefined, text: '' },
})
const list = told('/pessoas', 401, 'GET')
const report = told(REPORT, 404, 'POST')

test('of all refusals is that of their path', () => {
  const others = [told('/x', 404), told('/pessoas', 200, 'GET'), told('/x', 204, 'PUT', 'OPTIONS')]
  const { allow, evidence } = allowOf([list, report, ...others])
  assert.equal(allow, { list: 'GET', report: 'POST' })
  assert.equal(
    evidence.map(({ answer }) => answer.headers.allow),
    ['{allow}', '{allow}', undefined, 'GET', 'PUT'],
  )
})

const kept: [what: string, evidence: Evidence[]][] = [
  ['there is none', [told('/pessoas', 400)]],
  ['only a wrong method is told it', [told('/pessoas', 405, 'GET'), told(REPORT, 405, 'POST')]],
  ['it is the same on both paths', [list, told(REPORT, 404, 'GET')]],
  ['one path has several', [list, told('/pessoas', 400, 'GET, HEAD'), report]],
  ['another path has it', [list, report, told('/x', 404, 'GET')]],
  ['one path was not asked', [list]],
]
for (const [what, evidence] of kept) {
  test(`is left as it is where ${what}`, () =>
    assert.equal(allowOf(evidence), { allow: undefined, evidence }))
}

test.run()
