import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Phrase } from '../../../src/contract/wording.ts'
import type { Answer } from '../target-data.ts'
import { withNumberName } from './number-name.ts'

const test = suite('number name')

const number = ['report.shape', 'numero_do_relatorio'] as const
const aprovar = ['aprovar.missing', 'aprovar'] as const

function refusedWith(situations: (readonly [name: string, key: string])[], keys?: string[]) {
  const json = { validation: { keys } }
  return {
    situations: situations.map(([name, key]) => ({ name, slots: { key } })),
    answer: { status: 400, headers: {}, text: JSON.stringify(json), json } as unknown as Answer,
  }
}

const first = refusedWith([number, aprovar], ['numero', 'aprovar'])
const last = refusedWith([aprovar, number], ['aprovar', 'id'])

type Case = [what: string, refused: (typeof first)[], phrase: Phrase | undefined, named: Phrase | undefined]
const cases: Case[] = [
  ['first', [first], 'ruim', { text: 'ruim', keys: ['numero'] }],
  ['last', [last], { text: 'ruim', frame: 'x' }, { text: 'ruim', frame: 'x', keys: ['id'] }],
  ['without a phrase', [first], undefined, { keys: ['numero'] }],
  ['with a name already', [first], { keys: ['n'] }, { keys: ['n'] }],
  ['with two names', [first, last], 'ruim', 'ruim'],
  ['alone', [refusedWith([number], ['numero'])], 'ruim', 'ruim'],
  ['with no keys', [refusedWith([number, aprovar])], 'ruim', 'ruim'],
  ['with our name', [refusedWith([number, aprovar], ['numero_do_relatorio'])], 'ruim', 'ruim'],
  ['with no text as its name', [refusedWith([number, aprovar], [1 as never])], 'ruim', 'ruim'],
  ['with a name that may not be kept', [refusedWith([number, aprovar], ['segredo'])], 'ruim', 'ruim'],
]
for (const [what, refused, phrase, named] of cases) {
  test(`a number that is told ${what}`, () => {
    const phrases = phrase === undefined ? {} : { 'report.shape': phrase }
    const found = withNumberName(phrases, refused, (text) => text !== 'segredo')
    assert.equal(found['report.shape'], named)
  })
}

test.run()
