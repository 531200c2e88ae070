import {
  countsOf,
  datasetText,
  LONG_SEEDING,
  loadingLines,
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
    const loading = isLong ? loadingLines(say) : undefined
    const { shown, counts, isLoaded, hash } = await seedStore(
      store,
      { fixture, origin, notice: say },
      loading,
    )
    const what = counts === null ? 'it has this data' : textOfCounts(counts)
    const already = isLoaded ? '' : counts === null ? ' already' : ', which it had already'
    return say(`${shown}: ${what}${already}. Data ${hash}.`)
  }
  if (out === undefined)
    throw new UsageError(
      '--out is missing. Use --out FILE, --out - for standard output, or --store URL for a database.',
    )
  if (out !== '-') requireWritable(out, force ? 'replace' : 'new')
  const dataset = await seedDataset(origin, isLong ? percentLines('generating', say) : undefined)
  await writeFile(out, datasetText(dataset), force)
  if (out !== '-')
    say(`${out}: ${countsOf(dataset)}. "npx pessoas-sim --fixture ${shellWord(out)}" serves it.`)
}
