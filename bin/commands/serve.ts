import { defaultProfile, isLoopback, isSameChoice, printableJsonText } from '../../src/cli.ts'
import {
  type KnobName,
  type PartialProfile,
  type Quirk,
  quirks,
  type RunningSimulator,
  startSimulator,
} from '../../src/index.ts'
import { chooseProfile } from '../flags/chosen-profile.ts'
import { DEFAULT_STATE, type serveFlags, type Values } from '../flags/flags.ts'
import { UsageError } from '../flags/usage-error.ts'
import { banner } from '../terminal/banner.ts'
import { columns } from '../terminal/columns.ts'

const DEFAULT_PORT = 3210

/** Starts the simulator, prints the banner, and runs until a signal ends it. */
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
    throw new UsageError('--memory and --state exclude each other: --memory keeps nothing on disk. Use one.')
  const fixture = given ?? data
  if (allowInvalidCpf && fixture === undefined) {
    throw new UsageError('--allow-invalid-cpf needs a fixture. Use it with --fixture FILE.')
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
    ...(given !== undefined && { fixture: given }),
    ...(data !== undefined && { data }),
    ...(tokens && { tokens }),
    // A fixture starts without decisions each time, unless the operator names a state folder.
    ...(!memory && (state !== undefined || given === undefined) && { state: state ?? DEFAULT_STATE }),
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await sim.close()
      write.flush()
      process.exit(0)
    })
  }

  const { url, urls, organizations, seed, hash, state: folder } = sim
  const source = fixture ?? null
  const exposed = urls.find((url) => !isLoopback(new URL(url).hostname))
  if (exposed !== undefined || isEveryAddress(values.host)) {
    write.line(
      `warning: ${exposed ?? url} can be reached from other machines, and its tokens are not secret.`,
    )
  }
  if (broken.length > 0)
    write.line(`warning: quirks break these clauses: ${broken.map(quirkClauses).join('; ')}.`)
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
  process.stdout.write(
    json
      ? `${printableJsonText(JSON.stringify(ready))}\n`
      : banner(sim, { turned: ready.profile, sources: chosen.sources, fixture: source }),
  )
}

function quirkTable(): string {
  return columns(quirks.map(({ name, clause, says }) => [name, clause.join(' '), says]))
    .map((line) => `${line}\n`)
    .join('')
}

function quirkClauses(name: string): string {
  const { clause } = quirks.find((quirk) => quirk.name === name) as Quirk
  return `${name} (${clause.join(', ')})`
}

/** Returns whether a host means all addresses of the machine: `0`, `0.0.0.0`, `::`. */
function isEveryAddress(host: string | undefined): boolean {
  return host !== undefined && /^[0.:]+$/.test(host)
}

/** Collects lines and writes them together, because one write for each request costs as much as answering it. */
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

/** Returns the choices that differ from the default. */
function turned({ profile }: RunningSimulator): PartialProfile {
  return Object.fromEntries(
    Object.entries(profile).filter(
      ([knob, choice]) => !isSameChoice(choice, defaultProfile[knob as KnobName]),
    ),
  )
}
