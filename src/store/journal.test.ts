import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { numeroOf } from '../testing/model.ts'
import { inFolder } from '../testing/world.ts'
import { Journal } from './journal.ts'
import { Unreadable } from './json-file.ts'
import type { DecisionRecord } from './store.ts'

const test = suite('journal')

const record = (i: number): DecisionRecord => ({
  numero: numeroOf(i),
  aprovar: i % 2 === 0,
  mensagem: `Decisão número ${i}, com ç, "aspas" e\nquebra`,
  decidido_em: new Date(Date.UTC(2026, 0, 1) + i).toISOString(),
  atualiza: true,
})
const records = (count: number) => Array.from({ length: count }, (_, i) => record(i))
const inFile = <T>(use: (path: string) => T) => inFolder((folder) => use(join(folder, 'decisions.json')))

/** What a new journal reads of a file. */
function readBack(path: string): DecisionRecord[] | null {
  const journal = new Journal(path)
  try {
    return journal.read()
  } finally {
    journal.close()
  }
}

test('an absent or empty file has no records', () =>
  inFile((path) => {
    assert.is(readBack(path), null)
    writeFileSync(path, '')
    assert.is(readBack(path), null)
  }))

test('after every write the file is one JSON document with all records', () =>
  inFile((path) => {
    const journal = new Journal(path)
    for (const count of [0, 1, 2, 5, 6, 100]) {
      journal.write(records(count))
      assert.equal(JSON.parse(readFileSync(path, 'utf8')), { decisoes: records(count) })
      assert.equal(readBack(path), records(count))
    }
    journal.write(records(3))
    assert.equal(readBack(path), records(3))
    journal.close()
  }))

test('a journal that is opened again goes on where it ended', () =>
  inFile((path) => {
    for (const count of [3, 4, 4, 10]) {
      const journal = new Journal(path)
      journal.read()
      journal.write(records(count))
      journal.close()
    }
    assert.equal(readBack(path), records(10))
  }))

test('a write that was cut short anywhere loses nothing before it', () =>
  inFile((path) => {
    const journal = new Journal(path)
    journal.write(records(2))
    const before = readFileSync(path)
    journal.write(records(4))
    journal.close()
    const after = readFileSync(path)
    const start = before.length - '\n]\n}\n'.length
    for (let end = start; end <= after.length; end++) {
      // The end of the process left the first bytes of the write, and behind them what the file had there.
      writeFileSync(path, Buffer.concat([after.subarray(0, end), before.subarray(end)]))
      const found = readBack(path) as DecisionRecord[]
      assert.ok(found.length >= 2 && found.length <= 4)
      assert.equal(found, records(found.length))
      assert.equal(JSON.parse(readFileSync(path, 'utf8')), { decisoes: found })
    }
  }))

test('a file that another hand has formatted is read, and written our way', () =>
  inFile((path) => {
    for (const text of [
      JSON.stringify({ decisoes: records(3) }, null, 2),
      JSON.stringify({ decisoes: records(3) }),
      `{\n"decisoes": [\n${records(3)
        .map((record) => ` ${JSON.stringify(record)}`)
        .join('\n,')}\n]\n}\n`,
    ]) {
      writeFileSync(path, text)
      const journal = new Journal(path)
      assert.equal(journal.read(), records(3))
      journal.write(records(4))
      journal.close()
      assert.equal(readBack(path), records(4))
    }
  }))

test('a line longer than any decision is damage, not a write that was cut short', () =>
  inFile((path) => {
    writeFileSync(path, `{\n"decisoes": [\n${'x'.repeat(2 ** 24 + 1)}`)
    assert.throws(() => readBack(path), /it is not JSON/)
  }))

const unreadable: [what: string, text: string][] = [
  ['no JSON', '{'],
  ['another document', '[]'],
  ['null', 'null'],
  ['no list', '{"decisoes":1}'],
  ['a record of another form', '{"decisoes":[{"numero":1}]}'],
  ['a record that is none', '{"decisoes":[null]}'],
  ['a time that is none', JSON.stringify({ decisoes: [{ ...record(0), decidido_em: 'ontem' }] })],
  [
    'damage in the middle',
    `{\n"decisoes": [\n${JSON.stringify(record(0))}\n,{"numero":\n,${JSON.stringify(record(1))}\n]\n}\n`,
  ],
]
for (const [what, text] of unreadable) {
  test(`${what} is not read, and left as it is`, () =>
    inFile((path) => {
      writeFileSync(path, text)
      assert.throws(
        () => readBack(path),
        (error: Error) => error instanceof Unreadable,
      )
      assert.is(readFileSync(path, 'utf8'), text)
    }))
}

test.run()
