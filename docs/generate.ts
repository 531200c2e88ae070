import { readFileSync, writeFileSync } from 'node:fs'
import { profileSchema } from '../src/index.ts'
import { openPointsTable } from '../src/testing/open-points.ts'

// What is made from the code: npm run generate. Tests say when it is no longer so.
const at = (name: string) => new URL(`../${name}`, import.meta.url)

writeFileSync(at('fixtures/profile.schema.json'), `${JSON.stringify(profileSchema(), null, 2)}\n`)

const readme = readFileSync(at('README.md'), 'utf8')
writeFileSync(
  at('README.md'),
  readme.replace(/(?<=<!-- knobs -->\n).*?(?=<!-- \/knobs -->)/s, openPointsTable()),
)
