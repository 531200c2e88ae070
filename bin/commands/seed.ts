import { countsOf, datasetText, LONG_SEEDING, writeDataset } from '../../src/cli.ts'
import { seedDataset } from '../../src/index.ts'
import type { seedFlags, Values } from '../flags/flags.ts'
import { UsageError } from '../flags/usage-error.ts'
import { requireFree, requireReplaceable, requireWritable, writeOut } from '../terminal/files.ts'
import { say } from '../terminal/say.ts'
import { shellWord } from '../terminal/shell.ts'

/** Writes a generated dataset to a file or to standard output. */
export async function seed({ out, force, ...origin }: Values<typeof seedFlags>): Promise<void> {
  if (out === undefined)
    throw new UsageError('--out is missing. Use --out FILE, or --out - for standard output.')
  const isLong = (origin.persons ?? 0) >= LONG_SEEDING
  if (out !== '-') {
    requireWritable(out)
    // Nobody should wait for a long seeding only to learn that its file exists.
    if (isLong) requireFree(out, force)
  }
  const progress = isLong ? createProgress() : undefined
  const dataset = await seedDataset(origin, progress)
  if (out === '-') return writeOut(datasetText(dataset))
  requireReplaceable(out, datasetText(dataset), force)
  try {
    writeDataset(out, dataset)
  } catch (error) {
    throw new UsageError(
      `${out} cannot be written (${(error as Error).message}). Use --out with another file.`,
    )
  }
  say(`${out}: ${countsOf(dataset)}. "pessoas-sim --fixture ${shellWord(out)}" serves it.`)
}

function createProgress(): (share: number) => void {
  let told = -1
  return (share) => {
    const percent = Math.floor(share * 10) * 10
    if (percent > told) say(`generating: ${percent} %`)
    told = percent
  }
}
