import { defaultProfile, findQuirks, isLoopback, isSameChoice, printableJsonText } from '../../src/cli.ts'
import { type ControlOptions, type KnobName, type RunningSimulator, startSimulator } from '../../src/index.ts'
import { CONTROL_TOKEN, controlToken } from '../environment.ts'
import { DEFAULT_STATE, type ValuesOf } from '../flags.ts'
import { banner } from '../terminal/banner.ts'
import { quirkList } from '../terminal/quirk-list.ts'
import { removeOwnReady, removeStaleReady, writeReady } from '../terminal/ready-file.ts'
import { UsageError } from '../usage-error.ts'
import { chooseProfile } from './profile.ts'

export const DEFAULT_CONTROL_PORT = 3211

/** Starts the simulator, prints the banner, and runs until a signal ends it. */
export async function serve(values: ValuesOf<'serve'>): Promise<void> {
  const {
    memory = false,
    json = false,
    state,
    store,
    token: tokens,
    profile,
    set,
    quirk: quirks = [],
    layer: layers = [],
    'list-quirks': word = false,
    'allow-invalid-cpf': allowInvalidCpf = false,
    fixture,
    'allowed-hosts': allowedHosts = [],
    'base-path': basePath,
    port = 3210,
    log = 'pretty',
    control,
    'ready-file': readyFile,
    ...rest
  } = values
  if (word !== false) {
    const quirks = quirkList(word === true ? '' : word)
    if (quirks === '')
      throw new UsageError(`No quirk has "${word}" in its name, its clauses or its description.`)
    return void process.stdout.write(quirks)
  }
  if (store !== undefined) hideFromProcessList(store)
  const chosen = chooseProfile(profile, set)
  const write = createWriter(process.stderr)
  if (readyFile !== undefined) removeStaleReady(readyFile)
  // A fixture starts without decisions each time, unless the operator names a state folder.
  const folder = memory || store !== undefined ? undefined : (state ?? (fixture ? undefined : DEFAULT_STATE))
  const sim = await startSimulator({
    ...rest,
    port,
    log,
    allowedHosts,
    write: write.line,
    profile: chosen.profile,
    quirks,
    layers,
    control: controlOf(control, port),
    // Without a control port, nobody could read the journal.
    journal: control !== false,
    allowInvalidCpf,
    ...(basePath !== undefined && { basePath }),
    ...(fixture !== undefined && { fixture }),
    ...(tokens && { tokens }),
    ...(store !== undefined && { store }),
    ...(folder !== undefined && { state: folder }),
  })

  write.begin()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      try {
        if (readyFile !== undefined) removeOwnReady(readyFile)
      } catch (error) {
        // Whatever became of the file, the simulator closes in order.
        write.line(`warning: ${(error as Error).message}`)
      }
      await sim.close()
      write.flush()
      // The code is 4 if standard output could not be written, else 0.
      process.exit()
    })
  }

  for (const warning of warningsOf(sim, values)) write.line(`warning: ${warning}`)
  const { url, organizations, seed, hash } = sim
  const turned = turnedChoices(sim)
  const ready = {
    url,
    organizations,
    seed,
    hash,
    fixture: fixture ?? null,
    state: sim.state,
    store: sim.store,
    profile: turned,
    control: sim.control,
    pid: process.pid,
  }
  try {
    if (readyFile !== undefined) writeReady(readyFile, ready)
  } catch (error) {
    await sim.close()
    throw error
  }
  const tokenVariable = controlToken() && CONTROL_TOKEN
  process.stdout.write(
    json
      ? `${printableJsonText(JSON.stringify(ready))}\n`
      : banner(sim, { turned, sources: chosen.sources, fixture: ready.fixture, log, tokenVariable }),
  )
}

/**
 * Replaces the command line that other programs of the machine see, because a connection string may have a password.
 * PESSOAS_SIM_STORE or PGPASSWORD is better: this comes after the start.
 */
export function hideFromProcessList(store: string): void {
  if (process.argv.some((argument) => argument.includes(store))) process.title = 'pessoas-sim'
}

/**
 * Returns how the control port is opened. A free port may replace the default one, because nobody asked for it. With
 * `--port 0`, the control port is a free one, too.
 */
function controlOf(control: number | false | undefined, port: number): false | ControlOptions {
  if (control === false) return false
  const token = controlToken()
  const standard = port === 0 ? 0 : DEFAULT_CONTROL_PORT
  return { port: control ?? standard, orFree: control === undefined, ...(token !== undefined && { token }) }
}

function* warningsOf(sim: RunningSimulator, { host, quirk, layer }: ValuesOf<'serve'>): Generator<string> {
  const exposed = sim.urls.find((url) => !isLoopback(new URL(url).hostname))
  // 0, 0.0.0.0 and :: are all addresses of the machine.
  if (exposed !== undefined || /^[0.:]+$/.test(host ?? '-'))
    yield `${exposed ?? sim.url} can be reached from other machines, and its tokens are not secret.`
  const quirks = findQuirks(quirk ?? []).map(({ name, clause }) => `${name} (${clause.join(', ')})`)
  if (quirks.length > 0) yield `quirks break these clauses: ${quirks.join('; ')}.`
  if (layer) yield `layers may change every request and answer: ${layer.join(', ')}.`
  const faults = sim.faults.list().map(({ name, rule }) => `${name} (${rule.fault.kind})`)
  if (faults.length > 0) yield `faults strike requests: ${faults.join(', ')}.`
}

/**
 * Collects lines and writes them together, because one write for each request costs as much as answering it. Until
 * `begin`, each is written at once: generating data leaves no turn for more.
 */
function createWriter(stream: NodeJS.WriteStream) {
  let lines: string[] = []
  let isStarting = true
  const flush = () => {
    if (lines.length > 0) stream.write(`${lines.join('\n')}\n`)
    lines = []
  }
  const line = (text: string) => {
    if (lines.push(text) > 1) return
    if (isStarting) flush()
    else setImmediate(flush)
  }
  const begin = () => {
    isStarting = false
  }
  return { line, flush, begin }
}

/** Returns the choices that differ from the default. */
function turnedChoices({ profile }: RunningSimulator): object {
  const isTurned = ([knob, choice]: [string, unknown]) =>
    !isSameChoice(choice as never, defaultProfile[knob as KnobName])
  return Object.fromEntries(Object.entries(profile).filter(isTurned))
}
