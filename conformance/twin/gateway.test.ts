import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile } from '../../src/contract/profile.ts'
import type { Phrase } from '../../src/contract/wording.ts'
import { withGateway } from './gateway.ts'

const test = suite('what answers a path elsewhere')

const own: Phrase = { text: '', frame: 'page' }
const cases: [elsewhere: 'router' | 'first', phrase: Phrase | undefined, expected: string][] = [
  ['router', own, 'gateway'],
  ['router', 'Nada aqui', 'router'],
  ['router', undefined, 'router'],
  ['first', own, 'first'],
]
for (const [elsewhere, phrase, expected] of cases) {
  test(`is a ${expected} for ${elsewhere} and ${JSON.stringify(phrase)}`, () => {
    const phrases = phrase === undefined ? {} : { 'route.elsewhere': phrase }
    const frames = { page: { status: 404, body: '<p>404</p>' } }
    const routes = { unknown: { elsewhere } } as const
    const { dialect } = withGateway(completeProfile({ dialect: { routes, refusals: { frames, phrases } } }))
    assert.is(dialect.routes.unknown?.elsewhere, expected)
  })
}

test.run()
