import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile } from '../../src/contract/profile.ts'
import type { Question } from '../client/exchange.ts'
import type { Evidence } from './profile-fitter.ts'
import { withoutTokenApart } from './without-token.ts'

const test = suite('requests without a token where there is no route')

const asked = (path: string, value: string | undefined, message: string, method = 'GET'): Evidence => ({
  asked: {
    stratum: 'route.unknown',
    risk: 'r',
    question: { method, path, authorization: { value, label: '' } } as Question,
  },
  answer: { status: 403, headers: {}, json: { message }, text: '' },
})

const other = asked('/c', 'abc', 'Digest')
const cases: [about: string, evidence: Evidence[], expected: 'apart' | undefined][] = [
  ['words of their own', [asked('/a', undefined, 'None'), asked('/b', '', 'None'), other], 'apart'],
  ['one path', [asked('/a', undefined, 'None'), asked('/a', undefined, 'None'), other], undefined],
  ['the words of others', [asked('/a', undefined, 'Digest'), asked('/b', '', 'Digest'), other], undefined],
  ['words with their paths', [asked('/a', undefined, 'No /a'), asked('/b', '', 'No /b'), other], undefined],
  ['only HEAD', [asked('/a', undefined, '', 'HEAD'), asked('/b', '', '', 'HEAD'), other], undefined],
]
for (const [about, evidence, expected] of cases) {
  test(`with ${about} are told ${expected ?? 'as others'}`, async () => {
    const twin = async () => ({
      status: 404,
      headers: {},
      json: {},
      text: '',
      situations: [{ name: 'route.unknown', slots: {} }],
    })
    const { dialect } = await withoutTokenApart(completeProfile({}), evidence, { twin })
    assert.is(dialect.routes.unknown?.['without-token'], expected)
  })
}

test.run()
