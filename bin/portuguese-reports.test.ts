import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { probe, type Report } from '../conformance/index.ts'
import { serveInProcess } from '../src/cli.ts'
import { seedDataset } from '../src/index.ts'
import { ptBr } from '../src/messages/pt-br/index.ts'
import { isTranslated, setLanguage, translate } from '../src/messages/translate.ts'
import { profiles } from '../src/operator/profiles.ts'
import { audit } from './proof/audit.ts'

const test = suite('reports in Portuguese')
test.after.each(() => setLanguage('en'))

/** Words of English that are in no Portuguese text, once what is quoted, named or sent is gone. */
const ENGLISH =
  /\b(?:an|and|another|are|but|cases?|every|for|from|is|missing|nobody|not|of|only|other|see|than|that|the|which|with)\b/
const NAMES =
  /"(?:[^"\\]|\\.)*"|\{[^}]*\}|[a-z-]+:\S+|[\w*-]*=\S*|\(\w[\w.]*\)|(?:como com|[a-z]+-)[ a-z-]+|-[a-z-]+/g

function english(texts: readonly (string | null | undefined)[]): string[] {
  setLanguage('pt-BR', ptBr)
  return texts.flatMap((text) => {
    if (!text) return []
    const said = translate(text)
    return isTranslated(text) && !ENGLISH.test(said.replace(NAMES, '')) ? [] : [`${text} → ${said}`]
  })
}

function textsOf({ headline, summary, rootCause, warnings, discovered, results }: Report) {
  const ofResults = results.flatMap(({ title, detail, why, remedy, table = [], finding }) => [
    ...[title, detail, why, remedy],
    ...table.flat(),
    ...(finding ? [finding.rule, finding.expected, finding.actual] : []),
    ...(finding?.exchanges ?? []).flatMap(({ sets }) => sets),
  ])
  return [headline, summary, rootCause, ...warnings, ...discovered, ...ofResults]
}

/** Each has faults of another kind. */
const quirks = [
  undefined,
  ...[
    'approval-after-rejection-unknown',
    'aprovar-in-capitals-accepted',
    'body-list-breaks',
    'busca-missing',
  ],
  ...['nome-with-bracket-breaks', 'not-found-renamed', 'organizations-merged', 'report-lost-after-refusal'],
  ...['stamp-without-milliseconds-in-sort', 'total-of-pages'],
]
for (const quirk of quirks)
  test(`of the suite: ${quirk ?? 'no quirk'}`, async () => {
    assert.equal(english(textsOf(await audit(quirk))), [])
  })

for (const [name, { choices }] of Object.entries(profiles))
  test(`of the probe: ${name}`, async () => {
    const { ask: service, organizations } = serveInProcess(await seedDataset(), { profile: choices })
    const [own, other] = organizations
    const { findings, warnings, summary } = await probe({
      url: 'http://localhost',
      service,
      token: own?.token ?? '',
      knobsOnly: true,
      ...(name === 'strict' && {
        allowWrites: true,
        reports: own?.reports.slice(0, 4) ?? [],
        foreignReport: other?.reports[0],
      }),
    }).report()
    const told = findings.flatMap(({ evidence, settle }) => [evidence, settle])
    assert.equal(english([summary, ...warnings, ...told]), [])
  })

test.run()
