import {
  appendFileSync,
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OperatorError } from '../operator/operator-error.ts'
import { ANY_CHARACTER } from '../testing/any-character.ts'
import { times } from '../testing/deep.ts'
import { numeroOf } from '../testing/model.ts'
import { mounted } from '../testing/mounted.ts'
import { inFolder } from '../testing/world.ts'
import { DecisionFile } from './decision-file.ts'
import { Unreadable } from './json-file.ts'
import { Ledger } from './ledger.ts'
import { decisionLine, HEAD, type ReadDecisions, readDecisions, TAIL } from './read-decisions.ts'
import { StateFolder } from './state-folder.ts'
import type { DecisionRecord } from './store.ts'

const test = suite('decision file')

const record = (i: number, mensagem = `Decisão número ${i}, com ç, "aspas" e\nquebra`): DecisionRecord => ({
  numero: numeroOf(i),
  aprovar: i % 2 === 0,
  mensagem,
  decidido_em: new Date(Date.UTC(2026, 0, 1) + i).toISOString(),
  atualiza: true,
})
const records = (count: number) => Array.from({ length: count }, (_, i) => record(i))

interface Bench {
  path: string
  folder: StateFolder
  notices: string[]
  file: DecisionFile
}

/** Opens a file of decisions in a folder of its own. */
async function withFile(use: (bench: Bench) => unknown): Promise<void> {
  await inFolder(async (path) => {
    const folder = StateFolder.enter(path)
    const notices: string[] = []
    const file = new DecisionFile(folder, (line) => notices.push(line))
    try {
      await use({ path: folder.file('decisions.json'), folder, notices, file })
    } finally {
      await file.close()
      folder.leave()
    }
  })
}

/** Adds decisions to a list, and writes them. */
function add(file: DecisionFile, ledger: Ledger, ...added: DecisionRecord[]): void {
  ledger.added = added
  file.write(ledger)
}

/** Returns what a new DecisionFile reads, and its notices. */
function reread({ folder }: Pick<Bench, 'folder'>): {
  found: DecisionRecord[] | undefined
  notices: string[]
} {
  const notices: string[] = []
  const file = new DecisionFile(folder, (line) => notices.push(line))
  const found = file.read()?.records()
  void file.close()
  return { found, notices }
}

/** The decisions in the file as any program reads them, without their checksums. */
function inFile(path: string): DecisionRecord[] {
  const { decisoes } = JSON.parse(readFileSync(path, 'utf8')) as {
    decisoes: (DecisionRecord & { soma: string })[]
  }
  return decisoes.map(({ soma, ...fields }) => {
    assert.match(soma, /^[0-9a-f]{8}$/)
    return fields
  })
}

test('an absent or empty file has no decisions, and a line says that a file is empty', () =>
  withFile(({ path, folder, notices, file }) => {
    assert.is(file.read(), null)
    assert.equal(notices, [])
    writeFileSync(path, '')
    assert.is(file.read(), null)
    assert.equal(notices, [
      `warning: ${path} is empty, and the simulator never writes an empty file. If it had decisions, they are lost.`,
    ])
    // Once it is written, it is not empty.
    file.write(new Ledger())
    assert.equal(reread({ folder }), { found: [], notices: [] })
  }))

test('after every write the file is one JSON document with all decisions, each with a checksum', () =>
  withFile(({ path, folder, file }) => {
    const ledger = new Ledger()
    for (const [from, to] of [
      [0, 0],
      [0, 1],
      [1, 2],
      [2, 5],
      [5, 100],
    ] as const) {
      add(file, ledger, ...records(100).slice(from, to))
      assert.equal(inFile(path), records(to))
      assert.equal(reread({ folder }), { found: records(to), notices: [] })
    }
    file.write(Ledger.of(records(3)))
    assert.equal(inFile(path), records(3))
  }))

test('several decisions may be the first of a file, or be written anew with those before them', () =>
  withFile(({ path, file }) => {
    const ledger = new Ledger()
    file.write(ledger)
    add(file, ledger, ...records(3))
    assert.equal(inFile(path), records(3))
    replaceByCopy(path)
    add(file, ledger, ...records(6).slice(3))
    assert.equal(inFile(path), records(6))
  }))

test('a file of decisions that is opened again goes on where it ended', () =>
  withFile(async ({ folder, path }) => {
    for (const [from, to] of [
      [0, 3],
      [3, 4],
      [4, 4],
      [4, 10],
    ] as const) {
      const file = new DecisionFile(folder, assert.unreachable)
      add(file, file.read() ?? new Ledger(), ...records(10).slice(from, to))
      await file.close()
    }
    assert.equal(inFile(path), records(10))
  }))

test('a closed file of decisions writes nothing', () =>
  withFile(async ({ file }) => {
    await file.close()
    assert.throws(() => file.write(new Ledger()), /decisions\.json is closed/)
  }))

test('a write that was cut short anywhere loses nothing before it, and is told from damage', () =>
  withFile(({ path, folder, file }) => {
    for (const begun of [0, 1, 2]) {
      const ledger = Ledger.of(records(begun))
      file.write(ledger)
      const before = readFileSync(path)
      add(file, ledger, ...records(begun + 2).slice(begun))
      const after = readFileSync(path)
      for (let end = before.length - '\n]\n}\n'.length; end <= after.length; end += times(3, 1)) {
        // The end of the process left the first bytes of the write, and behind them what the file had there.
        writeFileSync(path, Buffer.concat([after.subarray(0, end), before.subarray(end)]))
        const { found = [], notices } = reread({ folder })
        assert.ok(found.length >= begun && found.length <= begun + 2)
        assert.equal(found, records(found.length))
        assert.not.match(notices.join(), /damaged/)
        if (notices.length > 0) {
          const place = new RegExp(
            `decision ${found.length + 1} (\\(report .*\\) )?is incomplete: the simulator was`,
          )
          assert.match(notices.join(), place)
        }
      }
      writeFileSync(path, after)
    }
  }))

test('a file in the form of version 0.1.0, without checksums, is read and given them', () =>
  withFile(({ path, folder, file }) => {
    const lines = records(3).map((record, i) => `${i === 0 ? '' : ','}${JSON.stringify(record)}`)
    writeFileSync(path, `{\n"decisoes": [\n${lines.join('\n')}\n]\n}\n`)
    const ledger = file.read() as Ledger
    assert.equal(ledger.records(), records(3))
    file.write(ledger)
    assert.equal(inFile(path), records(3))
    assert.equal(reread({ folder }), { found: records(3), notices: [] })
  }))

