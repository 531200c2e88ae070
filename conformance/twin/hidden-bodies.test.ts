import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { completeProfile } from '../../src/contract/profile.ts'
import type { Question } from '../client/exchange.ts'
import { hiddenRows, isReportFirst } from './hidden-bodies.ts'
import type { Evidence, TwinsAnswer } from './profile-fitter.ts'
import { said, stepOf, stepsByWords } from './step-of.ts'

const test = suite('what a service hides of bodies')

const answerOf = (status: number, name: string): TwinsAnswer => ({
  status,
  headers: {},
  json: { message: name },
  text: '',
  situations: [{ name, slots: {} }],
})
const asked = (stratum: string) => ({ stratum, question: { method: 'POST' } }) as Evidence['asked']
const seen = (stratum: string, status: number, name: string) => {
  const answer = answerOf(status, name)
  return { asked: asked(stratum), answer, twin: answer }
}

test('is every row about which it only speaks of the report', () => {
  const answers = ['aprovar.null', 'mensagem.short', 'payload.unknown', 'body.none', 'json.end', 'type.xml']
  const hidden = answers.map((stratum) => seen(stratum, 404, 'report.unknown'))
  assert.equal(hiddenRows(hidden), ['aprovar', 'mensagem', 'payload', 'body', 'json', 'type'])
  const some = [...hidden, seen('json.value', 400, 'json.value'), seen('type.plain', 415, 'type.plain')]
  assert.equal(hiddenRows(some), ['aprovar', 'mensagem', 'payload', 'body'])
})

test('follows from the order of judging', () => {
  assert.is(isReportFirst(completeProfile({})), false)
  assert.is(isReportFirst(completeProfile({ reportFirst: 'yes' })), true)
})

test('does not hide which step said what', () => {
  const steps = [
    ['report.decided', 400, 'state'],
    ['report.shape', 400, 'number'],
    ['report.shape', 404, 'report'],
    ['payload.proto', 400, 'json'],
    ['mensagem.short', 400, 'body'],
  ] as const
  for (const [name, status, step] of steps) assert.is(stepOf(answerOf(status, name)), step)
  assert.is(stepOf({ ...answerOf(200, ''), situations: [] }), undefined)
})

test('is told apart by words that only one step says', () => {
  const [decided, short] = [answerOf(400, 'report.decided'), answerOf(400, 'mensagem.short')]
  const same = { ...short, json: decided.json }
  const question = { method: 'POST', path: '/relatorios/validar/x1' } as Question
  const asked = { stratum: 'report.approved-again', risk: 'w2', question } as const
  const found = stepsByWords([
    { asked, answer: decided, twin: decided },
    { asked, answer: short, twin: short },
  ])
  assert.is(found.get(said(decided)), 'state')
  const both = stepsByWords([
    { asked, answer: decided, twin: decided },
    { asked, answer: same, twin: same },
  ])
  assert.is(both.get(said(decided)), undefined)
})

test.run()
