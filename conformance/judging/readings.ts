/**
 * Inferences from the document that checks rely on. A violation of a binding one fails, of an advisory one warns; the
 * checks of one that is off are not run.
 */
export const readings = {
  'rows-50-legal': {
    fallback: 'binding',
    says: '50 is a multiple of 25, so a service that returns 200 for rows=50 must honour it. The document shows no maximum.',
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
    says: 'The spaces at the end of mensagem count as characters, so the service does not cut them before it counts.',
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
} as const satisfies Record<string, { fallback: ReadingMode; says: string }>

export const readingModes = ['off', 'advisory', 'binding'] as const
export type ReadingMode = (typeof readingModes)[number]
/** Other names of the modes for `--reading`, after what happens to the check. */
export const readingSynonyms = { warn: 'advisory', fail: 'binding' } as const
export type Reading = keyof typeof readings
export type Readings = Record<Reading, ReadingMode>
