import { groupBy } from '../../conformance/cli.ts'
import type { ConformanceOptions, RunOptions, SentRequest } from '../../conformance/index.ts'
import { defaultOrigin, serveInProcess } from '../../src/cli.ts'
import type { PartialProfile } from '../../src/index.ts'
import { makeDataset } from './dataset.ts'

const { persons } = defaultOrigin
const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The options of the suite or of the probe, which has only one token. */
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
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const requests: SentRequest[] = []
  const { ask: service, organizations } = serveInProcess(await makeDataset(persons), { profile })
  const [own, other] = organizations
  const disabled = organizations.find(({ enabled }) => !enabled)
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

  print(
    `The requests that ${options.url} would receive if its list had ${persons} persons. Nothing was sent to it.`,
  )
  print('A longer list is read to its end. Checks share what was read.')
  print(
    'The counts depend on the data: checks that search, sort or read several pages may send more or fewer requests.',
  )
  for (const [name, own] of groupBy(requests, ({ check }) => check)) {
    print(`\n${name}  ${titleOf(name) ?? 'sent once, and shared by all checks'}`)
    for (const [line, same] of groupBy(own, ({ risk, line }) => `${risk.padEnd(3)} ${template(line)}`)) {
      print(`  ${String(same.length).padStart(3)} × ${line}`)
    }
  }
  const byRisk = [...groupBy(requests, ({ risk }) => risk)].map(
    ([risk, same]) => `${same.length} at risk ${risk}`,
  )
  print(`\nAbout ${requests.length} requests with this data: ${byRisk.join(', ')}.`)
}

/** Returns a request with placeholders for the values that are random in every run. */
function template(line: string): string {
  return line
    .replace(UUIDS, '{unknown report number}')
    .replace(/nao-existe-[0-9a-f]{8}/, '{number that is not a UUID}')
    .replace(/cpf#[0-9a-f]+( \([^)]*\))?/g, '{cpf}')
    .replace(/nome#[0-9a-f]+/g, '{nome}')
    .replace(/nome=[b-z]{8,32}/g, 'nome={letters}')
    .replace(/page=([2-9]|\d{2,8})\b/, 'page={2, 3 …}')
}
