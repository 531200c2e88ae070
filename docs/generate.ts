import { readFileSync, writeFileSync } from 'node:fs'
import { commandLineOnlyText } from '../bin/testing/command-line-only.ts'
import { fixtureSchema, profileSchema, writeDataset } from '../src/cli.ts'
import { listFixtures, seedDataset } from '../src/index.ts'
import { examplesOf, runExamples, withOutputs } from './readme/examples.ts'
import { english, openPointsTable, portuguese } from './readme/open-points.ts'
import { optionsPage } from './readme/options.ts'
import { englishWording, portugueseWording, wellKnownTable } from './readme/well-known.ts'

// Writes what is made from the code: npm run generate. Tests say when something is no longer what the code says.

const at = (name: string) => new URL(`../${name}`, import.meta.url)

/** Puts each text between the marks of its name. */
function rewrite(name: string, textsOf: (readme: string) => Record<string, string>): void {
  let readme = readFileSync(at(name), 'utf8')
  for (const [mark, text] of Object.entries(textsOf(readme))) {
    readme = readme.replace(new RegExp(`(?<=<!-- ${mark} -->\n).*?(?=<!-- /${mark} -->)`, 's'), () => text)
  }
  writeFileSync(at(name), readme)
}

const dataset = await seedDataset()
const rows = (await listFixtures()).map(({ name, descricao }) => `| \`${name}\` | ${descricao} |\n`)
const fixturesTable = `| name | |\n| --- | --- |\n${rows.join('')}`
writeDataset(new URL('../fixtures/default.json', import.meta.url).pathname, dataset)
writeFileSync(at('fixtures/profile.schema.json'), `${JSON.stringify(profileSchema(), null, 2)}\n`)
writeFileSync(at('fixtures/fixture.schema.json'), `${JSON.stringify(fixtureSchema, null, 2)}\n`)
rewrite('README.md', () => ({
  'command-line-only': commandLineOnlyText('README.md'),
  knobs: openPointsTable(english),
  'well-known': wellKnownTable(dataset, englishWording),
  fixtures: fixturesTable,
}))
rewrite('README.pt-BR.md', (readme) => ({
  'command-line-only': commandLineOnlyText('README.pt-BR.md'),
  knobs: openPointsTable(portuguese(readme)),
  'well-known': wellKnownTable(dataset, portugueseWording),
}))
const api = readFileSync(at('docs/reference/api.md'), 'utf8')
writeFileSync(at('docs/reference/api.md'), withOutputs(api, await runExamples(examplesOf(api))))
writeFileSync(at('docs/reference/options.md'), optionsPage())
