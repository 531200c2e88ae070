import { defaultProfile, findQuirks, isLoopback, isSameChoice, printableJsonText } from '../../src/cli.ts'
import {
  type ControlOptions,
  type KnobName,
  type PartialProfile,
  type RunningSimulator,
  startSimulator,
} from '../../src/index.ts'
import { chooseProfile } from '../flags/chosen-profile.ts'
import { controlTokenOf } from '../flags/control-token.ts'
import { CONTROL_TOKEN } from '../flags/environment.ts'
import type { Values } from '../flags/flag.ts'
import { DEFAULT_STATE, type serveFlags } from '../flags/flags.ts'
import { UsageError } from '../flags/usage-error.ts'
import { banner } from '../terminal/banner.ts'
import { hideFromProcessList } from '../terminal/process-list.ts'
import { removeOwnReady, removeStaleReady, writeReady } from '../terminal/ready-file.ts'

const DEFAULT_PORT = 3210
export const DEFAULT_CONTROL_PORT = 3211

/**
 * Starts the simulator with the flags that `read` returns, and prints the warnings of reading them last, where they are
 * seen. They concern only variables, so they are not printed if the start fails.
 */
export async function serveWithNotes(
  read: (warn: (line: string) => void) => Promise<Values<typeof serveFlags>>,
): Promise<void> {
  const notes: string[] = []
  await serve(await read((line) => notes.push(line)), notes)
}

/**
 * Starts the simulator, prints the banner, and runs until a signal ends it.
 * @param notes lines to print after the banner
 */
async function serve(values: Values<typeof serveFlags>, notes: readonly string[]): Promise<void> {
  const {
    memory = false,
    json = false,
    state,
    store,
    token: tokens,
    profile: profileName,
    set,
    quirk: broken = [],
    layer: layers = [],
    'list-quirks': word = false,
    'allow-invalid-cpf': allowInvalidCpf = false,
    fixture,
    'allowed-hosts': allowedHosts = [],
    'base-path': basePath,
    port = DEFAULT_PORT,
    log = 'pretty',
    control,
    'ready-file': readyFile,
    ...rest
  } = values
  if (word !== false) return printQuirks(word)
  if (memory && state !== undefined)
    throw new UsageError('--memory and --state exclude each other: --memory keeps nothing on disk. Use one.')
  if (store !== undefined) requireNoFolder(values)
  if (allowInvalidCpf && fixture === undefined) {
    throw new UsageError('--allow-invalid-cpf needs a fixture. Use it with --fixture FILE.')
  }

  const chosen = chooseProfile({
    ...(profileName !== undefined && { profile: profileName }),
    ...(set && { set }),
  })
  const write = createWriter(process.stderr)
  if (readyFile !== undefined) removeStaleReady(readyFile)
  const sim = await startSimulator({
    ...rest,
    port,
    log,
    allowedHosts,
    ...(basePath !== undefined && { basePath }),
    write: write.line,
    profile: chosen.profile,
    quirks: broken,
    layers,
    control: controlOf(control, port),
    // Without a control port, nobody could read the journal.
    journal: control !== false,
    allowInvalidCpf,
    ...(fixture !== undefined && { fixture }),
    ...(tokens && { tokens }),
    // A fixture starts without decisions each time, unless the operator names a state folder.
    ...(store !== undefined && { store }),
    ...(!memory &&
      store === undefined &&
      (state !== undefined || fixture === undefined) && { state: state ?? DEFAULT_STATE }),
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

  const { url, urls, organizations, seed, hash, state: folder } = sim
  const source = fixture ?? null
  const exposed = urls.find((url) => !isLoopback(new URL(url).hostname))
  if (exposed !== undefined || isEveryAddress(values.host)) {
    write.line(
      `warning: ${exposed ?? url} can be reached from other machines, and its tokens are not secret.`,
    )
  }
  if (broken.length > 0) write.line(await quirkWarning(broken))
  if (layers.length > 0)
    write.line(`warning: layers may change every request and answer: ${layers.join(', ')}.`)
  const faults = sim.faults.list().map(({ name, rule }) => `${name} (${rule.fault.kind})`)
  if (faults.length > 0) write.line(`warning: faults strike requests: ${faults.join(', ')}.`)
  const ready = {
    url,
    organizations,
    seed,
    hash,
    fixture: source,
    state: folder,
    store: sim.store,
    profile: turned(sim),
    control: sim.control,
    pid: process.pid,
  }
  try {
    if (readyFile !== undefined) writeReady(readyFile, ready)
  } catch (error) {
    await sim.close()
    throw error
  }
  process.stdout.write(
    json
      ? `${printableJsonText(JSON.stringify(ready))}\n`
      : banner(sim, {
          turned: ready.profile,
          sources: chosen.sources,
          fixture: source,
          log,
          tokenVariable: controlTokenOf(process.env) && CONTROL_TOKEN,
        }),
  )
  for (const note of notes) write.line(note)
}

/** @throws {UsageError} when data would be in two places */
function requireNoFolder({ memory = false, state, store }: Values<typeof serveFlags>): void {
  hideFromProcessList(store as string)
  const other = memory ? 'memory' : state === undefined ? undefined : 'state'
  if (other === undefined) return
  throw new UsageError(`--store and --${other} exclude each other: decisions are kept in one place. Use one.`)
}

/**
 * Returns how the control port is opened. A free port may replace the default one, because nobody asked for it. With
 * `--port 0`, the control port is a free one, too.
 */
function controlOf(control: number | false | undefined, port: number): false | ControlOptions {
  if (control === false) return false
  const token = controlTokenOf(process.env)
  const standard = port === 0 ? 0 : DEFAULT_CONTROL_PORT
  return { port: control ?? standard, orFree: control === undefined, ...(token !== undefined && { token }) }
}

/** @throws {UsageError} when no quirk is about the word */
async function printQuirks(word: string): Promise<void> {
  const { quirkList } = await import('../terminal/quirk-list.ts')
  const list = quirkList(word)
  if (list === '')
    throw new UsageError(
      `No quirk has "${word}" in its name, its clauses or its description. Use --list-quirks to see all of them.`,
    )
  process.stdout.write(list)
}

async function quirkWarning(names: readonly string[]): Promise<string> {
  const { suiteFlags } = await import('../terminal/quirk-list.ts')
  const needed = suiteFlags()
  const texts = findQuirks(names).map(({ name, clause }) => {
    const flags = needed(name) || undefined
    return `${name} (${clause.join(', ')}${flags ? `; to see conformance fail, use ${flags}` : ''})`
  })
  return `warning: quirks break these clauses: ${texts.join('; ')}.`
}

/** Returns whether a host means all addresses of the machine: `0`, `0.0.0.0`, `::`. */
function isEveryAddress(host: string | undefined): boolean {
  return host !== undefined && /^[0.:]+$/.test(host)
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
function turned({ profile }: RunningSimulator): PartialProfile {
  return Object.fromEntries(
    Object.entries(profile).filter(
      ([knob, choice]) => !isSameChoice(choice, defaultProfile[knob as KnobName]),
    ),
  )
}
