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

const rule = <const Id extends string>(id: Id, says: string): Clause & { id: Id } => ({ id, says })
const open = <const Id extends string>(id: Id, says: string): Clause & { id: Id } => ({
  id,
  says,
  open: true,
})

/** Every rule of the interface and every sentence that says "not shown", in the order of the interface. */
export const clauses = [
  rule('0-paths', 'All paths are relative to the base URL.'),
  rule('0-json', 'Bodies and responses are JSON.'),
  rule('0-names', 'Field names are Portuguese and exactly as given.'),

  rule('1-1', 'The service lists the persons, identified by CPF, that the calling organization queried.'),
  rule('1-1-order', 'The list is ordered by the last update of a report.'),
  rule('1-1-select', 'The list can be filtered, sorted and paginated.'),
  rule('1-2', 'A caller approves or rejects a report by its number, with a decision and a message.'),
  rule('1-3', 'Every call is authenticated with a token.'),

  rule('2.1-cpf', 'cpf is a string of digits only.'),
  rule('2.1-nome', 'nome is a string: the name of the person.'),
  rule('2.1-atualizado_em', 'atualizado_em is a string: an ISO 8601 UTC timestamp with milliseconds.'),

  rule('2.2-busca', 'busca is a string: the search text, empty when no search was made.'),
  rule('2.2-itens', 'itens is an array: one page of persons.'),
  rule('2.2-paginacao', 'paginacao is an object with atual, linhas and total.'),
  rule('2.2-atual', 'atual is an integer: the current page number.'),
  rule('2.2-linhas', 'linhas is an integer: the rows per page.'),
  rule('2.2-total', 'total is a string that contains a number: the total count.'),
  rule('2.2-default', 'A request without parameters returns atual 1 and linhas 25.'),

  rule('2.3-numero', 'numero is a string: the report number, in UUID shape.'),
  open('2.3-open', 'Fields of a report beyond its number.'),

  rule('2.4-success', 'Success is an object with result, an object, and status_code, the integer 200.'),
  rule('2.4-error', 'An error has the shape of heading 7.'),

  open('3-open', 'States of a report and the transitions between them.'),

  rule('4.1-headers', 'The list is requested with Authorization and the documented Content-Type.'),
  rule('4.1-query', 'All query parameters are optional and combinable.'),
  rule('4.1-page', 'page is the page number.'),
  rule('4.1-rows', 'rows is the rows per page, always a multiple of 25.'),
  rule('4.1-cpf', 'cpf selects one person by CPF, digits only.'),
  rule('4.1-nome', 'nome selects persons by name.'),
  rule('4.1-sort', 'sort names a result field to order by: ascending without a prefix, descending with -.'),
  rule('4.1-1', 'Without sort, results are ordered by the last update of a report.'),
  rule('4.1-2', "Only the persons queried by the caller's organization are listed."),
  rule('4.1-3', 'Combining parameters is allowed.'),
  rule('4.1-4', 'Success is 200 with result of busca, itens and paginacao, and status_code 200.'),
  rule('4.1-5', 'A missing or invalid token gives 401.'),
  open('4.1-open-match', 'Whether nome matches exactly or partially; which fields sort allows.'),
  open('4.1-open-rows', 'What happens when rows is not a multiple of 25.'),

  rule('4.2-path', 'The report number is part of the path.'),
  rule('4.2-headers', 'A validation is sent with Authorization and Content-Type: application/json.'),
  rule('4.2-aprovar', 'aprovar is required and a boolean: true approves, false rejects.'),
  rule('4.2-mensagem', 'mensagem is required and a string of at least 25 characters.'),
  rule('4.2-1', 'Other fields in the body give 400, with source payload and keys naming the field.'),
  rule('4.2-2', 'Success is 200 with result of numero; the same shape for approval and rejection.'),
  rule('4.2-3', 'An unknown report number gives 404.'),
  rule('4.2-4', 'A missing or invalid token gives 401.'),
  open('4.2-open', 'Preconditions on the report; what a short mensagem or an aprovar that is not a boolean gives beyond the general 400 shape.'),

  rule('5-1', "Every request carries the organization's token in the header Authorization."),
  rule('5-2', 'A failed authentication gives 401; the message says to check the token and that access must be enabled.'),
  open('5-open', 'How the token is obtained, how long it is valid, and whether a scheme precedes it.'),

  open('6-open', 'Events, notifications and callbacks.'),

  rule('7-error', 'error is a string: the short status name.'),
  rule('7-message', 'message is a string: a text for humans.'),
  rule('7-status_code', 'status_code is an integer: the HTTP status.'),
  rule('7-validation', 'validation appears on 400 only: source, a string, and keys, dotted paths of the offending fields.'),
  rule('7-400', 'A field that is not allowed gives 400 Bad Request with a text naming it.'),
  rule('7-401', 'A wrong token, or access that is not enabled, gives 401 Unauthorized.'),
  rule('7-404', 'A report number that does not exist gives 404 Not Found; the text says that the protocol was not found.'),
  open('7-open', 'Other error statuses and their bodies.'),

  rule('8-rows', 'rows is a multiple of 25.'),
  rule('8-mensagem', 'mensagem has at least 25 characters.'),
  open('8-open-rate', 'Rate limits.'),
  open('8-open-maximum', 'The maximum of rows and the maximum length of mensagem.'),

  open('9-open', 'Versioning scheme, version header and deprecation policy.'),
] as const

export type ClauseId = (typeof clauses)[number]['id']
