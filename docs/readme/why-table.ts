import { MASK, NOBODY } from '../../src/service/words.ts'
import { causeCodes, causes } from '../../src/sim/causes/causes.ts'

type Row = (...given: never[]) => { code: string; reason: string }

/** What stands in a reason for a value of a request. */
const VALUE = '…'
/** Rows that need more than such a value. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  'host-foreign': [VALUE, NOBODY],
  'body-unknown-field': [VALUE, [], NOBODY],
  'query-unknown-parameter': [VALUE, [], NOBODY],
  'query-ampersand': [VALUE, NOBODY],
  'query-sort-unknown': [[]],
  'service-store-gone': [VALUE, false],
  'service-fault': [{ name: VALUE, kind: VALUE, plan: undefined, isOfStart: false }],
}
const MOST_VALUES = 4

/** Returns the table of the codes that `why` has, in the order in which a request is judged. */
export function whyTable(): string {
  const all = Object.values(causes).flatMap((rows) => Object.values(rows) as Row[])
  const rows = all.map((row, i) => {
    const code = causeCodes[i] as string
    const { reason } = row(...((samples[code] ?? Array(MOST_VALUES).fill(VALUE)) as never[]))
    return `| \`${code}\` | ${escaped(reason.replaceAll(MASK, VALUE))} |\n`
  })
  return `| code | reason |\n| --- | --- |\n${rows.join('')}`
}

/** Returns a text that Markdown shows as it is. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replace(/[|_*]/g, '\\$&')
}
