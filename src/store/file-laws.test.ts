import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { times } from '../testing/deep.ts'
import { inFolder, smallWorld } from '../testing/world.ts'
import { reportChanges } from '../world/changes.ts'
import { FileStore } from './file.ts'
import { MemoryStore } from './memory.ts'
import { decisionLine, TAIL } from './read-decisions.ts'
import { StateFolder } from './state-folder.ts'
import type { Decision, DecisionRecord, Organization } from './store.ts'

const test = suite('laws of the state folder')

const dataset = smallWorld()
const numeros = dataset.relatorios.slice(2, 10).map(({ numero }) => numero)
const rules = { once: false, touch: true }

const aStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      decide: fc.nat(numeros.length - 1),
      aprovar: fc.boolean(),
      long: fc.nat(3).map((one) => one === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ reset: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ checkpoint: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ restore: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ reopen: fc.constant(true) }) },
  { weight: 2, arbitrary: fc.record({ kill: fc.nat(400) }) },
  { weight: 1, arbitrary: fc.record({ damage: fc.nat(), byte: fc.nat(255) }) },
  { weight: 1, arbitrary: fc.record({ replace: fc.constantFrom('file', 'folder', 'truncate') }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.nat(6) }) },
)

type Model = Map<string, Decision>

/** The decisions that a world has, each report once. */
function decidedIn(store: FileStore): Model {
  return new Map(
    reportChanges(store, [])
      .map(({ numero, after }) => [numero, after as Decision] as const)
      .sort(),
  )
}

const sorted = (model: Model) => new Map([...model].sort())

test('whatever happens between decisions, no acknowledged one is lost, none is there twice, all can be read', () =>
  fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 40 }), (steps) =>
      inFolder(async (outer) => {
        const notices: string[] = []
        let place = join(outer, '0')
        const open = () => {
          const folder = StateFolder.enter(place)
          try {
            return FileStore.open(folder, new MemoryStore(dataset), (line) => notices.push(line)).store
          } catch (error) {
            folder.leave()
            throw error
          }
        }
        let store = open()
        let model: Model = new Map()
        const past = new Set<string>()
        const checkpoints: { decisions: readonly DecisionRecord[]; model: Model }[] = []
        const assertSame = () => {
          assert.equal(decidedIn(store), sorted(model))
          const [organization] = store.organizations as [Organization]
          for (const numero of numeros) {
            assert.is(
              store.report(organization, numero),
              model.has(numero) ? (model.get(numero)?.aprovar ? 'approved' : 'rejected') : 'undecided',
            )
          }
        }
        for (const [i, step] of steps.entries()) {
          if ('decide' in step) {
            const [organization] = store.organizations as [Organization]
            const numero = numeros[step.decide] as string
            const decision = {
              aprovar: step.aprovar,
              mensagem: `${i} ${(step.long ? 'longo ' : '').repeat(60_000)}`,
            }
            assert.ok(await store.decide(organization, numero, decision, rules))
            model.set(numero, decision)
            past.add(numero + JSON.stringify(decision))
          } else if ('reset' in step) {
            await store.restore([])
            model = new Map()
          } else if ('checkpoint' in step) {
            checkpoints.push({ decisions: store.decisions(), model: new Map(model) })
          } else if ('restore' in step) {
            const checkpoint = checkpoints[step.restore % Math.max(1, checkpoints.length)]
            await store.restore(checkpoint?.decisions ?? [])
            model = new Map(checkpoint?.model)
          } else if ('reopen' in step) {
            await store.close()
            store = open()
          } else if ('kill' in step) {
            // What a killed process leaves: the files as they are, and the beginning of a write that nobody was told of.
            const left = join(outer, String(i + 1))
            cpSync(place, left, { recursive: true })
            const file = join(left, 'decisions.json')
            const whole = readFileSync(file)
            const line = Buffer.from(
              decisionLine(
                {
                  numero: numeros[0] as string,
                  aprovar: true,
                  mensagem: 'Nunca confirmado a ninguém.'.repeat(9),
                  decidido_em: new Date().toISOString(),
                  atualiza: true,
                },
                whole.length < 30,
              ),
            )
            const begun = line.subarray(0, step.kill % line.length)
            const end = whole.subarray(0, whole.length - TAIL.length)
            writeFileSync(file, Buffer.concat([end, begun, whole.subarray(end.length + begun.length)]))
            await store.close()
            place = left
            store = open()
          } else if ('damage' in step) {
            await store.close()
            const file = join(place, 'decisions.json')
            const bytes = readFileSync(file)
            bytes[step.damage % bytes.length] = step.byte
            writeFileSync(file, bytes)
            notices.length = 0
            try {
              store = open()
            } catch {
              // Nothing whole was left; whoever opens the folder then sets the file aside.
              rmSync(file)
              notices.push('set aside')
              store = open()
            }
            const after = decidedIn(store)
            const lost = [...model].filter(([numero, decision]) => {
              return JSON.stringify(after.get(numero)) !== JSON.stringify(decision)
            })
            // One byte is within two lines at most, when it was the break between them.
            if (!notices.includes('set aside')) assert.ok(lost.length <= 2)
            if (lost.length > 0) assert.ok(notices.length > 0, 'lost without a word')
            for (const [numero, decision] of after) assert.ok(past.has(numero + JSON.stringify(decision)))
            model = after
          } else if ('replace' in step) {
            const file = join(place, 'decisions.json')
            if (step.replace === 'file') rmSync(file)
            else if (step.replace === 'folder') rmSync(place, { recursive: true })
            else writeFileSync(file, '')
            const [organization] = store.organizations as [Organization]
            const decision = { aprovar: true, mensagem: `Depois da troca ${i}.` }
            assert.ok(await store.decide(organization, numeros[1] as string, decision, rules))
            model.set(numeros[1] as string, decision)
            past.add(numeros[1] + JSON.stringify(decision))
          } else {
            for (let turn = 0; turn < step.wait; turn++) await setImmediate()
          }
          assertSame()
        }
        await store.close()
        store = open()
        assertSame()
        do await setImmediate()
        while (readdirSync(place).some((name) => name.endsWith('.tmp')))
        const { size } = statSync(join(place, 'decisions.json'))
        const live = store
          .decisions()
          .reduce((sum, record) => sum + Buffer.byteLength(decisionLine(record, false)), 0)
        assert.ok(size <= live + Math.max(live, 2 ** 20) + 100, `${size} bytes for ${live}`)
        assertSame()
        await store.close()
      }),
    ),
    { numRuns: times(20, 60) },
  ))

test.run()
