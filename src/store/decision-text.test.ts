import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ANY_CHARACTER } from '../testing/any-character.ts'
import { times } from '../testing/deep.ts'
import { decisionText, parseDecision, soundDecision } from './decision-text.ts'
import type { DecisionRecord } from './store.ts'

const test = suite('decision text')

const aDecision: fc.Arbitrary<DecisionRecord> = fc.record(
  {
    numero: fc.uuid(),
    aprovar: fc.boolean(),
    mensagem: fc.string({ unit: ANY_CHARACTER, maxLength: 60 }),
    decidido_em: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    atualiza: fc.boolean(),
  },
  { noNullPrototype: true },
)
const bytesOf = (record: DecisionRecord) => Buffer.from(decisionText(record))

test('any decision is read as it was written', () =>
  fc.assert(fc.property(aDecision, (record) => assert.equal(parseDecision(bytesOf(record)), record))))

test('no changed, missing or added byte passes for what was written', () =>
  fc.assert(
    fc.property(aDecision, fc.nat(), fc.nat(255), fc.constantFrom(0, 1), (record, place, byte, removed) => {
      const bytes = bytesOf(record)
      const at = place % bytes.length
      const damaged = Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([byte]),
        bytes.subarray(at + removed),
      ])
      const found = parseDecision(damaged)
      // A blank between two tokens changes nothing.
      if (found !== undefined) assert.equal(found, record)
    }),
    { numRuns: times(1_000, 3_000) },
  ))

test('a key that is damaged does not pass for a checksum that is absent', () => {
  const record: DecisionRecord = {
    numero: '1',
    aprovar: true,
    mensagem: 'Aprovado após conferência manual.',
    decidido_em: '2026-01-01T00:00:00.000Z',
    atualiza: true,
  }
  assert.equal(soundDecision({ ...record }), record)
  assert.equal(soundDecision(JSON.parse(decisionText(record))), record)
  assert.is(soundDecision({ ...record, somb: '00000000' }), undefined)
  assert.is(soundDecision({ ...record, soma: '00000000' }), undefined)
  assert.is(soundDecision({ ...record, decidido_em: 'ontem' }), undefined)
  // Saved in another encoding, it is proved whole by its checksum, or not at all.
  assert.equal(parseDecision(Buffer.from(decisionText(record), 'latin1')), record)
  assert.is(parseDecision(Buffer.from(JSON.stringify(record), 'latin1')), undefined)
})

test.run()
