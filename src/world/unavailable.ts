/** The store cannot be reached now: nothing is known to have changed, and a later request may succeed. */
export class Unavailable extends Error {
  /** True if a decision was sent to the database and nobody knows whether it was recorded. */
  readonly isUndecided: boolean

  constructor(
    message: string,
    { isUndecided = false, cause }: { isUndecided?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.isUndecided = isUndecided
  }
}
