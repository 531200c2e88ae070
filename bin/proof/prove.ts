import { checks, type Report } from '../../conformance/index.ts'
import { counted, shellWord } from '../../src/cli.ts'
import { type Quirk, quirks } from '../../src/index.ts'
import { audit } from './audit.ts'
import { habits } from './habits.ts'
import { variantsWith } from './variants.ts'

/**
 * Proves the suite, for contributors: npm run -s prove [-- NAME …]. Only checks of its clause catch each quirk, each check
 * that can fail is failed by some quirk, and no check fails on a conformant variant.
 */

const names = process.argv.slice(2)
const isNamed = ({ name }: { name: string }) => names.length === 0 || names.includes(name)
const faults: string[] = []
const caughtBy = new Map<string, string[]>()
const print = (line: string) => void process.stdout.write(`${line}\n`)
/** A warning about an open point is about no clause. */
const foundIn = ({ results }: Report) =>
  results.filter(({ verdict, warning, level }) => verdict === 'fail' || (warning && level !== 'open'))

const untouched = await audit()
print(`Untouched\n  ${untouched.summary}, ${untouched.requests.sent} requests`)
for (const { id } of foundIn(untouched)) faults.push(`the untouched simulator is blamed by ${id}`)

print(
  '\nQuirks: each breaks one clause on purpose, and the checks that catch it, some with a warning only (?)',
)
const chosen = quirks.filter(isNamed)
for (const quirk of chosen) {
  const found = foundIn(await audit(quirk.name))
  for (const { id } of found) caughtBy.set(id, [...(caughtBy.get(id) ?? []), quirk.name])
  const told = found.map(({ id, verdict }) => (verdict === 'fail' ? id : `${id}?`)).join(' ')
  print(`  ${shellWord(quirk.name).padEnd(32)} ${String(quirk.clause[0]).padEnd(18)} ${told || 'NOT CAUGHT'}`)
  if (found.length === 0) faults.push(`${quirk.name} is not caught`)
  for (const { id, clause } of found)
    if (!isAbout(quirk, clause))
      faults.push(`${quirk.name} is blamed by ${id} (${clause}), which is not about ${quirk.clause}`)
}

if (names.length === 0) {
  print('\nChecks: each that can fail, and by how many quirks it is failed')
  for (const { id, level } of checks) {
    if (level === 'open') continue
    const by = caughtBy.get(id) ?? []
    print(
      `  ${id.padEnd(8)} ${String(by.length).padStart(2)}  ${by.slice(0, 3).join(', ')}${by.length > 3 ? ' …' : ''}`,
    )
    if (by.length === 0) faults.push(`${id} is failed by no quirk`)
  }
}

print('\nVariants: each has every clause right, in another way')
const variants = variantsWith(Object.keys(habits) as (keyof typeof habits)[]).filter(isNamed)
for (const variant of variants) {
  const report = await audit(undefined, variant)
  const failed = report.results.filter(({ verdict }) => verdict === 'fail')
  const warned = report.counts.warnings > 0 ? `, ${report.counts.warnings} warned` : ''
  print(
    `  ${variant.name}\n    ${failed.map(({ id, detail }) => `${id} ${detail}`).join('; ') || `not blamed${warned}`}`,
  )
  for (const { id } of failed) faults.push(`the variant ${variant.name} is blamed by ${id}`)
  const isThin = variant.persons < 3 || /living|everybody/.test(variant.name)
  if (report.exitCode !== 0 && !(report.exitCode === 3 && isThin))
    faults.push(`the variant ${variant.name} ends otherwise: ${report.summary}`)
}

for (const fault of faults) print(`\nNOT PROVEN: ${fault}`)
const size = [
  counted(chosen.length, 'quirk'),
  counted(checks.length, 'check'),
  counted(variants.length, 'variant'),
].join(', ')
print(`\n${faults.length === 0 ? 'Proven' : `Not proven, ${counted(faults.length, 'fault')}`}: ${size}.`)
process.exitCode = faults.length === 0 ? 0 : 1

function isAbout(quirk: Quirk, clause: readonly string[]): boolean {
  return clause.some((id) => (quirk.clause as readonly string[]).includes(id))
}
