import fc from 'fast-check'
import { bodyTable } from '../contract/body-table.ts'
import {
  type Dialect,
  type JudgingStep,
  type Limits,
  type Ordering,
  type Search,
  type Shape,
  steps,
} from '../contract/dialect.ts'
import type { JsonStyle } from '../contract/json-style.ts'
import { parameterTable } from '../contract/parameter-table.ts'
import { routeTable } from '../contract/route-table.ts'
import type { Frame, Joining, Phrase, Refusals } from '../contract/wording.ts'

/** Tables that a service which keeps to the interface may have. */
export type SomeDialect = Partial<Dialect>

const tables = { parameters: parameterTable, bodies: bodyTable, routes: routeTable } as const

/** Every cell with each of its choices. */
const cells = Object.entries(tables).flatMap(([table, rows]) =>
  Object.entries(rows as Record<string, Record<string, readonly string[]>>).flatMap(([row, columns]) =>
    Object.entries(columns).map(([column, choices]) => ({ table, row, column, choices })),
  ),
)

const someCells = fc
  .uniqueArray(
    fc
      .constantFrom(...cells)
      .chain((cell) => fc.constantFrom(...cell.choices).map((choice) => ({ ...cell, choice }))),
    { maxLength: 8, selector: ({ row, column }) => `${row}.${column}` },
  )
  .map((chosen) => {
    const dialect: Record<string, Record<string, Record<string, string>>> = {}
    for (const { table, row, column, choice } of chosen) {
      dialect[table] ??= {}
      dialect[table][row] = { ...dialect[table][row], [column]: choice }
    }
    return dialect as SomeDialect
  })

/** What is judged after the route, in any order. */
const someSteps: fc.Arbitrary<readonly JudgingStep[]> = fc.oneof(
  { arbitrary: fc.constant([]), weight: 3 },
  fc
    .shuffledSubarray(steps.slice(1), { minLength: steps.length - 1 })
    .map((others): JudgingStep[] => ['route', ...others]),
)

/** The envelope of the interface with a status that a framework may choose. */
function envelope(status: number, source: string): Frame {
  const error = status === 422 ? 'Unprocessable Entity' : 'Bad Request'
  const validation = { source, keys: '{keys}' }
  return { status, body: { error, message: '{text}', validation, status_code: status } }
}

const someFrames: fc.Arbitrary<Refusals['frames']> = fc.record(
  {
    query: fc.constantFrom(400, 422).map((status) => envelope(status, 'query')),
    payload: fc.constantFrom(400, 422).map((status) => envelope(status, 'payload')),
  },
  { requiredKeys: [] },
)

const aText = fc.constantFrom(
  'O parâmetro {key} é inválido.',
  '{key} não aceita "{value}"',
  'Valor inválido',
  'Confira o campo {key} e tente de novo',
)
/** Reasons whose text has a key and a value. */
const SAID = [
  'page.zero',
  'page.word',
  'rows.negative',
  'rows.off-grid',
  'sort.word',
  'cpf.word',
  'nome.empty',
] as const

const somePhrases: fc.Arbitrary<Readonly<Record<string, Phrase>>> = fc.dictionary(
  fc.constantFrom(...SAID),
  aText,
  {
    maxKeys: 4,
  },
)

/** JSON for who asks for it, as by frameworks that answer all others with a page. */
const ifJson: Refusals = {
  frames: { missing: { status: 404, body: { message: '{text}' } } },
  phrases: { 'route.*': { text: 'Não existe: {method}', frame: 'missing' } },
}

/** The reverse, as by Spring Boot. */
const ifHtml: Refusals = {
  frames: { missing: { status: 404, body: '<p>{text}</p>', headers: { 'content-type': 'text/html' } } },
  phrases: { 'route.*': { text: 'Não existe: {method}', frame: 'missing' } },
}

const someRefusals: fc.Arbitrary<Refusals> = fc
  .record({
    words: fc.record({ frames: someFrames, phrases: somePhrases }),
    ifAccepted: fc.constantFrom({}, { ifJson }, { ifHtml }),
  })
  .map(({ words, ifAccepted }) => ({ ...words, ...ifAccepted })) as fc.Arbitrary<Refusals>

