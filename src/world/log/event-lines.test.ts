import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { jsonValue } from '../../contract/json-value.ts'
import { ANY_CHARACTER } from '../../testing/any-character.ts'
import type { Event } from '../event.ts'
import { eventsIn, faultOf, textOf } from './event-lines.ts'

const test = suite('lines of events')
const SEED = 39

const decision = (i: number, mensagem = `Decisão número ${i}, com ç e "aspas"`): Event => ({
  event: 'decision',
  organizacao: 'a',
  numero: `${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`,
  aprovar: i % 2 === 0,
  mensagem,
  decidido_em: new Date(Date.UTC(2026, 0, 1) + i).toISOString(),
  atualiza: true,
})
const decisions = (count: number) => Array.from({ length: count }, (_, i) => decision(i))
const fileWith = (events: readonly Event[]) => Buffer.from([...textOf(events)].join(''))
const isJson = (bytes: Buffer) => jsonValue(bytes.toString()) !== undefined

function assertFound(bytes: Buffer, events: readonly Event[], fault: RegExp | undefined): void {
  const found = eventsIn(bytes)
  assert.equal(found.events, events)
  if (fault === undefined) assert.is(faultOf(found), undefined)
  else assert.match(String(faultOf(found)), fault)
}

/** Damage to a file of five decisions, whose first one is in line 3; which of them survive, and where damage is told. */
const DAMAGES: [what: string, damage: (lines: string[]) => string[], kept: string, place: string][] = [
  ['a byte that is not UTF-8', swap(5, 'com', 'c\xffm'), '0134', 'line 5'],
  ['an edited letter', swap(4, 'com', 'sem'), '0234', 'event 2'],
  ['a lost quote in the last one', swap(7, '"aprovar"', 'aprovar"'), '0123', 'line 7'],
  ['an unknown key', swap(5, '"atualiza"', '"atualizo"'), '0134', 'event 3'],
  ['an unknown key without a checksum', swap(5, /"atualiza".*\}/, '"x":true}'), '0134', 'event 3'],
  ['a missing key without a checksum', swap(5, /,"atualiza".*\}/, '}'), '0134', 'event 3'],
  ['a value of another type', swap(5, /true,"soma".*\}/, '1}'), '0134', 'event 3'],
  ['a time that is none', swap(3, '2026-01-01T00', 'ontem'), '1234', 'event 1'],
  ['a damaged beginning', swap(5, '{"event"', '{"event?'), '0134', 'line 5'],
  ['a damaged brace', swap(5, '{"event"', '?"event"'), '0134', 'line 5'],
  ['a damaged head', swap(2, 'eventos', 'evento?'), '01234', 'line 2'],
  ['a lost head', (lines) => lines.slice(2), '01234', 'its JSON syntax'],
  ['a damaged end', swap(8, ']', ')'), '01234', 'line 8'],
  ['a damaged line break', joined(4, '.'), '01234', 'line 4'],
  ['a lost comma', swap(4, ',{', '{'), '01234', 'its JSON syntax'],
  ['a line break within', swap(5, '"mensagem":"', '"mensagem":"\n'), '0134', 'line 5, line 6'],
  ['zeros', swap(5, '"mensagem":', '\0'.repeat(11)), '0134', 'line 5'],
  ['two lines', (lines) => swap(4, 'com', 'sem')(swap(6, '}', ')')(lines)), '024', 'line 4, line 6'],
  ['halves exchanged', (lines) => [...lines.slice(5), ...lines.slice(0, 5)], '34012', 'its JSON syntax'],
  ['half of it missing', (lines) => lines.slice(5), '34', 'its JSON syntax'],
  ['a doubled line', (lines) => lines.toSpliced(4, 0, lines[4] as string), '012234', ''],
]
function swap(line: number, from: string | RegExp, to: string) {
  return (lines: string[]) => lines.with(line - 1, (lines[line - 1] as string).replace(from, to))
}
function joined(line: number, broken: string) {
  return (lines: string[]) => lines.toSpliced(line - 1, 2, `${lines[line - 1]}${broken}${lines[line]}`)
}
for (const [what, damage, kept, place] of DAMAGES) {
  test(`${what}: whole events are found, and the place of the others`, () => {
    const lines = fileWith(decisions(5)).toString('latin1').split('\n')
    const text = damage(lines).join('\n')
    assert.not.equal(text, lines.join('\n'))
    const events = Array.from(kept, (i) => decision(Number(i)))
    assertFound(
      Buffer.from(text, 'latin1'),
      events,
      place === '' ? undefined : RegExp(`^is damaged \\(${place}\\)[.,]`),
    )
  })
}

