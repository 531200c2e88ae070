import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Question, Risk } from '../client/exchange.ts'
import type { Evidence } from './evidence.ts'
import { isAlwaysSaid, said, saidTo, stepsByWords, wordsOfState } from './step-of.ts'

const test = suite('the words of steps')

const refused = (stratum: string, risk: Risk, status: number, message: string): Evidence => ({
  asked: { stratum, risk, question: { method: 'POST' } as Question },
  answer: {
    status,
    headers: {},
    json: { message, numero: 'ede23a54-3f15-486b-bf1e-18da8727588c' },
    text: '',
  },
})

test('about a decided report are those of right bodies, whichever report it is', () => {
  const again = refused('report.approved-again', 'w2', 409, 'já foi validado')
  const body = refused('aprovar.missing', 'w2', 400, 'é obrigatório')
  assert.equal([...wordsOfState([again, body])], [said(again.answer)])
  assert.match(said(again.answer), /^409 \{"message":"já foi validado","numero":"N"\}$/)
})

test('are all that is said of them only where each is refused in words that come again', () => {
  const again = refused('report.approved-again', 'w2', 400, 'já foi validado')
  const other = refused('report.rejected-again', 'w2', 400, 'já foi rejeitado')
  const hidden = refused('report.rejected-approved', 'w2', 404, 'não encontrado')
  const unknown = refused('report.unknown', 'w0', 404, 'não encontrado')
  const holds = (...evidence: Evidence[]) => isAlwaysSaid(wordsOfState(evidence), evidence)
  assert.ok(holds(again, again, other, unknown))
  assert.not(holds(again, other))
  assert.not(holds(again, again, hidden, unknown))
})

test('are the same whichever number that is none they repeat', () => {
  const saidOf = (number: string) => {
    const { asked, answer } = refused('report.shape', 'w0', 400, `"${number}" is no UUID`)
    const question = { method: 'POST', path: `/relatorios/validar/${encodeURIComponent(number)}` } as Question
    return saidTo({ asked: { ...asked, question }, answer })
  }
  assert.is(saidOf('nao existe-1'), saidOf('"outro"'))
  assert.match(saidOf('a1'), /N\\" is no UUID/)
})

test('are none where a body that is always wrong, or a number of nobody, is answered with them', () => {
  const again = refused('report.rejected-again', 'w2', 404, 'não encontrado')
  for (const other of [
    refused('report.unknown', 'w0', 404, 'não encontrado'),
    refused('mensagem.short', 'w2', 404, 'não encontrado'),
  ])
    assert.is(wordsOfState([again, other]).size, 0)
})

for (const [name, status, step] of [
  ['report.unknown', 404, 'report'],
  ['route.unknown', 404, 'route'],
  ['report.shape', 400, 'number'],
  ['report.shape', 404, undefined],
  ['route.shape', 404, undefined],
] as const) {
  test(`of ${name} with ${status} are those of the step ${step}`, () => {
    const { asked, answer } = refused('report.shape', 'w0', status, 'não encontrado')
    const twin = { ...answer, situations: [{ name, slots: {} }] }
    const question = { method: 'POST', path: '/relatorios/validar/x' } as Question
    const found = stepsByWords([{ asked: { ...asked, question }, answer, twin }])
    assert.equal([...found.values()], step === undefined ? [] : [step])
  })
}

test.run()
