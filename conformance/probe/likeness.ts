/** A share of answers that are alike, and what a sample proves of the share of all. */
export interface Share {
  alike: number
  of: number
  share: number
  /** The one-sided lower bound at 95 %. */
  atLeast: number
}

const CHANCE = 0.05

/** Returns a share with its bound of Clopper and Pearson, which is never too high; 0 of 0 proves nothing. */
export function shareOf(alike: number, of: number): Share {
  return { alike, of, share: of === 0 ? 0 : alike / of, atLeast: lowerBound(alike, of) }
}

/** Returns the lower bound of the share at 95 %: with a smaller one, this many alike answers have a chance below 5 %. */
export function lowerBound(alike: number, of: number): number {
  if (alike === 0) return 0
  if (alike === of) return CHANCE ** (1 / of)
  let [low, high] = [0, 1]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (chanceOfAtLeast(alike, of, middle) > CHANCE) high = middle
    else low = middle
  }
  return low
}

/** Returns the chance of at least this many successes in a number of trials. */
function chanceOfAtLeast(successes: number, trials: number, share: number): number {
  // From all trials down: log(1) is the only coefficient that is known without a sum.
  let log = trials * Math.log(share)
  let sum = Math.exp(log)
  for (let k = trials - 1; k >= successes; k--) {
    log += Math.log((k + 1) / (trials - k)) + Math.log(1 - share) - Math.log(share)
    sum += Math.exp(log)
  }
  return sum
}
