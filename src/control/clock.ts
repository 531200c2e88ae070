import { types } from 'node:util'
import { type Clock, systemClock } from '../operator/clock.ts'
import { shown } from '../operator/fault-text.ts'
import { OperatorError } from '../operator/operator-error.ts'

/** The mode and the time of a clock. */
export interface ClockState {
  /** `real`: follows the machine's clock; `offset`: runs ahead of it or behind; `frozen`: stands still. */
  mode: 'real' | 'offset' | 'frozen'
  /** Its time, ISO 8601 in UTC with milliseconds. */
  now: string
  /** Milliseconds that it is ahead of the machine's clock; negative if it is behind. */
  ahead: number
}

/** A moment: ISO 8601 with a time zone, a date object, or milliseconds since 1970. */
export type Moment = string | number | Date

/** The clock of a world. It dates decisions, answers and faults; it never makes the simulator wait. */
export interface WorldClock extends Clock {
  readonly state: ClockState
  /**
   * Freezes it, now or at a moment.
   * @throws {OperatorError} when the moment is not a time between 1970 and 9999
   */
  freeze(at?: Moment): void
  /** Sets it to a moment, from which it runs on. */
  set(at: Moment): void
  /** Runs it this many milliseconds ahead of the machine's clock, or behind if negative. */
  offset(milliseconds: number): void
  /** Moves it by this many milliseconds, frozen or not. */
  advance(milliseconds: number): void
  /** Follows the machine's clock again. */
  real(): void
}

/** The last millisecond of the year 9999: later ones have no four digits. */
export const LAST = 253_402_300_799_999
const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

/** A clock that its operator can set. */
export class ControlClock implements WorldClock {
  readonly #machine: Clock
  readonly #all: Set<ControlClock>
  readonly #requireOpen: () => void
  #frozen: number | undefined
  #ahead = 0

  /**
   * @param all gets this clock while it does not go as that of the machine
   * @param requireOpen throws if nobody goes by it any more
   */
  constructor(
    machine: Clock = systemClock,
    all: Set<ControlClock> = new Set(),
    requireOpen: () => void = () => {},
  ) {
    this.#machine = machine
    this.#all = all
    this.#requireOpen = requireOpen
  }

  now(): number {
    return this.#frozen ?? within(this.#machine.now() + this.#ahead)
  }

  /** Whether it goes as that of the machine. */
  get isReal(): boolean {
    return this.#frozen === undefined && this.#ahead === 0
  }

  get state(): ClockState {
    const now = this.now()
    const mode = this.#frozen !== undefined ? 'frozen' : this.#ahead === 0 ? 'real' : 'offset'
    return { mode, now: new Date(now).toISOString(), ahead: now - this.#machine.now() }
  }

  freeze(at: Moment = this.now()): void {
    this.#go(momentOf(at), 0)
  }

  set(at: Moment): void {
    this.#go(undefined, momentOf(at) - this.#machine.now())
  }

  offset(milliseconds: number): void {
    this.#go(undefined, wholeOf('offset', milliseconds))
  }

  advance(milliseconds: number): void {
    const by = wholeOf('advance', milliseconds)
    if (this.#frozen === undefined) this.#go(undefined, this.#ahead + by)
    else this.#go(within(this.#frozen + by), 0)
  }

  real(): void {
    this.#frozen = undefined
    this.#ahead = 0
    this.#all.delete(this)
  }

  #go(frozen: number | undefined, ahead: number): void {
    this.#requireOpen()
    this.#frozen = frozen
    this.#ahead = ahead
    if (this.isReal) this.#all.delete(this)
    else this.#all.add(this)
  }
}

/** @throws {OperatorError} when it is not a time with a zone between 1970 and 9999 */
function momentOf(given: Moment): number {
  const isTime = typeof given === 'string' ? isIso(given) : typeof given === 'number' || types.isDate(given)
  // JavaScript reads false and null as 1970.
  const at = isTime ? new Date(given).getTime() : Number.NaN
  if (at >= 0 && at <= LAST) return at
  throw new OperatorError(
    `${shown(given)} is not a time with a zone between 1970 and 9999. Write it as 2026-01-31T12:00:00Z.`,
  )
}

/** Returns whether a text is a time with a zone, or a day, that exists: V8 reads 31 February as 3 March. */
function isIso(text: string): boolean {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`)
  return ISO.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10))
}

/** @throws {OperatorError} when it is not an integer that keeps the time below the year 10000 */
function wholeOf(what: string, milliseconds: number): number {
  if (Number.isInteger(milliseconds) && Math.abs(milliseconds) <= LAST) return milliseconds
  throw new OperatorError(
    `${what} needs a whole number of milliseconds, of at most ${LAST}, not ${shown(milliseconds)}.`,
  )
}

function within(at: number): number {
  return Math.min(LAST, Math.max(0, at))
}