test('a file that another program has formatted is read, and written our way', () =>
  withFile(({ path, folder, file }) => {
    file.write(Ledger.of(records(3)))
    const document = JSON.parse(readFileSync(path, 'utf8'))
    for (const text of [
      JSON.stringify(document, null, 2),
      JSON.stringify(document),
      readFileSync(path, 'utf8').replaceAll('\n,', ',\n').replaceAll('\n', '\r\n'),
      readFileSync(path, 'utf8').trim(),
    ]) {
      writeFileSync(path, text)
      const again = new DecisionFile(folder, assert.unreachable)
      const ledger = again.read() as Ledger
      assert.equal(ledger.records(), records(3))
      add(again, ledger, record(3))
      assert.equal(inFile(path), records(4))
      void again.close()
    }
  }))

test('a person who edits a decision deletes its checksum, and it is taken at its word', () =>
  withFile(({ path, folder, file }) => {
    file.write(Ledger.of(records(3)))
    const edited = readFileSync(path, 'utf8').replace(/número 1(.*),"soma":"\w+"/, 'editada$1')
    writeFileSync(path, edited)
    const { found, notices } = reread({ folder })
    assert.equal(notices, [])
    assert.match(found?.[1]?.mensagem as string, /^Decisão editada/)
    // With the old checksum it is damage, and so it is in a file that was formatted, too.
    for (const text of [edited, JSON.stringify(JSON.parse(edited), null, 2)]) {
      writeFileSync(path, text.replace('número 2', 'número 5'))
      const { found, notices } = reread({ folder })
      assert.equal(
        found?.map(({ numero }) => numero),
        [numeroOf(0), numeroOf(1)],
      )
      assert.match(notices.join(), new RegExp(`decision 3 \\(report ${numeroOf(2)}\\) is damaged`))
    }
  }))

/** Damage done to lines of a file of five decisions, and the decisions that must survive it. */
const damages: [what: string, damage: (lines: string[]) => string[], kept: number[], told: RegExp][] = [
  ['a byte that is not UTF-8', swap(4, 'com', 'c\xffm'), [0, 1, 3, 4], /decision 3 \(report .*\) is damaged/],
  ['an edited letter', swap(3, 'com', 'sem'), [0, 2, 3, 4], /decision 2 \(report/],
  ['a lost quote in the last one', swap(6, '"aprovar"', 'aprovar"'), [0, 1, 2, 3], /decision 5 \(report/],
  ['a damaged report number', swap(2, '"numero":"0', '"numero":"x'), [1, 2, 3, 4], /decision 1 is damaged/],
  [
    'a damaged head',
    swap(1, 'decisoes', 'decisÃes'),
    [0, 1, 2, 3, 4],
    /: the JSON syntax before decision 1 is damaged/,
  ],
  [
    'a lost head',
    (lines) => lines.slice(2),
    [0, 1, 2, 3, 4],
    /: the JSON syntax before decision 1 is damaged/,
  ],
  ['a brace before the checksum', swap(3, ',"soma"', '}"soma"'), [0, 2, 3, 4], /decision 2 \(report/],
  ['a damaged end', swap(7, ']', ')'), [0, 1, 2, 3, 4], /: the JSON syntax after decision 5 is damaged/],
  ['a lost line break', (lines) => lines.toSpliced(3, 2, `${lines[3]}${lines[4]}`), [0, 1, 2, 3, 4], /^$/],
  ['a damaged line break', joined(3, '.'), [0, 1, 2, 3, 4], /: the JSON syntax after decision 2 is damaged/],
  [
    'a damaged line break behind a damaged decision',
    (lines) => joined(3, '.')(swap(3, 'com', 'sem')(lines)),
    [0, 2, 3, 4],
    /decision 2 \(report/,
  ],
  ['a line that was doubled', (lines) => lines.toSpliced(3, 0, lines[3] as string), [0, 1, 2, 3, 4], /^$/],
  ['halves of two lines exchanged', exchangeHalves, [0, 2, 4], /decision 2 .*, decision 4 .* are damaged/],
  [
    'halves of the file exchanged',
    (lines) => [...lines.slice(5), ...lines.slice(0, 5)],
    [3, 4, 0, 1, 2],
    /the JSON syntax before decision 1, the JSON syntax after decision 2 are damaged/,
  ],
]
function swap(line: number, from: string, to: string) {
  return (lines: string[]) => lines.with(line, (lines[line] as string).replace(from, to))
}
function joined(line: number, broken: string) {
  return (lines: string[]) => lines.toSpliced(line, 2, `${lines[line]}${broken}${lines[line + 1]}`)
}
function exchangeHalves(lines: string[]): string[] {
  const [a, b] = [lines[3], lines[5]] as [string, string]
  return lines.with(3, a.slice(0, 80) + b.slice(80)).with(5, b.slice(0, 80) + a.slice(80))
}
for (const [what, damage, kept, told] of damages) {
  test(`${what}: whole decisions are kept, the rest is set aside and named`, () =>
    withFile(({ path, folder, file }) => {
      file.write(Ledger.of(records(5)))
      const lines = readFileSync(path, 'latin1').split('\n')
      const damaged = damage(lines)
      writeFileSync(path, damaged.join('\n'), 'latin1')
      const again = new DecisionFile(folder, (line) => assert.match(line, told))
      const ledger = again.read() as Ledger
      assert.equal(
        ledger.records().map(({ numero }) => Number(numero.slice(0, 8))),
        kept,
      )
      const asides = readdirSync(folder.path).filter((name) => name.endsWith('.aside'))
      const aside = asides.map((name) => readFileSync(folder.file(name), 'latin1')).join('')
      // What is not kept is set aside.
      const parts = damaged.flatMap((line) => line.split(/(?<=})\.(?=,{)/))
      const lost = parts.filter((line) => line.includes('numero') && !lines.includes(line))
      if (kept.length < 5) {
        for (const line of lost) assert.ok(aside.includes(line.replace(/^,/, '').slice(0, -1)), line)
      }
      again.write(ledger)
      void again.close()
      assert.equal(reread({ folder }), { found: kept.map((i) => record(i)), notices: [] })
      assert.equal(new Set(inFile(path).map(({ numero }) => numero)).size, kept.length)
    }))
}

test('a damaged decision is restored by hand as the line about it says', () =>
  withFile(({ path, folder, file }) => {
    file.write(Ledger.of(records(4)))
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('número 1', 'número X').replace('número 2', 'número X'))
    const again = new DecisionFile(folder, (line) =>
      assert.match(line, /correct its line, delete its "soma", and add/),
    )
    again.write(again.read() as Ledger)
    void again.close()
    const [aside] = readdirSync(folder.path).filter((name) => name.endsWith('.aside')) as [string]
    const lines = readFileSync(folder.file(aside), 'utf8').trimEnd().split('\n')
    const restored = lines.map((line, i) =>
      line.replace('número X', `número ${i + 1}`).replace(/,"soma":"\w+"/, ''),
    )
    writeFileSync(path, readFileSync(path, 'utf8').replace(HEAD, `${HEAD}\n${restored.join(',\n')},`))
    assert.equal(reread({ folder }), { found: [1, 2, 0, 3].map((i) => record(i)), notices: [] })
  }))

test('much damage is counted', () =>
  withFile(({ path, folder, file }) => {
    file.write(Ledger.of(records(15)))
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/número (?!0)/g, 'numero '))
    assert.match(reread({ folder }).notices.join(), /, 4 more are damaged\..* on 1 report were kept/)
  }))

test('whatever happens to the bytes of a file, what it still has whole is kept, and nothing else is read', () =>
  withFile(({ path, folder, file }) => {
    file.write(Ledger.of(records(6)))
    const whole = readFileSync(path)
    const lines = whole.toString('latin1').split('\n').slice(2, -3)
    const aDamage = fc.record({
      at: fc.nat(whole.length),
      removed: fc.nat(300),
      added: fc.uint8Array({ maxLength: 5 }),
    })
    fc.assert(
      fc.property(fc.array(aDamage, { minLength: 1, maxLength: 3 }), (damages) => {
        let bytes = whole
        for (const { at, removed, added } of damages) {
          bytes = Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)])
        }
        writeFileSync(path, bytes)
        const there = new Set(bytes.toString('latin1').split('\n'))
        const kept = records(6).filter((_, i) => there.has(lines[i] as string))
        let found: DecisionRecord[] | undefined = []
        try {
          found = reread({ folder }).found
        } catch (error) {
          assert.instance(error, Unreadable)
        }
        const has = new Set((found ?? []).map(({ numero }) => numero))
        for (const { numero } of kept) assert.ok(has.has(numero), numero)
        for (const decision of found ?? [])
          assert.equal(decision, record(Number(decision.numero.slice(0, 8))))
      }),
      { numRuns: times(50, 400) },
    )
  }))

