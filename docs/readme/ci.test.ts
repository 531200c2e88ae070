import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { validateAction } from '@action-validator/core'
import { XMLParser } from 'fast-xml-parser'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse as load, parseAllDocuments } from 'yaml'
import { commandFlags } from '../../bin/flags.ts'
import type { Ended } from '../../bin/testing/command.ts'
import { startSimulator } from '../../src/index.ts'
import { inFolder } from '../../src/testing/world.ts'
import { read } from './pages.ts'
import { program, runProgram, writeProgram } from './shell.ts'

const test = suite('action.yml and templates/conformance.yml')

interface Input {
  description: string
  default?: string | boolean
}
interface Step {
  if?: string
  uses?: string
  with?: Record<string, string>
  env: Record<string, string>
  run: string
}

const action = load(read('action.yml')) as {
  inputs: Record<string, Input>
  outputs: Record<string, { value: string }>
  runs: { steps: [Step, Step] }
}
const [head, body] = parseAllDocuments(read('templates/conformance.yml')).map((part) => part.toJS()) as [
  { spec: { inputs: Record<string, Input> } },
  Record<string, { variables: Record<string, string>; script: string[]; artifacts: object }>,
]
const [job] = Object.values(body) as [(typeof body)[string]]
const [suiteStep, uploadStep] = action.runs.steps

/** What each service of CI does with the file: the inputs, the variables, the script, and how its shell starts. */
const services = {
  GitHub: {
    inputs: action.inputs,
    variables: suiteStep.env,
    placeholder: /\$\{\{ inputs\.([\w-]+) \}\}/g,
    script: suiteStep.run,
    shell: ['bash', '--noprofile', '--norc', '-eo', 'pipefail'],
  },
  GitLab: {
    inputs: head.spec.inputs,
    variables: job.variables,
    placeholder: /\$\[\[ inputs\.([\w-]+) \]\]/g,
    script: job.script.join('\n'),
    // Bash, or what the image has in its place.
    shell: ['sh', '-e'],
  },
}
type Service = keyof typeof services
interface Run extends Ended {
  /** What the step wrote for later steps of the job. */
  outputs: Record<string, string>
  summary: string
}

