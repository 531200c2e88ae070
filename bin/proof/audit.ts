import { type ConformanceOptions, type Report, runConformance } from '../../conformance/index.ts'
import { defaultOrigin, serveInProcess } from '../../src/cli.ts'
import type { Dataset } from '../../src/index.ts'
import { makeDataset, share } from './dataset.ts'
import { withHabit } from './habits.ts'
import type { Variant } from './variants.ts'

let usual: Promise<Dataset> | undefined

/** Runs the whole suite, with every possible declaration, against a service in this process. */
export async function audit(quirk?: string, variant: Partial<Variant> = {}): Promise<Report> {
  const { persons = defaultOrigin.persons, same, profile = {}, sharing, habit, scheme = '' } = variant
  usual ??= makeDataset(defaultOrigin.persons)
  const isUsual = persons === defaultOrigin.persons && same === undefined
  const dataset = isUsual ? await usual : await makeDataset(persons, same)
  const sim = serveInProcess(sharing ? share(dataset, sharing) : dataset, {
    profile,
    quirks: quirk === undefined ? [] : [quirk],
  })
  const [own, other] = sim.organizations
  const disabled = sim.organizations.find(({ enabled }) => !enabled)
  const reports = own?.reports.slice(0, 4) ?? []
  const options: ConformanceOptions = {
    url: 'http://localhost',
    service: habit ? withHabit(sim, habit) : sim.ask,
    token: scheme + own?.token,
    otherToken: scheme + other?.token,
    disabledToken: scheme + disabled?.token,
    foreignReport: other?.reports[0],
    reports,
    allowWrites: reports.length > 0,
  }
  return runConformance(options).report()
}
