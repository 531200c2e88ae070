import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandFlags } from './command-flags.ts'
import { conformanceFlags } from './conformance-flags.ts'
import { strayVariables, variablesOfOthers, variablesText } from './environment.ts'
import { environmentName, type Flags, readFlags, type Texts } from './flag.ts'
import { serveFlags } from './flags.ts'

const test = suite('environment')

const cases: [name: string, said: RegExp | undefined][] = [
  ['PESSOAS_SIM_PORT', undefined],
  ['PESSOAS_SIM_TOKEN', undefined],
  ['PESSOAS_SIM_OTHER_TOKEN', undefined],
  ['PESSOAS_SIM_PROT', /PROT is ignored: no flag matches it\. Did you mean PESSOAS_SIM_PORT\?$/],
  ['PESSOAS_SIM_Port', /Did you mean PESSOAS_SIM_PORT\?$/],
  ['PESSOAS_SIM_TOKNE', /Did you mean PESSOAS_SIM_TOKEN\?$/],
  ['PESSOAS_SIM_ALLOWED-HOSTS', /Did you mean PESSOAS_SIM_ALLOWED_HOSTS\?$/],
  ['PESSOAS_SIM_', /PESSOAS_SIM_ is ignored: no flag matches it\.$/],
  ['PESSOAS_SIM_SOMETHING_ELSE', /no flag matches it\.$/],
  ['PESSOAS_SIM_ALLOW_WRITES', /--allow-writes is read from the command line only\.$/],
  ['PESSOAS_SIM_SET', /--set is read from the command line only\.$/],
  ['PESSOAS_SIM_A\u001b', /PESSOAS_SIM_A\\u001b is ignored/],
  ['PESSOAS_SIM_ORGS', /Did you mean PESSOAS_SIM_ORGANIZATIONS\?$/],
  ['PESSOAS_SIM_BIND_ADDRESS', /Did you mean PESSOAS_SIM_HOST\?$/],
  ['PESSOAS_SIM_HELP', /--help is read from the command line only\.$/],
  ['PESSOAS_SIM_SERVICE_HOST', undefined],
  ['PESSOAS_SIM_SERVICE_PORT', undefined],
  ['PESSOAS_SIM_SERVICE_PORT_HTTP', undefined],
  ['PESSOAS_SIM_PORT_3210_TCP', undefined],
  ['PESSOAS_SIM_PORT_3210_TCP_ADDR', undefined],
  ['PESSOAS_SIM_STAGING_SERVICE_HOST', undefined],
  ['PESSOAS_SIM_STAGING_PORT_80_TCP_PROTO', undefined],
  ['PESSOAS_PORT', undefined],
]
for (const [name, said] of cases) {
  test(`${JSON.stringify(name)} is ${said ? 'warned of' : 'nothing to say'}`, async () => {
    const warnings = await strayVariables({ [name]: 'its-value', PATH: '/bin' })
    assert.is(warnings.length, said ? 1 : 0)
    if (said) assert.match(warnings[0] as string, said)
    assert.not.match(warnings.join(), /its-value/)
    assert.equal(await strayVariables({ [name]: '' }), [])
  })
}

test('what Kubernetes sets for a Service of our name sets no flag, and is not warned of', async () => {
  const injected = { PESSOAS_SIM_PORT: 'tcp://10.0.0.1:3210', PESSOAS_SIM_STAGING_PORT: 'tcp://10.0.0.1:80' }
  assert.equal(await strayVariables(injected), [])
  assert.equal(readFlags(serveFlags, {}, injected), {})
  assert.equal(readFlags(serveFlags, {}, { PESSOAS_SIM_PORT: '3211' }), { port: 3211 })
  assert.throws(() => readFlags(serveFlags, {}, { PESSOAS_SIM_PORT: 'http://x' }), /whole number/)
})

for (const name of ['list', 'dry-run', 'self-test', 'list-quirks', 'diff', 'schema', 'help', 'version']) {
  test(`no variable has a command do nothing but --${name}`, async () => {
    const variable = environmentName(name)
    const environment = { [variable]: 'true' }
    for (const flags of Object.values(commandFlags)) assert.equal(readFlags(flags, {}, environment), {})
    const said = `warning: ${variable} is ignored: --${name} is read from the command line only.`
    assert.equal(await strayVariables(environment), [said])
  })
}

test('each of several has its own line, in their order', async () => {
  const warnings = await strayVariables({
    PESSOAS_SIM_PROT: '1',
    PESSOAS_SIM_HOTS: '1',
    PESSOAS_SIM_PORT: '1',
  })
  assert.equal(
    warnings.map((line) => line.slice(0, 'warning: PESSOAS_SIM_HOTS'.length)),
    ['warning: PESSOAS_SIM_HOTS', 'warning: PESSOAS_SIM_PROT'],
  )
})

