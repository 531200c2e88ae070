const STEPS = ['generating', 'loading', 'indexing'] as const

/** Receives the completed share of one of three steps, 0 to 1. */
export type SeedProgress = (share: number, step: (typeof STEPS)[number]) => void

/** Returns what prints a share, 0 to 1, each time that it passes another tenth. */
export function percentLines(what: string, notice: (line: string) => void): (share: number) => void {
  let told = -1
  return (share) => {
    const percent = Math.floor(share * 10) * 10
    if (percent > told) notice(`${what}: ${percent} %`)
    told = percent
  }
}

/** Returns what prints the progress of generating data and loading it into a database. */
export function loadingLines(notice: (line: string) => void): SeedProgress {
  const steps = new Map(STEPS.map((step) => [step, percentLines(step, notice)]))
  return (share, step) => steps.get(step)?.(share)
}
