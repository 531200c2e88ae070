import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Report } from '../../conformance/index.ts'
import { isDeep } from '../../src/testing/deep.ts'
import { ownVariables } from '../testing/command.ts'
import type { Subject } from './audit.ts'
import { selfTest, subjectsOf } from './self-test.ts'

const test = suite('self-test')

/** Proves subjects with reports of the IDs that fail, so that no suite runs, and returns what is printed. */
async function outputOf(names: readonly string[], failing: (subject: Subject) => readonly string[]) {
  const lines: string[] = []
  const given: Subject[] = []
  let workers = 0
  const isProven = await selfTest(
    (line) => void lines.push(line),
    subjectsOf(names),
    (subjects) => {
      workers = subjects
      return {
        audit: async (subject) => {
          given.push(subject)
          const results = failing(subject).map((id) => ({
            id,
            clause: ['0-json'],
            verdict: 'fail',
            detail: 'no',
          }))
          return {
            summary: 'Done.',
            verdict: 'conformant',
            counts: { warnings: 0 },
            results,
          } as unknown as Report
        },
        close: async () => {},
      }
    },
  )
  assert.is(workers, given.length)
  return { isProven, given, output: lines.join('\n') }
}

// It compiles everything anew in two workers, which takes seconds.
if (isDeep) {
  test('npm run prove proves one quirk from the sources, with the line of the certificate', async () => {
    const args = ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('prove.ts', import.meta.url))]
    const { stdout } = await promisify(execFile)(process.execPath, [...args, 'list-not-json'], {
      env: ownVariables(),
    })
    const certificate = readFileSync(new URL('../../docs/certificate.txt', import.meta.url), 'utf8')
    const line = /^ {2}list-not-json .*$/m.exec(certificate)?.[0] as string
    assert.ok(stdout.split('\n').includes(line), stdout)
    assert.match(stdout, /\nProven: 1 quirk, 0 variants\.\n$/)
  })
}

test('named quirks and variants are proved without the others, and without the section of checks', async () => {
  const names = ['0 persons', 'list-not-json']
  const { isProven, given, output } = await outputOf(names, ({ quirk }) => (quirk ? ['ENV-04'] : []))
  assert.equal(given, [{}, { quirk: 'list-not-json' }, { variant: '0 persons' }])
  assert.ok(isProven)
  assert.not.match(output, /Checks|no quirk/)
  assert.match(output, / 0-json {13}ENV-04$/m)
  assert.match(output, / {2}0 persons +not blamed\n\nProven: 1 quirk, 1 variant\.$/)
})

test('what is not caught, or blamed, is not proven', async () => {
  const uncaught = await outputOf(['list-not-json'], () => [])
  assert.not.ok(uncaught.isProven)
  assert.match(
    uncaught.output,
    /NOT PROVEN: list-not-json is not caught\n\nNot proven, 1 fault: 1 quirk, 0 variants\.$/,
  )
  const { output } = await outputOf(['slow', 'cpf-as-number'], ({ quirk, variant }) =>
    quirk || variant ? ['ENV-04'] : [],
  )
  assert.match(output, /^NOT PROVEN: cpf-as-number is blamed by ENV-04, which has nothing to do with /m)
  assert.match(output, /^NOT PROVEN: the variant slow is blamed by ENV-04: no$/m)
})

test('without a name, everything is proved, and each check that no quirk fails is a fault', async () => {
  const { output } = await outputOf([], ({ quirk }) => (quirk ? ['ENV-04'] : []))
  assert.match(output, /\n {2}ENV-04 {3}\d+ {2}list-not-json, .* …\n/)
  assert.match(output, /^NOT PROVEN: CPF-01 is failed by no quirk$/m)
  assert.match(output, /Not proven, \d+ faults: \d+ quirks, \d+ checks, \d+ variants\.$/)
})

test('an unknown name is refused, with a near one if there is one', () => {
  assert.throws(
    () => subjectsOf(['slow', 'list-not-jsn']),
    /is named list-not-jsn\. Did you mean list-not-json\?$/,
  )
  assert.throws(() => subjectsOf(['cpfLength=elven']), /Did you mean 'cpfLength=eleven'\?$/)
  assert.throws(() => subjectsOf(['nothing like it']), /docs\/certificate\.txt lists the names\.$/)
})

test.run()
