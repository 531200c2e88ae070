import {
  countsOf,
  datasetText,
  LONG_SEEDING,
  loadingLines,
  percentLines,
  seedStore,
  shellWord,
  textOfCounts,
  writeDataset,
} from '../../src/cli.ts'
import { type Origin, seedDataset } from '../../src/index.ts'
import type { Values } from '../flags/flag.ts'
import type { seedFlags } from '../flags/flags.ts'
import { UsageError } from '../flags/usage-error.ts'
import { requireFree, requireReplaceable, requireWritable, writeOut } from '../terminal/files.ts'
import { hideFromProcessList } from '../terminal/process-list.ts'
import { say } from '../terminal/say.ts'

/** Writes a generated dataset to a file or to standard output. */
export async function seed({
  out,
  store,
  fixture,
  force,
  ...origin
}: Values<typeof seedFlags>): Promise<void> {
  if (store !== undefined && out !== undefined)
    throw new UsageError(
      '--store and --out exclude each other: data goes to a database or to a file. Use one.',
    )
  if (store !== undefined) return seedInto(store, { fixture, origin })
  if (fixture !== undefined)
    throw new UsageError(
      '--fixture needs --store: a file is written from generated data only. Use --store URL.',
    )
  if (out === undefined)
    throw new UsageError(
      '--out is missing. Use --out FILE, --out - for standard output, or --store URL for a database.',
    )
  const isLong = (origin.persons ?? 0) >= LONG_SEEDING
  if (out !== '-') {
    requireWritable(out)
    // Nobody should wait for a long seeding only to learn that its file exists.
    if (isLong) requireFree(out, force)
  }
  const progress = isLong ? percentLines('generating', say) : undefined
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
  say(`${out}: ${countsOf(dataset)}. "npx pessoas-sim --fixture ${shellWord(out)}" serves it.`)
}

/** Loads a database. */
async function seedInto(
  store: string,
  { fixture, origin }: { fixture: string | undefined; origin: Partial<Origin> },
): Promise<void> {
  hideFromProcessList(store)
  if (fixture !== undefined && Object.keys(origin).length > 0)
    throw new UsageError(
      '--fixture has its own data: it cannot be used with --persons, --organizations or --seed.',
    )
  const isLong = (origin.persons ?? 0) >= LONG_SEEDING
  const { shown, counts, isLoaded, hash } = await seedStore(
    store,
    { fixture, origin, notice: say },
    isLong ? loadingLines(say) : undefined,
  )
  const what = counts === null ? 'it has this data' : textOfCounts(counts)
  say(
    `${shown}: ${what}${isLoaded ? '' : counts === null ? ' already' : ', which it had already'}. Data ${hash}.`,
  )
}
