import { TOKEN_PARAMETERS, TOKEN_WORDS, UNKNOWN_NAMES } from '../../conformance/cli.ts'
import { checks, type Report, type Result } from '../../conformance/index.ts'
import { counted, nearest, printable, quirkFamilies, shellWord } from '../../src/cli.ts'
import { type Quirk, quirks as rows } from '../../src/index.ts'
import { UsageError } from '../usage-error.ts'
import { type Auditors, createAuditors } from './auditors.ts'
import { type Variant, variants } from './variants.ts'

/** Every quirk, with one for each thing that a check has a list of. */
const quirks: readonly Quirk[] = [
  ...rows,
  ...Object.values(UNKNOWN_NAMES).map(quirkFamilies['unknown-key-ignored']),
  ...TOKEN_WORDS.map(quirkFamilies['token-accepted']),
  ...TOKEN_PARAMETERS.map(quirkFamilies['token-in-query']),
]

/** The check that catches a quirk surely; others do so only if their requests happen to be sent together. */
const BY_CHANCE: Readonly<Record<string, string>> = {
  'searches-crossed-at-once': 'MEM-03',
  'busca-left-over': 'MEM-01',
  'sort-left-over': 'MEM-07',
}

/** What is proved: every quirk and variant, or those named. */
interface Subjects {
  quirks: readonly Quirk[]
  variants: readonly Variant[]
  isAll: boolean
}

/**
 * Returns the quirks and the variants with these names; without a name, all of them.
 * @throws {UsageError} when nothing has one of the names
 */
export function subjectsOf(names: readonly string[]): Subjects {
  if (names.length === 0) return { quirks, variants, isAll: true }
  const known = [...quirks, ...variants].map(({ name }) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const near = nearest(unknown, known)
    const advice =
      near === undefined ? 'docs/certificate.txt lists the names.' : `Did you mean ${shellWord(near)}?`
    throw new UsageError(`No quirk or variant is named ${printable(unknown)}. ${advice}`)
  }
  const isNamed = ({ name }: { name: string }) => names.includes(name)
  return { quirks: quirks.filter(isNamed), variants: variants.filter(isNamed), isAll: false }
}

/**
 * Proves the suite: only checks of its clause catch each quirk, some quirk fails each check that can fail, and no check
 * fails on a conformant variant. A few subjects do not prove the checks, so these are left out.
 * @returns whether all of it holds
 */
export async function selfTest(
  print: (line: string) => void,
  subjects: Subjects = subjectsOf([]),
  create: (subjects: number) => Auditors = createAuditors,
): Promise<boolean> {
  const auditors = create(1 + subjects.quirks.length + subjects.variants.length)
  try {
    return await proves(auditors, subjects, print)
  } finally {
    await auditors.close()
  }
}

async function proves(
  { audit }: Auditors,
  { quirks, variants, isAll }: Subjects,
  print: (line: string) => void,
): Promise<boolean> {
  const faults: string[] = []
  const seen = new Map<string, string[]>()
  // All are given out at once, in the order in which they are printed.
  const untouchedReport = audit({})
  const quirkReports = quirks.map(({ name }) => audit({ quirk: name }))
  const variantReports = variants.map(({ name }) => audit({ variant: name }))

  print('Untouched')
  const untouched = await untouchedReport
  const blamed = caught(untouched)
  print(`  ${untouched.summary}`)
  if (blamed.length > 0) faults.push(`the untouched simulator fails ${blamed.map(({ id }) => id).join(', ')}`)

  if (quirks.length > 0)
    print(
      `\nQuirks: each is one clause broken on purpose, and the checks that catch it, some with a warning only (?)`,
    )
  for (const [i, { name, clause }] of quirks.entries()) {
    const report = (await quirkReports[i]) as Report
    const found = caught(report)
    const sure = found.filter(({ id }) => (BY_CHANCE[name] ?? id) === id)
    // Whoever happens to ask at the same moment as another check may be hit by a quirk of that kind.
    const strangers = sure.filter((result) => !result.clause.some((id) => clause.includes(id)))
    for (const { id } of sure) seen.set(id, [...(seen.get(id) ?? []), name])
    print(
      `  ${shellWord(name).padEnd(32)} ${(clause[0] ?? '').padEnd(18)} ${sure.map(({ id, verdict }) => (verdict === 'fail' ? id : `${id}?`)).join(' ') || 'NOT CAUGHT'}${name in BY_CHANCE ? ', others by chance' : ''}`,
    )
    if (sure.length === 0) faults.push(`${name} is not caught`)
    for (const { id } of strangers)
      faults.push(`${name} is blamed by ${id}, which has nothing to do with ${clause.join(', ')}`)
  }

  if (isAll) {
    print('\nChecks: each that can fail, and by how many quirks it is failed')
    for (const { id, level } of checks) {
      if (level === 'open') continue
      const by = seen.get(id) ?? []
      print(
        `  ${id.padEnd(8)} ${String(by.length).padStart(2)}  ${by.slice(0, 3).join(', ')}${by.length > 3 ? ' …' : ''}`,
      )
      if (by.length === 0) faults.push(`${id} is failed by no quirk`)
    }
  }

  if (variants.length > 0) print('\nVariants: each has every clause right, in another way')
  for (const [i, variant] of variants.entries()) {
    const report = (await variantReports[i]) as Report
    const failed = report.results.filter(({ verdict }) => verdict === 'fail')
    print(
      `  ${variant.name.padEnd(44)} ${failed.map(({ id, detail }) => `${id} ${detail}`).join('; ') || figures(variant, report)}`,
    )
    for (const { id, detail } of failed)
      faults.push(`the variant ${variant.name} is blamed by ${id}: ${detail}`)
    if (report.verdict !== 'conformant' && !(report.verdict === 'undecided' && isThin(variant))) {
      faults.push(`the variant ${variant.name} ends otherwise: ${report.summary}`)
    }
  }

  for (const fault of faults) print(`\nNOT PROVEN: ${fault}`)
  const size = [
    counted(quirks.length, 'quirk'),
    ...(isAll ? [counted(checks.length, 'check')] : []),
    counted(variants.length, 'variant'),
  ]
  print(
    `\n${faults.length === 0 ? 'Proven' : `Not proven, ${counted(faults.length, 'fault')}`}: ${size.join(', ')}.`,
  )
  return faults.length === 0
}

/** Returns the results that are failures or warnings. A warning about an open point is about no clause. */
function caught({ results }: Report): Result[] {
  return results.filter(({ verdict, warning, level }) => verdict === 'fail' || (warning && level !== 'open'))
}

const MOVING: ReadonlySet<string> = new Set(['living', 'living-fast', 'living-in-step'])

/**
 * Returns whether a variant has too few persons, a list that changes too often, or nobody whom only one organization
 * queried, so that checks stay undecided.
 */
function isThin({ persons, habit, sharing }: Variant): boolean {
  return persons === 0 || (habit !== undefined && MOVING.has(habit)) || sharing === 'everybody'
}

function figures({ hasCopy }: Variant, { counts }: Report): string {
  // Whether a question comes before the copy has heard of a decision is luck.
  if (hasCopy) return 'not blamed'
  return counts.warnings > 0 ? `not blamed, ${counts.warnings} warned` : 'not blamed'
}