/** Runs the script of a file as its service does, in a folder where node_modules has a program. */
async function runScript(
  service: Service,
  folder: string,
  given: Record<string, string>,
  env: Record<string, string> = {},
): Promise<Run> {
  const { inputs, variables, placeholder, script, shell } = services[service]
  const inputOf = (name: string) => String(given[name] ?? inputs[name]?.default)
  const own = Object.entries(variables).map(([name, text]) => [
    name,
    text.replace(placeholder, (_, input: string) => inputOf(input)),
  ])
  const [output, summary, file] = ['output', 'summary', 'script'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(output, '')
  writeFileSync(summary, '')
  writeFileSync(file, script)
  const github = service === 'GitHub' && { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary }
  const all = { ...Object.fromEntries(own), ...github, ...env }
  const ended = await runProgram(shell[0] as string, [...shell.slice(1), file], folder, all)
  const lines = readFileSync(output, 'utf8').trimEnd().split('\n')
  const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  return { ...ended, outputs, summary: readFileSync(summary, 'utf8') }
}

/** A program that only prints its arguments, and writes the report without which the script fails. */
const printer = `#!/usr/bin/env node
const [, file] = process.argv.find((one) => one.startsWith('--reporter=json=')).split('json=')
require('node:fs').mkdirSync(require('node:path').dirname(file), { recursive: true })
require('node:fs').writeFileSync(file, '{"verdict":"conformant"}')
console.log(JSON.stringify(process.argv.slice(2)))
`

const BIN = 'node_modules/.bin/pessoas-sim'

test('the action is valid, and no input becomes a part of a script', () => {
  assert.equal(validateAction(read('action.yml')).errors, [])
  for (const { script } of Object.values(services)) assert.not.match(script, /\$\{\{|\$\[\[/)
  assert.equal(Object.keys(head), ['spec'])
  assert.equal(Object.keys(body), ['$[[ inputs.job ]]'])
  assert.match(
    JSON.stringify(job.artifacts),
    /"when":"always".*"junit":"\$\[\[ inputs\.reports \]\]\/junit\.xml"/,
  )
})

test('the files have one script from a line on, and the same inputs but for what only their service knows', () => {
  const [github, gitlab] = [services.GitHub.script, services.GitLab.script].map((script) =>
    script.split(/^# From here on .*\n/m),
  )
  assert.is(github?.length, 2)
  assert.is(github?.[1], gitlab?.[1])
  const wordsOf = (inputs: Record<string, Input>, left: string[]) =>
    Object.entries(inputs)
      .filter(([name]) => !left.includes(name))
      .map(([name, input]) => [
        name,
        input.description.replace(/, true or false\.$/, '.'),
        input.default === undefined ? 'required' : String(input.default),
      ])
  assert.equal(wordsOf(action.inputs, ['artifact']), wordsOf(head.spec.inputs, ['job', 'stage', 'image']))
  for (const { inputs, variables, placeholder } of Object.values(services)) {
    const used = Object.values(variables).flatMap((text) =>
      [...text.matchAll(placeholder)].map(([, name]) => name),
    )
    for (const name of used) assert.ok(Object.hasOwn(inputs, name as string), name)
  }
})

test('every flag of the script is one of the suite', () => {
  const lines = services.GitHub.script.split('\n').filter((line) => line.includes('set -- '))
  const named = lines.flatMap((line) => [...line.matchAll(/--([a-z-]+)=/g)].map(([, flag]) => flag as string))
  assert.ok(named.length > 8)
  for (const flag of named) assert.ok(Object.hasOwn(commandFlags.conformance, flag), flag)
})

test('the upload runs after a failure, of the folder of the reports', () => {
  assert.match(uploadStep.if as string, /^always\(\) && /)
  assert.match(uploadStep.uses as string, /^actions\/upload-artifact@v\d+$/)
  assert.match(uploadStep.with?.path as string, /^\$\{\{ inputs\.reports \}\}$/)
  assert.equal(Object.keys(action.outputs), ['verdict', 'exit-code', 'junit', 'html', 'json'])
})

for (const service of Object.keys(services) as Service[]) {
  const withFolder = (program: string, work: (folder: string) => Promise<void>) =>
    inFolder(async (folder) => {
      writeProgram(join(folder, BIN), program)
      await work(folder)
    })

  test(`${service}: a conformant target, and one that breaks a clause`, () =>
    withFolder(program, async (folder) => {
      for (const [quirks, status, verdict] of [
        [[], 0, 'conformant'],
        [['total-as-number'], 1, 'violated'],
      ] as const) {
        await using sim = await startSimulator({ quirks: [...quirks] })
        const token = sim.organizations[0]?.token as string
        const env = { PESSOAS_SIM_TOKEN: token }
        const given = { 'base-url': sim.url, only: 'ENV,PAG', reports: 'the reports' }
        const first = { ...given, args: '--write-baseline=known failures.json' }
        const run = await runScript(service, folder, first, env)
        assert.is(run.status, status, run.stdout + run.stderr)
        const written = ['junit.xml', 'report.html', 'report.json'].map((name) =>
          readFileSync(join(folder, 'the reports', name), 'utf8'),
        ) as [string, string, string]
        const { failures } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(
          written[0],
        ).testsuites
        assert.is(Number(failures) > 0, status === 1)
        assert.match(written[1], /^<!doctype html>/i)
        assert.is(JSON.parse(written[2]).verdict, verdict)
        assert.not.ok((run.stdout + run.stderr + written.join('')).includes(token))
        if (service === 'GitHub') {
          assert.equal(run.outputs, { verdict, 'exit-code': String(status) })
          assert.is(/^::error/m.test(run.stdout), status === 1)
          assert.match(run.summary, /conformant/i)
        }
        const again = await runScript(service, folder, { ...given, baseline: 'known failures.json' }, env)
        assert.is(again.status, 0, 'known failures are accepted')
      }
    }))

  test(`${service}: every value reaches the program as it is, and none is run`, () =>
    withFolder(printer, async (folder) => {
      for (const value of [
        `$(touch ran)\`touch ran\`"; touch ran; "'; touch ran; ' * $HOME \\`,
        '*',
        '--list',
        '-',
      ]) {
        const given = {
          'base-url': `https://staging.example/${value}`,
          only: value,
          skip: value,
          baseline: value,
          args: `--timeout=5\n\n  ${value}\n--report=${value}`,
          reports: `reports ${value}`,
          'read-only': 'true',
        }
        const run = await runScript(service, folder, given)
        assert.is(run.status, 0, run.stderr)
        const [command, url, ...flags] = JSON.parse(run.stdout)
        assert.equal([command, url], ['conformance', given['base-url']])
        const reports = ['junit=junit.xml', 'html=report.html', 'json=report.json'].map((report) => {
          const [name, file] = report.split('=')
          return `--reporter=${name}=${given.reports}/${file}`
        })
        assert.equal(
          flags.sort(),
          [
            ...(service === 'GitHub' ? ['--reporter=github'] : []),
            '--reporter=pretty',
            ...reports,
            '--read-only=true',
            `--only=${value}`,
            `--skip=${value}`,
            `--baseline=${value}`,
            '--timeout=5',
            `  ${value}`,
            `--report=${value}`,
          ].sort(),
        )
        assert.not.ok(existsSync(join(folder, 'ran')), value)
      }
    }))

  test(`${service}: what is wrong ends with 2, and says what to do`, () =>
    withFolder(program, async (folder) => {
      const url = { 'base-url': 'https://staging.example/api' }
      const env = { PESSOAS_SIM_TOKEN: 'a token' }
      for (const [given, says] of [
        [{ 'base-url': '' }, /base-url is empty: is the variable set/],
        [{ 'base-url': '--list' }, /base-url must begin with http/],
        [{ ...url, reports: '' }, /reports must name a folder/],
        [{ ...url, 'read-only': 'yes' }, /--read-only must be true or false, not "yes"/],
        ...(service === 'GitHub'
          ? ([[{ ...url, strict: 'yes' }, /^::error::The suite did not start/m]] as const)
          : []),
        [{ ...url, 'allow-writes': '' }, /--allow-writes must be true or false, not ""/],
        [{ ...url, args: '--list' }, /No report was written: remove --list/],
        [{ ...url, package: './missing.tgz' }, /missing\.tgz/],
      ] as const) {
        const run = await runScript(service, folder, given, env)
        assert.is(run.status, 2, run.stdout + run.stderr)
        assert.match(run.stderr, says)
        if (service === 'GitHub') assert.equal(run.outputs, { verdict: '', 'exit-code': '2' })
      }
      rmSync(join(folder, BIN))
      const run = await runScript(service, folder, url, env)
      assert.is(run.status, 2)
      assert.match(
        run.stderr,
        service === 'GitHub'
          ? /^::error::pessoas-sim is not installed\. /
          : /^pessoas-sim is not installed\. /,
      )
    }))

  test(`${service}: the tarball of package is installed, and runs in place of what is there`, () =>
    withFolder('#!/bin/sh\nexit 9\n', async (folder) => {
      const sources = join(folder, 'my sources')
      writeProgram(join(sources, 'pessoas-sim'), printer)
      const manifest = { name: 'pessoas-sim', version: '9.9.9', bin: { 'pessoas-sim': 'pessoas-sim' } }
      writeFileSync(join(sources, 'package.json'), JSON.stringify(manifest))
      await promisify(execFile)('npm', ['pack', '--silent'], { cwd: sources })
      const given = {
        'base-url': 'https://staging.example/api',
        package: './my sources/pessoas-sim-9.9.9.tgz',
      }
      const run = await runScript(service, folder, given)
      assert.is(run.status, 0, run.stderr)
      assert.is(JSON.parse(run.stdout.slice(run.stdout.indexOf('[')))[1], given['base-url'])
    }))
}

test.run()
