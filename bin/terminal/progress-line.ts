import { clip } from './columns.ts'

/** How far a run is. */
export interface Progress {
  /** How many findings there are, and how many there will be. */
  done: number
  size: number
  /** What the findings are, such as `checks`. */
  of: string
  /** The check or the knob that is asked about. */
  asking: string
  requests: number
  elapsedMs: number
}

/** A run shorter than this, in milliseconds, or with fewer findings, says too little about the rest. */
const EARLY = 2_000
const FEW = 5

/** Returns how far a run is, in one line of a terminal. */
export function progressLine(
  { done, size, of, asking, requests, elapsedMs }: Progress,
  columns: number,
): string {
  const left = (elapsedMs * (size - done)) / done
  const isKnown = done >= FEW && elapsedMs >= EARLY && done < size
  const parts = [
    `${done} of ${size} ${of}`,
    asking,
    `${requests} ${requests === 1 ? 'request' : 'requests'}`,
    isKnown ? `about ${roughly(left)} left` : '',
  ]
  // A terminal breaks a line that fills its last column, and then only a part of it can be rewritten.
  return clip(parts.filter((part) => part !== '').join('  '), Math.max(10, columns - 1))
}

/** Returns a duration rounded to 5 seconds, or to minutes. */
function roughly(ms: number): string {
  const seconds = Math.max(5, Math.round(ms / 5_000) * 5)
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
