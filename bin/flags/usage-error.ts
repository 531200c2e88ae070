/** A command line that cannot be understood; its message says how to write it. */
export class UsageError extends Error {}
