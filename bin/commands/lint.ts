import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { counted, findingLine, NotUtf8, printable, printableJson, textOfCounts } from '../../src/cli.ts'
import { checkFixture, OperatorError, type PlacedFinding } from '../../src/index.ts'
import type { ValuesOf } from '../flags.ts'
import { UsageError } from '../usage-error.ts'

/** Checks fixtures, prints every error and warning, and sets exit code 1 if there is an error. */
export async function lint(files: readonly string[], flags: ValuesOf<'lint'>): Promise<void> {
  if (files.length === 0)
    throw new UsageError('The name of a fixture is missing. Use "npx pessoas-sim lint FILE…".')
  const checked: Checked[] = []
  for (const file of files.flatMap(matching)) checked.push(await check(file, flags['allow-invalid-cpf']))
  process.stdout.write(flags.json ? `${printableJson(checked)}\n` : checked.map(lines).join(''))
  if (checked.some(({ sound }) => !sound)) process.exitCode = 1
}

/**
 * Returns the files that a pattern such as `fixtures/*.yaml` matches, because cmd and PowerShell leave it as it is.
 * @throws {UsageError} for a pattern that matches no file, or has its asterisk in the name of a folder
 */
function matching(given: string): string[] {
  if (!given.includes('*') || existsSync(given)) return [given]
  const [folder, pattern] = [dirname(given), basename(given)]
  if (folder.includes('*'))
    throw new UsageError(
      `${given} has an asterisk in the name of a folder. Only the name of the file may have one.`,
    )
  const escaped = pattern.split('*').map((part) => part.replace(/\W/g, '\\$&'))
  // As in a shell, an asterisk matches no file that is hidden.
  const names = new RegExp(`^(?!\\.)${escaped.join('.*')}$`)
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  const found = entries.filter((entry) => !entry.isDirectory() && names.test(entry.name))
  if (found.length === 0) throw new UsageError(`No file matches ${given}.`)
  // The folder as it is typed: dirname leaves out ./
  return found.map(({ name }) => given.slice(0, -pattern.length) + name).sort()
}

interface Checked {
  file: string
  sound: boolean
  /** The size of its dataset, in words. */
  counts?: string
  findings: PlacedFinding[]
}

async function check(file: string, allowInvalidCpf: boolean | undefined): Promise<Checked> {
  try {
    const { findings, counts } = await checkFixture(file, { allowInvalidCpf })
    return { file, sound: counts !== undefined, ...(counts && { counts: textOfCounts(counts) }), findings }
  } catch (error) {
    // An unreadable file must not stop the check of the others.
    if (!(error instanceof OperatorError)) throw error
    const finding = { file, severity: 'error', rule: 'unreadable', path: '', message: error.message } as const
    const placed = error instanceof NotUtf8 ? { ...finding, ...error.place, message: error.fault } : finding
    return { file, sound: false, findings: [placed] }
  }
}

function lines({ file, findings, counts }: Checked): string {
  const count = (severity: 'error' | 'warning') =>
    findings.filter((finding) => finding.severity === severity).length
  const summary = counts === undefined ? counted(count('error'), 'error') : `no errors: ${counts}`
  const warned = count('warning') === 0 ? '' : `, ${counted(count('warning'), 'warning')}`
  return [...findings.map(findingLine), printable(`${file}: ${summary}${warned}`), ''].join('\n')
}
