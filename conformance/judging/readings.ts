/**
 * Inferences from the interface that checks rely on. A violation of a binding one fails, of an advisory one warns; the
 * checks of one that is off are not run.
 */
export const readings = {
  'rows-50-legal': {
    fallback: 'binding',
    says: '50 is a multiple of 25, so a service that returns 200 for rows=50 must honour it. The interface shows no maximum.',
  },
  'total-counts-selection': {
    fallback: 'binding',
    says: 'total counts the persons that the query selects.',
  },
  'pages-partition': {
    fallback: 'binding',
    says: 'The pages of a list neither repeat nor lose a person.',
  },
  'default-order-field': {
    fallback: 'binding',
    says: 'The list is ordered by atualizado_em, the last update of a report. The direction is open.',
  },
  'rows-off-grid': {
    fallback: 'advisory',
    says: 'A value of rows that is not a multiple of 25 is not honoured.',
  },
  'payload-first-is-uniform': {
    fallback: 'advisory',
    says: 'A service that returns 400 for {} and an unknown number checks every body before the number.',
  },
  'token-first': {
    fallback: 'advisory',
    says: 'A failed authentication returns 401, whatever else is wrong with the request.',
  },
  'blanks-are-characters': {
    fallback: 'advisory',
    says: 'Spaces and line breaks of mensagem count as characters, so the service neither cuts nor joins them before it counts.',
  },
  'types-as-in-http': {
    fallback: 'advisory',
    says: 'A Content-Type means the same with charset=utf-8 and in capitals.',
  },
  'chunked-as-in-http': {
    fallback: 'advisory',
    says: 'A body that is sent in chunks means the same as one with its length, unless the service asks for the length.',
  },
  'any-text-is-a-number': {
    fallback: 'advisory',
    says: 'A text that is not a UUID is a report number that does not exist, so its refusal has the documented form.',
  },
  'json-has-its-type': {
    fallback: 'advisory',
    says: 'An answer that is JSON names JSON in its Content-Type.',
  },
  'queries-validate-alike': {
    fallback: 'advisory',
    says: 'A 400 for a query has the same validation as one for a body.',
  },
  'decisions-update-alike': {
    fallback: 'advisory',
    says: 'Every decision updates a report if a plain approval does.',
  },
  'a-report-has-one-person': {
    fallback: 'advisory',
    says: 'A report is about one person, so a decision on it updates nobody else.',
  },
  'uuids-of-any-version': {
    fallback: 'advisory',
    says: 'A UUID of any version has the shape of a report number, so an unknown one gives 404.',
  },
  'decided-stay-listed': {
    fallback: 'advisory',
    says: 'A person whose report is decided was queried, so the person stays in the list.',
  },
  'rows-are-multiples': {
    fallback: 'advisory',
    says: 'A service that honours a multiple of 25 in rows honours every smaller one.',
  },
  'tenants-apart': {
    fallback: 'advisory',
    says: "What two organizations show differs unless they share every person, and a decision of one does not move the other's list.",
  },
  'search-is-current': {
    fallback: 'advisory',
    says: 'After a decision, a search shows the same last update of a person as the list.',
  },
  'foreign-report-hidden': {
    fallback: 'advisory',
    says: "The token of one organization does not decide another organization's report.",
  },
  'cpf-is-whole': {
    fallback: 'advisory',
    says: 'A CPF without its leading zeros is another one, so it does not select the person.',
  },
  'filters-combine': {
    fallback: 'advisory',
    says: 'A request with cpf and nome selects whom each of the two selects.',
  },
  'names-of-any-length': {
    fallback: 'advisory',
    says: 'A search by nome has no least length, so a listed name of two letters can be found, too.',
  },
  'signs-are-no-wildcards': {
    fallback: 'advisory',
    says: 'The signs % and _ in nome stand for themselves, so a name in which they replace letters finds nobody.',
  },
  'plus-is-blank': {
    fallback: 'advisory',
    says: 'A + in the query stands for a space, as in every form.',
  },
  'declared-reports-open': {
    fallback: 'advisory',
    says: 'The reports that are declared for decisions were not decided before the run.',
  },
} as const satisfies Record<string, { fallback: ReadingMode; says: string }>

export const readingModes = ['off', 'advisory', 'binding'] as const
export type ReadingMode = (typeof readingModes)[number]
/** Other names of the modes for `--reading`, after what happens to the check. */
export const readingSynonyms = { warn: 'advisory', fail: 'binding' } as const
export type Reading = keyof typeof readings
export type Readings = Record<Reading, ReadingMode>
