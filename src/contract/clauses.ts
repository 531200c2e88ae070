/** A sentence of the interface: a rule, or a point that the interface marks as not shown. */
export interface Clause {
  /** The heading, then the number or field under it: `4.1-5`, `2.2-total`. Open points end in `-open`. */
  id: string
  /** The sentence in our words. */
  says: string
  /** True where the interface says that it does not show this. */
  open?: true
}

/** The headings of the interface that have clauses, by number. */
export const headings = {
  '0': 'Preamble',
  '1': 'What the service does',
  '2.1': 'Person list item',
  '2.2': 'Person list result',
  '2.3': 'Validation result',
  '2.4': 'Response envelope',
  '3': 'States and transitions',
  '4.1': 'List persons',
  '4.2': 'Validate a report manually',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
} as const

/** Every rule of the interface and every sentence that says "not shown", in the order of the interface. */
export const clauses = [
  { id: '0-paths', says: 'All paths are relative to the base URL.' },
  { id: '0-json', says: 'Bodies and responses are JSON.' },
  { id: '0-names', says: 'Field names are Portuguese and exactly as given.' },

  {
    id: '1-1',
    says: 'The service lists the persons, identified by CPF, that the calling organization queried.',
  },
  { id: '1-1-order', says: 'The list is ordered by the last update of a report.' },
  { id: '1-1-select', says: 'The list can be filtered, sorted and paginated.' },
  { id: '1-2', says: 'A caller approves or rejects a report by its number, with a decision and a message.' },
  { id: '1-3', says: 'Every call is authenticated with a token.' },

  { id: '2.1-cpf', says: 'cpf is a string of digits only.' },
  { id: '2.1-nome', says: 'nome is a string: the name of the person.' },
  {
    id: '2.1-atualizado_em',
    says: 'atualizado_em is a string: an ISO 8601 UTC timestamp with milliseconds.',
  },

  { id: '2.2-busca', says: 'busca is a string: the search text, empty when no search was made.' },
  { id: '2.2-itens', says: 'itens is an array: one page of persons.' },
  { id: '2.2-paginacao', says: 'paginacao is an object with atual, linhas and total.' },
  { id: '2.2-atual', says: 'atual is an integer: the current page number.' },
  { id: '2.2-linhas', says: 'linhas is an integer: the rows per page.' },
  { id: '2.2-total', says: 'total is a string that contains a number: the total count.' },
  { id: '2.2-default', says: 'A request without parameters returns atual 1 and linhas 25.' },

  { id: '2.3-numero', says: 'numero is a string: the report number, in UUID shape.' },
  { id: '2.3-open', says: 'Fields of a report beyond its number.', open: true },

  {
    id: '2.4-success',
    says: 'Success is an object with result, an object, and status_code, the integer 200.',
  },
  { id: '2.4-error', says: 'An error has the shape of heading 7.' },

  { id: '3-open', says: 'States of a report and the transitions between them.', open: true },

  { id: '4.1-headers', says: 'The list is requested with Authorization and the documented Content-Type.' },
  { id: '4.1-query', says: 'All query parameters are optional and combinable.' },
  { id: '4.1-page', says: 'page is the page number.' },
  { id: '4.1-rows', says: 'rows is the rows per page, always a multiple of 25.' },
  { id: '4.1-cpf', says: 'cpf selects one person by CPF, digits only.' },
  { id: '4.1-nome', says: 'nome selects persons by name.' },
  {
    id: '4.1-sort',
    says: 'sort names a result field to order by: ascending without a prefix, descending with -.',
  },
  { id: '4.1-1', says: 'Without sort, results are ordered by the last update of a report.' },
  { id: '4.1-2', says: "Only the persons queried by the caller's organization are listed." },
  { id: '4.1-3', says: 'Combining parameters is allowed.' },
  { id: '4.1-4', says: 'Success is 200 with result of busca, itens and paginacao, and status_code 200.' },
  { id: '4.1-5', says: 'A missing or invalid token gives 401.' },
  {
    id: '4.1-open-match',
    says: 'Whether nome matches exactly or partially; which fields sort allows.',
    open: true,
  },
  { id: '4.1-open-rows', says: 'What happens when rows is not a multiple of 25.', open: true },

  { id: '4.2-path', says: 'The report number is part of the path.' },
  { id: '4.2-headers', says: 'A validation is sent with Authorization and Content-Type: application/json.' },
  { id: '4.2-aprovar', says: 'aprovar is required and a boolean: true approves, false rejects.' },
  { id: '4.2-mensagem', says: 'mensagem is required and a string of at least 25 characters.' },
  { id: '4.2-1', says: 'Other fields in the body give 400, with source payload and keys naming the field.' },
  { id: '4.2-2', says: 'Success is 200 with result of numero; the same shape for approval and rejection.' },
  { id: '4.2-3', says: 'An unknown report number gives 404.' },
  { id: '4.2-4', says: 'A missing or invalid token gives 401.' },
  {
    id: '4.2-open',
    says: 'Preconditions on the report; what a short mensagem or an aprovar that is not a boolean gives beyond the general 400 shape.',
    open: true,
  },

  { id: '5-1', says: "Every request carries the organization's token in the header Authorization." },
  {
    id: '5-2',
    says: 'A failed authentication gives 401; the message says to check the token and that access must be enabled.',
  },
  {
    id: '5-open',
    says: 'How the token is obtained, how long it is valid, and whether a scheme precedes it.',
    open: true,
  },

  { id: '6-open', says: 'Events, notifications and callbacks.', open: true },

  { id: '7-error', says: 'error is a string: the short status name.' },
  { id: '7-message', says: 'message is a string: a text for humans.' },
  { id: '7-status_code', says: 'status_code is an integer: the HTTP status.' },
  {
    id: '7-validation',
    says: 'validation appears on 400 only: source, a string, and keys, dotted paths of the offending fields.',
  },
  { id: '7-400', says: 'A field that is not allowed gives 400 Bad Request with a text naming it.' },
  { id: '7-401', says: 'A wrong token, or access that is not enabled, gives 401 Unauthorized.' },
  {
    id: '7-404',
    says: 'A report number that does not exist gives 404 Not Found; the text says that the protocol was not found.',
  },
  { id: '7-open', says: 'Other error statuses and their bodies.', open: true },

  { id: '8-rows', says: 'rows is a multiple of 25.' },
  { id: '8-mensagem', says: 'mensagem has at least 25 characters.' },
  { id: '8-open-rate', says: 'Rate limits.', open: true },
  { id: '8-open-maximum', says: 'The maximum of rows and the maximum length of mensagem.', open: true },

  { id: '9-open', says: 'Versioning scheme, version header and deprecation policy.', open: true },
] as const satisfies readonly Clause[]

export type ClauseId = (typeof clauses)[number]['id']
