import { styleText } from 'node:util'
import { counted, printable, shellQuoted } from '../../src/cli.ts'
import type { RunningSimulator, SimulatorOrganization } from '../../src/index.ts'
import type { ChosenProfile } from '../commands/profile.ts'

/** Facts for the banner that the simulator itself does not know. */
export interface BannerFacts {
  /** The choices that differ from the default. */
  turned: object
  sources: ChosenProfile['sources']
  fixture: string | null
  /** The form of the access log. */
  log: keyof typeof LOGS
  /** The variable that pins the control token, which is then not repeated; undefined if none does. */
  tokenVariable?: string | undefined
}

const LOGS = {
  pretty: 'on standard error: every request, and why it was refused',
  json: 'on standard error, as JSON',
  silent: 'none (--log silent)',
} as const

/** Returns the banner: addresses, tokens, a command to paste into a shell, and where the rest is. */
export function banner(sim: RunningSimulator, facts: BannerFacts): string {
  const { urls, organizations, seed, hash, control, store, state, decisions } = sim
  const { turned, sources, fixture, log, tokenVariable } = facts
  const shown = exemplary(organizations.filter(({ enabled }) => enabled))
  const count = Object.keys(turned).length
  const profile = [...new Set(sources.map(({ name }) => name))].join(', ') || 'default'
  const differ = count === 1 ? 'differs' : 'differ'
  const decided = decisions === 0 ? 'no decisions yet' : counted(decisions, 'decision')
  const rows = {
    Routes: 'GET /pessoas  POST /relatorios/validar/{numero_do_relatorio}',
    Data: `${hash} (${fixture !== null ? `fixture ${fixture}` : seed === null ? 'your own' : `seed ${seed}`})`,
    Profile: count === 0 ? profile : `${profile} (${counted(count, 'choice')} ${differ} from the default)`,
    State: store
      ? `${store} (${decided}; shared)`
      : state === null
        ? 'in memory: nothing is kept'
        : `${state} (${decided})`,
    Log: LOGS[log],
    Control:
      control &&
      `${control.url}/v1  (Bearer ${tokenVariable === undefined ? control.token : `$${tokenVariable}`})`,
    More: 'README.md and docs/control.md: requests to try, tests, your own data',
  }
  const addresses = urls
    .map((url) => styleText('cyan', url))
    .join(urls.length > 2 ? `\n${' '.repeat(13)}` : '  ')
  return `
${styleText('bold', 'pessoas-sim')}  ${addresses}

${indented(organizationRows(organizations))}

${indented(shown ? example(sim, shown) : ['No organization is enabled: every request is refused with 401.'])}

${indented(Object.entries(rows).map(([name, text]) => `${styleText('dim', name.padEnd(7))}  ${printable(text ?? 'none')}`))}

  Ctrl-C stops it. Plain HTTP, tokens that are not secret: not for production.
`
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n')
}

/** The columns of a narrow terminal. */
const WIDTH = 80
/** The maximum width of an id, so that a long one does not push the tokens out of the terminal. */
const ID_WIDTH = 15
/** The least width of a name; names get what tokens and ids leave. */
const NAME_WIDTH = 8

function organizationRows(organizations: readonly SimulatorOrganization[]): string[] {
  const clip = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
  const rows = organizations.map(({ id, name, token, enabled, persons }) => [
    clip(printable(id), ID_WIDTH),
    printable(name),
    token,
    enabled ? counted(persons, 'person') : 'disabled: 401',
  ])
  const widest = (column: number) => Math.max(...rows.map((row) => (row[column] as string).length))
  const [ids, , tokens, access] = [0, 1, 2, 3].map(widest) as [number, number, number, number]
  const names = Math.min(widest(1), Math.max(NAME_WIDTH, WIDTH - ids - tokens - access - '  '.length * 4))
  return rows.map(([id = '', name = '', token = '', access = '']) =>
    [id.padEnd(ids), clip(name, names).padEnd(names), token.padEnd(tokens), access].join('  '),
  )
}

/** Returns the first organization with undecided reports, else with persons, else the first. */
function exemplary(organizations: readonly SimulatorOrganization[]): SimulatorOrganization | undefined {
  return (
    organizations.find(({ reports }) => reports.length > 0) ??
    organizations.find(({ persons }) => persons > 0) ??
    organizations[0]
  )
}

/** Returns a command to paste into a shell that is correct under the profile. */
function example({ url, profile }: RunningSimulator, { token }: SimulatorOrganization): string[] {
  const { authorization, rowsMaximum, sortFields } = profile
  const header = shellQuoted(`Authorization: ${authorization === 'bearer' ? 'Bearer ' : ''}${token}`)
  const rows = Math.min(50, rowsMaximum ?? 50)
  const sort = sortFields.includes('nome') ? 'nome' : sortFields[0]
  return [`curl -s -H ${header} \\`, `  ${shellQuoted(`${url}/pessoas?rows=${rows}&sort=${sort}`)}`]
}
