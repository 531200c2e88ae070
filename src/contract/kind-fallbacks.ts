const numbers = {
  newline: 'padded',
  underscores: 'tail',
  infinity: 'word',
  'other-digits': 'word',
  'negative-zero': 'zero',
} as const

const collections = { 'empty-array': 'array', listed: 'array', 'empty-object': 'object' } as const

const wider = {
  page: { ...numbers, 'beyond-64-bits': 'huge', 'beyond-nobody': 'beyond-end' },
  rows: {
    ...numbers,
    'huge-multiple': 'huge',
    'below-grid': 'off-grid',
    'above-off-grid': 'off-grid',
    'negative-off-grid': 'negative',
  },
  cpf: {
    'half-masked': 'masked',
    gaps: 'half-masked',
    nul: 'long-word',
    'long-word': 'word',
    'short-word': 'word',
    'other-digits': 'word',
    newline: 'padded',
  },
  nome: { 'short-blank': 'blank' },
  sort: { gap: 'word', 'camel-case': 'word', 'unknown-list': 'list' },
  aprovar: { ...collections, yes: 'word', on: 'yes', letter: 'yes', padded: 'word', fraction: 'number' },
  mensagem: {
    ...collections,
    'short-blank': 'short',
    'long-array': 'array',
    'long-number': 'number',
    zero: 'number',
    false: 'boolean',
  },
  body: {
    unread: 'none',
    untyped: 'none',
    'empty-array': 'array',
    'empty-text': 'text',
    'other-charset': 'not-utf-8',
  },
  type: {
    'other-text': 'plain',
    'text-xml': 'xml',
    bytes: 'other',
    multipart: 'other',
    'json-api': 'suffix',
    'unknown-charset': 'charset',
  },
  others: {
    nested: 'unknown',
    'question-mark': 'unknown',
    'padded-name': 'unknown',
    nameless: 'unknown',
    proto: 'tracking',
    'text-nested': 'nested',
    'cpf-nested': 'text-nested',
    'sort-nested': 'text-nested',
    'unknown-nested': 'nested',
    indexed: 'brackets',
    'text-brackets': 'brackets',
  },
  path: { 'leading-slashes': 'double-slash', 'trailing-slash-report': 'trailing-slash' },
  payload: { nameless: 'unknown' },
  token: { 'scheme-only': 'scheme', 'several-words': 'wrong' },
  report: { rejected: 'decided', 'rejected-rejection': 'rejected', 'decided-rejection': 'decided' },
  route: {
    head: 'method',
    'list-head': 'head',
    'unknown-head': 'unknown',
    'list-method': 'method',
    'list-post': 'list-method',
    trace: 'method',
    'list-trace': 'list-method',
    'list-options': 'options',
    preflight: 'list-options',
    'long-number': 'unknown',
    shape: 'unknown',
    elsewhere: 'unknown',
    root: 'elsewhere',
    dots: 'elsewhere',
    'below-report': 'unknown',
    between: 'elsewhere',
    'before-number': 'between',
    'before-number-get': 'before-number',
    slashes: 'elsewhere',
    'slashes-report': 'slashes',
    suffix: 'unknown',
    get: 'method',
    'no-token': 'unknown',
  },
  json: {
    end: 'malformed',
    'end-empty': 'end',
    'end-value': 'end',
    'end-key': 'end',
    'end-colon': 'end',
    'end-comma': 'end',
    'end-string': 'end',
    'end-string-first': 'end-string',
    'end-string-key': 'end-string',
    'end-scalar': 'end',
    value: 'malformed',
    'value-close': 'value',
    'value-sign': 'value',
    constant: 'value',
    'value-first': 'value',
    'sign-first': 'value-first',
    mark: 'value-first',
    'minus-first': 'value-first',
    literal: 'malformed',
    'literal-tail': 'literal',
    key: 'malformed',
    'key-first': 'key',
    'key-close': 'key',
    colon: 'malformed',
    comma: 'malformed',
    'comma-list': 'comma',
    string: 'malformed',
    'string-escape': 'string',
    surrogate: 'malformed',
    extra: 'malformed',
  },
}

/**
 * Kinds that were distinguished later: where a table has no entry for one, and where no phrase names it, that of the wider
 * kind holds. So profiles written before mean what they meant.
 */
export const widerKinds: Readonly<Record<string, Readonly<Record<string, string>>>> = wider

/** Returns a kind and the wider ones that hold for it, the most specific first. */
export function kindsUpwards(row: string, kind: string): string[] {
  const wider = widerKinds[row]?.[kind]
  return wider === undefined ? [kind] : [kind, ...kindsUpwards(row, wider)]
}

/** Returns the cells of a row of a table, and for each kind that it does not name that of the wider kind. */
export function withWiderKinds(row: keyof typeof wider, cells: object = {}): Record<string, string> {
  const named = cells as Readonly<Record<string, string>>
  const added = Object.keys(wider[row]).flatMap((kind) => {
    const from = kindsUpwards(row, kind).find((one) => named[one] !== undefined)
    return from === undefined ? [] : [[kind, named[from] as string] as const]
  })
  return { ...Object.fromEntries(added), ...named }
}
