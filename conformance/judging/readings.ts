/**
 * Inferences from the document that a check rests on. Violating a binding one is a failure, an advisory one a warning;
 * the checks of one that is off are not run.
 */
export const readings = {
  'rows-50-legal': {
    fallback: 'binding',
    says: '50 is a multiple of 25, so that a 200 must honour rows=50; the maximum is not shown.',
  },
  'total-counts-selection': {
    fallback: 'binding',
    says: 'total counts the selection that the page belongs to.',
  },
  'pages-partition': {
    fallback: 'binding',
    says: 'The pages of one list neither repeat nor lose a person.',
  },
  'default-order-field': {
    fallback: 'binding',
    says: 'atualizado_em is the last update of a report by which the list is ordered; the direction is open.',
  },
  'rows-off-grid': {
    fallback: 'advisory',
    says: 'rows that are no multiple of 25 are not honoured.',
  },
  'payload-first-is-uniform': {
    fallback: 'advisory',
    says: 'A service that refuses {} at an unknown number with 400 judges every body before the number.',
  },
  'foreign-report-hidden': {
    fallback: 'advisory',
    says: "Another organization's report is not decided by this one's token.",
  },
} as const satisfies Record<string, { fallback: ReadingMode; says: string }>

export const readingModes = ['off', 'advisory', 'binding'] as const
export type ReadingMode = (typeof readingModes)[number]
/** What `--reading` calls these modes, too: by what becomes of the check. */
export const readingSynonyms = { warn: 'advisory', fail: 'binding' } as const
export type Reading = keyof typeof readings
export type Readings = Record<Reading, ReadingMode>
