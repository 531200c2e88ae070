import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile } from '../../src/contract/profile.ts'
import type { Question } from '../client/exchange.ts'
import { withFormNames } from './form-names.ts'
import type { Evidence } from './profile-fitter.ts'

const test = suite('the names of fields in a form')

const asked = (message: string, stratum = 'type.form', status = 400): Evidence => ({
  asked: { stratum, risk: 'w0', question: { method: 'POST' } as Question },
  answer: { status, headers: {}, json: { message }, text: '' },
})

const keys = {
  'as-sent': '{"a b.c[d]"}',
  brackets: '{"a b.c',
  dots: '{"a b',
  underscores: '{"a_b_c',
} as const
const cases: [about: string, evidence: Evidence[], expected: string | undefined][] = [
  ['as they came', [asked(`"${keys['as-sent']}" is not allowed`)], undefined],
  ['to their brackets', [asked(`"${keys.brackets}" is not allowed`)], 'brackets'],
  ['to their dots', [asked('aprovar is required'), asked(`"${keys.dots}" is not allowed`)], 'dots'],
  ['with underscores', [asked(`"${keys.underscores}" is not allowed`)], 'underscores'],
  ['by nothing', [asked('aprovar is required')], undefined],
  ['by what is no form', [asked(keys.dots, 'type.plain'), asked(keys.dots, 'type.form', 200)], undefined],
]
for (const [about, evidence, expected] of cases) {
  test(`are learned ${about}`, async () => {
    const twin = async ({ dialect }: ReturnType<typeof completeProfile>) => ({
      ...asked('').answer,
      situations: [
        { name: 'aprovar.missing', slots: {} },
        { name: 'payload.unknown', slots: { key: keys[dialect.bodies.form?.names ?? 'as-sent'] } },
      ],
    })
    const { dialect } = await withFormNames(completeProfile({}), evidence, { twin })
    assert.is(dialect.bodies.form?.names, expected)
  })
}

test('are as they came where the twin knows of no such field', async () => {
  const twin = async () => ({ ...asked('').answer, situations: [] })
  const { dialect } = await withFormNames(completeProfile({}), [asked(keys.dots)], { twin })
  assert.is(dialect.bodies.form, undefined)
})

test.run()
