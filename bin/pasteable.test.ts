import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ReporterName, renderReport, runConformance } from '../conformance/index.ts'
import { startSimulator } from '../src/index.ts'
import { everyFew, isDeep } from '../src/testing/deep.ts'

const test = suite('pasteable evidence')
const run = promisify(execFile)
const FORMS = ['pretty', 'junit', 'html', 'github', 'json'] as const satisfies readonly ReporterName[]
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#58': ':' }

/** Returns the commands of a report as a reader copies them: the lines that set variables, and curl. */
function commandsOf(text: string, form: ReporterName): string[] {
  if (form === 'json') {
    return (
      JSON.parse(text) as { results: { finding?: { exchanges: { sets: string[]; curl: string }[] } }[] }
    ).results
      .flatMap(({ finding }) => finding?.exchanges ?? [])
      .map(({ sets, curl }) => [...sets, curl].join('\n'))
  }
  const isMarkup = form === 'html' || form === 'junit'
  const plain = isMarkup ? text.replace(/&(\w+|#\d+);/g, (all, name: string) => entities[name] ?? all) : text
  const found: string[] = []
  let sets: string[] = []
  for (const line of plain.split('\n')) {
    const [shell] = /(?:[A-Z]+_\d+=|curl -s).*/.exec(line) ?? []
    if (shell === undefined) continue
    sets.push(shell.replace(/<\/pre>$/, ''))
    if (!shell.startsWith('curl')) continue
    found.push(sets.join('\n'))
    sets = []
  }
  return found
}

// Each breaks something that only a search shows.
const QUIRKS = [
  'nome-total-of-all',
  'cpf-other-name',
  'nome-loses-last-person',
  'cpf-and-nome-refused',
] as const
for (const quirk of everyFew(QUIRKS, 4))
  test(`${quirk}: every curl of every form asks what was asked`, async () => {
    await using sim = await startSimulator({ quirks: [quirk] })
    const { url } = sim
    const token = sim.organizations[0]?.token as string
    const options = { url, token, only: isDeep ? ['NOME', 'CPF', 'CELL'] : ['NOME', 'CPF'] }
    // Without --reveal, a pseudonym is in the place of each person.
    const report = await runConformance({ ...options, reveal: true }).report()
    const asked = report.results.flatMap(({ id, finding }) =>
      (finding?.exchanges ?? []).map((one) => ({ id, ...one })),
    )
    assert.ok(asked.length > 0)
    for (const form of FORMS) {
      const commands = commandsOf(renderReport(report, form), form)
      assert.equal(
        commands.toSorted(),
        asked.map(({ sets, curl }) => [...sets, curl].join('\n')).toSorted(),
        form,
      )
    }
    for (const { id, sets, curl, status } of everyFew(asked, 6)) {
      for (const shell of ['bash', 'dash']) {
        const script = `${[...sets, curl].join('\n')} -o /dev/null -w '%{http_code}'`
        const { stdout } = await run(shell, ['-c', script], {
          env: { ...process.env, TOKEN: token },
        })
        assert.is(Number(stdout), status, `${id} in ${shell}: ${script}`)
      }
    }
  })

test.run()