test('a damaged byte in the first line is told as syntax', () =>
  withFile(({ path, folder, file }) => {
    file.write(Ledger.of(records(2)))
    // What is left of the line, `{"`, is how a decision begins, too.
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n').replace('{\r', '{"'))
    const { found, notices } = reread({ folder })
    assert.equal(found, records(2))
    assert.match(notices.join(), /json: the JSON syntax before decision 1 is damaged\. Its/)
  }))

test('a line break behind the first two bytes of a decision damages it alone', () =>
  withFile(({ path, folder, file }) => {
    file.write(Ledger.of(records(2)))
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n,', ',\n').replace('{"n', '{"\n'))
    const { found, notices } = reread({ folder })
    assert.equal(found, records(2).slice(1))
    assert.match(notices.join(), /json: decision 1( \(report [^)]*\))? is damaged\. Its/)
  }))

/** Forms in which a file of decisions may be found. */
const forms: [what: string, form: (text: string) => string][] = [
  ['as we write it', (text) => text],
  ['with CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['without line breaks', (text) => text.replaceAll('\n', ' ')],
  ['with commas at the ends', (text) => text.replaceAll('\n,', ',\n')],
]
/** A message with what looks like the syntax, and letters of two bytes. */
const A_MESSAGE = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 40 }),
  fc.array(fc.constantFrom('{', '}', '{"', ']', ',', '"numero":', '\\', '\n', 'ç', ' '), { maxLength: 12 }),
)
for (const [what, form] of forms) {
  test(`one damaged byte of a file ${what} costs at most the decision that it is in`, () =>
    withFile(({ path, folder, file }) => {
      fc.assert(
        fc.property(
          fc.array(A_MESSAGE, { minLength: 1, maxLength: 6 }),
          fc.nat(),
          fc.nat(255),
          (messages, place, byte) => {
            const all = messages.map((message, i) => record(i, [message].flat().join('')))
            file.write(Ledger.of(all))
            const whole = Buffer.from(form(readFileSync(path, 'utf8')))
            const at = place % whole.length
            const damaged = Buffer.from(whole)
            damaged[at] = byte
            writeFileSync(path, damaged)
            const hit = all.findIndex((decision) => {
              const from = whole.indexOf(textOf(decision))
              return at >= from && at < from + Buffer.byteLength(textOf(decision))
            })
            const found = readOne(folder)
            const rest = all.filter((_, i) => i !== hit)
            if (found === 'unreadable') {
              assert.equal(rest, [])
              return
            }
            const { ledger, notices, aside } = found
            const isLost = ledger.length < all.length
            assert.equal(ledger, isLost ? rest : all)
            assert.ok(!isLost || hit !== -1, 'a decision is lost that was not hit')
            const told = notices.join()
            if (hit !== -1 && byte !== whole[at]) {
              assert.ok(isLost)
              const number = `decision ${hit + 1}( \\(report [^)]*\\))?`
              const line = `json: ${number} is (damaged|incomplete: .*)\\. Its bytes were copied to`
              assert.match(told, new RegExp(line))
              // What is left of it is in the file beside.
              const from = whole.indexOf(textOf(all[hit] as DecisionRecord))
              const to = from + Buffer.byteLength(textOf(all[hit] as DecisionRecord))
              assert.ok(aside.includes(damaged.subarray(from + 2, to - 1)) || isDocument(damaged), told)
              return
            }
            if (told !== '')
              assert.match(told, /json: the JSON syntax (before|after) decision \d is damaged\. Its/)
            // What is not told is no damage, or as a write leaves it that was cut short.
            else assert.ok(isDocument(damaged) || /\n,\n\}\n$/.test(damaged.toString('latin1')))
          },
        ),
        { numRuns: times(30, 1_200) },
      )
    }))
}

