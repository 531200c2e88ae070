import { printable } from '../contract/printable.ts'
import { HIDDEN } from '../operator/path-text.ts'
import { looksPersonal } from '../operator/personal-key.ts'
import type { Place } from '../operator/place.ts'
import type { Path } from '../operator/shape.ts'

export type { Path } from '../operator/shape.ts'

/** An error or a warning about a value of a fixture. */
export interface Finding {
  severity: 'error' | 'warning'
  /** A stable name for the kind of finding, such as `repeated-cpf`. */
  rule: string
  path: Path
  /** Plain words without personal data. */
  message: string
}

export function error(rule: string, path: Path, message: string): Finding {
  return { severity: 'error', rule, path, message }
}

/** A finding with its place; fixtures passed as objects have no line numbers. */
export interface PlacedFinding extends Omit<Finding, 'path'>, Partial<Place> {
  file: string
  /** As JavaScript writes it: `pessoas[3].cpf`, counted from 0; empty for the whole document. */
  path: string
}

/** Returns a finding as one line with file, line, column, path and message, safe to print on a terminal. */
export function findingLine({ file, line, column, severity, path: all, message }: PlacedFinding): string {
  // A hidden key at the end says nothing, and the message may show it.
  const path = all.endsWith(`.${HIDDEN}`) ? all.slice(0, -HIDDEN.length - 1) : all
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  return printable([`${place}: ${severity}:`, ...(path === '' ? [] : [`${path}:`]), message].join(' '))
}

const FINDINGS_SHOWN = 50

/** Returns the lines of the first findings, and a count of the others. */
export function findingLines(findings: readonly PlacedFinding[]): string {
  const lines = findings.slice(0, FINDINGS_SHOWN).map((finding) => `  ${findingLine(finding)}`)
  const more = findings.length - lines.length
  if (more > 0) lines.push(`  and ${more} more: "npx pessoas-sim lint" prints all of them`)
  return lines.join('\n')
}

/** Returns a key of the file for a message; a key that may be personal data is hidden. */
export function shownKey(key: string): string {
  return looksPersonal(key) ? HIDDEN : printable(key)
}
