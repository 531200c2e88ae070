import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../src/testing/world.ts'
import { strayVariables, variablesOf } from './environment.ts'
import { commandFlags, environmentName, type Flags } from './flags.ts'
import { runHere } from './testing/command.ts'

const test = suite('variables')

/** Does something while the environment has only these variables. */
function withVariables<T>(variables: Record<string, string>, act: () => T): T {
  const { env } = process
  process.env = variables
  try {
    return act()
  } finally {
    process.env = env
  }
}

const K8S = 'PESSOAS_SIM_PORT_3210_TCP_ADDR'
const read: [variables: Record<string, string>, typed: string[], values: object][] = [
  [
    { PESSOAS_SIM_PORT: '0', PESSOAS_SIM_MEMORY: '1', PESSOAS_SIM_JSON: ' false\n' },
    [],
    { port: '0', memory: true, json: false },
  ],
  [{ PESSOAS_SIM_BASE_PATH: '/api', PESSOAS_SIM_HOST: '' }, [], { 'base-path': '/api' }],
  // Kubernetes sets these for a Service called pessoas-sim.
  [
    { PESSOAS_SIM_PORT: 'tcp://10.0.0.1:3210', PESSOAS_SIM_SERVICE_HOST: '10.0.0.1', [K8S]: '10.0.0.1' },
    [],
    {},
  ],
  // A flag wins over its variable, and over those of the flags that it excludes.
  [{ PESSOAS_SIM_PORT: '1' }, ['port'], {}],
  [{ PESSOAS_SIM_STATE: 'x', PESSOAS_SIM_SEED: '4' }, ['memory', 'fixture'], {}],
  [{ PESSOAS_SIM_FIXTURE: 'x' }, ['seed'], {}],
  [{ PESSOAS_SIM_TOKEN: 'x', PESSOAS_SIM_SET: 'a=b', PESSOAS_SIM_LIST_QUIRKS: '1' }, [], {}],
]
for (const [variables, typed, values] of read) {
  test(`serve ${typed.map((name) => `--${name} `).join('')}with ${JSON.stringify(variables)}`, () =>
    withVariables(variables, () => {
      assert.equal(variablesOf(commandFlags.serve, new Set(typed)), values)
    }))
}

test('no variable sets what must be typed', () => {
  const typed = [
    'allow-writes',
    'report',
    'foreign-report',
    'reveal',
    'dry-run',
    'list',
    'force',
    'diff',
    'out',
  ]
  for (const flags of [commandFlags.conformance, commandFlags.probe] as Flags[]) {
    const own = typed.filter((name) => flags[name])
    const variables = Object.fromEntries(own.map((name) => [environmentName(name), '1']))
    withVariables(variables, () => assert.equal(variablesOf(flags, new Set()), {}))
  }
})

test('a variable of reporters is several, whose files may have a comma', () => {
  const { reporter } = commandFlags.conformance
  const all = { PESSOAS_SIM_REPORTER: 'pretty,junit=out/report.xml, json=a,b.json' }
  const { reporter: values } = withVariables(all, () => variablesOf({ reporter }, new Set()))
  assert.equal(reporter.read(values as string[]), [
    ['pretty', undefined],
    ['junit', 'out/report.xml'],
    ['json', 'a,b.json'],
  ])
})

const stray: [variable: string, said: RegExp | undefined][] = [
  ['PESSOAS_SIM_CONTROL_PORT', /no flag matches it\. Did you mean PESSOAS_SIM_CONTROL\?$/],
  [
    'PESSOAS_SIM_STROE',
    /^warning: PESSOAS_SIM_STROE is ignored: no flag matches it\. Did you mean PESSOAS_SIM_STORE\?$/,
  ],
  ['PESSOAS_SIM_NONSENSE_AT_ALL', /is ignored: no flag matches it\.$/],
  ['PESSOAS_SIM_TOKEN', /is ignored: serve takes --token from the command line only\.$/],
  ['PESSOAS_SIM_ALLOW_WRITES', /is ignored: serve takes --allow-writes from the command line only\.$/],
  ['PESSOAS_SIM_TIMEOUT', undefined],
  ['PESSOAS_SIM_CONTROL_TOKEN', undefined],
  [K8S, undefined],
]
for (const [variable, said] of stray) {
  test(`${variable} ${said ? 'is warned of, without its value' : 'is no surprise'}`, () => {
    const lines = withVariables({ [variable]: 'its-value' }, () =>
      strayVariables('serve', commandFlags.serve),
    )
    assert.is(lines.length, said ? 1 : 0)
    if (said) assert.match(lines[0] as string, said)
    assert.not.match(lines.join(), 'its-value')
  })
}

test('the warnings come with the command, and a wrong variable is named', () =>
  inFolder(async (cwd) => {
    const env = { PESSOAS_SIM_STROE: 'x', PESSOAS_SIM_PERSONS: 'x' }
    const { status, stderr } = await runHere(['seed', '--out', '-'], { cwd, env })
    assert.is(status, 2)
    assert.match(stderr, /--persons \(from PESSOAS_SIM_PERSONS\) must be a whole number/)
    assert.match((await runHere(['fixture', 'list'], { cwd, env })).stderr, /PESSOAS_SIM_STROE is ignored/)
    const wrong = await runHere(['--memory'], { cwd, env: { PESSOAS_SIM_WATCH: 'maybe' } })
    assert.match(wrong.stderr, /--watch \(from PESSOAS_SIM_WATCH\) must be true or false, not "maybe"/)
  }))

test.run()