/** Reads a file, and empties it and what was set aside. */
function readOne(folder: StateFolder) {
  try {
    const { found = [], notices } = reread({ folder })
    const names = readdirSync(folder.path).filter((name) => name.endsWith('.aside'))
    const aside = Buffer.concat(names.map((name) => readFileSync(folder.file(name))))
    for (const name of names) rmSync(folder.file(name))
    return { ledger: found, notices, aside }
  } catch (error) {
    assert.instance(error, Unreadable)
    return 'unreadable'
  }
}

function isDocument(bytes: Buffer): boolean {
  try {
    return JSON.parse(bytes.toString()) !== undefined
  } catch {
    return false
  }
}

test('two damaged places beside each other cost the decisions that they are in', () =>
  withFile(({ path, folder, file }) => {
    file.write(Ledger.of(records(6)))
    const lines = readFileSync(path, 'latin1').split('\n')
    const cases: [what: string, text: string, kept: number[], told: string][] = [
      [
        'the end of a decision and the break behind it',
        lines.join('\n').replace('}\n,{"numero":"00000002', '?.,{"numero":"00000002'),
        [0, 2, 3, 4, 5],
        `decision 2 (report ${numeroOf(1)}) is damaged.`,
      ],
      [
        'a break and the beginning of the decision behind it',
        lines.join('\n').replace('\n,{"numero":"00000002', '.,{"n.mero":"00000002'),
        [0, 1, 3, 4, 5],
        'decision 3 is damaged.',
      ],
      [
        'two decisions',
        lines.join('\n').replace('mero 2', 'mXro 2').replace('mero 3', 'mXro 3'),
        [0, 1, 4, 5],
        `decision 3 (report ${numeroOf(2)}), decision 4 (report ${numeroOf(3)}) are damaged.`,
      ],
      [
        'the head and the first decision',
        lines.join('\n').replace('decisoes', 'decisXes').replace('mero 0', 'mXro 0'),
        [1, 2, 3, 4, 5],
        `the JSON syntax before decision 1, decision 1 (report ${numeroOf(0)}) are damaged.`,
      ],
      [
        'the last decision and the tail',
        lines.join('\n').replace('mero 5', 'mXro 5').replace('\n]\n}', '\n)\n}'),
        [0, 1, 2, 3, 4],
        `decision 6 (report ${numeroOf(5)}), the JSON syntax after decision 6 are damaged.`,
      ],
      [
        'every line break',
        lines.join('.'),
        [0, 1, 2, 3, 4, 5],
        'the JSON syntax before decision 1, the JSON syntax after decision 1, the JSON syntax after decision 2, the JSON syntax after decision 3, the JSON syntax after decision 4, the JSON syntax after decision 5, the JSON syntax after decision 6 are damaged.',
      ],
      [
        'every line break, and the last decision',
        lines.join(' ').replace('mero 5', 'mXro 5'),
        [0, 1, 2, 3, 4],
        `decision 6 (report ${numeroOf(5)}) is damaged.`,
      ],
      [
        'every line break, and a quote of the last decision',
        lines.join(' ').replace(/"aprovar":false(?=,"mensagem":"[^"]*mero 5)/, '"aprovar:false'),
        [0, 1, 2, 3, 4],
        `decision 6 (report ${numeroOf(5)}) is damaged.`,
      ],
    ]
    for (const [what, text, kept, told] of cases) {
      assert.not.equal(text, lines.join('\n'), what)
      writeFileSync(path, text, 'latin1')
      const { found, notices } = reread({ folder })
      assert.equal(
        found,
        kept.map((i) => record(i)),
        what,
      )
      assert.ok(notices.join().includes(`json: ${told} `), `${what}: ${notices.join()}`)
    }
  }))

test('a file beyond the longest line whose every line break was changed is read whole', () =>
  withFile(({ path, folder, file }) => {
    const many = Array.from({ length: 40 }, (_, i) =>
      record(i, `${i} ${'x'.repeat(i % 4 === 0 ? 2 ** 20 : 2 ** 18)}`),
    )
    file.write(Ledger.of(many))
    assert.ok(statSync(path).size > 2 ** 24)
    writeFileSync(path, readFileSync(path, 'latin1').replaceAll('\n', '.'), 'latin1')
    assert.equal(reread({ folder }).found, many)
  }))

test('a decision weighs what its line takes in the file', () =>
  withFile(({ path, file }) => {
    file.write(Ledger.of(records(4)))
    const { ledger } = readDecisions(path) as ReadDecisions
    assert.is(HEAD.length + ledger.bytes + TAIL.length, statSync(path).size)
  }))

test('beside damage, lines are whole that another program ended otherwise', () =>
  withFile(({ path, file }) => {
    file.write(Ledger.of(records(4)))
    const text = readFileSync(path, 'utf8').replaceAll('\n,', ' ,\t\r\n')
    writeFileSync(path, text.replace('número 3', 'número 4'))
    const { ledger, faults } = readDecisions(path) as ReadDecisions
    assert.equal(ledger.records(), records(3))
    assert.equal(
      faults.map(({ place, numero }) => [place, numero]),
      [[4, numeroOf(3)]],
    )
  }))

test('a file that is not in UTF-8 is told as such', () =>
  withFile(({ path, file }) => {
    writeFileSync(path, '{"decisoes":["São"]}', 'latin1')
    assert.throws(() => file.read(), /it is not valid UTF-8/)
  }))

test('a line longer than any decision is damage', () =>
  withFile(({ path, folder, file }) => {
    file.write(Ledger.of(records(2)))
    const lines = readFileSync(path, 'utf8').split('\n')
    writeFileSync(path, lines.toSpliced(3, 0, 'x'.repeat(2 ** 24 + 1)).join('\n'))
    const { found, notices } = reread({ folder })
    assert.equal(found, records(2))
    assert.match(notices.join(), /decision 2 is damaged/)
    const [aside] = readdirSync(folder.path).filter((name) => name.endsWith('.aside')) as [string]
    assert.is(statSync(folder.file(aside)).size, 2 ** 24 + 2)
    writeFileSync(path, `{\n"decisoes": [\n${'x'.repeat(2 ** 24 + 1)}`)
    assert.throws(() => reread({ folder }), /it is not valid JSON/)
  }))

