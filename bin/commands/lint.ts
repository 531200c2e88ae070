import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { counted, countsOf, findingLine, NotUtf8, printable, printableJson } from '../../src/cli.ts'
import { checkFixture, OperatorError, type PlacedFinding } from '../../src/index.ts'
import type { lintFlags } from '../flags/fixture-flags.ts'
import type { Values } from '../flags/flag.ts'
import { UsageError } from '../flags/usage-error.ts'

/** Checks fixtures, prints every error and warning, and sets exit code 1 if there is an error. */
export async function lint(files: readonly string[], flags: Values<typeof lintFlags>): Promise<void> {
  if (files.length === 0)
    throw new UsageError('The name of a fixture is missing. Use "npx pessoas-sim lint FILE…".')
  const { json = false, 'allow-invalid-cpf': allowInvalidCpf } = flags
  const checked: Checked[] = []
  for (const file of files.flatMap(matching)) checked.push(await check(file, { allowInvalidCpf }))
  process.stdout.write(json ? `${printableJson(checked)}\n` : checked.map(lines).join(''))
  if (checked.some(({ sound }) => !sound)) process.exitCode = 1
}

/**
 * Returns the files that a pattern such as `fixtures/*.yaml` matches, in the order of their names, because cmd and
 * PowerShell leave it as it is. Other names are returned as they are.
 * @throws {UsageError} for a pattern that matches no file, or has its asterisk in the name of a folder
 */
function matching(given: string): string[] {
  if (!given.includes('*') || existsSync(given)) return [given]
  const [folder, pattern] = [dirname(given), basename(given)]
  if (folder.includes('*')) {
    throw new UsageError(
      `${given} has an asterisk in the name of a folder. Only the name of the file may have one, as in fixtures/*.yaml.`,
    )
  }
  // As in a shell, an asterisk matches no file that is hidden.
  const found = (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
    .filter((entry) => !entry.isDirectory() && matches(entry.name, pattern))
    .filter(({ name }) => pattern.startsWith('.') || !name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
  if (found.length === 0) throw new UsageError(`No file matches ${given}.`)
  // The folder as it is typed: dirname leaves out ./
  return found.map((name) => given.slice(0, given.length - pattern.length) + name)
}

/** Returns whether a name fits a pattern, in which an asterisk stands for any characters. */
function matches(name: string, pattern: string): boolean {
  const [first, ...others] = pattern.split('*') as [string, ...string[]]
  const last = others.pop() as string
  let at = first.length
  for (const part of others) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return name.startsWith(first) && name.endsWith(last) && at + last.length <= name.length
}

interface Checked {
  file: string
  sound: boolean
  /** The size of its dataset, in words. */
  counts?: string
  findings: PlacedFinding[]
}

async function check(file: string, options: { allowInvalidCpf?: boolean | undefined }): Promise<Checked> {
  try {
    const { findings, dataset } = await checkFixture(file, options)
    if (dataset === undefined) return { file, sound: false, findings }
    return { file, sound: true, counts: countsOf(dataset), findings }
  } catch (error) {
    // An unreadable file must not stop the check of the others.
    if (!(error instanceof OperatorError)) throw error
    const finding = { file, severity: 'error', rule: 'unreadable', path: '', message: error.message } as const
    const placed = error instanceof NotUtf8 ? { ...finding, ...error.place, message: error.fault } : finding
    return { file, sound: false, findings: [placed] }
  }
}

function lines({ file, findings, counts }: Checked): string {
  const [errors, warnings] = (['error', 'warning'] as const).map(
    (severity) => findings.filter((finding) => finding.severity === severity).length,
  )
  const summary = counts === undefined ? counted(errors as number, 'error') : `no errors: ${counts}`
  const warned = warnings === 0 ? '' : `, ${counted(warnings as number, 'warning')}`
  const told = findings.map((finding) => `${findingLine(finding)}\n`)
  return `${told.join('')}${printable(`${file}: ${summary}${warned}`)}\n`
}
