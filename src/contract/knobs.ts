import type { ClauseId } from './clauses.ts'

/**
 * Where a default comes from. `document`: the text points that way. `measured`: a server of the framework family whose
 * error bodies the interface shows does so. `seen`: public clients of such a service show it. `assumed`: none of these.
 */
export type Basis = 'document' | 'measured' | 'seen' | 'assumed'

/** A point that the interface leaves open. */
interface Point {
  clause: ClauseId
  /** How sure its default is. */
  basis: Basis
  /** The open point, in one line. */
  says: string
}

/** One of several choices, each a word for what happens; the default comes first. */
export interface ChoiceKnob<C extends string = string> extends Point {
  kind: 'choice'
  choices: readonly [C, ...C[]]
}

/** A limit, or null for no limit, which is the default. */
export interface LimitKnob extends Point {
  kind: 'limit'
  least: number
  /** The limit is a multiple of this. */
  step: number
}

/** At least one of several choices; by default all of them. */
export interface SubsetKnob<C extends string = string> extends Point {
  kind: 'subset'
  choices: readonly [C, ...C[]]
}

/** Messages in the service's own words. */
export interface TextsKnob<C extends string = string> extends Point {
  kind: 'texts'
  texts: Readonly<Record<C, string>>
}

export type Knob = ChoiceKnob | LimitKnob | SubsetKnob | TextsKnob

type Row = [clause: ClauseId, basis: Basis, says: string]

const point = ([clause, basis, says]: Row): Point => ({ clause, basis, says })
const choice = <const C extends string>(choices: readonly [C, ...C[]], ...row: Row): ChoiceKnob<C> => ({
  ...{ kind: 'choice', choices },
  ...point(row),
})
const limit = (least: number, step: number, ...row: Row): LimitKnob => ({
  ...{ kind: 'limit', least, step },
  ...point(row),
})
const subset = <const C extends string>(choices: readonly [C, ...C[]], ...row: Row): SubsetKnob<C> => ({
  ...{ kind: 'subset', choices },
  ...point(row),
})
const texts = <const C extends string>(all: Readonly<Record<C, string>>, ...row: Row): TextsKnob<C> => ({
  ...{ kind: 'texts', texts: all },
  ...point(row),
})

