import {
  type ConformanceOptions,
  type InProcessService,
  type Report,
  runConformance,
} from '../../conformance/index.ts'
import { defaultOrigin, type InProcess, serveInProcess } from '../../src/cli.ts'
import type { Dataset } from '../../src/index.ts'
import { fromCopy } from './copy.ts'
import { makeDataset, share } from './dataset.ts'
import { withHabit } from './habits.ts'
import { type Variant, variants } from './variants.ts'

/** What is audited: the service with a quirk, or a variant of it; nothing stands for the untouched one. */
export interface Subject {
  quirk?: string
  variant?: string
}

let world: Promise<Dataset> | undefined

/** Runs the whole suite, with every possible declaration, against a service of its own. */
export async function auditOf({ quirk, variant: name }: Subject): Promise<Report> {
  world ??= makeDataset(defaultOrigin.persons)
  const variant = variants.find((one) => one.name === name)
  if (variant) return auditVariant(variant, await world)
  return audit(serveInProcess(await world, { quirks: quirk === undefined ? [] : [quirk] }))
}

async function auditVariant(
  { persons, profile = {}, habit, same, sharing, hasCopy, ...rest }: Variant,
  world: Dataset,
): Promise<Report> {
  const isWorld = persons === defaultOrigin.persons && same === undefined
  const dataset = isWorld ? world : await makeDataset(persons, same)
  const served = sharing ? share(dataset, sharing) : dataset
  const sim = serveInProcess(served, { profile })
  if (hasCopy) return audit(sim, { service: fromCopy(sim, serveInProcess(served, { profile })) })
  return audit(sim, habit ? { service: withHabit(sim, habit) } : rest)
}

function audit(
  { ask, organizations }: InProcess,
  { scheme = '', service = ask }: Pick<Variant, 'scheme'> & { service?: InProcessService } = {},
): Promise<Report> {
  const [own, other] = organizations
  const disabled = organizations.find(({ enabled }) => !enabled)
  const reports = own?.reports.slice(0, 4) ?? []
  const options: ConformanceOptions = {
    url: 'http://localhost',
    service,
    token: scheme + own?.token,
    otherToken: scheme + other?.token,
    disabledToken: scheme + disabled?.token,
    foreignReport: other?.reports[0],
    reports,
    allowWrites: reports.length > 0,
  }
  return runConformance(options).report()
}
