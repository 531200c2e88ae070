import { closeSync, openSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { counted } from '../operator/counts.ts'
import { asideOf } from '../operator/replace-file.ts'
import { type Fault, rangeOf } from './read-decisions.ts'

const NAMED = 10

/**
 * Copies what is no whole decision from the file of decisions to another file.
 * @returns a line for the operator: which they were, and where their bytes are
 */
export function copyFaults(path: string, faults: readonly Fault[], kept: number): string {
  const aside = asideOf(path)
  const [from, to] = [openSync(path, 'r'), openSync(aside, 'wx')]
  try {
    for (const { bytes } of faults) {
      if (typeof bytes === 'string') writeFileSync(to, bytes)
      else for (const piece of rangeOf(from, bytes)) writeFileSync(to, piece)
      writeFileSync(to, '\n')
    }
  } finally {
    closeSync(from)
    closeSync(to)
  }
  return `${path}: ${faultLine(faults)} The bytes were copied to ${basename(aside)}, and the decisions on ${counted(kept, 'report')} are kept.`
}

/** Returns what is wrong in the file of decisions, in a line. */
export function faultLine(faults: readonly Fault[]): string {
  const damaged = faults.filter(({ isCut }) => !isCut)
  const cut = faults.filter(({ isCut }) => isCut)
  return [
    ...(damaged.length > 0 ? [`${namesOf(damaged)} ${damaged.length === 1 ? 'is' : 'are'} damaged.`] : []),
    ...cut.map(
      (fault) =>
        `${namesOf([fault])} is incomplete: its process was killed before it answered, or the file was cut.`,
    ),
  ].join(' ')
}

function namesOf(faults: readonly Fault[]): string {
  const names = faults
    .slice(0, NAMED)
    .map(({ place, numero }) => `decision ${place}${numero === undefined ? '' : ` (report ${numero})`}`)
  const more = faults.length > NAMED ? [`${faults.length - NAMED} more`] : []
  return [...names, ...more].join(', ')
}
