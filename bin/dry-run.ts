import { groupBy } from '../conformance/cli.ts'
import type { ConformanceOptions, RunOptions, SentRequest } from '../conformance/index.ts'
import { serveInProcess } from '../src/cli.ts'
import { type PartialProfile, seedDataset } from '../src/index.ts'
import { translate } from '../src/messages/translate.ts'

type Options = RunOptions & Pick<ConformanceOptions, 'otherToken' | 'disabledToken'>

/**
 * Runs against a simulator instead of the target, and prints the requests that the target would receive.
 * @param ask runs the suite or the probe with the options of the simulator
 * @param titleOf returns the title of a check or an experiment
 * @param profile the profile of that simulator
 */
export async function dryRun(
  options: Options,
  ask: (options: Options) => Promise<unknown>,
  titleOf: (name: string) => string | undefined,
  profile: PartialProfile = {},
): Promise<void> {
  const requests: SentRequest[] = []
  const { ask: service, organizations } = serveInProcess(await seedDataset(), { profile })
  const [own, other, disabled] = organizations
  await ask({
    ...options,
    service,
    token: own?.token ?? '',
    ...(options.otherToken && { otherToken: other?.token }),
    ...(options.disabledToken && { disabledToken: disabled?.token }),
    ...(options.foreignReport && { foreignReport: other?.reports[0] }),
    reports: own?.reports.slice(0, options.reports?.length ?? 0),
    rate: undefined,
    onRequest: (request) => requests.push(request),
  })
  const parts = [...groupBy(requests, ({ check }) => check)].map(([name, sent]) => {
    const lines = [...groupBy(sent, ({ risk, line }) => `${risk.padEnd(3)} ${withPlaceholders(line)}`)]
    const rows = lines.map(([line, same]) => `\n  ${String(same.length).padStart(3)} × ${line}`)
    const title = translate(titleOf(name) ?? 'sent once, and shared by all checks')
    return `${name}  ${title}${rows.join('')}\n`
  })
  const risks = [...groupBy(requests, ({ risk }) => risk)].map(
    ([risk, { length }]) => `${length} at risk ${risk}`,
  )
  const head = `The requests that ${options.url} would receive if its list had ${own?.persons} persons. Nothing was sent to it.
A longer list is read to its end. Checks share what was read.
The counts depend on the data: checks that search, sort or read several pages may send more or fewer requests.`
  const sum = `About ${requests.length} requests with this data: ${risks.join(', ')}.`
  process.stdout.write(`${translate(head)}\n\n${parts.join('\n')}\n${translate(sum)}\n`)
}

/** Returns a request with placeholders for the values that are random in every run. */
function withPlaceholders(line: string): string {
  return line
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{unknown report number}')
    .replace(/nao-(existe-)?[0-9a-f]{4,8}/, '{number that is not a UUID}')
    .replace(/cpf#[0-9a-f]+( \([^)]*\))?/g, '{cpf}')
    .replace(/nome#[0-9a-f]+/g, '{nome}')
    .replace(/nome=[b-z]{8,}/g, 'nome={letters}')
    .replace(/page=([2-9]|\d{2,8})\b/, 'page={2, 3 …}')
}
