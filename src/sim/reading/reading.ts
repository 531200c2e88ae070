import { kindsUpwards } from '../../contract/kind-fallbacks.ts'
import type { Parameters } from '../../contract/parameter-table.ts'
import type { Profile } from '../../contract/profile.ts'
import type { BecauseOne } from '../causes/cause.ts'
import { causes } from '../causes/causes.ts'
import type { Fault } from '../refusal.ts'
import type { Settled } from './settled.ts'

/** A value of a query as it was sent: a string, or several if the parameter was repeated. */
export type RawValue = string | string[] | undefined

/** What every reader of a parameter needs. */
export interface Reading {
  profile: Profile
  settled: Settled
  refuse(fault: Fault): undefined
  /** Notes that a value did not have its plain meaning, and what became of it. */
  overlook(cause: BecauseOne, so: string): void
}

/** A value of a kind that has no plain meaning. */
export interface Odd {
  row: keyof Parameters
  kind: string
  /** The name of the parameter, where it is not the row. */
  key?: string
  /** Why a knob refuses it; tables have a cause of their own. */
  cause?: BecauseOne
  reasons: string[]
  slots: NonNullable<Fault['slots']>
}

/** Refuses a value. */
export function refuseValue({ profile, refuse }: Reading, odd: Odd): undefined {
  const { row, kind, key = row, reasons, slots } = odd
  const unknown = row === 'others' && kind !== 'no-value' && { unknown: true }
  return refuse({
    key,
    reasons,
    situation: `${row}.${kind}`,
    slots,
    ...unknown,
    cause: causeOf(profile, odd),
  })
}

/** Refuses a value, or takes it for absent. */
export function drop(reading: Reading, choice: 'refuse' | 'absent', odd: Odd): undefined {
  if (choice === 'refuse') return refuseValue(reading, odd)
  overlook(reading, odd, 'it is ignored')
  return undefined
}

/** Notes what became of a value that is not refused. */
export function overlook(reading: Reading, odd: Explained, so: string): void {
  reading.overlook(causeOf(reading.profile, odd), so)
}

type Explained = Pick<Odd, 'row' | 'kind' | 'key' | 'cause'>

/** Returns the cause for the log: that of a knob, unless a table of the profile decides. */
export function causeOf({ dialect }: Profile, { row, kind, key, cause }: Explained): BecauseOne {
  const cells: object = dialect.parameters[row] ?? {}
  const cell = kindsUpwards(row, kind).find((one) => Object.hasOwn(cells, one))
  if (cause === undefined) return () => causes.query.ofKind(row, kind, cell, key)
  if (cell === undefined) return cause
  if (row !== 'others') return () => causes.query.ofKind(row, kind, cell)
  // The name of an unknown parameter helps more than its kind.
  return (known) => {
    const { knob: _, ...own } = cause(known)
    return own
  }
}

/** Returns a value as one text, as a refusal repeats it. */
export function textOf(raw: string | string[]): string {
  return typeof raw === 'string' ? raw : raw.join(',')
}

/** Returns the one text that several are read as. */
export function oneOf(texts: string[], how: 'first' | 'last' | 'joined'): string {
  if (how === 'joined') return texts.join(',')
  return (how === 'first' ? texts[0] : texts.at(-1)) as string
}