const unreadable: [what: string, text: string][] = [
  ['no JSON', '{'.repeat(3)],
  ['half a head', '{\n"deci'],
  ['another document', '[]'],
  ['null', 'null'],
  ['no list', '{"decisoes":1}'],
  ['a record of another form', '{"decisoes":[{"numero":1}]}'],
  ['a record that is none', '{"decisoes":[null]}'],
  ['a time that is none', JSON.stringify({ decisoes: [{ ...record(0), decidido_em: 'ontem' }] })],
  ['another encoding, and no checksum to prove it', `{"decisoes":[${JSON.stringify(record(0))}]}`],
]
for (const [what, text] of unreadable) {
  test(`${what} is not read, and left as it is`, () =>
    withFile(({ path, file }) => {
      writeFileSync(path, text, 'latin1')
      assert.throws(
        () => file.read(),
        (error: Error) => error instanceof Unreadable,
      )
      assert.is(readFileSync(path, 'latin1'), text)
    }))
}

test('a file beyond what a string or a buffer can hold is read piece by piece, and refused in another form', () =>
  withFile(({ path, file }) => {
    file.write(Ledger.of(records(2)))
    const text = readFileSync(path)
    // The zeros between take no room on the disk, and in a daily run they end beyond a string only.
    const size = times(2 ** 29, 2 ** 31) + 2 ** 20
    truncateSync(path, size)
    appendFileSync(path, text)
    const { ledger, faults } = readDecisions(path) as ReadDecisions
    assert.equal(ledger.records(), records(2))
    const none = { numero: undefined, isCut: false }
    const [ends, damage] = faults
    assert.equal(damage, {
      ...none,
      place: 3,
      isSyntax: false,
      bytes: { from: text.length, to: size + HEAD.length + 1 },
    })
    // One document ends before it, and another begins within it.
    assert.equal([ends?.place, ends?.isSyntax], [2, true])
    assert.is(faults.length, 2)
    truncateSync(path, 0)
    truncateSync(path, 2 ** 29)
    assert.throws(() => file.read(), /too large to be read in another/)
  }))

const changes: [what: string, change: (path: string) => void, told: RegExp][] = [
  ['deleted', (path) => rmSync(path), /decisions\.json was deleted while/],
  [
    'truncated',
    (path) => truncateSync(path),
    /was changed while.*The changed file was kept as decisions\.json\./,
  ],
  ['appended to', (path) => appendFileSync(path, '//'), /was changed while/],
  ['edited in place', (path) => editInPlace(path), /was changed while.*kept as decisions\.json\./],
  ['edited in place, with its former time', (path) => keepTime(path, editInPlace), /was changed while/],
  [
    'edited in place into another whole decision',
    (path) => editInPlace(path, textOf(record(1)), textOf(record(7))),
    /was changed while/,
  ],
  [
    'replaced',
    (path) => replaceByCopy(path),
    /was replaced while.*The changed file was kept as decisions\.json\./,
  ],
]
function replaceByCopy(path: string): void {
  cpSync(path, `${path}~`)
  renameSync(`${path}~`, path)
}
/** Overwrites text by as many bytes. */
function editInPlace(path: string, from = 'Decisão', to = 'Revisão'): void {
  const before = statSync(path, { bigint: true })
  const at = readFileSync(path).indexOf(from)
  // The clock of a file system may tick every few milliseconds only.
  do {
    const file = openSync(path, 'r+')
    writeSync(file, to, at)
    closeSync(file)
  } while (statSync(path, { bigint: true }).ctimeNs === before.ctimeNs)
  const after = statSync(path, { bigint: true })
  assert.equal([after.ino, after.size], [before.ino, before.size])
}
function keepTime(path: string, edit: (path: string) => void): void {
  const { atime, mtime } = statSync(path)
  edit(path)
  utimesSync(path, atime, mtime)
}
function textOf(decision: DecisionRecord): string {
  return decisionLine(decision, true).trim()
}
for (const [what, change, told] of changes) {
  for (const next of ['decision', 'reset'] as const) {
    test(`a file that is ${what} while it is in use is written again at the next ${next}, and a line says so`, () =>
      withFile(({ path, folder, notices, file }) => {
        const ledger = new Ledger()
        add(file, ledger, ...records(3))
        change(path)
        const left = existsSync(path) && readFileSync(path, 'utf8')
        if (next === 'decision') add(file, ledger, record(3))
        else file.write(new Ledger())
        assert.equal(inFile(path), next === 'decision' ? records(4) : [])
        assert.is(notices.length, 1)
        assert.match(notices[0] as string, told)
        for (const name of readdirSync(folder.path).filter((name) => name.endsWith('.aside'))) {
          assert.is(readFileSync(folder.file(name), 'utf8'), left)
        }
        add(file, next === 'decision' ? ledger : new Ledger(), record(4))
        assert.equal(inFile(path).at(-1), record(4))
        assert.is(notices.length, 1)
      }))
  }
}

test('a file whose times or owner changed, and whose bytes did not, is appended to without a word', () =>
  withFile(({ path, folder, notices, file }) => {
    const ledger = new Ledger()
    add(file, ledger, record(0, 'x'.repeat(9)), record(0, 'y'.repeat(9)))
    const { ino } = statSync(path)
    const harmless: ((i: number) => void)[] = [
      () => utimesSync(path, new Date(), new Date()),
      () => utimesSync(path, 1, 1),
      (i) => chmodSync(path, 0o600 + i),
      (i) => linkSync(path, folder.file(`backup-${i}`)),
      () => editInPlace(path, 'x', 'x'),
    ]
    for (const [i, touch] of harmless.entries()) {
      touch(i)
      add(file, ledger, record(i + 1))
      assert.is(statSync(path).ino, ino)
      assert.equal(inFile(path).at(-1), record(i + 1))
    }
    assert.equal(notices, [])
    // An edit right after one is noticed.
    editInPlace(path)
    add(file, ledger, record(9))
    assert.is(notices.length, 1)
  }))

test('the own writes of a file of decisions are no change of it, whichever they are', () =>
  withFile(async ({ path, folder, notices, file }) => {
    let ledger = new Ledger()
    for (let i = 0; i < 300; i++) {
      if (i % 100 === 99) ledger = new Ledger()
      if (i % 7 === 0) await setImmediate()
      add(file, ledger, ...records(i % 5), ...(i % 20 === 0 ? [record(0, LONG)] : []))
    }
    await settled(folder)
    file.write(ledger)
    await file.close()
    assert.equal(notices, [])
    assert.equal(
      readdirSync(folder.path).filter((name) => name.endsWith('.aside')),
      [],
    )
    assert.equal((readDecisions(path) as ReadDecisions).faults, [])
  }))

