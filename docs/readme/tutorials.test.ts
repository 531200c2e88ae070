import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse as load } from 'yaml'
import { ownVariables } from '../../bin/testing/command.ts'
import { entries, withSources } from './examples.ts'
import { codeOf, type Language, languages, namesOf, read } from './pages.ts'
import { variablesWithNpx } from './shell.ts'

// A reader has an empty folder and two terminals: the simulator runs in the first one, everything else in the second.

const test = suite('pages: tutorials')

/** A folder in which the tarball is installed, if the tutorials are to run with it: .ci/try-tarball. */
const installed = process.env.TUTORIALS_IN

/** What a page says that a reader does or sees. */
interface Step {
  prose: string
  language: string
  code: string
}

const stepsOf = (page: string): Step[] =>
  [...read(page).matchAll(/(.*?)^```(\w*)\n(.*?)^```$/gms)].map(([, prose, language, code]) => ({
    prose: prose as string,
    language: language as string,
    code: code as string,
  }))

const isServer = (command: string) => /^npx pessoas-sim(?: --|$)/.test(command)

/** Returns the commands of a console block, each with what it prints. */
const commandsOf = (code: string) =>
  [...code.matchAll(/^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command, shown]) => ({
    command: command as string,
    shown: shown as string,
  }))

/** Returns a text without what differs from run to run: ports, dates, times, durations and pseudonyms. */
function steady(text: string, port: string): string {
  return text
    .replaceAll(`:${port}`, ':3210')
    .replace(/127\.0\.0\.1:(?!3210)\d+/g, '127.0.0.1:3211')
    .replace(/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'DATE')
    .replace(/\b\d\d:\d\d:\d\d\.\d{3}\b/g, 'TIME')
    .replace(/\b\d+(?:\.\d+)? ?ms\b/g, 'DURATION')
    .replace(/\b(cpf|nome)#[\da-f]+/g, '$1#…')
}

/** Returns the pattern of what a page shows: `…` is the rest of a line, and on a line of its own any lines. */
function patternOf(shown: string): string {
  const lines = shown.trimEnd().split('\n')
  return lines
    .map((line) =>
      line === '…' ? '(?:.*\n)*?' : `${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}\n`,
    )
    .join('')
}

/** Collects what a process prints, until it fits. */
class Screen {
  #text = ''
  readonly child: ChildProcess

  constructor(child: ChildProcess) {
    this.child = child
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (piece) => {
        this.#text += piece
        this.child.emit('printed')
      })
  }

  /** Returns what was printed since the last call, when it fits. */
  async until(fits: (text: string) => boolean): Promise<string> {
    const signal = AbortSignal.timeout(120_000)
    while (!fits(this.#text)) {
      if (this.child.exitCode !== null) throw new Error(`It ended:\n${this.#text}`)
      await once(this.child, 'printed', { signal }).catch(() => {
        throw new Error(`It printed only:\n${this.#text}`)
      })
    }
    const text = this.#text
    this.#text = ''
    return text
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return
    const closed = once(this.child, 'close')
    this.child.kill()
    await closed
  }
}

class Reader {
  readonly #folder = mkdtempSync(join(installed ?? tmpdir(), 'tutorial-'))
  readonly #env: NodeJS.ProcessEnv
  readonly #shell: Screen
  #server?: Screen
  #port = '3210'

  constructor(language: Language) {
    const env = installed ? ownVariables() : variablesWithNpx(this.#folder)
    const options = installed ? '' : entries['pessoas-sim'].nodeArgs.join(' ')
    this.#env = { ...env, NODE_OPTIONS: options, LC_ALL: 'C.UTF-8', PESSOAS_SIM_LANG: language }
    this.#shell = new Screen(spawn('sh', [], { cwd: this.#folder, env: this.#env }))
    this.#shell.child.stdin?.write('exec 2>&1\n')
  }

  async does({ prose, language, code }: Step): Promise<void> {
    if (language === 'text') return await this.#sees(code)
    if (code.startsWith('- run: ')) return await this.#takesStep(code)
    if (language !== 'console') return this.#saves(prose, code)
    for (const { command, shown } of commandsOf(code))
      if (isServer(command)) await this.#starts(prose, command, shown)
      else await this.#runs(command, shown)
  }

  /** Saves a block as the file that the text before it names last. */
  #saves(prose: string, code: string): void {
    const name = [...prose.matchAll(/`([\w./-]+\.\w+)`/g)].at(-1)?.[1] as string
    const own = code.replaceAll(':3210', `:${this.#port}`)
    mkdirSync(join(this.#folder, dirname(name)), { recursive: true })
    writeFileSync(join(this.#folder, name), installed ? own : withSources(own))
  }

  async #starts(prose: string, command: string, shown: string): Promise<void> {
    if (this.#server) assert.match(prose, 'Ctrl-C')
    await this.#server?.stop()
    // A signal to npx would not reach what it starts.
    const program = installed ? command.replace('npx ', '../node_modules/.bin/') : command
    const args = ['-c', `exec ${program}`]
    // The second start finds the port of the first one free again.
    const env = {
      ...this.#env,
      ...(this.#server && { PESSOAS_SIM_PORT: this.#port, PESSOAS_SIM_CONTROL: '0' }),
    }
    this.#server = new Screen(spawn('sh', args, { cwd: this.#folder, env }))
    const printed = await this.#server.until((text) => text.includes('Ctrl-C'))
    this.#port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1] as string
    this.#compare(printed.trimStart(), shown, command)
  }

  async #runs(command: string, shown: string): Promise<void> {
    // A terminal gets this form of its own accord.
    const typed = command.replace(/^node --test/, 'node --test --test-reporter=spec')
    const code = typed.replaceAll(':3210', `:${this.#port}`)
    this.#shell.child.stdin?.write(`${code}\nstatus=$?; echo; echo "(ended)"; (exit $status)\n`)
    const printed = await this.#shell.until((text) => text.endsWith('\n(ended)\n'))
    this.#compare(printed.replace(/\n*\(ended\)\n$/, '\n'), shown, command)
  }

  /** Does a step of GitHub Actions, whose variables and secrets the second terminal has. */
  async #takesStep(code: string): Promise<void> {
    const [step] = load(code) as [{ run: string }]
    assert.match(step.run, ' --rate 5')
    // At that rate, it takes a minute.
    const command = step.run.replace(' --rate 5', '')
    await this.#runs(`${command} > step.log; echo $?`, '0\n')
  }

  /** Waits until the first terminal shows this. */
  async #sees(shown: string): Promise<void> {
    const pattern = new RegExp(`(?:^|\n)${patternOf(steady(shown, '3210'))}`)
    await this.#server?.until((text) => pattern.test(steady(text, this.#port)))
  }

  #compare(printed: string, shown: string, command: string): void {
    const text = `${steady(printed, this.#port).trim()}\n`
    const pattern = new RegExp(`^${patternOf(steady(shown, '3210').trim())}$`)
    if (!pattern.test(text)) assert.is(text, steady(shown, '3210'), command)
  }

  async close(): Promise<void> {
    this.#shell.child.stdin?.end()
    await Promise.all([this.#shell.stop(), this.#server?.stop()])
    rmSync(this.#folder, { recursive: true })
  }
}

/** Does every step of a tutorial. */
async function doesAll(language: Language, name: string): Promise<void> {
  const { readme, folder } = languages[language]
  const [install, ...steps] = stepsOf(`${folder}/${name}`) as [Step, ...Step[]]
  const withoutComments = (code: string) => code.replace(/^#.*\n/gm, '')
  // What it takes minutes to do, .ci/try-tarball does.
  assert.is(withoutComments(install.code), withoutComments(codeOf(readme, 'sh')[1] as string))
  assert.ok(steps.length >= 6)
  const reader = new Reader(language)
  try {
    for (const step of steps) await reader.does(step)
  } finally {
    await reader.close()
  }
}

for (const name of namesOf('en').filter((name) => name.startsWith('tutorials/'))) {
  test(`${name}: a reader of each language who does every step sees what it shows`, async () => {
    await Promise.all((Object.keys(languages) as Language[]).map((language) => doesAll(language, name)))
  })
}

test.run()
