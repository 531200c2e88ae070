import { type ConformanceOptions, type Report, runConformance } from '../../conformance/index.ts'
import { defaultOrigin } from '../../src/cli.ts'
import type { Dataset, RunningSimulator } from '../../src/index.ts'
import { behindCopy } from './behind-proxy.ts'
import { makeDataset, serving, share } from './dataset.ts'
import { behindHabit } from './habits.ts'
import { type Variant, variants } from './variants.ts'

/** What is audited: the simulator with a quirk, or a variant of it; nothing stands for the untouched one. */
export interface Subject {
  quirk?: string
  variant?: string
}

let world: Promise<Dataset> | undefined

/** Runs the whole suite, with every possible declaration, against a simulator of its own. */
export async function auditOf({ quirk, variant: name }: Subject): Promise<Report> {
  world ??= makeDataset(defaultOrigin.persons)
  const variant = variants.find((one) => one.name === name)
  if (variant) return auditVariant(variant, await world)
  return serving(await world, quirk === undefined ? {} : { quirks: [quirk] }, (sim) => audit(sim))
}

async function auditVariant(
  { persons, profile = {}, habit, same, sharing, hasCopy, ...rest }: Variant,
  world: Dataset,
): Promise<Report> {
  const isWorld = persons === defaultOrigin.persons && same === undefined
  const dataset = isWorld ? world : await makeDataset(persons, same)
  const served = sharing ? share(dataset, sharing) : dataset
  return serving(served, { profile }, (sim) => {
    if (hasCopy) {
      return serving(served, { profile }, (copy) => behindCopy(sim, copy, (url) => audit(sim, { url })))
    }
    if (!habit) return audit(sim, rest)
    return behindHabit(sim, habit, (url) => audit(sim, { url }))
  })
}

function audit(
  sim: RunningSimulator,
  { scheme = '', url, maxPages }: Pick<Variant, 'scheme' | 'maxPages'> & { url?: string } = {},
): Promise<Report> {
  const [own, other] = sim.organizations
  const disabled = sim.organizations.find(({ enabled }) => !enabled)
  const reports = own?.reports.slice(0, 4) ?? []
  const options: ConformanceOptions = {
    url: url ?? sim.url,
    token: scheme + own?.token,
    otherToken: scheme + other?.token,
    disabledToken: scheme + disabled?.token,
    foreignReport: other?.reports[0],
    reports,
    allowWrites: reports.length > 0,
    maxPages,
  }
  return runConformance(options).report()
}
