import { closeSync, openSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { counted } from '../contract/counted.ts'
import { asideOf } from '../operator/replace-file.ts'
import { rangeOf } from './file-bytes.ts'
import type { Damage } from './read-decisions.ts'

const NAMED = 10

/** Says how to get back a decision from the copy. */
const RESTORE =
  'The copy has one damaged part per line: to restore a decision, stop the simulator, correct its line, delete its "soma", and add it to the list in decisions.json.'

/** What is wrong with an empty file of decisions. */
export const EMPTY =
  'is empty, and the simulator never writes an empty file. If it had decisions, they are lost.'

/**
 * Copies the damaged parts of the file of decisions, and incomplete decisions, to another file.
 * @returns a line for the operator that names them and the new file
 */
export function copyDamage(path: string, faults: readonly Damage[], kept: number): string {
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
  const copied = `${path}: ${damageLine(faults)} ${faults.length === 1 ? 'Its' : 'Their'} bytes were copied to ${basename(aside)}. The decisions on ${counted(kept, 'report')} were kept.`
  return faults.every(({ isSyntax, isCut }) => isSyntax || isCut) ? copied : `${copied} ${RESTORE}`
}

/** Returns the damage in the file of decisions as one line. */
export function damageLine(faults: readonly Damage[]): string {
  const damaged = faults.filter(({ isCut }) => !isCut)
  const cut = faults.filter(({ isCut }) => isCut)
  return [
    ...(damaged.length > 0 ? [`${namesOf(damaged)} ${damaged.length === 1 ? 'is' : 'are'} damaged.`] : []),
    ...cut.map(
      (fault) =>
        `${namesOf([fault])} is incomplete: the simulator was killed before it answered, or the file was cut off.`,
    ),
  ].join(' ')
}

function namesOf(faults: readonly Damage[]): string {
  const names = faults.slice(0, NAMED).map(nameOf)
  const more = faults.length > NAMED ? [`${faults.length - NAMED} more`] : []
  return [...names, ...more].join(', ')
}

function nameOf({ place, isSyntax, numero }: Damage): string {
  if (isSyntax)
    return place === 0 ? 'the JSON syntax before decision 1' : `the JSON syntax after decision ${place}`
  return `decision ${place}${numero === undefined ? '' : ` (report ${numero})`}`
}
