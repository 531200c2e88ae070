import { inspect } from 'node:util'
import type { Entry } from './entry.ts'
import type { ExchangeSummary, Shower } from './exchange.ts'
import { countText, type Expected, exchanges } from './expectation.ts'
import { answerText } from './export/title.ts'
import type { Judgement } from './judge-expectation.ts'
import type { Matching, Want } from './matcher.ts'
import { type NearMiss, nearMisses } from './near-misses.ts'
import { type ShownNearMiss, VerificationError } from './verification-error.ts'

/** What a failed verification looked at. */
export interface Looked {
  entries: readonly Entry[]
  shower: Shower
  /** Milliseconds that it waited. */
  waited: number
  /** Why there may be nothing to look at. */
  hint: string | undefined
}

const MOST_LISTED = 5
const LONGEST_VALUE = 120

/** Makes the error of a verification that failed. */
export function failureOf(expected: Expected, judgement: Judgement, looked: Looked): VerificationError {
  const { shower, entries, waited, hint } = looked
  const { matched, against, lacks } = judgement
  const { matching, after, noneAfter, reveal } = expected
  const missed = lacks === 'after' ? (after as Matching) : matching
  const isTooMany = lacks === 'count' && against.length > expected.most
  const near = isTooMany || lacks === 'none-after' ? [] : nearMisses(missed, entries)
  const shownNear = near.map((miss) => shownMiss(miss, shower, reveal))
  const listed = isTooMany ? against : [...matched, ...against]
  const found = `${foundText(expected, judgement)} (${lookedText(entries.length, waited)})`
  const lines = [
    // The first line says it all: summaries of test runs show no more.
    `Expected ${countText(expected)} to match, but ${found}.`,
    ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ...listed.slice(0, MOST_LISTED).map((entry) => `  ${lineOf(shower.summary(entry, reveal))}`),
    ...(listed.length > MOST_LISTED ? [`  and ${listed.length - MOST_LISTED} more`] : []),
    'What matches:',
    ...wantLines(matching),
    ...(after ? ['after the answer to one that matches:', ...wantLines(after)] : []),
    ...(noneAfter && noneAfter !== matching
      ? ['and none after them that matches:', ...wantLines(noneAfter)]
      : []),
    ...shownNear.flatMap((miss, i) => ['', ...missLines(miss, i)]),
  ]
  return new VerificationError(lines.join('\n'), {
    ...comparison(expected, judgement, shownNear[0], missed),
    matched: listed.map((entry) => shower.summary(entry, reveal)),
    nearest: shownNear,
  })
}

function foundText(expected: Expected, judgement: Judgement): string {
  const { against, lacks } = judgement
  if (lacks === 'after') return `no earlier exchange matched after: ${wantText(expected.after as Matching)}`
  if (lacks === 'none-after') return `${exchanges(against.length)} came after`
  if (lacks === 'order') return `${exchanges(against.length)} came too early`
  const found = foundIn(expected, judgement)
  return found === 0 ? 'found none' : `found ${found}`
}

function foundIn({ most }: Expected, { matched, against, lacks }: Judgement): number {
  return lacks === 'count' && against.length > most ? against.length : matched.length
}

function lookedText(count: number, waited: number): string {
  const time = waited > 0 ? `, waited ${Math.round(waited)} ms` : ''
  return `looked at ${exchanges(count)}${time}`
}

function wantLines({ wants }: Matching): string[] {
  return wants.length === 0 ? ['  any'] : wants.map(({ name, expected }) => `  ${name}: ${shown(expected)}`)
}

function wantText({ wants }: Matching): string {
  if (wants.length === 0) return 'any'
  return `{ ${wants.map(({ name, expected }) => `${name}: ${shown(expected)}`).join(', ')} }`
}

/** Returns an exchange in one line. */
export function lineOf({ id, method, url, status, organization, outcome, faults }: ExchangeSummary): string {
  const fault = faults.length > 0 ? `, fault ${faults.join(', ')}` : ''
  const who = organization === null ? '' : ` (${organization})`
  return `#${id} ${method} ${url} → ${answerText(status, outcome)}${who}${fault}`
}

function missLines(miss: ShownNearMiss, i: number): string[] {
  const { matches, differs, hints } = miss
  return [
    `Nearest miss ${i + 1}: ${lineOf(miss)}`,
    ...Object.entries(differs).map(
      ([name, { expected, actual }]) => `  ✗ ${name}: expected ${shown(expected)}, got ${shown(actual)}`,
    ),
    ...(matches.length > 0 ? [`  ✓ ${matches.join(', ')}`] : []),
    ...hints.map((hint) => `  hint: ${hint}`),
  ]
}

function shownMiss({ entry, right, wrong }: NearMiss, shower: Shower, reveal: boolean): ShownNearMiss {
  return {
    ...shower.summary(entry, reveal),
    matches: right.map(({ name }) => name),
    differs: Object.fromEntries(
      wrong.map((want) => [
        want.name,
        { expected: want.expected, actual: shower.actual(want, entry, reveal) },
      ]),
    ),
  }
}

/** What a test runner compares: the count, and the fields of the nearest miss. */
function comparison(
  expected: Expected,
  judgement: Judgement,
  nearest: ShownNearMiss | undefined,
  { wants }: Matching,
) {
  const found = foundIn(expected, judgement)
  const fields = nearest ? Object.entries(nearest.differs) : []
  const same = nearest ? wants.filter(({ name }) => nearest.matches.includes(name)) : []
  const shared = Object.fromEntries(same.map((want: Want) => [want.name, want.expected]))
  return {
    expected: {
      count: countText(expected),
      ...shared,
      ...Object.fromEntries(fields.map(([name, differs]) => [name, differs.expected])),
    },
    actual: {
      count: exchanges(found),
      ...shared,
      ...Object.fromEntries(fields.map(([name, differs]) => [name, differs.actual])),
    },
  }
}

function shown(value: unknown): string {
  const text = inspect(value, { depth: 4, breakLength: Number.POSITIVE_INFINITY, maxArrayLength: 5 })
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}
