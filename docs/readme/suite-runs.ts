import { type Report, renderReport, runConformance } from '../../conformance/index.ts'
import { serveInProcess } from '../../src/cli.ts'
import { profiles, seedDataset } from '../../src/index.ts'
import { read } from './pages.ts'

/** What the simulator of each example does. */
export const examples = {
  failure: { quirks: ['cpf-leading-zero-dropped'] },
  probe: { profile: { ...profiles.lenient.choices, rowsMaximum: 100 } },
}

/** Runs the suite against a simulator in this process, at the address that the pages show. */
async function checked(example: keyof typeof examples): Promise<Report> {
  const { ask, organizations } = serveInProcess(await seedDataset(), examples[example])
  return await runConformance({
    url: 'http://127.0.0.1:3210',
    service: ask,
    token: organizations[0]?.token as string,
    inShell: { token: { variable: 'PESSOAS_SIM_TOKEN' } },
  }).report()
}

/** Returns the failure that docs/conformance.md shows, and the summary below it. */
export async function failureText(): Promise<string> {
  const report = await checked('failure')
  return `\`\`\`text\n${failureIn(report)}\n…\n${report.summary}\n\`\`\`\n`
}

/** Returns the first failure as it is printed. */
export function failureIn(report: Report): string {
  return /^✗ .*?(?=\n\n)/ms.exec(renderReport(report, 'pretty'))?.[0] as string
}

/** Returns a page with the summary of the run that docs/profiles.md shows below the probe. */
export async function withProbeSummary(page: string): Promise<string> {
  const { summary } = await checked('probe')
  return page.replace(/^Conformant .*$/m, () => summary)
}

/** Returns the source of the table that the recipe of a check shows: the last one of its file. */
export function tableText(): string {
  const tables = read('conformance/checks/pages.ts').match(/^export const \w+: Table.*?^}\n/gms)
  return `\`\`\`ts\n${tables?.at(-1) ?? ''}\`\`\`\n`
}