const FORMS: [what: string, form: (text: string) => string][] = [
  ['indented', (text) => JSON.stringify(JSON.parse(text), null, 2)],
  ['on one line', (text) => JSON.stringify(JSON.parse(text))],
  ['with CRLF and commas at the ends', (text) => text.replaceAll('\n,', ',\n').replaceAll('\n', '\r\n')],
  ['without a line break', (text) => text.replaceAll('\n', ' ')],
  ['without its last line break', (text) => text.trim()],
  ['without checksums', (text) => text.replaceAll(/,"soma":"\w+"/g, '')],
]
for (const [what, form] of FORMS)
  test(`a file ${what} is whole, and not ours`, () => {
    const bytes = Buffer.from(form(String(fileWith(decisions(3)))))
    assertFound(bytes, decisions(3), undefined)
    assert.equal([eventsIn(bytes).isOurs, eventsIn(fileWith(decisions(3))).isOurs], [false, true])
  })

test('a person who edits an event deletes its checksum, and it is taken at its word, beside damage, too', () => {
  const edited = String(fileWith(decisions(3))).replaceAll(/número ([12])(.*),"soma":"\w+"/g, 'editada $1$2')
  const events = decisions(3).map((event, i) =>
    i === 0 ? event : decision(i, `Decisão editada ${i}, com ç e "aspas"`),
  )
  assertFound(Buffer.from(edited), events, undefined)
  assertFound(Buffer.from(edited.replace('\n]', '\n)')), events, /line 6/)
})

const NO_EVENTS: [what: string, text: string, place: string][] = [
  ['an empty file', '', 'it is empty'],
  ['no JSON', '{{{', 'its JSON syntax'],
  ['half a head', '{\n"even', 'line 2'],
  ['another document', '[]', 'its JSON syntax'],
  ['null', 'null', 'line 1'],
  ['no list', '{"eventos":1}', 'line 1'],
  ['an event that is none', '{"eventos":[null]}', 'event 1'],
  ['an event of no kind', '{"eventos":[{"event":"constructor"}]}', 'event 1'],
  ['many blanks', `${' '.repeat(200_000)}x`, 'line 1'],
]
for (const [what, text, place] of NO_EVENTS)
  test(`${what} has no events, and is told`, () => {
    assertFound(Buffer.from(text), [], RegExp(`^is damaged \\(${place}\\)\\. It has 0 whole events\\.$`))
  })

const aMessage = fc.oneof(
  fc.string({ unit: ANY_CHARACTER }),
  fc.constantFrom('{"event":', ',"soma":"', '\\', ']\n}', '\ud800'),
)
const anEvent = fc
  .tuple(fc.nat(99), aMessage)
  .map(([i, text]) => (i === 0 ? { event: 'reset' as const } : decision(i, text)))
const someEvents = fc.array(anEvent, { minLength: 1, maxLength: 6 })

test('a file that is cut at any byte has a prefix of its events, and the cut is told', () =>
  fc.assert(
    fc.property(someEvents, (events) => {
      const bytes = fileWith(events)
      for (let end = 0; end < bytes.length - 1; end++) {
        const found = eventsIn(bytes.subarray(0, end))
        const whole = bytes.subarray(0, end).toString().split('"}\n').length - 1
        assert.ok(found.events.length >= whole)
        assert.equal(found.events, events.slice(0, found.events.length))
        assert.match(String(faultOf(found)), /lacks its end|is damaged/)
      }
    }),
    { numRuns: 5, seed: SEED },
  ))

test('a write that was cut short at any byte loses nothing before it, and is no damage', () => {
  for (const begun of [0, 1, 2]) {
    const before = fileWith(decisions(begun))
    const after = fileWith(decisions(begun + 2))
    for (let end = before.length - 5; end < after.length; end++) {
      // The end of the process left the first bytes of the write, and behind them what the file had there.
      const bytes = Buffer.concat([after.subarray(0, end), before.subarray(end)])
      const { length } = eventsIn(bytes).events
      assert.ok(length >= begun)
      const told = /^lacks its end: the simulator was killed before it answered, or .* whole events?\.$/
      assertFound(bytes, decisions(length), isJson(bytes) ? undefined : told)
    }
  }
})

const aDamage = fc.record({ place: fc.nat(), damage: fc.uint8Array({ minLength: 1, maxLength: 60 }) })
test('a damaged region loses only the events that it touches, and is told', () =>
  fc.assert(
    fc.property(someEvents, aDamage, (events, { place, damage }) => {
      const bytes = fileWith(events)
      const at = place % bytes.length
      const damaged = Buffer.concat([bytes.subarray(0, at), damage, bytes.subarray(at + damage.length)])
      let lineEnd = 0
      const untouched = events.filter(() => {
        const from = bytes.indexOf('{"event":', lineEnd)
        lineEnd = bytes.indexOf('\n', from)
        return bytes.subarray(from, lineEnd).equals(damaged.subarray(from, lineEnd))
      })
      const found = eventsIn(damaged)
      assert.equal(found.events, untouched)
      if (untouched.length < events.length || !isJson(damaged))
        assert.match(String(faultOf(found)), /^(is|lacks)/)
    }),
    { numRuns: 400, seed: SEED },
  ))

test.run()
