import { styleText } from 'node:util'
import { counted, printable, shellQuoted } from '../../src/cli.ts'
import type { RunningSimulator, SimulatorOrganization } from '../../src/index.ts'
import { translate } from '../../src/messages/translate.ts'

/** Facts for the banner that the simulator itself does not know. */
export interface BannerFacts {
  /** The choices that differ from the default. */
  turned: object
  /** The sources of the profile. */
  sources: readonly { name: string }[]
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
  const { length } = Object.keys(turned)
  const profile = [...new Set(sources.map(({ name }) => name))].join(', ') || 'default'
  const differ = ` (${counted(length, 'choice')} ${length === 1 ? 'differs' : 'differ'} from the default)`
  const decided = decisions === 0 ? 'no decisions yet' : counted(decisions, 'decision')
  const kept = store ? `${store} (${decided}; shared)` : `${state} (${decided})`
  const rows = {
    Routes: 'GET /pessoas  POST /relatorios/validar/{numero_do_relatorio}',
    Data: `${hash} (${fixture !== null ? `fixture ${fixture}` : seed === null ? 'your own' : `seed ${seed}`})`,
    Profile: `${profile}${length === 0 ? '' : differ}`,
    State: store || state !== null ? kept : 'in memory: nothing is kept',
    Log: LOGS[log],
    Control: control
      ? `${control.url}/v1  (Bearer ${tokenVariable === undefined ? control.token : `$${tokenVariable}`})`
      : 'none',
    ...(control && {
      Console:
        tokenVariable === undefined
          ? `${control.console}  (works once)`
          : `${control.url}/  (asks for $${tokenVariable})`,
    }),
    More: 'README.md and docs/control.md: requests to try, tests, your own data',
  }
  const width = Math.max(...Object.keys(rows).map((name) => translate(name).length))
  const places = Object.entries(rows).map(
    ([name, text]) => `${styleText('dim', translate(name).padEnd(width))}  ${printable(translate(text))}`,
  )
  const addresses = urls.map((url) => styleText('cyan', url))
  return `
${styleText('bold', 'pessoas-sim')}  ${addresses.join(urls.length > 2 ? `\n${' '.repeat(13)}` : '  ')}

${indented(organizationRows(organizations))}

${indented(example(sim))}

${indented(places)}

  ${translate('Ctrl-C stops it. Plain HTTP, tokens that are not secret: not for production.')}
`
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join('\n')

/** The maximum widths of an id and of a name, with which a row fits a narrow terminal. */
const [ID_WIDTH, NAME_WIDTH] = [15, 18]

function organizationRows(organizations: readonly SimulatorOrganization[]): string[] {
  const clip = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
  const rows = organizations.map(({ id, name, token, enabled, persons }) => [
    clip(printable(id), ID_WIDTH),
    name === id ? '' : clip(printable(name), NAME_WIDTH),
    token,
    translate(enabled ? counted(persons, 'person') : 'disabled: 401'),
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .filter((_, column) => widths[column] !== 0)
      .join('  '),
  )
}

/**
 * Returns a command to paste into a shell that is correct under the profile, for the first organization with undecided
 * reports, else with persons.
 */
function example({ url, profile, organizations }: RunningSimulator): string[] {
  const enabled = organizations.filter(({ enabled }) => enabled)
  const shown =
    enabled.find(({ reports }) => reports.length > 0) ??
    enabled.find(({ persons }) => persons > 0) ??
    enabled[0]
  if (!shown) return [translate('No organization is enabled: every request is refused with 401.')]
  const { authorization, rowsMaximum, sortFields } = profile
  const header = shellQuoted(`Authorization: ${authorization === 'bearer' ? 'Bearer ' : ''}${shown.token}`)
  const rows = Math.min(50, rowsMaximum ?? 50)
  const sort = sortFields.includes('nome') ? 'nome' : sortFields[0]
  return [`curl -s -H ${header} \\`, `  ${shellQuoted(`${url}/pessoas?rows=${rows}&sort=${sort}`)}`]
}
