/** Somebody pressed Ctrl-C where the terminal sends no signal for it. */
export class Interrupted extends Error {}
