import { groupBy } from '../../conformance/cli.ts'
import type { ConformanceOptions, RunOptions, SentRequest } from '../../conformance/index.ts'
import type { PartialProfile } from '../../src/index.ts'
import { makeWorld, serving } from './world.ts'

const PERSONS = 137
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Of the suite or of the probe, which takes one token. */
type Options = RunOptions & Pick<ConformanceOptions, 'otherToken' | 'disabledToken'>

/**
 * Asks a simulator in the place of the target, and prints what the target would be sent.
 * @param ask with these options in place of the target's own
 * @param titleOf what is asked under a name
 * @param profile of that simulator
 */
export async function dryRun(
  options: Options,
  ask: (options: Options) => Promise<unknown>,
  titleOf: (name: string) => string | undefined,
  profile: PartialProfile = {},
): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const requests: SentRequest[] = []
  await serving(await makeWorld(PERSONS), { profile }, async ({ url, organizations }) => {
    const [own, other] = organizations
    const disabled = organizations.find(({ enabled }) => !enabled)
    await ask({
      ...options,
      url,
      token: own?.token ?? '',
      ...(options.otherToken && { otherToken: other?.token }),
      ...(options.disabledToken && { disabledToken: disabled?.token }),
      ...(options.foreignReport && { foreignReport: other?.reports[0] }),
      reports: own?.reports.slice(0, options.reports?.length ?? 0),
      rate: undefined,
      onRequest: (request) => requests.push(request),
    })
  })

  print(`What ${options.url} would be sent, if its list held ${PERSONS} persons. Nothing was sent to it.`)
  print('A longer list is read to its end, or to --max-pages; what is read once is shared.')
  print(
    'The counts depend on the data: whatever searches, sorts or reads several pages may ask more or less often.',
  )
  for (const [name, own] of groupBy(requests, ({ check }) => check)) {
    print(`\n${name}  ${titleOf(name) ?? 'asks once, and reads what all share'}`)
    for (const [line, same] of groupBy(own, ({ risk, line }) => `${risk.padEnd(3)} ${template(line)}`)) {
      print(`  ${String(same.length).padStart(3)} × ${line}`)
    }
  }
  const byRisk = [...groupBy(requests, ({ risk }) => risk)].map(
    ([risk, same]) => `${same.length} at risk ${risk}`,
  )
  print(`\nAbout ${requests.length} requests, with this data: ${byRisk.join(', ')}.`)
}

/** A request without what is drawn anew in every run. */
function template(line: string): string {
  return line
    .replace(UUID, '{a number that no report has}')
    .replace(/nao-existe-[0-9a-f]{8}/, '{a number that is no UUID}')
    .replace(/cpf#[0-9a-f]+( \([^)]*\))?/g, '{cpf}')
    .replace(/nome#[0-9a-f]+/g, '{nome}')
    .replace(/nome=[b-z]{8,32}/g, 'nome={letters}')
    .replace(/page=([2-9]|\d{2,8})\b/, 'page={2, 3 …}')
}
