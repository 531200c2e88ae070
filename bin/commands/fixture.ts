import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import {
  datasetText,
  findingLine,
  fixtureSchema,
  fixtureText,
  printable,
  shellWord,
  starterText,
} from '../../src/cli.ts'
import { checkFixture, fixtureFromCsv, listFixtures, OperatorError } from '../../src/index.ts'
import { languageTag } from '../../src/messages/translate.ts'
import type { ValuesOf } from '../flags.ts'
import { requireWritable, writeFile, writeOut } from '../terminal/files.ts'
import { say } from '../terminal/say.ts'
import { UsageError } from '../usage-error.ts'

const schemaText = () => `${JSON.stringify(fixtureSchema, null, 2)}\n`

/** Prints the fixtures that ship, and the purpose of each. */
export async function list(): Promise<void> {
  const fixtures = await listFixtures()
  const width = Math.max(...fixtures.map(({ name }) => name.length))
  await writeOut(fixtures.map(({ name, descricao }) => `${name.padEnd(width)}  ${descricao}\n`))
}

/** Prints the JSON Schema of fixtures. */
export function schema(): Promise<void> {
  return writeOut([schemaText()])
}

/** Prints the dataset of a fixture. */
export async function show(source: string, flags: ValuesOf<'fixture show'>): Promise<void> {
  const { findings, dataset } = await checkFixture(source, { allowInvalidCpf: flags['allow-invalid-cpf'] })
  for (const finding of findings) say(findingLine(finding))
  if (dataset === undefined)
    throw new OperatorError(`${printable(source)} has errors (see above). No dataset was written.`)
  await writeOut(datasetText(dataset), true)
}

/** Writes a commented fixture to start from. Writes the schema beside it, unless an installed package has it. */
export async function init(file = 'pessoas.yaml', flags: ValuesOf<'fixture init'> = {}): Promise<void> {
  if (!/\.ya?ml$/i.test(file))
    throw new UsageError(`${file} must end in .yaml or .yml, because the new fixture has comments.`)
  requireWritable(file, flags.force ? 'replace' : 'new')
  const folder = dirname(resolve(file))
  const installed = findUpwards(folder, join('node_modules', 'pessoas-sim', 'fixtures', SCHEMA))
  const reference = installed === undefined ? SCHEMA : relative(folder, installed).split(sep).join('/')
  const own = join(dirname(file), SCHEMA)
  const hasOwn = installed === undefined && !existsSync(own)
  if (hasOwn) await writeFile(own, [schemaText()])
  await writeFile(file, [starterText(languageTag(), reference)], flags.force)
  const written = hasOwn ? `${file} and ${own} were` : `${file} was`
  say(`${written} written. Next: npx pessoas-sim --fixture ${shellWord(file)} --watch`)
}

const SCHEMA = 'fixture.schema.json'

function findUpwards(folder: string, name: string): string | undefined {
  const path = join(folder, name)
  if (existsSync(path)) return path
  return dirname(folder) === folder ? undefined : findUpwards(dirname(folder), name)
}

/** Converts a CSV file to a fixture. */
export async function fromCsv(file: string, flags: ValuesOf<'fixture from-csv'>): Promise<void> {
  const { out = '-', force, anonymize, seed } = flags
  if (out !== '-') requireWritable(out, force ? 'replace' : 'new')
  const options = { allowInvalidCpf: flags['allow-invalid-cpf'], anonymize, seed }
  const { fixture, findings, notices } = await fixtureFromCsv(file, options)
  for (const finding of findings) say(findingLine(finding))
  for (const notice of notices) say(`${file}: ${notice}`)
  if (fixture === undefined)
    throw new OperatorError(`${printable(file)} has errors (see above). Nothing was written.`)
  await writeFile(out, fixtureText(fixture, /\.ya?ml$/i.test(out) ? 'yaml' : 'json'), force)
  if (out !== '-') say(`${out} was written. "npx pessoas-sim --fixture ${shellWord(out)}" serves it.`)
}