/** Every point that the interface leaves open. One file of the service reads each knob, and the probe detects each. */
export const knobs = {
  // GET /pessoas

  defaultOrder: choice(['newest-first', 'oldest-first'], '4.1-1', 'seen',
    'the order without `sort`: by `atualizado_em`, then by `cpf`'),
  rowsOffGrid: choice(['refuse', 'round-down', 'round-up', 'use-default', 'honour'], '4.1-open-rows', 'measured',
    '`rows` that is not a positive multiple of 25; `round-down` uses at least 25'),
  rowsMaximum: limit(25, 25, '8-open-maximum', 'assumed', 'the maximum of `rows`; `null` is no limit'),
  rowsAboveMaximum: choice(['refuse', 'cap'], '8-open-maximum', 'assumed', '`rows` above `rowsMaximum`'),
  pageBelowOne: choice(['refuse', 'use-first'], '4.1-page', 'measured', '`page` of 0 or less'),
  pageBeyondEnd: choice(['empty', 'refuse', 'not-found', 'last-page'], '4.1-page', 'measured',
    'a `page` after the last one; `empty` is 200 without items and with the same `total`'),
  notANumber: choice(['refuse', 'use-default'], '4.1-page', 'measured',
    '`page` or `rows` that is `abc`, 1.5, empty, repeated or above 2^53'),
  nomeMatching: choice(['contains', 'prefix', 'word', 'exact', 'words', 'whole-words', 'word-beginnings', 'text-at-word'],
    '4.1-open-match', 'seen',
    'how `nome` matches a name; `words`: each word is somewhere in it, `whole-words`: each is a word of it, `word-beginnings`: each begins a word, `text-at-word`: the whole text begins a word'),
  nomeMinimum: limit(2, 1, '4.1-open-match', 'assumed',
    'the minimum length of `nome`, in characters; `null` is no limit'),
  nomeMaximum: limit(40, 1, '4.1-open-match', 'assumed',
    'the maximum length of `nome`, in characters; `null` is no limit'),
  nomeFolding: choice(['case', 'case-and-accents', 'none'], '4.1-open-match', 'measured',
    'which differences are ignored when names are compared'),
  nomeCollation: choice(['pt-BR', 'code-point', 'case-blind'], '4.1-sort', 'assumed', 'the order of `sort=nome`'),
  cpfMalformed: choice(['refuse', 'strip-mask', 'no-match'], '4.1-cpf', 'document',
    'a `cpf` with a mask, a letter or a space'),
  cpfLength: choice(['any', 'eleven'], '4.1-cpf', 'measured',
    'a `cpf` of ten digits: it finds nobody, or is refused'),
  emptyParameter: choice(['refuse', 'as-absent'], '4.1-query', 'measured',
    'an empty parameter: `nome=`, `cpf=`, `sort=`'),
  sortUnknown: choice(['ignore', 'refuse'], '4.1-open-match', 'seen',
    'a `sort` that is not in `sortFields`, or is `-`, `--nome` or a list'),
  sortFields: subset(['cpf', 'nome', 'atualizado_em'], '4.1-open-match', 'assumed',
    'the fields that `sort` accepts'),
  queryUnknown: choice(['refuse', 'ignore'], '4.1-query', 'measured',
    'a query parameter that the interface does not name'),
  busca: choice(['nome-or-cpf', 'nome', 'always-empty'], '2.2-busca', 'assumed',
    'which part of a search `busca` repeats'),

  // POST /relatorios/validar/{numero_do_relatorio}

  faults: choice(['all', 'first'], '4.2-open', 'document',
    'how many faults a 400 lists: known fields first, then unknown ones in the order of the body'),
  unknownKeyText: choice(['child', 'bare'], '7-400', 'document',
    'the message for an unknown field: `child "payload" fails because ["x" is not allowed]`, or `"x" is not allowed`'),
  aprovarAsText: choice(['refuse', 'accept'], '4.2-open', 'document',
    'the strings `"true"` and `"false"` as `aprovar`'),
  characters: choice(['utf-16', 'code-points', 'graphemes'], '4.2-mensagem', 'measured',
    'how the 25 characters of `mensagem` are counted'),
  // A maximum of 25 would allow one length only, and the suite sends a body that is one character longer.
  mensagemMaximum: limit(26, 1, '8-open-maximum', 'measured',
    'the maximum length of `mensagem`, in characters; `null` is no limit'),
  revalidation: choice(['allow', 'refuse-400', 'refuse-409', 'repeat-only'], '4.2-open', 'assumed',
    'a decision on a report that already has one; `allow`: the last one wins, `repeat-only`: 200 for the same again, 409 for another one'),
  reportNumberShape: choice(['not-found', 'refuse'], '4.2-path', 'document', 'a report number that is not a UUID'),
  foreignReport: choice(['not-found', 'forbidden'], '4.2-3', 'document', 'a report of another organization'),
  reportFirst: choice(['no', 'yes'], '4.2-open', 'measured',
    'whether an unknown report is reported before an invalid body'),
  bodyType: choice(['json', 'any'], '4.2-headers', 'assumed',
    'the accepted Content-Type of a body: `application/json`, `+json` or none, with 415 for others; or any'),
  malformedBody: choice(['plain', 'with-validation'], '7-validation', 'measured',
    'whether the 400 for a body that is not JSON has `validation`'),
  touchOnValidation: choice(['yes', 'no'], '4.1-1', 'document',
    'whether a decision counts as an update of the report and moves its person in the default order'),

  // Both

  authorization: choice(['bare', 'bearer', 'either'], '5-open', 'seen',
    'how the header `Authorization` carries the token'),
  texts: texts(
    {
      unauthorized: 'Falha na autenticação. Verifique o token informado e se o acesso foi habilitado para ele.',
      notFound: 'Protocolo não encontrado.',
    },
    '7-401', 'assumed', 'the messages of 401 (`unauthorized`) and of 404 for a report (`notFound`)'),
  routeUnknown: choice(['not-found', 'method-not-allowed'], '7-open', 'seen',
    'a wrong method on a known path: 404 or 405'),
} satisfies Record<string, Knob>

export type KnobName = keyof typeof knobs

export const knobNames = Object.keys(knobs) as KnobName[]
