/**
 * One choice for every point that the interface leaves open; the first choice named is the default.
 * Each knob is read in exactly one file of the simulator. A choice says what happens.
 */
export interface Profile {
  // GET /pessoas (clause 4.1)
  /** Order without `sort`; ties are ordered by cpf. */
  defaultOrder: 'newest-first' | 'oldest-first'
  /** `rows` that are not a positive multiple of 25. */
  rowsOffGrid: 'refuse' | 'round-down' | 'use-default' | 'honour'
  /** The most `rows` that are served, a multiple of 25; null is no limit. */
  rowsMaximum: number | null
  rowsAboveMaximum: 'refuse' | 'cap'
  /** `page` of 0 or less. */
  pageBelowOne: 'refuse' | 'use-first'
  /** A page after the last one. */
  pageBeyondEnd: 'empty' | 'refuse' | 'not-found' | 'last-page'
  /** A `page` or `rows` that is no whole number, is repeated, or is beyond 2^53. */
  notANumber: 'refuse' | 'use-default'
  nomeMatching: 'contains' | 'prefix' | 'word' | 'exact'
  /** What is not told apart when names are compared. */
  nomeFolding: 'case' | 'case-and-accents' | 'none'
  /** The order of `sort=nome`. */
  nomeCollation: 'pt-BR' | 'code-point' | 'case-blind'
  /** A `cpf` with a mask, a letter or a blank. */
  cpfMalformed: 'refuse' | 'strip-mask' | 'no-match'
  cpfLength: 'any' | 'eleven'
  /** `nome=`, `cpf=`, `sort=`. */
  emptyParameter: 'refuse' | 'as-absent'
  /** `sort` by anything but one of `sortFields`. */
  sortUnknown: 'ignore' | 'refuse'
  sortFields: readonly SortField[]
  /** A parameter that the interface does not name. */
  queryUnknown: 'refuse' | 'ignore'
  /** What `busca` repeats of a search. */
  busca: 'nome-or-cpf' | 'nome' | 'always-empty'

  // POST /relatorios/validar/{numero_do_relatorio} (clause 4.2)
  /** How many faults one refusal tells. */
  faults: 'all' | 'first'
  unknownKeyText: 'child' | 'bare'
  /** `"true"` and `"false"` for `aprovar`. */
  aprovarAsText: 'refuse' | 'accept'
  /** How the characters of `mensagem` are counted. */
  characters: 'utf-16' | 'code-points' | 'graphemes'
  /** The most characters of `mensagem`; null is no limit. */
  mensagemMaximum: number | null
  /** A decision on a report that has one. */
  revalidation: 'allow' | 'refuse-400' | 'refuse-409'
  /** A report number that is no UUID. */
  reportNumberShape: 'not-found' | 'refuse'
  /** A report of another organization. */
  foreignReport: 'not-found' | 'forbidden'
  /** Whether an unknown report is told before a bad body. */
  reportFirst: 'no' | 'yes'
  /** Which Content-Type a body may have: `application/json`, `+json` or none; or any. */
  bodyType: 'json' | 'any'
  /** Whether the refusal of a body that is not JSON carries `validation`. */
  malformedBody: 'plain' | 'with-validation'
  /** Whether a decision is an update of the report, and moves its person in the default order. */
  touchOnValidation: 'yes' | 'no'

  // Both
  /** How the token stands in the header (clause 5). */
  authorization: 'bare' | 'bearer' | 'either'
  /** The messages that clause 7 describes and does not quote. */
  texts: { readonly unauthorized: string; readonly notFound: string }
  /** A wrong method on a known path. */
  routeUnknown: 'not-found' | 'method-not-allowed'
}

export type SortField = 'cpf' | 'nome' | 'atualizado_em'

export const defaultProfile: Readonly<Profile> = Object.freeze<Profile>({
  defaultOrder: 'newest-first',
  rowsOffGrid: 'refuse',
  rowsMaximum: null,
  rowsAboveMaximum: 'refuse',
  pageBelowOne: 'refuse',
  pageBeyondEnd: 'empty',
  notANumber: 'refuse',
  nomeMatching: 'contains',
  nomeFolding: 'case',
  nomeCollation: 'pt-BR',
  cpfMalformed: 'refuse',
  cpfLength: 'any',
  emptyParameter: 'refuse',
  sortUnknown: 'ignore',
  sortFields: ['cpf', 'nome', 'atualizado_em'],
  queryUnknown: 'refuse',
  busca: 'nome-or-cpf',
  faults: 'all',
  unknownKeyText: 'child',
  aprovarAsText: 'refuse',
  characters: 'utf-16',
  mensagemMaximum: null,
  revalidation: 'allow',
  reportNumberShape: 'not-found',
  foreignReport: 'not-found',
  reportFirst: 'no',
  bodyType: 'json',
  malformedBody: 'plain',
  touchOnValidation: 'yes',
  authorization: 'bare',
  texts: {
    unauthorized: 'Falha na autenticação. Verifique o token informado e se o acesso foi habilitado para ele.',
    notFound: 'Protocolo não encontrado.',
  },
  routeUnknown: 'not-found',
})
