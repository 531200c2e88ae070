import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { faultPlanSchema, fixtureSchema, openapiOf, profileSchema } from '../src/cli.ts'
import { collectionFiles } from './readme/collection.ts'
import { controlDocument, controlPage } from './readme/control-page.ts'
import { faultKindsPage } from './readme/fault-kinds-page.ts'
import { faultsPage } from './readme/faults-page.ts'
import { inPortuguese } from './readme/in-portuguese.ts'
import { llmsText } from './readme/llms.ts'
import { optionsPage } from './readme/options.ts'
import { read } from './readme/pages.ts'
import { profilePage } from './readme/profile-page.ts'

// Writes what is made from the code, and which git does not keep: `npm run generate`, a part of the build and of `npm test`.

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const control = await controlDocument()
const inBoth = { faults: faultsPage(), options: optionsPage(), profile: profilePage() }
const made = {
  'fixtures/fault-plan.schema.json': json(faultPlanSchema()),
  'fixtures/fixture.schema.json': json(fixtureSchema),
  'fixtures/profile.schema.json': json(profileSchema()),
  'docs/llms.txt': llmsText(read('docs/README.md')),
  'docs/reference/control.openapi.json': json(control),
  'docs/reference/service.openapi.json': json(openapiOf()),
  'docs/reference/control.md': controlPage(control),
  'docs/reference/fault-kinds.md': faultKindsPage(),
}
const collection = Object.entries(await collectionFiles()).map(
  ([name, text]) => [`docs/reference/collection/${name}`, text] as const,
)
rmSync(new URL('reference/collection', import.meta.url), { recursive: true, force: true })
const pages = Object.entries(inBoth).flatMap(([name, text]) => [
  [`docs/reference/${name}.md`, text] as const,
  [`docs/pt-BR/reference/${name}.md`, inPortuguese(text)] as const,
])
for (const [name, text] of [...Object.entries(made), ...pages, ...collection]) {
  const file = new URL(`../${name}`, import.meta.url)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, text)
}
