import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Report, renderReport, runConformance } from '../../conformance/index.ts'
import { profiles, startSimulator } from '../../src/index.ts'
import { ptBr } from '../../src/messages/pt-br/index.ts'
import { setLanguage } from '../../src/messages/translate.ts'
import { languages, read } from './pages.ts'

const test = suite('pages: reports of the conformance suite')

/** What the simulator of each example does. */
const examples = {
  failure: { quirks: ['cpf-leading-zero-dropped'] },
  probe: { profile: { ...profiles.lenient.choices, rowsMaximum: 100 } },
}

/** Returns the first failure as it is printed. */
const failureIn = (report: Report) => /^✗ .*?(?=\n\n)/ms.exec(renderReport(report, 'pretty'))?.[0] as string

const inBoth = (page: string) => Object.values(languages).map(({ folder }) => read(`${folder}/${page}`))

async function checked(example: keyof typeof examples) {
  await using sim = await startSimulator(examples[example])
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
  const report = await checked('failure')
  for (const [i, text] of inBoth('conformance.md').entries()) {
    if (i === 1) setLanguage('pt-BR', ptBr)
    assert.match(text, '`pessoas-sim --memory --quirk cpf-leading-zero-dropped`')
    const [, failure, summary] = /^```text\n(✗ .*?)\n…\n(.*?)\n```$/ms.exec(text) as RegExpExecArray
    assert.is(steady(failure as string), steady(failureIn(report)))
    assert.is(summary, renderReport(report, 'pretty').trimEnd().split('\n').at(-1))
  }
  setLanguage('en')
})

test('the summary below the probe is that of the service that it names', async () => {
  const { summary } = await checked('probe')
  for (const text of inBoth('profiles.md')) {
    assert.match(text, '`--profile lenient --set rowsMaximum=100`')
    assert.is(/^Conformant .*$/m.exec(text)?.[0], summary)
  }
})

test('the recipe of a check shows a table as it is', () => {
  const tables = read('conformance/checks/pages.ts').match(/^export const \w+: Table.*?^}\n/gms)
  assert.ok(read('docs/contributing/recipes.md').includes(`\`\`\`ts\n${tables?.at(-1)}`))
})

test.run()
