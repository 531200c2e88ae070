import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { renderReport, runConformance } from '../../conformance/index.ts'
import { profiles, type StartOptions, startSimulator } from '../../src/index.ts'
import { languages, read } from './pages.ts'

const test = suite('pages: reports of the conformance suite')

const inBoth = (page: string) => Object.values(languages).map(({ folder }) => read(`${folder}/${page}`))

async function checked(options: StartOptions) {
  await using sim = await startSimulator(options)
  const token = sim.organizations[0]?.token as string
  // No other limit than that of the runner: a slow machine must not change the figures.
  const limits = { timeout: 60_000, deadline: 600_000 }
  return await runConformance({
    url: sim.url,
    token,
    ...limits,
    inShell: { token: '$PESSOAS_SIM_TOKEN' },
  }).report()
}

/** Returns a text without what differs from run to run: pseudonyms, and where their lengths break the lines. */
const steady = (text: string) => text.replace(/(cpf#|127\.0\.0\.1:)[0-9a-f]+/g, '$1…').replace(/\n {14}/g, '')

test('the failure and the summary of the example are those of the quirk that it names', async () => {
  const report = await checked({ quirks: ['cpf-leading-zero-dropped'] })
  const printed = steady(renderReport(report, 'pretty'))
  for (const text of inBoth('conformance.md')) {
    assert.match(text, '`pessoas-sim --memory --quirk cpf-leading-zero-dropped`')
    const [, failure, summary] = /^```text\n(✗ CPF-05.*?)^…\n(.*?)\n```$/ms.exec(text) as RegExpExecArray
    assert.ok(printed.includes(steady(failure as string)), printed)
    assert.is(summary, report.summary)
  }
})

test('the summary below the probe is that of the service that it names', async () => {
  const { summary } = await checked({ profile: { ...profiles.lenient.choices, rowsMaximum: 100 } })
  for (const text of inBoth('profiles.md')) {
    assert.match(text, '`--profile lenient --set rowsMaximum=100`')
    assert.is(/^Conformant .*$/m.exec(text)?.[0], summary)
  }
})

test.run()
