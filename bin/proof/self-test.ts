import {
  type ConformanceOptions,
  checks,
  type Report,
  type Result,
  runConformance,
} from '../../conformance/index.ts'
import { defaultOrigin } from '../../src/cli.ts'
import { type Dataset, quirks, type RunningSimulator } from '../../src/index.ts'
import { makeDataset, serving, share } from './dataset.ts'
import { behindHabit, habits } from './habits.ts'
import { type Variant, variants } from './variants.ts'

/**
 * Proves the suite: only checks of its clause catch each quirk, some quirk fails each check that can fail, and no check
 * fails on a conformant variant.
 * @returns whether all of it holds
 */
export async function selfTest(print: (line: string) => void): Promise<boolean> {
  const faults: string[] = []
  const seen = new Map<string, string[]>()
  const world = await makeDataset(defaultOrigin.persons)

  print('Untouched')
  const untouched = await serving(world, {}, (sim) => audit(sim))
  const blamed = caught(untouched)
  print(`  ${untouched.summary}`)
  if (blamed.length > 0) faults.push(`the untouched simulator fails ${blamed.map(({ id }) => id).join(', ')}`)

  print(`\nQuirks: each is one clause broken on purpose, and the checks that catch it`)
  for (const { name, clause } of quirks) {
    const report = await serving(world, { quirks: [name] }, (sim) => audit(sim))
    const found = caught(report)
    const strangers = found.filter((result) => !result.clause.some((id) => clause.includes(id)))
    for (const { id } of found) seen.set(id, [...(seen.get(id) ?? []), name])
    print(
      `  ${name.padEnd(32)} ${(clause[0] ?? '').padEnd(18)} ${found.map(({ id }) => id).join(' ') || 'NOT CAUGHT'}`,
    )
    if (found.length === 0) faults.push(`${name} is not caught`)
    for (const { id } of strangers)
      faults.push(`${name} is blamed by ${id}, which has nothing to do with ${clause.join(', ')}`)
  }

  print('\nChecks: each that can fail, and by how many quirks it is failed')
  for (const { id, level } of checks) {
    if (level === 'open') continue
    const by = seen.get(id) ?? []
    print(
      `  ${id.padEnd(8)} ${String(by.length).padStart(2)}  ${by.slice(0, 3).join(', ')}${by.length > 3 ? ' …' : ''}`,
    )
    if (by.length === 0) faults.push(`${id} is failed by no quirk`)
  }

  print('\nVariants: each has every clause right, in another way')
  for (const variant of variants) {
    const report = await auditVariant(variant, world)
    const failed = report.results.filter(({ verdict }) => verdict === 'fail')
    print(
      `  ${variant.name.padEnd(44)} ${failed.map(({ id, detail }) => `${id} ${detail}`).join('; ') || figures(report)}`,
    )
    for (const { id, detail } of failed)
      faults.push(`the variant ${variant.name} is blamed by ${id}: ${detail}`)
    if (report.verdict !== 'conformant' && !(report.verdict === 'undecided' && isThin(variant))) {
      faults.push(`the variant ${variant.name} ends otherwise: ${report.summary}`)
    }
  }

  for (const fault of faults) print(`\nNOT PROVEN: ${fault}`)
  const size = `${quirks.length} quirks, ${checks.length} checks, ${variants.length} variants`
  print(`\n${faults.length === 0 ? 'Proven' : `Not proven, ${faults.length} faults`}: ${size}.`)
  return faults.length === 0
}

/** Returns the results that are failures or warnings. A warning about an open point is about no clause. */
function caught({ results }: Report): Result[] {
  return results.filter(({ verdict, warning, level }) => verdict === 'fail' || (warning && level !== 'open'))
}

/**
 * Returns whether a variant has too few persons, a list that changes too often, or nobody whom only one organization
 * queried, so that checks stay undecided.
 */
function isThin({ persons, habit, sharing }: Variant): boolean {
  return persons === 0 || habit === 'living' || sharing === 'everybody'
}

function figures({ counts }: Report): string {
  return counts.warnings > 0 ? `not blamed, ${counts.warnings} warned` : 'not blamed'
}

async function auditVariant(
  { persons, profile = {}, habit, same, sharing, ...rest }: Variant,
  world: Dataset,
): Promise<Report> {
  const isWorld = persons === defaultOrigin.persons && same === undefined
  const dataset = isWorld ? world : await makeDataset(persons, same)
  return serving(sharing ? share(dataset, sharing) : dataset, { profile }, (sim) => {
    if (!habit) return audit(sim, rest)
    return behindHabit(sim, habits[habit], (url) => audit(sim, { url }))
  })
}

/** Runs the whole suite with every possible declaration. */
function audit(
  sim: RunningSimulator,
  { scheme = '', url, maxPages }: Pick<Variant, 'scheme' | 'maxPages'> & { url?: string } = {},
): Promise<Report> {
  const [own, other] = sim.organizations
  const disabled = sim.organizations.find(({ enabled }) => !enabled)
  const reports = own?.reports.slice(0, 3) ?? []
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
