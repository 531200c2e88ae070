import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readTime, timeFault } from './time.ts'

const test = suite('time')
const now = Date.UTC(2026, 5, 15, 12)

const times: [text: string, iso: string][] = [
  ['-3d', '2026-06-12T12:00:00.000Z'],
  ['-2h', '2026-06-15T10:00:00.000Z'],
  ['-30m', '2026-06-15T11:30:00.000Z'],
  ['+10s', '2026-06-15T12:00:10.000Z'],
  ['-0d', '2026-06-15T12:00:00.000Z'],
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T12:30Z', '2026-01-31T12:30:00.000Z'],
  ['2026-01-31T12:30:15.5Z', '2026-01-31T12:30:15.500Z'],
  ['2026-01-31T22:30:15-03:00', '2026-02-01T01:30:15.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-01-31T12:30', '2026-01-31T12:30:00.000Z'],
  ['2026-01-31 12:30:15', '2026-01-31T12:30:15.000Z'],
  ['2026-01-31T12:30:15.1239Z', '2026-01-31T12:30:15.123Z'],
  ['2026-01-31 12:30:15,123456 UTC', '2026-01-31T12:30:15.123Z'],
  ['2026-01-31 22:30:15.9-0330', '2026-02-01T02:00:15.900Z'],
]
for (const [text, iso] of times) {
  test(`${text} is ${iso}`, () => {
    assert.is(readTime(text, now), iso)
  })
}

const none: [text: string, message: RegExp][] = [
  ['', /is not a time/],
  ['ontem', /is not a time: write 2026-01-31, /],
  ['3 dias', /^is not a time/],
  ['3d', /has no sign: write -3d, or \+3d for a time in the future$/],
  ['12/31/2025', /^is not a time/],
  ['1/2/2025 9:05', /is not in an accepted time format: write 2025-02-01T09:05Z$/],
  ['31/12/2025, 9:05:07', /write 2025-12-31T09:05:07Z$/],
  ['-3w', /is not a time/],
  ['2026-02-30', /is a day or an hour that does not exist$/],
  ['2025-02-29T00:00:00.000Z', /does not exist/],
  ['2026-01-31T25:00:00Z', /does not exist/],
  ['2026-02-30 12:30:15.123456-03', /is a day or an hour that does not exist$/],
  ['2026-01-31 12:30:15-0300 x', /^is not a time/],
  ['2026-01-31 12:30:15.123456 America/Sao_Paulo', /is not a time/],
  ['infinity', /is not a time/],
  ['31-12-2025', /write 2025-12-31$/],
  ['31.12.2025 14:30', /write 2025-12-31T14:30Z$/],
  ['31/31/2025', /is not a time/],
  ['-999999d', /is not a time/],
  ['9999-12-31T23:59:59-14:00', /does not exist/],
  ['Maria de Souza 01234567890', /^is not a time/],
  ['1/2/2025 14:30', /write 2025-02-01T14:30Z$/],
]
for (const [text, message] of none) {
  test(`"${text}" is none, and it is said how one is written`, () => {
    assert.is(readTime(text, now), undefined)
    assert.match(timeFault(text), message)
  })
}

test.run()
