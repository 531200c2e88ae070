import { counted, printable } from '../../src/cli.ts'
import type { RunningSimulator, SimulatorOrganization } from '../../src/index.ts'
import type { ChosenProfile } from '../flags/chosen-profile.ts'
import { clip, columns } from './columns.ts'
import { quoted } from './shell.ts'

/** What the banner says beside what the simulator itself knows. */
export interface BannerFacts {
  /** The choices that are not the default ones. */
  turned: object
  sources: ChosenProfile['sources']
  fixture: string | null
}

/** Returns what a person needs to begin: addresses, tokens, lines to paste into a shell, where the data is. */
export function banner(sim: RunningSimulator, { turned, sources, fixture }: BannerFacts): string {
  const { urls, organizations, seed, hash, state, decisions } = sim
  const shown = exemplary(organizations.filter(({ enabled }) => enabled))
  return `
${title(urls)}

${indented(columns(organizations.map(organizationRow)))}

${indented(shown ? examples(sim, shown) : ['No organization is enabled: every request is refused with 401.'])}

  Data     ${hash} ${printable(dataText(seed, fixture))}
  Profile  ${printable(profileText(turned, sources))}
  Routes   GET /pessoas  POST /relatorios/validar/{numero_do_relatorio}  (the log says why a request was refused)
  State    ${state === null ? 'in memory: nothing is kept' : `${printable(state)} (${stateText(decisions)})`}

  Made-up persons, plain HTTP, tokens that are no secret: for development and tests, not for production.
`
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n')
}

/** Both loopbacks share the first line; where there are more addresses, each has its own. */
function title(urls: readonly string[]): string {
  return `pessoas-sim  ${urls.join(urls.length > 2 ? `\n${' '.repeat('pessoas-sim  '.length)}` : '  ')}`
}

function dataText(seed: number | null, fixture: string | null): string {
  if (fixture !== null) return `(fixture ${fixture})`
  return seed === null ? '(your own)' : `(seed ${seed})`
}

function profileText(turned: object, sources: ChosenProfile['sources']): string {
  const names = [...new Set(sources.map(({ name }) => name))].join(', ') || 'default'
  const count = Object.keys(turned).length
  return count === 0 ? names : `${names} (${counted(count, 'choice')} other than the default)`
}

function stateText(decisions: number): string {
  const held = decisions === 0 ? 'no decisions yet' : counted(decisions, 'decision')
  return `${held}; every decision is in a file before it is answered`
}

/** The longest that a name may be, so that one of them does not move the tokens of all out of sight. */
const NAME_WIDTH = 40

function organizationRow({ id, name, token, enabled, persons }: SimulatorOrganization): string[] {
  const access = enabled ? counted(persons, 'person') : 'not enabled: 401'
  return [clip(printable(id), NAME_WIDTH), clip(printable(name), NAME_WIDTH), token, access]
}

/** Returns the first organization with something to decide, else with something to list, else the first. */
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
 * Lines to paste into a shell, right under the profile, each with a comment that says what it shows. The comments have
 * letters, digits, commas and blanks only: a zsh that reads them as commands just does not find them.
 */
function examples(
  { url, profile }: RunningSimulator,
  { token, persons, reports }: SimulatorOrganization,
): string[] {
  const { authorization, rowsMaximum, sortFields } = profile
  const header = `-H ${quoted(`Authorization: ${authorization === 'bearer' ? 'Bearer ' : ''}${token}`)}`
  const post = (body: object, numero: string) =>
    `curl -s -X POST ${header} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))} ${url}/relatorios/validar/${numero}`
  const rows = Math.min(50, rowsMaximum ?? 50)
  const sort = sortFields.includes('nome') ? 'nome' : sortFields[0]
  const list = [
    persons === 0 ? '# list persons, there are none' : `# list ${rows} persons by ${sort}`,
    `curl -s ${header} '${url}/pessoas?rows=${rows}&sort=${sort}'`,
  ]
  const [numero] = reports
  const approval = { aprovar: true, mensagem: MENSAGEM }
  if (numero === undefined) {
    return [
      ...list,
      '# there is no undecided report to approve, and an unknown one is answered with 404',
      post(approval, UNKNOWN),
    ]
  }
  return [
    ...list,
    '# approve a report',
    post(approval, numero),
    '# a mistake on purpose, message in place of mensagem, is refused with 400',
    post({ aprovar: true, message: MENSAGEM }, numero),
  ]
}
