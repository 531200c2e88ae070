import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { everyNth } from '../src/testing/every-nth.ts'
import { inFolder } from '../src/testing/world.ts'
import { commandFlags, environmentName, type Flags } from './flags.ts'
import { runHere } from './testing/command.ts'

const test = suite('characters that act')

const HOSTILE = 'x\u001b[2J\u009b31m\u202e\r\n::error::y\n##[error]z\u2028\u2029\u0085\u0007\b'
/** What no terminal and no CI log may get: controls, bidi marks, line breaks of Unicode, commands of GitHub Actions. */
const ACTING = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^\s*::|##\[/mu

/** What ends each command by itself, beside the flag in question; serve is refused to follow no fixture. */
const ENDING: Readonly<Record<string, string[]>> = {
  serve: ['--watch'],
  seed: ['--persons', '1'],
  conformance: ['http://127.0.0.1:1', '--dry-run', '--only', 'AUTH-01'],
  probe: ['http://127.0.0.1:1', '--dry-run', '--knobs-only'],
  lint: ['none.yaml'],
  'fixture show': ['homonyms'],
  'fixture init': ['begun.yaml'],
  'fixture from-csv': ['none.csv'],
  wait: ['http://127.0.0.1:1', '--timeout', '0.05'],
}

/** Files that say hostile things wherever a file can say something. */
const FILES: Readonly<Record<string, string>> = {
  'keys.yaml': `${JSON.stringify(HOSTILE)}: 1\n`,
  'values.yaml': [
    `organizacoes: [{ id: ${JSON.stringify(HOSTILE)}, nome: ${JSON.stringify(HOSTILE)}, token: ${JSON.stringify(HOSTILE)} }]`,
    `pessoas: [{ cpf: ${JSON.stringify(HOSTILE)}, nome: ${JSON.stringify(HOSTILE)}, organizacao: ${JSON.stringify(HOSTILE)} }]`,
  ].join('\n'),
  'names.yaml': `organizacoes: [{ id: a, nome: ${JSON.stringify(HOSTILE)} }]\npessoas: [{ nome: ${JSON.stringify(HOSTILE)} }]\n`,
  'broken.yaml': `a: "${HOSTILE}\n  - [`,
  'alias.yaml': 'a: *x\u202e\n',
  'tag.yaml': 'a: !\u202e x\n',
  'broken.json': `{"a": "${HOSTILE}`,
  'keys.json': JSON.stringify({ [HOSTILE]: HOSTILE }),
  'text.json': JSON.stringify(HOSTILE),
  'profile.json': JSON.stringify({ nomeMatch: HOSTILE, [HOSTILE]: 1, texts: { [HOSTILE]: HOSTILE } }),
  'baseline.json': JSON.stringify({ failures: [{ id: HOSTILE, reason: HOSTILE, expires: HOSTILE }] }),
  'sound.csv': 'nome\nAna \u202e Silva ##[error]\n',
  'a.csv': `${HOSTILE.replaceAll('\n', '')};nome\n"${HOSTILE}";"${HOSTILE}"\n`,
  'plain.txt': HOSTILE,
}

async function mustBeQuiet(args: readonly string[], options: Parameters<typeof runHere>[1]): Promise<void> {
  const { status, stdout, stderr } = await runHere(args, options)
  const about = `${JSON.stringify(args)} ${JSON.stringify(options.env ?? {})} ended with ${status}`
  // A generated dataset has the names of persons and nothing of a file.
  for (const [name, text] of Object.entries({ stdout, stderr })) {
    const acting = ACTING.exec(text)
    assert.is(
      acting,
      null,
      `${about}: ${name} has ${JSON.stringify(acting?.[0])} in\n${JSON.stringify(text)}`,
    )
  }
  assert.not.match(stdout + stderr, /\n {4}at /, about)
}

for (const [command, flags] of Object.entries<Flags>(commandFlags)) {
  const words = [...command.split(' '), ...(ENDING[command] ?? [])]
  test(`${command}: what a flag, a variable or a word says`, () =>
    inFolder(async (cwd) => {
      const taking = Object.entries(flags).flatMap(([name, { help }]) =>
        /^[<[]/.test(help) ? [{ name, placeholder: help.split(' ')[0] as string }] : [],
      )
      for (const { name, placeholder } of everyNth(taking, 20)) {
        for (const value of [
          HOSTILE,
          /URL|ORIGIN/.test(placeholder) ? `http://${HOSTILE}` : `a=${HOSTILE}`,
        ]) {
          await mustBeQuiet([...words, `--${name}`, value], { cwd })
          await mustBeQuiet(words, { cwd, env: { [environmentName(name)]: value } })
        }
      }
      for (const value of [
        HOSTILE,
        `--${HOSTILE}`,
        `-${HOSTILE}`,
        `--port=${HOSTILE}`,
        `--json=${HOSTILE}`,
      ]) {
        await mustBeQuiet([...command.split(' '), value, ...(ENDING[command] ?? [])], { cwd })
      }
      await mustBeQuiet(words, { cwd, env: { [`PESSOAS_SIM_${HOSTILE}`]: HOSTILE } })
    }))

  test(`${command}: what a file says that a flag or a word names`, () =>
    inFolder(async (cwd) => {
      for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text)
      const taking = Object.entries(flags).filter(([, { help }]) => /^.\S*(FILE|NAME|PATH)/.test(help))
      for (const file of everyNth(Object.keys(FILES), 8)) {
        for (const [name] of taking) {
          if (/out|write/.test(name)) continue
          // It is sound, so that it would be served: what the banner shows of it is a test of the banner.
          if (command === 'serve' && file === 'names.yaml') continue
          await mustBeQuiet([...words, `--${name}`, file], { cwd })
        }
        if (/lint|show|from-csv|profile/.test(command)) {
          await mustBeQuiet([...command.split(' '), file], { cwd })
        }
      }
    }))
}

test('state show and reset: what the files of a state folder say', () =>
  inFolder(async (cwd) => {
    for (const text of everyNth(Object.values(FILES), 3)) {
      for (const name of ['decisions.json', 'dataset.json', 'lock']) {
        mkdirSync(join(cwd, 'state'), { recursive: true })
        writeFileSync(join(cwd, 'state', name), text)
        for (const command of [['state', 'show'], ['state', 'show', '--json'], ['reset']]) {
          await mustBeQuiet([...command, '--state', 'state'], { cwd })
        }
      }
    }
  }))

test.run()
