import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Evidence } from './evidence.ts'
import { hasPathsAsSent } from './link-path.ts'

const test = suite('the path of links')

const cases: readonly [path: string, next: string, isAsSent: boolean][] = [
  ['/pessoas', '/pessoas?page=2', false],
  ['/pessoas/', '/pessoas?page=2', false],
  ['/pessoas/', 'http://a.test/pessoas/?page=2', true],
  ['/Pessoas', '/Pessoas?page=2', true],
  ['//pessoas', '/pessoas?page=2', false],
  ['/pessoas/', 'none', false],
]
for (const [path, next, isAsSent] of cases) {
  test(`${path} with the link ${next}`, () => {
    const evidence = (status: number, headers = {}, json: unknown = { next }) =>
      [{ asked: { question: { path } }, answer: { status, json, headers } }] as unknown as Evidence[]
    assert.is(hasPathsAsSent(evidence(200)), isAsSent)
    assert.is(hasPathsAsSent(evidence(200, { link: `<${next}>` }, {})), isAsSent)
    assert.not.ok(hasPathsAsSent(evidence(404)))
  })
}

test.run()
