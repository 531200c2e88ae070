import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../testing/world.ts'
import { OperatorError } from './operator-error.ts'
import { readProfile } from './read-profile.ts'

const test = suite('read profile')

function refusal(source: string): string {
  try {
    readProfile(source)
  } catch (error) {
    assert.instance(error, OperatorError)
    return (error as Error).message
  }
  throw new Error(`${source} was read`)
}

test('one that ships is read by its name, any other from a file', () =>
  inFolder((folder) => {
    assert.equal(readProfile('framework'), {
      faults: 'first',
      unknownKeyText: 'bare',
      aprovarAsText: 'accept',
    })
    const file = join(folder, 'staging.json')
    writeFileSync(file, '\uFEFF{ "$schema": "x", "faults": "first" }')
    assert.equal(readProfile(file), { $schema: 'x', faults: 'first' })
  }))

test('what holds no profile is refused: every fault of it, and what to do', () =>
  inFolder((folder) => {
    const file = join(folder, 'staging.json')
    assert.match(
      refusal('stritc'),
      /no file or profile named stritc: did you mean strict\? The profiles of this package are default, strict/,
    )
    assert.match(refusal(file), /^There is no file .*staging\.json\. The profiles/)
    assert.match(refusal(folder), /cannot be read: it is a folder/)
    writeFileSync(file, ' \n')
    assert.match(refusal(file), /staging\.json is empty\. Write \{\} for the default profile/)
    writeFileSync(file, Buffer.from('{ "texts": { "notFound": "Não há." } }', 'latin1'))
    assert.match(refusal(file), /not valid UTF-8/)
    writeFileSync(file, '{ "faults": ')
    assert.match(refusal(file), /staging\.json:1:13: error: not valid JSON: value expected$/)
    writeFileSync(file, '{ "fault": "first", "busca": "nomes" }')
    const message = refusal(file)
    assert.match(
      message,
      /^The profile .*staging\.json cannot be used:\n {2}knob "fault".*did you mean faults\?\n {2}busca must be/,
    )
    assert.match(message, /"npx pessoas-sim profile --list" lists/)
  }))

test.run()
