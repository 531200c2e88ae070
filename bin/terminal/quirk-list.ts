import { readFileSync } from 'node:fs'
import { groupBy } from '../../conformance/cli.ts'
import { checks } from '../../conformance/index.ts'
import { counted, headings, quirkFamilies } from '../../src/cli.ts'
import { type Quirk, quirks } from '../../src/index.ts'

/** The flags that give conformance what a check needs. Other needs are about the data. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  report: ['--allow-writes', '--report NUMBER'],
  'two-reports': ['--allow-writes', '--report NUMBER --report NUMBER'],
  'foreign-report': ['--allow-writes', '--foreign-report NUMBER'],
  'other-token': ['--other-token VALUE'],
  'disabled-token': ['--disabled-token VALUE'],
}

/**
 * Returns what gives, by the name of a quirk, the flags with which conformance fails; an empty string if none. The
 * certificate of the suite says which checks notice the quirk.
 */
export function suiteFlags(): (name: string) => string {
  const file = new URL('docs/certificate.txt', import.meta.resolve('pessoas-sim/package.json'))
  const [rows = ''] = readFileSync(file, 'utf8').split('\nChecks:')
  const flagsOf = new Map<string, string>(
    checks.map(({ id, needs = [] }) => [
      id,
      [...new Set(needs.flatMap((need) => FLAGS[need] ?? []))].join(' '),
    ]),
  )
  const needed = new Map(
    [...rows.matchAll(/^ {2}(\S+) (.*)$/gm)].map(([, name = '', row = '']) => {
      // A check with a question mark only warns.
      const ways = row.split(/[ ,]+/).flatMap((id) => flagsOf.get(id) ?? [])
      return [
        kindOf(name),
        ways.reduce((least, way) => (way.length < least.length ? way : least), ways[0] ?? ''),
      ]
    }),
  )
  return (name) => needed.get(kindOf(name)) ?? ''
}

/** Returns a name without its value: all quirks of a kind are noticed by the same checks. */
const kindOf = (name: string) => name.replace(/=.*/s, '=')

const NAME_WIDTH = 34
const SAYS_WIDTH = 62

/**
 * Returns the quirks whose name, clause or description contains a word, by the heading of their clause; an empty string
 * if there is none.
 */
export function quirkList(word: string): string {
  const families = Object.values(quirkFamilies).map((family) => family('NAME'))
  const found = [...quirks, ...families].filter(({ name, clause, says }) =>
    [name, ...clause, says].some((text) => text.toLowerCase().includes(word.toLowerCase())),
  )
  const [example] = found
  if (example === undefined) return ''
  const needed = suiteFlags()
  const flagsOf = ({ name }: Quirk) => needed(name)
  const groups = [...groupBy(found, headingOf)].flatMap(([heading, own]) =>
    [...groupBy(own, flagsOf)]
      .sort(([a], [b]) => a.length - b.length)
      .map(([flags, own]) => [headOf(heading, flags), ...own.map(rowOf)].join('\n')),
  )
  const more = word === '' ? '\nTo list those about something: pessoas-sim --list-quirks WORD' : ''
  return `${counted(found.length, 'quirk')}. To break a clause: pessoas-sim --quirk ${example.name}${more}\n\n${groups.join('\n\n')}\n`
}

function headingOf({ clause }: Quirk): string {
  const [heading] = String(clause[0]).split('-') as [keyof typeof headings]
  return `${heading} ${headings[heading]}`
}

function headOf(heading: string, flags: string): string {
  return flags === '' ? heading : `${heading}: to see conformance fail, use\n  ${flags}`
}

function rowOf({ name, says }: Quirk): string {
  const lines = says.match(new RegExp(`.{1,${SAYS_WIDTH}}(?= |$)`, 'g')) ?? []
  const texts = lines.map((line) => `${' '.repeat(NAME_WIDTH + 4)}${line.trim()}`)
  const isLong = name.length > NAME_WIDTH
  const [first = '', ...rest] = texts
  return isLong
    ? [`  ${name}`, ...texts].join('\n')
    : [`  ${name.padEnd(NAME_WIDTH)}  ${first.trim()}`, ...rest].join('\n')
}
