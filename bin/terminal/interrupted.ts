/** The error for Ctrl-C in raw mode, where the terminal sends no signal for it. */
export class Interrupted extends Error {}
