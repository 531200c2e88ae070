import {
  counted,
  defaultProfile,
  isSameChoice,
  type KnobName,
  type PartialProfile,
  type Quirk,
  quirks,
  type RunningSimulator,
  type SimulatorOrganization,
  startSimulator,
} from '../../src/index.ts'
import { type ChosenProfile, chooseProfile } from '../chosen-profile.ts'
import { DEFAULT_STATE, type serveFlags, UsageError, type Values } from '../flags.ts'

const DEFAULT_PORT = 3210

/** Starts the simulator, says so, and runs until it is told to end. */
export async function serve(values: Values<typeof serveFlags>): Promise<void> {
  const {
    memory = false,
    json = false,
    state,
    token: tokens,
    profile: profileName,
    set,
    quirk: broken = [],
    'list-quirks': list = false,
    'allow-invalid-cpf': allowInvalidCpf = false,
    data,
    fixture: given,
    'allowed-hosts': allowedHosts = [],
    port = DEFAULT_PORT,
    log = 'pretty',
    ...rest
  } = values
  if (list) return void process.stdout.write(quirkTable())
  if (memory && state !== undefined)
    throw new UsageError('--memory keeps nothing, --state keeps it in a folder: give one.')
  if (data !== undefined && given !== undefined)
    throw new UsageError('--data is --fixture: give one of them.')
  const fixture = given ?? data
  if (fixture !== undefined && (rest.seed ?? rest.persons ?? rest.organizations) !== undefined) {
    throw new UsageError(
      `--${given === undefined ? 'data' : 'fixture'} brings its own data: --seed, --persons and --organizations do not go with it.`,
    )
  }
  if (allowInvalidCpf && fixture === undefined) {
    throw new UsageError('--allow-invalid-cpf is for the CPFs of a fixture: give --fixture FILE.')
  }
  if (rest.watch && fixture === undefined) {
    throw new UsageError('--watch follows the file of a fixture: give --fixture FILE.')
  }

  const chosen = chooseProfile({
    ...(profileName !== undefined && { profile: profileName }),
    ...(set && { set }),
  })
  const write = createWriter(process.stderr)
  const sim = await startSimulator({
    ...rest,
    port,
    log,
    allowedHosts,
    write: write.line,
    profile: chosen.profile,
    quirks: broken,
    allowInvalidCpf,
    ...(fixture !== undefined && { fixture }),
    ...(tokens && { tokens }),
    // A fixture is a world to begin from: it begins there each time, unless a folder is named.
    ...(!memory && (state !== undefined || given === undefined) && { state: state ?? DEFAULT_STATE }),
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await sim.close()
      write.flush()
      process.exit(0)
    })
  }

  const { url, organizations, seed, hash, state: folder } = sim
  const source = fixture ?? null
  if (values.host !== undefined && !/^(127\.|::1$|localhost$)/.test(values.host)) {
    write.line(`warning: ${url} can be reached from other machines, and its tokens are no secret.`)
  }
  if (broken.length > 0) write.line(`warning: broken on purpose: ${broken.map(quirkClauses).join('; ')}.`)
  const ready = {
    url,
    organizations,
    seed,
    hash,
    fixture: source,
    state: folder,
    profile: turned(sim),
    pid: process.pid,
  }
  process.stdout.write(json ? `${JSON.stringify(ready)}\n` : banner(sim, chosen, source))
}

function quirkTable(): string {
  const rows = quirks.map(({ name, clause, says }) => [name, clause.join(' '), says] as const)
  const [names, clauses] = [0, 1].map((column) =>
    Math.max(...rows.map((row) => (row[column] as string).length)),
  )
  return rows
    .map(
      ([name, clause, says]) =>
        `${name.padEnd(names as number)}  ${clause.padEnd(clauses as number)}  ${says}\n`,
    )
    .join('')
}

function quirkClauses(name: string): string {
  const { clause } = quirks.find((quirk) => quirk.name === name) as Quirk
  return `${name} (${clause.join(', ')})`
}

/** Collects lines and writes them together: a write for every request costs as much as answering it. */
function createWriter(stream: NodeJS.WriteStream) {
  let lines: string[] = []
  const flush = () => {
    if (lines.length > 0) stream.write(`${lines.join('\n')}\n`)
    lines = []
  }
  const line = (text: string) => {
    if (lines.push(text) === 1) setImmediate(flush)
  }
  return { line, flush }
}

function banner(sim: RunningSimulator, chosen: ChosenProfile, fixture: string | null): string {
  const { urls, organizations, seed, hash, state } = sim
  const [first] = organizations.filter(({ enabled }) => enabled)
  return `
pessoas-sim  ${urls.join('  ')}

${organizations.map(organizationLine).join('\n')}

${first ? examples(sim, first).join('\n') : '  No organization is enabled: every request is refused with 401.'}

  Data     ${hash} ${dataLine(seed, fixture)}
  Profile  ${profileLine(sim, chosen)}
  Routes   GET /pessoas  POST /relatorios/validar/{numero_do_relatorio}  (the log says why a request was refused)
  State    ${state === null ? 'in memory: nothing is kept' : `${state} (every decision is in a file before it is answered)`}

  Made-up persons, plain HTTP, tokens that are no secret: for development and tests, not for production.
`
}

function dataLine(seed: number | null, fixture: string | null): string {
  if (fixture !== null) return `(fixture ${fixture})`
  return seed === null ? '(your own)' : `(seed ${seed})`
}

/** The choices that are not the default ones. */
function turned({ profile }: RunningSimulator): PartialProfile {
  return Object.fromEntries(
    Object.entries(profile).filter(
      ([knob, choice]) => !isSameChoice(choice, defaultProfile[knob as KnobName]),
    ),
  )
}

function profileLine(sim: RunningSimulator, { sources }: ChosenProfile): string {
  const names = [...new Set(sources.map(({ name }) => name))].join(', ') || 'default'
  const count = Object.keys(turned(sim)).length
  return count === 0
    ? names
    : `${names} (${count} ${count === 1 ? 'choice' : 'choices'} other than the default)`
}

function organizationLine({ id, name, token, enabled, persons }: SimulatorOrganization): string {
  const access = enabled ? counted(persons, 'person') : 'not enabled: 401'
  return `  ${id.padEnd(6)} ${name.padEnd(20)} ${token}  ${access}`
}

/** Lines to paste into a shell, right under its profile: a list, an approval, a refusal. */
function examples({ url, profile }: RunningSimulator, { token, reports }: SimulatorOrganization): string[] {
  const { authorization, rowsMaximum, sortFields } = profile
  const header = `-H ${quoted(`Authorization: ${authorization === 'bearer' ? 'Bearer ' : ''}${token}`)}`
  const post = (body: object, numero: string) =>
    `  curl -s -X POST ${header} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))} ${url}/relatorios/validar/${numero}`
  const [numero] = reports
  const rows = Math.min(50, rowsMaximum ?? 50)
  const sort = sortFields.includes('nome') ? 'nome' : sortFields[0]
  return [
    `  curl -s ${header} '${url}/pessoas?rows=${rows}&sort=${sort}'`,
    ...(numero ? [post({ aprovar: true, mensagem: 'Aprovado após conferência.' }, numero)] : []),
    post(
      { aprovar: true, message: 'Aprovado após conferência.' },
      numero ?? '00000000-0000-4000-8000-000000000000',
    ),
  ]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