const other: [command: string, texts: Texts, variable: string, said: string | undefined][] = [
  [
    'serve',
    {},
    'TOKEN',
    'it sets --token of conformance and probe only. Nothing needs to be done, unless you meant --token TOKEN.',
  ],
  ['serve', { token: ['a'] }, 'TOKEN', undefined],
  ['serve', {}, 'PORT', undefined],
  // What no command reads is told of already, whichever command it is.
  ['serve', {}, 'SET', undefined],
  ['conformance', {}, 'TOKEN', undefined],
  ['conformance', {}, 'ALLOW_WRITES', undefined],
  [
    'profile',
    {},
    'JSON',
    'it sets --json of serve, lint and state show only. Nothing needs to be done, unless you meant --json.',
  ],
  [
    'probe',
    {},
    'OUT',
    'it sets --out of seed and fixture from-csv only. Nothing needs to be done, unless you meant --out FILE.',
  ],
]
for (const [command, texts, name, said] of other) {
  test(`PESSOAS_SIM_${name} beside ${command} ${JSON.stringify(texts)} is ${said ? 'warned of' : 'nothing to say'}`, async () => {
    const variable = `PESSOAS_SIM_${name}`
    const flags = commandFlags[command] as Flags
    const warnings = await variablesOfOthers(flags, texts, { [variable]: 'its-value' })
    assert.equal(warnings, said ? [`warning: ${variable} is ignored by ${command}, because ${said}`] : [])
    assert.equal(await variablesOfOthers(flags, texts, { [variable]: '' }), [])
  })
}

test('the help of a command says which of its flags no variable sets', () => {
  for (const flags of Object.values(commandFlags)) {
    const said = variablesText(flags)
    const [, except = ''] = /(?:but|No environment variable sets) (.*?)(?: has an|\.$)/.exec(said) ?? []
    const named = except.split(/, | and | or /).filter(Boolean)
    assert.equal(
      named,
      Object.keys(flags)
        .filter((name) => flags[name]?.commandLineOnly)
        .map((name) => `--${name}`),
    )
    const [, variable, flag] = /: (\w+) sets --(\S+)\./.exec(said) ?? []
    if (named.length < Object.keys(flags).length) assert.is(variable, environmentName(flag as string))
  }
})

const lists: [flags: Flags, variable: string, value: string, read: unknown][] = [
  [serveFlags, 'QUIRK', 'busca-null', ['busca-null']],
  [serveFlags, 'QUIRK', 'busca-null,total-as-number', ['busca-null', 'total-as-number']],
  [serveFlags, 'QUIRK', ' busca-null , total-as-number,\n', ['busca-null', 'total-as-number']],
  [serveFlags, 'LAYER', './a.mjs, b.mjs', ['./a.mjs', 'b.mjs']],
  [serveFlags, 'CORS', 'https://a.example,https://b.example', ['https://a.example', 'https://b.example']],
  [serveFlags, 'ALLOWED_HOSTS', 'sim, .example', ['sim', '.example']],
  [conformanceFlags, 'ONLY', 'PAG-08, SORT', ['PAG-08', 'SORT']],
  [conformanceFlags, 'SKIP', 'PAG-08,SORT', ['PAG-08', 'SORT']],
  [conformanceFlags, 'READING', 'a=off, b=warn', { a: 'off', b: 'warn' }],
  [
    conformanceFlags,
    'REPORTER',
    'pretty,junit=out/report.xml, json=a.json',
    [
      ['pretty', undefined],
      ['junit', 'out/report.xml'],
      ['json', 'a.json'],
    ],
  ],
  // The name of a file may have a comma.
  [conformanceFlags, 'REPORTER', 'json=a,b.json', [['json', 'a,b.json']]],
]
for (const [flags, name, value, read] of lists) {
  test(`PESSOAS_SIM_${name}=${JSON.stringify(value)} is several values`, () => {
    const flag = name.toLowerCase().replaceAll('_', '-')
    assert.equal(readFlags(flags, {}, { [`PESSOAS_SIM_${name}`]: value })[flag], read)
  })
}

test('every flag that may be repeated takes several values in its variable', () => {
  const tried = lists.map(([, name]) => name)
  for (const flags of Object.values(commandFlags)) {
    for (const [name, { describe, several, commandLineOnly }] of Object.entries(flags)) {
      if (commandLineOnly || !(several || /repeat|by commas/.test(describe))) continue
      assert.ok(tried.includes(name.toUpperCase().replaceAll('-', '_')), name)
    }
  }
})

test('a flag on the command line takes commas where no value has one, and a reporter is repeated', () => {
  const read = (flags: Flags, flag: string, ...texts: string[]) =>
    readFlags(flags, { [flag]: texts }, {})[flag]
  assert.equal(read(serveFlags, 'quirk', 'a,b', 'c'), ['a', 'b', 'c'])
  assert.equal(read(conformanceFlags, 'reading', 'a=off,b=off'), { a: 'off', b: 'off' })
  assert.equal(read(conformanceFlags, 'reporter', 'json=a,junit'), [['json', 'a,junit']])
  for (const flag of ['only', 'skip', 'reading'])
    assert.throws(() => read(conformanceFlags, flag, ' ,'), /needs a value/)
  assert.throws(() => read(serveFlags, 'quirk', ''), /--quirk needs a value/)
})

test('every flag is either a variable or said not to be one', async () => {
  for (const flags of Object.values(commandFlags)) {
    for (const name of Object.keys(flags)) {
      const said = await strayVariables({ [environmentName(name)]: '1' })
      assert.ok(said.length === 0 || /command line only/.test(said[0] as string), said.join())
    }
  }
})

test.run()