/** Searches that differ from those of the knobs. */
const someSearch: fc.Arbitrary<Search> = fc.record(
  {
    words: fc.constantFrom('words', 'word-beginnings', 'whole-words', 'first-words'),
    folding: fc.constantFrom('compatible', 'transliterated'),
    busca: fc.constantFrom(
      { of: 'cpf-or-nome', as: 'taken' },
      { of: 'nome', as: 'upper-case' },
      { of: 'nome-or-cpf', as: 'sent', cpf: 'taken', empty: 'repeated' },
    ),
  },
  { requiredKeys: [] },
)

const someOrdering: fc.Arbitrary<Ordering> = fc.record(
  {
    collation: fc.constantFrom('folded', 'capitals-first', 'decomposed'),
    ties: fc.constantFrom('cpf-descending', 'cpf-with-order'),
  },
  { requiredKeys: [] },
)

/** Styles of known encoders: Python, Flask, Go, Symfony and .NET, and one written by hand. */
const someStyle: fc.Arbitrary<JsonStyle> = fc.constantFrom<JsonStyle>(
  { colon: ': ', comma: ', ', nonAscii: 'lower-case' },
  { end: '\n', replaced: 'escaped' },
  { end: '\n', nonAscii: 'lower-case' },
  { pairs: 'upper-case' },
  { colon: ': ', comma: ', ', brackets: 'spaced' },
  { end: '\n', signs: '&<>\u2028\u2029' },
  { nonAscii: 'lower-case', signs: '"&\'<>', signDigits: 'upper-case', slash: 'escaped' },
  { colon: ': ', indent: '  ', nonAscii: 'upper-case', signs: '"&\'+<>`\x7f', signDigits: 'upper-case' },
)

/** Limits of frameworks and gateways, and one that is nobody's. */
const someLimits: fc.Arbitrary<Limits> = fc.record(
  {
    url: fc.constantFrom(4_096, 8_190, 30_000),
    body: fc.constantFrom(3_333, 20_480, 65_536, 102_400),
    number: fc.constantFrom(100, 77),
  },
  { requiredKeys: [] },
)

const someShape: fc.Arbitrary<Shape> = fc.record(
  {
    list: fc.constant({
      status_code: 200,
      result: {
        busca: '{busca}',
        itens: '{itens}',
        paginacao: { atual: '{atual}', linhas: '{linhas}', total: '{total}', paginas: '{paginas}' },
      },
    }),
    utc: fc.constantFrom('+00:00', '+0000'),
    json: someStyle,
    options: fc.constantFrom(
      { list: { text: 'GET,HEAD', headers: { 'content-type': 'text/plain', allow: 'GET,HEAD' } } },
      { report: { headers: { allow: 'POST' } } },
      { preflight: { text: 'OK', headers: { 'content-type': 'text/plain' } } },
    ),
    listHeaders: fc.constantFrom(
      { 'x-total-count': '{total}', 'x-next-page': '{proxima:or-empty}' },
      { 'x-pagination': '{"total":{total},"next":{proxima},"more":{tem_mais}}' },
      {
        link: {
          parts: [
            '<{link.proxima.mantida}>; rel="next"',
            { text: '<{link.ultima.mantida}>; rel="last"', if: '{tem_mais}' },
          ],
        },
      },
    ),
    headers: fc.constantFrom({ 'cache-control': 'no-store' }, { 'cache-control': null, 'x-versao': '2' }),
  },
  { requiredKeys: [] },
)

const someJoining: fc.Arbitrary<Joining> = fc.record(
  {
    told: fc.constantFrom('all', 'first'),
    order: fc.constant('sent'),
    between: fc.constantFrom('; ', ', '),
    unknownTold: fc.constant('first'),
  },
  { requiredKeys: ['told'] },
)

/**
 * Any tables with a handful of cells, an order of judging, words in the form of the interface, rules of searches and
 * orders, and another form of answers.
 */
export const aDialect: fc.Arbitrary<SomeDialect> = fc
  .record(
    {
      cells: someCells,
      steps: someSteps,
      refusals: someRefusals,
      joining: someJoining,
      search: someSearch,
      ordering: someOrdering,
      limits: someLimits,
      shape: someShape,
    },
    { requiredKeys: ['cells', 'steps', 'refusals'] },
  )
  .map(({ cells, refusals, joining, ...others }) => ({
    ...cells,
    ...others,
    refusals: { ...refusals, ...(joining && { joining: { query: joining } }) },
  }))
