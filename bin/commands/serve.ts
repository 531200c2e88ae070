import { defaultProfile, findQuirks, isLoopback, isSameChoice, printableJsonText } from '../../src/cli.ts'
import { type ControlOptions, type KnobName, type RunningSimulator, startSimulator } from '../../src/index.ts'
import { translate } from '../../src/messages/translate.ts'
import { CONTROL_TOKEN, controlToken } from '../environment.ts'
import { DEFAULT_STATE, type ValuesOf } from '../flags.ts'
import { banner } from '../terminal/banner.ts'
import { quirkList } from '../terminal/quirk-list.ts'
import { removeReady, writeReady } from '../terminal/ready-file.ts'
import { UsageError } from '../usage-error.ts'
import { chooseProfile } from './profile.ts'

export const DEFAULT_CONTROL_PORT = 3211

/** Starts the simulator, prints the banner, and runs until a signal ends it. */
export async function serve(values: ValuesOf<'serve'>): Promise<void> {
  const {
    memory = false,
    json = false,
    state,
    token,
    profile,
    set,
    quirk = [],
    layer = [],
    'list-quirks': word,
    'allow-invalid-cpf': allowInvalidCpf = false,
    'allowed-hosts': allowedHosts = [],
    'base-path': basePath,
    port = 3210,
    log = 'pretty',
    control,
    'ready-file': readyFile,
    ...rest
  } = values
  const { store, fixture } = rest
  if (word) return listQuirks(word === true ? '' : word)
  if (store !== undefined) hideFromProcessList(store)
  const chosen = chooseProfile(profile, set)
  const lines = createWriter(process.stderr)
  if (readyFile !== undefined) removeReady(readyFile)
  // A fixture starts without decisions each time, unless the operator names a state folder.
  const folder = memory || store !== undefined ? undefined : (state ?? (fixture ? undefined : DEFAULT_STATE))
  const sim = await startSimulator({
    ...rest,
    port,
    log,
    allowedHosts,
    write: lines.write,
    profile: chosen.profile,
    quirks: quirk,
    layers: layer,
    control: controlOf(control, port),
    // Without a control port, nobody could read the journal.
    journal: control !== false,
    allowInvalidCpf,
    ...(basePath !== undefined && { basePath }),
    ...(token && { tokens: token }),
    ...(folder !== undefined && { state: folder }),
  })

  lines.collect()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      try {
        if (readyFile !== undefined) removeReady(readyFile)
      } catch (error) {
        // Whatever became of the file, the simulator closes in order.
        lines.write(translate(`warning: ${(error as Error).message}`))
      }
      await sim.close()
      lines.flush()
      // The code is 4 if standard output could not be written, else 0.
      process.exit()
    })
  }

  for (const warning of warningsOf(sim, values)) lines.write(translate(`warning: ${warning}`))
  const isTurned = ([knob, choice]: [string, unknown]) =>
    !isSameChoice(choice as never, defaultProfile[knob as KnobName])
  const turned = Object.fromEntries(Object.entries(sim.profile).filter(isTurned))
  const ready = {
    url: sim.url,
    organizations: sim.organizations,
    seed: sim.seed,
    hash: sim.hash,
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
  const facts = { turned, sources: chosen.sources, fixture: ready.fixture, log }
  process.stdout.write(
    json
      ? `${printableJsonText(JSON.stringify(ready))}\n`
      : banner(sim, { ...facts, tokenVariable: controlToken() && CONTROL_TOKEN }),
  )
}

function listQuirks(word: string): void {
  const list = quirkList(word)
  if (list === '') throw new UsageError(`No quirk has "${word}" in its name, its clauses or its description.`)
  process.stdout.write(list)
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
 * `collect`, each is written at once: generating data leaves no turn for more.
 */
function createWriter(stream: NodeJS.WriteStream) {
  let waiting: string[] = []
  let isCollecting = false
  const flush = () => {
    if (waiting.length > 0) stream.write(`${waiting.join('\n')}\n`)
    waiting = []
  }
  const write = (line: string) => {
    if (waiting.push(line) > 1) return
    if (isCollecting) setImmediate(flush)
    else flush()
  }
  const collect = () => {
    isCollecting = true
  }
  return { write, flush, collect }
}
