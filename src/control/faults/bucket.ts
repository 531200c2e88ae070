/** A token bucket: each call takes a token, and they come back at a steady rate. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #at: number

  constructor(perSecond: number, burst: number, at: number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
    this.#at = at
  }

  /**
   * Takes a token.
   * @returns 0 if there was one, else the milliseconds until there is
   */
  take(at: number): number {
    // A clock may be set back: what is in the bucket stays.
    const passed = Math.max(0, at - this.#at)
    this.#tokens = Math.min(this.#burst, this.#tokens + (passed * this.#perSecond) / 1000)
    this.#at = at
    // Thirds of a token add up to a little less than one.
    if (this.#tokens > 1 - 1e-9) {
      this.#tokens = Math.max(0, this.#tokens - 1)
      return 0
    }
    return ((1 - this.#tokens) * 1000) / this.#perSecond
  }
}
