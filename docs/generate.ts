import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { datasetText, faultPlanSchema, fixtureSchema } from '../src/cli.ts'
import { listFixtures, seedDataset } from '../src/index.ts'
import { commandLineOnlyText } from './readme/command-line-only.ts'
import { controlDocument, controlPage } from './readme/control-page.ts'
import { examplesOf, runExamples, withOutputs } from './readme/examples.ts'
import { faultKindsTable, faultPlansTable } from './readme/fault-tables.ts'
import { faultsPage } from './readme/faults-page.ts'
import { english, openPointsTable, portuguese } from './readme/open-points.ts'
import { optionsPage } from './readme/options.ts'
import { profilePage } from './readme/profile-page.ts'
import { failureText, tableText, withProbeSummary } from './readme/suite-runs.ts'
import { englishWording, portugueseWording, wellKnownTable } from './readme/well-known.ts'

// Writes what is made from the code: npm run generate. Tests say when something is no longer what the code says.

const at = (name: string) => new URL(`../${name}`, import.meta.url)
const read = (name: string) => readFileSync(at(name), 'utf8')

function write(name: string, text: string): void {
  const isNew = !existsSync(at(name)) || read(name) !== text
  writeFileSync(at(name), text)
  console.log(`${name} ${isNew ? 'was changed' : 'is unchanged'}`)
}

/** Puts each text between the marks of its name. */
function rewrite(name: string, textsOf: (page: string) => Record<string, string>): void {
  let page = read(name)
  for (const [mark, text] of Object.entries(textsOf(page))) {
    page = page.replace(new RegExp(`(?<=<!-- ${mark} -->\n).*?(?=<!-- /${mark} -->)`, 's'), () => text)
  }
  write(name, page)
}

const dataset = await seedDataset()
const rows = (await listFixtures()).map(({ name, descricao }) => `| \`${name}\` | ${descricao} |\n`)
const fixturesTable = `| name | |\n| --- | --- |\n${rows.join('')}`
write('fixtures/default.json', [...datasetText(dataset)].join(''))
write('fixtures/fault-plan.schema.json', `${JSON.stringify(faultPlanSchema(), null, 2)}\n`)
write('fixtures/fixture.schema.json', `${JSON.stringify(fixtureSchema, null, 2)}\n`)
rewrite('docs/control/faults.md', () => ({ plans: faultPlansTable(), kinds: faultKindsTable() }))
for (const [language, folder, openPoints, wording] of [
  ['en', 'docs', () => english, englishWording],
  ['pt-BR', 'docs/pt-BR', portuguese, portugueseWording],
] as const) {
  rewrite(`${folder}/command-line.md`, () => ({ 'command-line-only': commandLineOnlyText(language) }))
  const failure = await failureText()
  rewrite(`${folder}/conformance.md`, () => ({ failure }))
  write(`${folder}/profiles.md`, await withProbeSummary(read(`${folder}/profiles.md`)))
  rewrite(`${folder}/open-points.md`, (page) => ({ knobs: openPointsTable(openPoints(page)) }))
  rewrite(`${folder}/client-rules.md`, () => ({ 'well-known': wellKnownTable(dataset, wording) }))
}
rewrite('docs/contributing/recipes.md', () => ({ table: tableText() }))
rewrite('docs/fixtures.md', () => ({ fixtures: fixturesTable }))
for (const name of ['docs/control/faults.md', 'docs/control/clock.md', 'docs/control/moves.md']) {
  const page = read(name)
  write(name, withOutputs(page, await runExamples(examplesOf(page))))
}
const api = read('docs/reference/api.md')
write('docs/reference/api.md', withOutputs(api, await runExamples(examplesOf(api))))
write('docs/reference/options.md', optionsPage())
write('docs/reference/faults.md', faultsPage())
write('docs/reference/profile.md', profilePage())
const control = await controlDocument()
write('docs/reference/control.md', controlPage(control))
write('docs/reference/control.openapi.json', `${JSON.stringify(control, null, 2)}\n`)
await import('./pictures/write.ts')
