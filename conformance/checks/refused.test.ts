import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Exchange } from '../client/exchange.ts'
import { judgeRefusal, type Refusal } from './refused.ts'

const test = suite('a refusal')

const of = (unknown: string): Refusal => {
  return { status: 400, notFound: 'wrong', unknown, fields: { offending: [unknown], right: ['aprovar', 'mensagem'] } }
}
const xyz = of('xyz')
const short: Refusal = { status: 400, notFound: 'open', fields: { offending: ['mensagem'], right: ['aprovar'] } }
const message = 'child "payload" fails because ["xyz" is not allowed]'
const from = (source: string, ...keys: string[]) => ({ message: '', validation: { source, keys } })
const right = { ...from('payload', 'payload.xyz'), message }
const ALL = 'status source keys message'

const rows: [string, Refusal, status: number, body: unknown, faults: string, shown: string][] = [
  ['that is as documented', xyz, 400, right, '', ALL],
  ['with another status hides all else', xyz, 422, right, 'status', 'status'],
  ['that is 404 for a report that exists', xyz, 404, {}, 'status', 'status'],
  ['that is 404 for an unknown number', short, 404, {}, '', ''],
  ['that is 404 where others are 400', { ...short, notFound: 'late' }, 404, {}, 'late', 'late'],
  ['that is no JSON object shows its status', xyz, 400, undefined, '', 'status'],
  ['without validation', xyz, 400, { message }, 'source', 'status source message'],
  ['from another source', xyz, 400, { ...from('body', 'xyz'), message }, 'source', ALL],
  ['that names a valid field, too', xyz, 400, from('payload', 'xyz', 'aprovar'), 'keys', 'status source keys'],
  ['that names a field in HTML', of('$set'), 400, from('payload', '&#x24;set'), '', 'status source keys'],
  ['that names a field with a dot', of('aprovar.valor'), 400, from('payload', 'aprovar.valor'), '', 'status source keys'],
  ['whose message names no field', xyz, 400, { ...right, message: 'Erro.' }, 'message', ALL],
  ['of a short mensagem may have no keys', short, 400, from('x'), '', 'status late validation'],
  ['of a short mensagem without validation', short, 400, {}, 'validation', 'status late validation'],
  ['of a short mensagem names no other field', short, 400, from('x', 'aprovar'), 'keys', 'status late validation keys'],
]
for (const [name, want, status, json, faults, shown] of rows) {
  test(`${name}: ${faults || 'right'}`, () => {
    const judged = judgeRefusal(want, { response: { status, json } } as Exchange)
    assert.is(judged.faults.map(({ aspect }) => aspect).join(' '), faults)
    assert.is(judged.shown.join(' '), shown)
  })
}

test.run()
