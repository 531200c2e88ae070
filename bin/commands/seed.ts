import {
  countsOf,
  datasetText,
  LONG_SEEDING,
  percentLines,
  seedStore,
  shellWord,
  textOfCounts,
} from '../../src/cli.ts'
import { seedDataset } from '../../src/index.ts'
import type { ValuesOf } from '../flags.ts'
import { requireWritable, writeFile } from '../terminal/files.ts'
import { say } from '../terminal/say.ts'
import { UsageError } from '../usage-error.ts'
import { hideFromProcessList } from './serve.ts'

/** Writes a generated dataset to a file, to standard output or to a database. */
export async function seed({ out, store, fixture, force, ...origin }: ValuesOf<'seed'>): Promise<void> {
  const isLong = (origin.persons ?? 0) >= LONG_SEEDING
  if (store !== undefined) {
    hideFromProcessList(store)
    const onProgress = isLong ? percentLines('loading', say) : undefined
    const { shown, isLoaded, hash } = await seedStore(store, { fixture, origin, notice: say, onProgress })
    return say(`${shown}: ${isLoaded ? 'it has the data' : 'it had this data already'}. Data ${hash}.`)
  }
  if (out === undefined)
    throw new UsageError(
      '--out is missing. Use --out FILE, --out - for standard output, or --store URL for a database.',
    )
  if (out !== '-') requireWritable(out, force ? 'replace' : 'new')
  const dataset = await seedDataset(origin, isLong ? percentLines('generating', say) : undefined)
  await writeFile(out, datasetText(dataset), force)
  if (out !== '-')
    say(
      `${out}: ${textOfCounts(countsOf(dataset))}. "npx pessoas-sim --fixture ${shellWord(out)}" serves it.`,
    )
}
