/** Inferences from the document that a check rests on: each can be switched off, made a warning, or made to fail. */
export const readings = {
  'rows-50-legal': {
    fallback: 'fail',
    says: '50 is a multiple of 25, so that a 200 must honour rows=50; the maximum is not shown.',
  },
  'total-counts-selection': {
    fallback: 'fail',
    says: 'total counts the selection that the page belongs to.',
  },
  'pages-partition': {
    fallback: 'fail',
    says: 'The pages of one list neither repeat nor lose a person.',
  },
  'default-order-field': {
    fallback: 'fail',
    says: 'atualizado_em is the last update of a report by which the list is ordered; the direction is open.',
  },
  'rows-off-grid': {
    fallback: 'warn',
    says: 'rows that are no multiple of 25 are not honoured.',
  },
  'payload-first-is-uniform': {
    fallback: 'warn',
    says: 'A service that refuses {} at an unknown number with 400 judges every body before the number.',
  },
  'foreign-report-hidden': {
    fallback: 'warn',
    says: "Another organization's report is not decided by this one's token.",
  },
} as const satisfies Record<string, { fallback: ReadingMode; says: string }>

export const readingModes = ['off', 'warn', 'fail'] as const
export type ReadingMode = (typeof readingModes)[number]
export type Reading = keyof typeof readings
export type Readings = Record<Reading, ReadingMode>
