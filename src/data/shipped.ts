import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath, URL } from 'node:url'
import { packageFile } from '../contract/package-version.ts'
import type { Language } from '../messages/translate.ts'

/** A fixture that comes with the package. */
export interface ShippedFixture {
  name: string
  file: string
  /** What it is for, if the file itself does not say so. */
  descricao?: string
}

/** The folder of all data files in the package. */
const FIXTURES = packageFile('fixtures/')

const at = (path: string) => fileURLToPath(new URL(path, FIXTURES))

/** The dataset of the default seed, because reading it is faster than generating it. */
export const DEFAULT_DATASET = at('default.json')

/** Returns the fixtures that ship: the default data, and worlds with one purpose each. */
export function shippedFixtures(): ShippedFixture[] {
  const worlds = at('worlds/')
  const names = readdirSync(worlds).sort()
  return [
    {
      name: 'default',
      file: DEFAULT_DATASET,
      descricao:
        'The default data, with the well-known values: three organizations, 137 persons of the first.',
    },
    ...names.map((name) => ({ name: name.replace(/\.yaml$/, ''), file: `${worlds}${name}` })),
  ]
}

/** Returns whether a fixture of this name ships. */
export function isShipped(name: string): boolean {
  return shippedFixtures().some((fixture) => fixture.name === name)
}

/**
 * Returns a commented fixture in YAML to begin with.
 * @param schema the path of the JSON Schema, relative to the fixture; editors use it to complete and check
 */
export function starterText(language: Language, schema: string): string {
  const text = readFileSync(at(`starter.${language}.yaml`), 'utf8')
  return text.replace(/(?<=^# yaml-language-server: \$schema=).*$/m, () => schema)
}
