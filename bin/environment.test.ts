import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandFlags } from './command-flags.ts'
import { strayVariables } from './environment.ts'
import { environmentName, readFlags, serveFlags } from './flags.ts'

const test = suite('environment')

const cases: [name: string, said: RegExp | undefined][] = [
  ['PESSOAS_SIM_PORT', undefined],
  ['PESSOAS_SIM_TOKEN', undefined],
  ['PESSOAS_SIM_OTHER_TOKEN', undefined],
  ['PESSOAS_SIM_PROT', /PROT is ignored: no flag has this name\. Did you mean PESSOAS_SIM_PORT\?$/],
  ['PESSOAS_SIM_Port', /Did you mean PESSOAS_SIM_PORT\?$/],
  ['PESSOAS_SIM_TOKNE', /Did you mean PESSOAS_SIM_TOKEN\?$/],
  ['PESSOAS_SIM_LIST-QUIRKS', /Did you mean PESSOAS_SIM_LIST_QUIRKS\?$/],
  ['PESSOAS_SIM_', /PESSOAS_SIM_ is ignored: no flag has this name\.$/],
  ['PESSOAS_SIM_SOMETHING_ELSE', /no flag has this name\.$/],
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

test('every flag is either a variable or said not to be one', async () => {
  for (const flags of Object.values(commandFlags)) {
    for (const name of Object.keys(flags)) {
      const said = await strayVariables({ [environmentName(name)]: '1' })
      assert.ok(said.length === 0 || /command line only/.test(said[0] as string), said.join())
    }
  }
})

test.run()
