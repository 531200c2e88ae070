import { counted, printable, shellQuoted } from '../../src/cli.ts'
import type { RunningSimulator, SimulatorOrganization } from '../../src/index.ts'
import type { ChosenProfile } from '../flags/chosen-profile.ts'
import { clip, columns } from './columns.ts'

/** Facts for the banner that the simulator itself does not know. */
export interface BannerFacts {
  /** The choices that differ from the default. */
  turned: object
  sources: ChosenProfile['sources']
  fixture: string | null
  /** The variable that pins the control token, which is then not repeated; undefined if none does. */
  tokenVariable?: string | undefined
}

/** Returns the banner: addresses, tokens, commands to paste into a shell, and where the data is. */
export function banner(
  sim: RunningSimulator,
  { turned, sources, fixture, tokenVariable }: BannerFacts,
): string {
  const { urls, organizations, seed, hash, control } = sim
  const shown = exemplary(organizations.filter(({ enabled }) => enabled))
  return `
${title(urls)}

${indented(columns(organizations.map(organizationRow)))}

${indented(shown ? examples(sim, shown) : ['No organization is enabled: every request is refused with 401.'])}

  Data     ${hash} ${printable(dataText(seed, fixture))}
  Profile  ${printable(profileSummary(turned, sources))}
  Routes   GET /pessoas  POST /relatorios/validar/{numero_do_relatorio}  (the log says why a request was refused)
  Control  ${controlText(control, tokenVariable)}
  State    ${stateLine(sim)}

  Generated persons, plain HTTP, tokens that are not secret: for development and tests, not for production.
`
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n')
}

/** Returns the title with the addresses: up to two on the first line, otherwise one a line. */
function title(urls: readonly string[]): string {
  return `pessoas-sim  ${urls.join(urls.length > 2 ? `\n${' '.repeat('pessoas-sim  '.length)}` : '  ')}`
}

function dataText(seed: number | null, fixture: string | null): string {
  if (fixture !== null) return `(fixture ${fixture})`
  return seed === null ? '(your own)' : `(seed ${seed})`
}

function profileSummary(turned: object, sources: ChosenProfile['sources']): string {
  const names = [...new Set(sources.map(({ name }) => name))].join(', ') || 'default'
  const count = Object.keys(turned).length
  return count === 0
    ? names
    : `${names} (${counted(count, 'choice')} that ${count === 1 ? 'differs' : 'differ'} from the default)`
}

function controlText(control: RunningSimulator['control'], variable: string | undefined): string {
  if (control === null) return 'none'
  return `${control.url}/v1  (Authorization: Bearer ${variable === undefined ? control.token : `$${variable}`})`
}

function stateLine({ state, store, decisions }: RunningSimulator): string {
  if (store !== null)
    return `${printable(store)}: ${decisionsText(decisions)}; other simulators may serve it, too`
  return state === null ? 'in memory: nothing is kept' : `${printable(state)} (${stateText(decisions)})`
}

function decisionsText(decisions: number): string {
  return decisions === 0 ? 'no decisions yet' : counted(decisions, 'decision')
}

function stateText(decisions: number): string {
  return `${decisionsText(decisions)}; every decision is written to a file before it is answered`
}

/** The maximum width of a name, so that a long one does not push the tokens out of the terminal. */
const NAME_WIDTH = 40

function organizationRow({ id, name, token, enabled, persons }: SimulatorOrganization): string[] {
  const access = enabled ? counted(persons, 'person') : 'not enabled: 401'
  return [clip(printable(id), NAME_WIDTH), clip(printable(name), NAME_WIDTH), token, access]
}

/** Returns the first organization with undecided reports, else with persons, else the first. */
function exemplary(organizations: readonly SimulatorOrganization[]): SimulatorOrganization | undefined {
  return (
    organizations.find(({ reports }) => reports.length > 0) ??
    organizations.find(({ persons }) => persons > 0) ??
    organizations[0]
  )
}

const MENSAGEM = 'Aprovado após conferência.'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/**
 * Returns commands to paste into a shell that are correct under the profile, each with a comment on what it shows. The
 * comments have only letters, digits, commas and spaces, because zsh runs pasted comments as commands by default: such
 * a command is just not found.
 */
function examples(
  { url, profile }: RunningSimulator,
  { token, persons, reports }: SimulatorOrganization,
): string[] {
  const { authorization, rowsMaximum, sortFields } = profile
  const header = `-H ${shellQuoted(`Authorization: ${authorization === 'bearer' ? 'Bearer ' : ''}${token}`)}`
  const post = (body: object, numero: string) =>
    `curl -s -X POST ${header} -H 'Content-Type: application/json' -d ${shellQuoted(JSON.stringify(body))} ${url}/relatorios/validar/${numero}`
  const rows = Math.min(50, rowsMaximum ?? 50)
  const sort = sortFields.includes('nome') ? 'nome' : sortFields[0]
  const list = [
    persons === 0 ? '# list persons, the list is empty' : `# list ${rows} persons sorted by ${sort}`,
    `curl -s ${header} '${url}/pessoas?rows=${rows}&sort=${sort}'`,
  ]
  const [numero] = reports
  const approval = { aprovar: true, mensagem: MENSAGEM }
  if (numero === undefined) {
    return [
      ...list,
      '# no report is undecided, so approve an unknown one, which returns 404',
      post(approval, UNKNOWN),
    ]
  }
  return [
    ...list,
    '# approve a report',
    post(approval, numero),
    '# send message instead of mensagem, which is refused with 400',
    post({ aprovar: true, message: MENSAGEM }, numero),
  ]
}
