import { counted, findingLine, NotUtf8, printable, printableJson, textOfCounts } from '../../src/cli.ts'
import { checkFixture, OperatorError, type PlacedFinding } from '../../src/index.ts'
import { translate } from '../../src/messages/translate.ts'
import type { ValuesOf } from '../flags.ts'

/** Checks fixtures, prints every error and warning, and sets exit code 1 if there is an error. */
export async function lint(files: readonly string[], flags: ValuesOf<'lint'>): Promise<void> {
  const checked: Checked[] = []
  for (const file of files) checked.push(await check(file, flags['allow-invalid-cpf']))
  process.stdout.write(flags.json ? `${printableJson(checked)}\n` : checked.map(lines).join(''))
  if (checked.some(({ sound }) => !sound)) process.exitCode = 1
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
  return [
    ...findings.map((finding) => translate(findingLine(finding))),
    printable(`${file}: ${translate(summary + warned)}`),
    '',
  ].join('\n')
}
