import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import {
  datasetText,
  findingLine,
  fixtureSchema,
  fixtureText,
  printable,
  shellWord,
  starterText,
  writeText,
} from '../../src/cli.ts'
import { checkFixture, fixtureFromCsv, listFixtures, OperatorError } from '../../src/index.ts'
import type { fromCsvFlags, initFlags, showFlags } from '../flags/fixture-flags.ts'
import type { Values } from '../flags/flag.ts'
import { UsageError } from '../flags/usage-error.ts'
import { requireReplaceable, requireWritable, writeOut, writeOutJson } from '../terminal/files.ts'
import { say } from '../terminal/say.ts'

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
export async function show(source: string, flags: Values<typeof showFlags>): Promise<void> {
  const { findings, dataset } = await checkFixture(source, { allowInvalidCpf: flags['allow-invalid-cpf'] })
  for (const finding of findings) say(findingLine(finding))
  if (dataset === undefined)
    throw new OperatorError(`${printable(source)} has errors (see above). No dataset was written.`)
  await writeOutJson(datasetText(dataset))
}

/** Writes a commented fixture to start from. Writes the schema beside it, unless an installed package has it. */
export function init(file: string, { language = 'en', force }: Values<typeof initFlags>): void {
  if (!/\.ya?ml$/i.test(file))
    throw new UsageError(`${file} must end in .yaml or .yml, because the new fixture has comments.`)
  requireWritable(file)
  const installed = findUpwards(
    dirname(resolve(file)),
    join('node_modules', 'pessoas-sim', 'fixtures', SCHEMA),
  )
  const reference =
    installed === undefined
      ? SCHEMA
      : relative(dirname(resolve(file)), installed)
          .split(sep)
          .join('/')
  const text = starterText(language, reference)
  requireReplaceable(file, [text], force)
  const own = join(dirname(file), SCHEMA)
  const written = [file]
  if (installed === undefined && !existsSync(own)) {
    writeFileSync(own, schemaText())
    written.push(own)
  }
  writeText(file, [text])
  say(
    `${written.join(' and ')} ${written.length > 1 ? 'were' : 'was'} written. Next: npx pessoas-sim --fixture ${shellWord(file)} --watch`,
  )
}

const SCHEMA = 'fixture.schema.json'

function findUpwards(folder: string, name: string): string | undefined {
  const path = join(folder, name)
  if (existsSync(path)) return path
  const parent = dirname(folder)
  return parent === folder ? undefined : findUpwards(parent, name)
}

/** Converts a CSV file to a fixture. */
export async function fromCsv(file: string, flags: Values<typeof fromCsvFlags>): Promise<void> {
  const { out = '-', force, anonymize, seed, 'time-zone': timeZone } = flags
  const options = { allowInvalidCpf: flags['allow-invalid-cpf'], anonymize, seed, timeZone }
  if (out !== '-') requireWritable(out)
  const { fixture, findings, notices } = await fixtureFromCsv(file, options)
  for (const finding of findings) say(findingLine(finding))
  for (const notice of notices) say(`${file}: ${notice}`)
  if (fixture === undefined)
    throw new OperatorError(`${printable(file)} has errors (see above). Nothing was written.`)
  const text = () => fixtureText(fixture, /\.ya?ml$/i.test(out) ? 'yaml' : 'json')
  if (out === '-') return writeOutJson(text())
  requireReplaceable(out, text(), force)
  writeText(out, text())
  say(`${out} was written. "npx pessoas-sim --fixture ${shellWord(out)}" serves it.`)
}
