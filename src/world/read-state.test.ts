import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FileStore } from '../store/file.ts'
import { Ledger } from '../store/ledger.ts'
import { MemoryStore } from '../store/memory.ts'
import { beginningOf, readDecisions, TAIL } from '../store/read-decisions.ts'
import { StateFolder } from '../store/state-folder.ts'
import type { Organization } from '../store/store.ts'
import { numeroOf } from '../testing/model.ts'
import { inFolder, OWN_REPORT, refusalOf, smallWorld } from '../testing/world.ts'
import { readState } from './read-state.ts'

const test = suite('read state')
const rules = { once: false, touch: false }
const nobody = (line: string) => assert.unreachable(line)

test('the decisions are read beside whoever uses the folder: the last on each report', () =>
  inFolder(async (folder) => {
    const { store } = FileStore.open(StateFolder.enter(folder), new MemoryStore(smallWorld()))
    const [organization] = store.organizations as [Organization]
    assert.equal(
      { ...(await readState(folder, nobody)), decisions: 0 },
      { reports: 0, decisions: 0, isWhole: true },
    )
    const [other] = store.undecided(organization, 2).slice(1) as [string]
    for (const [numero, mensagem] of [
      [OWN_REPORT, 'Primeira decisão, que outra substitui.'],
      [other, 'Decisão sobre outro relatório.'],
      [OWN_REPORT, 'Segunda decisão, que vale.'],
    ] as const) {
      await store.decide(organization, numero, { aprovar: true, mensagem }, rules)
      // A reader that comes in the middle of a write sees what was acknowledged before.
      const path = join(folder, 'decisions.json')
      const whole = readFileSync(path)
      const torn = Buffer.concat([whole.subarray(0, -5), Buffer.from('\n,{"numero":"12')])
      writeFileSync(path, torn)
      const reading = readState(folder, nobody)
      writeFileSync(path, whole)
      const { decisions, isWhole } = await reading
      assert.ok(isWhole)
      assert.is([...decisions].find((decision) => decision.numero === numero)?.mensagem, mensagem)
      // A write that nobody finishes is told.
      writeFileSync(path, torn)
      const notices: string[] = []
      const cut = await readState(folder, (line) => notices.push(line))
      assert.not(cut.isWhole)
      assert.is([...cut.decisions].find((decision) => decision.numero === numero)?.mensagem, mensagem)
      assert.match(
        notices.join(),
        /^[^\n]*decision \d is incomplete: the simulator was killed before[^\n]* It is left out here/,
      )
      writeFileSync(path, whole)
    }
    const { reports, decisions } = await readState(folder, nobody)
    assert.is(reports, 2)
    assert.equal(
      [...decisions].map(({ mensagem }) => mensagem),
      ['Segunda decisão, que vale.', 'Decisão sobre outro relatório.'],
    )
    await store.close()
  }))

test('an empty file is told, damage is told, and what cannot be read is an error of one line', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'decisions.json')
    assert.match(
      await refusalOf(readState(folder, nobody)),
      /is not a state folder: it has no decisions\.json/,
    )
    writeFileSync(path, '')
    const lines: string[] = []
    assert.equal(await readState(folder, (line) => lines.push(line)), {
      reports: 0,
      decisions: [],
      isWhole: false,
    })
    assert.equal(lines, [
      `${path} is empty, and the simulator never writes an empty file. If it had decisions, they are lost.`,
    ])
    const { store } = FileStore.open(StateFolder.enter(folder), new MemoryStore(smallWorld()))
    const [organization] = store.organizations as [Organization]
    const decision = { aprovar: true, mensagem: 'Aprovado após conferência manual.' }
    for (const numero of store.undecided(organization, 2)) {
      await store.decide(organization, numero, decision, rules)
    }
    await store.close()
    const damaged = readFileSync(path, 'utf8').replace('manual', 'mensal')
    writeFileSync(path, damaged)
    const notices: string[] = []
    const { reports, isWhole } = await readState(folder, (line) => notices.push(line))
    assert.equal([reports, isWhole], [1, false])
    assert.match(
      notices.join(),
      /decision 1 \(report 1111.*\) is damaged\. It is left out here. The next start copies it to another file\./,
    )
    assert.is(readFileSync(path, 'utf8'), damaged)
    writeFileSync(path, `${damaged.slice(0, -4)}\n,{"numero":"12`)
    await readState(folder, (line) => notices.push(line))
    const told = notices.at(-1) ?? ''
    // Somebody who always writes has a decision half written at any time.
    let writes = 0
    const writing = setInterval(() => utimesSync(path, 0, ++writes), 5)
    await readState(folder, (line) => notices.push(line))
    clearInterval(writing)
    assert.match(notices.at(-1) ?? '', /decision 1 .* is damaged\. It is left out here/)
    assert.match(told, /They are left out here. The next start copies them to another file\./)
    for (const text of ['{', 'damaged']) {
      writeFileSync(path, text.repeat(3))
      assert.match(
        await refusalOf(readState(folder, nobody)),
        /decisions\.json cannot be read: it is not valid JSON/,
      )
    }
    mkdirSync(join(folder, 'x', 'decisions.json'), { recursive: true })
    assert.match(await refusalOf(readState(join(folder, 'x'), nobody)), /cannot be read: EISDIR/)
  }))

test('a decision that lies across two reads of the file is read as it was written', () =>
  inFolder((folder) => {
    const path = join(folder, 'decisions.json')
    const ledger = new Ledger()
    for (let i = 0; i < 5_000; i++) {
      const rest = {
        mensagem: `Decisão ${i} ${'x'.repeat(i % 700)}`,
        decidido_em: '2025-01-01T00:00:00.000Z',
      }
      ledger.add({ numero: numeroOf(i), aprovar: true, atualiza: true, ...rest }, 0)
    }
    writeFileSync(path, [...beginningOf(ledger), TAIL].join(''))
    const read = readDecisions(path)
    assert.is(read?.isOurs, true)
    assert.equal(read?.ledger.records(), ledger.records())
  }))

test.run()
