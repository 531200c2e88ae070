import { knobs } from '../../src/contract/knobs.ts'
import { defaultProfile } from '../../src/contract/profile.ts'
import { settleParameters } from '../../src/sim/reading/settled.ts'

/** A text for each cell of a table, by row and column; the column '' has the one of all others. */
export type Cells = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What decides a cell of the tables that no code settles as a whole: a choice, or a knob. */
export const bodyFallbacks: Cells = {
  aprovar: { '': '`refuse`', text: '`aprovarAsText`' },
  mensagem: { '': '`refuse`', blank: '`accept`', padded: '`accept`', surrogate: '`accept`' },
  body: {
    '': '`refuse`',
    mark: '`read`',
    scalar: '`judged`',
    chunked: '`read`',
    early: '`none`',
    'not-utf-8': '`read`',
    'other-charset': '`read`',
  },
  type: {
    '': '`bodyType`',
    charset: '`read`',
    'unknown-charset': '`read`',
    suffix: '`read`',
    'json-api': '`read`',
    none: '`read`',
    malformed: '`refuse`',
  },
  form: { '': '`as-sent`' },
  coding: { '': '`read`' },
}
export const routeFallbacks: Cells = {
  path: {
    '': '`unknown`',
    'trailing-slash-report': 'as `path.trailing-slash`',
    'trailing-slashes': '`path.double-slash`, `path.trailing-slash`',
    encoded: '`same`',
    'raw-signs': '`same`',
    'query-escapes': '`same`',
    'raw-bytes': '`refuse`',
  },
  method: { '': '`routeUnknown`', head: '`same`', preflight: '`same`' },
  unknown: {
    body: '`unread`',
    'empty-json': '`same`',
    elsewhere: '`same`',
    method: '`same`',
    'without-token': '`same`',
    options: '`same`',
  },
  report: {
    '': '`unknown`',
    empty: '`no-route`',
    shape: '`judged`',
    foreign: '`foreignReport`',
    escape: '`refuse`',
    'approved-again':
      '`accept` where `revalidation` is `allow`, else `keep` where `report.same-decision` is `accept`, else `refuse`',
    'approved-rejected': '`revalidation`',
    'rejected-approved': '`accept` where `revalidation` is `allow`, else `report.after-rejection`',
    'rejected-again':
      '`accept` where `revalidation` is `allow` or `report.after-rejection` is `accept`, else `keep` where `report.same-decision` is `accept`, else `refuse`',
    'same-decision': '`refuse`',
    'shape-with-body': '`apart`',
    'shape-with-json': '`apart`',
    'after-rejection': '`refuse`',
  },
  list: { '': '`same`', body: '`ignore`' },
  type: { '': '`same`' },
  token: {
    '': '`same`',
    'scheme-other': '`refuse`',
    'scheme-token': 'as `token.scheme-other`',
    'scheme-twice': '`refuse`',
  },
}

/** Returns what each parameter falls back to: its choice, or the knob that changes it. */
export function parameterFallbacks(): Cells {
  const usual: Cells = settleParameters(defaultProfile)
  const settings = Object.entries(knobs).flatMap(([name, knob]) =>
    knob.kind === 'choice'
      ? knob.choices.map((choice) => ({
          name,
          cells: settleParameters({ ...defaultProfile, [name]: choice }) as Cells,
        }))
      : [],
  )
  const fallbackOf = (row: string, column: string, choice: string) =>
    settings.find(({ cells }) => cells[row]?.[column] !== choice)?.name ?? choice
  return Object.fromEntries(
    Object.entries(usual).map(([row, columns]) => [
      row,
      Object.fromEntries(
        Object.entries(columns).map(([column, choice]) => [column, code(fallbackOf(row, column, choice))]),
      ),
    ]),
  )
}

const code = (text: string): string => `\`${text}\``
