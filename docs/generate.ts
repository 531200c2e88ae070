import { readFileSync, writeFileSync } from 'node:fs'
import { profileSchema } from '../src/index.ts'
import { english, type Language, openPointsTable, portuguese } from '../src/testing/open-points.ts'

// Writes what is made from the code: npm run generate. Tests say when something is no longer what the code says.

const at = (name: string) => new URL(`../${name}`, import.meta.url)

function rewrite(name: string, languageOf: (readme: string) => Language): void {
  const readme = readFileSync(at(name), 'utf8')
  const table = openPointsTable(languageOf(readme))
  writeFileSync(
    at(name),
    readme.replace(/(?<=<!-- knobs -->\n).*?(?=<!-- \/knobs -->)/s, () => table),
  )
}

writeFileSync(at('fixtures/profile.schema.json'), `${JSON.stringify(profileSchema(), null, 2)}\n`)
rewrite('README.md', () => english)
rewrite('README.pt-BR.md', portuguese)
