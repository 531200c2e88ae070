/** The error for an invalid command line; its message says how to correct it. */
export class UsageError extends Error {}