test('a write that fails is no change of the file', () =>
  withFile(async ({ path, folder, notices, file }) => {
    const ledger = new Ledger()
    add(file, ledger, record(0))
    const failing = { ...record(1) }
    Object.defineProperty(failing, 'mensagem', {
      enumerable: true,
      get: () => {
        throw new Error('no space')
      },
    })
    ledger.added = [record(2, LONG), failing]
    assert.throws(() => file.write(ledger), /no space/)
    add(file, ledger, record(3))
    assert.equal(inFile(path), [record(0), record(3)])
    assert.equal([notices, readdirSync(folder.path).filter((name) => name.endsWith('.aside'))], [[], []])
  }))

test('a full disk is told in one line without a stack, and nothing is recorded until there is space', () =>
  withFile(async ({ path, folder, notices, file }) => {
    const ledger = new Ledger()
    for (const [i, code] of ['ENOSPC', 'EDQUOT'].entries()) {
      const failing = { ...record(9) }
      Object.defineProperty(failing, 'mensagem', {
        enumerable: true,
        get: () => {
          throw Object.assign(new Error(`${code}: no space, write`), { code })
        },
      })
      // The first of them writes the file, and the second one appends to it.
      ledger.added = [record(8, LONG), failing]
      assert.throws(
        () => file.write(ledger),
        (error: Error) =>
          error instanceof OperatorError &&
          error.message ===
            `The disk of ${path} is full, and nothing was recorded (${code}: no space, write). Free some space, and try again.`,
      )
      assert.equal(existsSync(path) ? inFile(path) : [], records(i))
      add(file, ledger, record(i))
      assert.equal(inFile(path), records(i + 1))
    }
    assert.equal([notices, readdirSync(folder.path).filter((name) => name.endsWith('.tmp'))], [[], []])
  }))

test('a file that is edited in place before the file is closed stays so, and ours is kept beside it', () =>
  withFile(async ({ path, folder, notices, file }) => {
    add(file, new Ledger(), ...records(3))
    const whole = readFileSync(path)
    editInPlace(path)
    const edited = readFileSync(path)
    await file.close()
    assert.equal(readFileSync(path), edited)
    const [aside] = readdirSync(folder.path).filter((name) => name.endsWith('.aside')) as [string]
    assert.equal(readFileSync(folder.file(aside)), whole)
    assert.match(notices.join(), /was changed while .* lacks decisions .*left as it is/)
  }))

test('a file in the way of a folder is set aside, whole, and the folder is there again', () =>
  inFolder(async (outer) => {
    const ways: [what: string, put: (path: string) => void, left: string][] = [
      ['a file', (path) => writeFileSync(path, 'mine'), 'mine'],
      ['a link that leads nowhere', (path) => symlinkSync(join(outer, 'nowhere'), path), ''],
    ]
    for (const [what, put, left] of ways) {
      for (const next of ['decision', 'end']) {
        const folder = StateFolder.enter(join(outer, `${what} ${next}`))
        const notices: string[] = []
        const file = new DecisionFile(folder, (line) => notices.push(line))
        const ledger = new Ledger()
        add(file, ledger, record(0))
        rmSync(folder.path, { recursive: true })
        put(folder.path)
        if (next === 'decision') add(file, ledger, record(1))
        await file.close()
        folder.leave()
        assert.equal(inFile(folder.file('decisions.json')), records(next === 'decision' ? 2 : 1))
        assert.is(notices.length, 1)
        const [, name = ''] =
          /was deleted or replaced while .* What was there was kept as (.*\.aside)\.$/.exec(
            notices[0] as string,
          ) as RegExpExecArray
        if (left === '') assert.is(readlinkSync(join(outer, name)), join(outer, 'nowhere'))
        else assert.is(readFileSync(join(outer, name), 'utf8'), left)
      }
    }
  }))

test('a folder that cannot be created again is an error of two lines that says what to do', () =>
  inFolder(async (outer) => {
    const folder = StateFolder.enter(join(outer, 'project', 'state'))
    const file = new DecisionFile(folder, () => {})
    const ledger = new Ledger()
    add(file, ledger, record(0))
    rmSync(join(outer, 'project'), { recursive: true })
    writeFileSync(join(outer, 'project'), 'mine')
    ledger.added = [record(1)]
    assert.throws(
      () => file.write(ledger),
      (error: Error) =>
        error instanceof OperatorError &&
        /^The state folder .*state was deleted .* cannot be created again: ENOTDIR[^\n]*\nCheck .* tries to create it\.$/.test(
          error.message,
        ),
    )
    assert.is(readFileSync(join(outer, 'project'), 'utf8'), 'mine')
    rmSync(join(outer, 'project'))
    mkdirSync(join(outer, 'project'))
    file.write(ledger)
    await file.close()
    folder.leave()
    assert.equal(inFile(folder.file('decisions.json')), records(2))
  }))

test('the files beside the decisions are written again with the folder, and others in their place are kept', () =>
  inFolder(async (outer) => {
    const folder = StateFolder.enter(join(outer, 'state'))
    const notices: string[] = []
    const file = new DecisionFile(folder, (line) => notices.push(line))
    const large = Buffer.alloc(3 * 2 ** 20, 'maior que um pedaço, à toa ')
    writeFileSync(folder.file('dataset.json'), large)
    folder.keep('dataset.json')
    folder.keep('seed.json')
    const ledger = new Ledger()
    add(file, ledger, record(0))
    for (let i = 1; i <= 2; i++) {
      rmSync(folder.path, { recursive: true })
      add(file, ledger, record(i))
      assert.equal(readdirSync(folder.path).sort(), ['.gitignore', 'dataset.json', 'decisions.json', 'lock'])
      assert.ok(readFileSync(folder.file('dataset.json')).equals(large))
    }
    // In another folder there are others: of the same size, or of another.
    for (const [i, other] of [Buffer.alloc(large.length, 'x'), Buffer.from('{}')].entries()) {
      renameSync(folder.path, `${folder.path}.away-${i}`)
      mkdirSync(folder.path)
      writeFileSync(folder.file('dataset.json'), other)
      add(file, ledger, record(i + 3))
      assert.ok(readFileSync(folder.file('dataset.json')).equals(large))
      const [aside] = readdirSync(folder.path).filter((name) => name.endsWith('.aside')) as [string]
      assert.ok(readFileSync(folder.file(aside)).equals(other))
      assert.match(notices.at(-1) as string, new RegExp(`What was there was kept as ${aside}\\.$`))
    }
    await file.close()
    folder.leave()
  }))

