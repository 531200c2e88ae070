import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { times } from '../testing/deep.ts'
import { smallWorld } from '../testing/world.ts'
import { Ledger } from './ledger.ts'
import { MemoryStore } from './memory.ts'
import type { DecisionRecord, Organization } from './store.ts'

const test = suite('ledger')

const numeros = smallWorld()
  .relatorios.slice(0, 4)
  .map(({ numero }) => numero)

/** Decisions on a few reports, by a clock that also goes back. */
const someDecisions: fc.Arbitrary<DecisionRecord[]> = fc.array(
  fc.record(
    {
      numero: fc.constantFrom(...numeros),
      aprovar: fc.boolean(),
      mensagem: fc.constantFrom('Aprovado após conferência manual.', 'Rejeitado após conferência manual.'),
      decidido_em: fc.nat(5).map((minute) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()),
      atualiza: fc.boolean(),
    },
    { noNullPrototype: true },
  ),
  { maxLength: 12 },
)

function worldOf(decisions: readonly DecisionRecord[]) {
  const store = new MemoryStore(smallWorld())
  for (const record of decisions) store.apply(record)
  const [organization] = store.organizations as [Organization]
  const order = { by: 'atualizado_em', descending: true, collation: 'pt-BR' } as const
  const { items } = store.list(organization, { page: 1, rows: 100, order })
  const last = new Map(decisions.map((record) => [record.numero, record]))
  return { items, undecided: store.undecided(organization, 100), last: [...last] }
}

test('what a ledger drops leaves no trace, and it keeps at most two decisions on a report', () =>
  fc.assert(
    fc.property(someDecisions, (decisions) => {
      const ledger = Ledger.of(decisions)
      const kept = ledger.records()
      assert.equal(worldOf(kept), worldOf(decisions))
      assert.is(ledger.size, new Set(decisions.map(({ numero }) => numero)).size)
      assert.ok(kept.length <= 2 * ledger.size)
      assert.equal(
        [...ledger.last()],
        worldOf(decisions).last.map(([, record]) => record),
      )
    }),
    { numRuns: times(200, 500) },
  ))

test('the bytes of a ledger are those of the decisions that count', () =>
  fc.assert(
    fc.property(someDecisions, fc.array(fc.nat(9), { minLength: 12, maxLength: 12 }), (decisions, sizes) => {
      const ledger = new Ledger()
      ledger.added = decisions
      ledger.commitAdded((_, i) => sizes[i] as number)
      assert.equal(ledger.added, [])
      const sum = () => [...ledger.entries()].reduce((total, { bytes }) => total + bytes, 0)
      assert.is(ledger.bytes, sum())
      for (const entry of ledger.entries()) ledger.weigh(entry, 7)
      assert.is(ledger.bytes, sum())
      assert.is(ledger.bytes, 7 * ledger.records().length)
    }),
    { numRuns: times(150, 300) },
  ))

test.run()