test('a folder whose files cannot be written again is tried again with each decision, and lacks none in the end', () =>
  inFolder(async (outer) => {
    const folder = StateFolder.enter(join(outer, 'state'), { lock: { program: 'no-such-program' } })
    const notices: string[] = []
    const file = new DecisionFile(folder, (line) => notices.push(line))
    for (const name of ['dataset.json', 'seed.json']) {
      writeFileSync(folder.file(name), name)
      folder.keep(name)
    }
    const ledger = new Ledger()
    add(file, ledger, record(0))
    rmSync(folder.path, { recursive: true })
    mkdirSync(folder.path)
    // An edited file that can be replaced, and behind it a folder that cannot.
    writeFileSync(folder.file('dataset.json'), 'edited')
    mkdirSync(folder.file('seed.json'))
    ledger.added = [record(1)]
    for (let i = 0; i < 2; i++) {
      assert.throws(
        () => file.write(ledger),
        /state was deleted .* no decision is recorded; each new one tries to create it/s,
      )
      assert.not(existsSync(folder.file('decisions.json')))
      assert.is(readFileSync(folder.file('lock'), 'utf8'), '')
    }
    rmSync(folder.file('seed.json'), { recursive: true })
    file.write(ledger)
    for (const name of ['dataset.json', 'seed.json']) assert.is(readFileSync(folder.file(name), 'utf8'), name)
    assert.equal(inFile(folder.file('decisions.json')), records(2))
    const [aside, ...more] = readdirSync(folder.path).filter((name) => name.endsWith('.aside')) as [string]
    assert.equal(more, [])
    assert.is(readFileSync(folder.file(aside), 'utf8'), 'edited')
    assert.match(notices.at(-1) as string, new RegExp(`What was there was kept as ${aside}\\.$`))
    assert.throws(() => StateFolder.enter(folder.path, { lock: { program: 'no-such-program' } }), /in use/)
    await file.close()
    folder.leave()
  }))

const folders: [what: string, change: (folder: string) => void][] = [
  ['deleted', (folder) => rmSync(folder, { recursive: true })],
  ['moved away', (folder) => renameSync(folder, `${folder}.away`)],
  [
    'replaced',
    (folder) => {
      cpSync(folder, `${folder}.copy`, { recursive: true })
      renameSync(folder, `${folder}.away`)
      renameSync(`${folder}.copy`, folder)
    },
  ],
]
for (const [what, change] of folders) {
  test(`a folder that is ${what} while it is in use is there again with the next decision`, () =>
    inFolder(async (outer) => {
      const folder = StateFolder.enter(join(outer, 'state'))
      const notices: string[] = []
      const file = new DecisionFile(folder, (line) => notices.push(line))
      writeFileSync(folder.file('seed.json'), '{}')
      folder.keep('seed.json')
      const ledger = new Ledger()
      add(file, ledger, ...records(3))
      change(folder.path)
      add(file, ledger, record(3))
      assert.equal(inFile(folder.file('decisions.json')), records(4))
      assert.match(notices.join(), /state was deleted or replaced while .*on 4 reports were written again/)
      for (const name of ['seed.json', '.gitignore', 'lock']) assert.ok(existsSync(folder.file(name)), name)
      assert.throws(() => StateFolder.enter(folder.path), /in use by this very process/)
      await file.close()
      folder.leave()
      StateFolder.enter(folder.path).leave()
    }))
}

test('a folder that somebody else has taken over is not written to', () =>
  inFolder(async (outer) => {
    const folder = StateFolder.enter(join(outer, 'state'))
    const notices: string[] = []
    const file = new DecisionFile(folder, (line) => notices.push(line))
    const ledger = new Ledger()
    add(file, ledger, ...records(3))
    renameSync(folder.path, `${folder.path}.away`)
    const other = StateFolder.enter(folder.path)
    ledger.added = [record(3)]
    for (let i = 0; i < 2; i++) assert.throws(() => file.write(ledger), /in use by this very process/)
    assert.not(existsSync(other.file('decisions.json')))
    assert.equal(notices, [])
    other.leave()
    file.write(ledger)
    assert.is(notices.length, 1)
    assert.equal(inFile(folder.file('decisions.json')), records(4))
    await file.close()
    folder.leave()
  }))

test('a folder whose surroundings are gone is not made again', () =>
  inFolder(async (outer) => {
    const folder = StateFolder.enter(join(outer, 'project', 'state'))
    const notices: string[] = []
    const file = new DecisionFile(folder, (line) => notices.push(line))
    const ledger = new Ledger()
    add(file, ledger, ...records(3))
    rmSync(join(outer, 'project'), { recursive: true })
    ledger.added = [record(3)]
    assert.throws(() => file.write(ledger), /ENOENT.*mkdir/)
    assert.equal(notices, [])
    await file.close()
    folder.leave()
    assert.not(existsSync(join(outer, 'project')))
    assert.is(notices.length, 1)
    assert.match(
      notices[0] as string,
      /state.decisions\.json was deleted or .* on 3 reports are lost: [^\n]*ENOENT[^\n]*$/,
    )
  }))

test('what somebody deleted is written again when the file is closed, and a line says so', () =>
  inFolder(async (outer) => {
    for (const what of ['the file', 'the folder', 'the folder, and made it anew'] as const) {
      const folder = StateFolder.enter(join(outer, what))
      const notices: string[] = []
      const file = new DecisionFile(folder, (line) => notices.push(line))
      writeFileSync(folder.file('seed.json'), '{}')
      folder.keep('seed.json')
      add(file, new Ledger(), ...records(3))
      if (what === 'the file') rmSync(folder.file('decisions.json'))
      else rmSync(folder.path, { recursive: true })
      if (what === 'the folder, and made it anew') mkdirSync(folder.path)
      await file.close()
      await file.close()
      folder.leave()
      assert.equal(inFile(folder.file('decisions.json')), records(3))
      assert.ok(existsSync(folder.file('seed.json')), what)
      assert.is(notices.length, 1)
      assert.match(notices[0] as string, /was deleted .*while .*on 3 reports were written again\.$/)
      StateFolder.enter(folder.path).leave()
    }
  }))

test('a folder without decisions that is deleted stays away', () =>
  inFolder(async (outer) => {
    const folder = StateFolder.enter(join(outer, 'state'))
    const file = new DecisionFile(folder, assert.unreachable)
    file.write(new Ledger())
    rmSync(folder.path, { recursive: true })
    await file.close()
    folder.leave()
    assert.not(existsSync(folder.path))
  }))

test('data without decisions is written again too when the file is closed, and a line says so', () =>
  inFolder(async (outer) => {
    const ways: [what: string, change: (path: string) => void, told: RegExp, isThere: boolean][] = [
      ['deleted', () => {}, /was running\. Its data was written again\.$/, true],
      [
        'replaced',
        (path) => writeFileSync(path, ''),
        /again\. What was there was kept as .*\.aside\.$/,
        true,
      ],
      [
        'lost',
        (path) => rmSync(join(path, '..'), { recursive: true }),
        /and its data is lost: .*ENOENT/,
        false,
      ],
    ]
    for (const [what, change, told, isThere] of ways) {
      const folder = StateFolder.enter(join(outer, what, 'state'))
      const notices: string[] = []
      const file = new DecisionFile(folder, (line) => notices.push(line))
      for (const name of ['dataset.json', 'seed.json']) {
        writeFileSync(folder.file(name), name)
        folder.keep(name)
      }
      file.write(new Ledger())
      rmSync(folder.path, { recursive: true })
      change(folder.path)
      await file.close()
      folder.leave()
      for (const name of ['dataset.json', 'seed.json'])
        assert.is(existsSync(folder.file(name)), isThere, what)
      assert.is(notices.length, 1)
      assert.match(notices[0] as string, /^warning: [^\n]*state was deleted or replaced while [^\n]*$/)
      assert.match(notices[0] as string, told)
    }
    // A folder that is still there needs no line.
    const folder = StateFolder.enter(join(outer, 'there'))
    writeFileSync(folder.file('seed.json'), '{}')
    folder.keep('seed.json')
    const file = new DecisionFile(folder, assert.unreachable)
    file.write(new Ledger())
    await file.close()
    folder.leave()
  }))

test('a file that somebody changed stays so when the file is closed, and what it lacks is kept beside it', () =>
  withFile(async ({ path, folder, notices, file }) => {
    add(file, new Ledger(), ...records(3))
    const whole = readFileSync(path, 'utf8')
    const asides = () => readdirSync(folder.path).filter((name) => name.endsWith('.aside'))
    const changed = [JSON.stringify({ decisoes: records(2) }), '', 'gone']
    for (const [i, text] of changed.entries()) {
      const again = new DecisionFile(folder, (line) => notices.push(line))
      writeFileSync(path, whole)
      again.read()
      writeFileSync(path, text)
      await again.close()
      assert.is(readFileSync(path, 'utf8'), text)
      assert.is(notices.length, i + 1)
      const kept = asides().find((name) => notices[i]?.includes(`on 3 reports were kept as ${name}.`))
      assert.is(readFileSync(folder.file(kept as string), 'utf8'), whole)
      assert.match(notices[i] as string, /was changed while .* lacks decisions .*left as it is/)
    }
    // Nothing is lost where the file has everything, in another form and with more.
    const again = new DecisionFile(folder, assert.unreachable)
    writeFileSync(path, whole)
    again.read()
    writeFileSync(path, JSON.stringify({ decisoes: records(4) }, null, 2))
    await again.close()
    assert.is(asides().length, changed.length)
  }))

const LONG = 'x'.repeat(200_000)

/** Waits until no file is being written beside the file of decisions. */
async function settled(folder: StateFolder): Promise<void> {
  do await setImmediate()
  while (readdirSync(folder.path).some((name) => name.endsWith('.tmp')))
}

test('dropped decisions are compacted away while others are written, and none of those is lost', () =>
  withFile(async ({ path, folder, notices, file }) => {
    const ledger = new Ledger()
    for (let i = 0; i < 60; i++) {
      add(file, ledger, record(i % 3, `${LONG}${i}`), record(10 + i))
      // A few turns for each, so that a compaction has others in the middle of it.
      for (let turn = 0; turn < i % 5; turn++) await setImmediate()
      if (i % 10 < 9) continue
      await settled(folder)
      // Three decisions that count, and the ten that may have been written during the last compaction.
      const { size } = statSync(path)
      assert.ok(size < 14 * LONG.length, `${size} bytes after ${i + 1} decisions`)
    }
    const last = new Map(inFile(path).map((decision) => [decision.numero, decision]))
    for (let i = 0; i < 60; i++) assert.equal(last.get(numeroOf(10 + i)), record(10 + i))
    for (let i = 57; i < 60; i++) assert.is(last.get(numeroOf(i % 3))?.mensagem, `${LONG}${i}`)
    assert.equal(notices, [])
    const { found } = reread({ folder })
    assert.equal(new Set(found), new Set(ledger.records()))
    const texts = inFile(path).map((decision) => JSON.stringify(decision))
    assert.is(new Set(texts).size, texts.length, 'a decision is there twice')
  }))

test('a compaction that is overtaken leaves nothing behind', () =>
  withFile(async ({ path, folder, file }) => {
    const overtake: [string, (ledger: Ledger) => unknown][] = [
      ['by a reset', () => file.write(new Ledger())],
      ['by a change from outside', () => replaceByCopy(path)],
      ['by an end', () => file.close()],
    ]
    for (const [what, act] of overtake) {
      const ledger = new Ledger()
      for (let i = 0; i < 20; i++) add(file, ledger, record(0, `${LONG}${i}`))
      assert.ok(
        readdirSync(folder.path).some((name) => name.endsWith('.tmp')),
        what,
      )
      await act(ledger)
      await settled(folder)
      assert.equal(inFile(path).length, what === 'by a reset' ? 0 : 20, what)
    }
  }))

test('where a file cannot be replaced it keeps what was dropped, says so once, and is written on', () =>
  withFile(async ({ path, folder, notices, file }) => {
    await mounted(path, async () => {
      const ledger = new Ledger()
      for (let i = 0; i < 12; i++) {
        add(file, ledger, record(0, `${LONG}${i}`))
        await settled(folder)
      }
      assert.is(notices.length, 1)
      assert.match(
        notices[0] as string,
        /could not be compacted and still contains replaced decisions: EBUSY/,
      )
      assert.is(inFile(path).length, 12)
    })
  }))

test.run()
