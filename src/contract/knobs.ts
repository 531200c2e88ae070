import type { ClauseId } from './clauses.ts'

/** A point that the interface leaves open. */
interface Point {
  clause: ClauseId
  /** The open point, in one line. */
  says: string
  /** How sure its default is. */
  basis: Basis
}

/**
 * Where a default comes from. `document`: the text points that way. `measured`: a server of the framework family whose
 * error bodies the interface shows does so. `seen`: public clients of such a service show it. `assumed`: none of these.
 */
export type Basis = 'document' | 'measured' | 'seen' | 'assumed'

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

const choice = <const C extends string>(
  choices: readonly [C, ...C[]],
  point: Omit<ChoiceKnob, 'kind' | 'choices'>,
): ChoiceKnob<C> => ({ kind: 'choice', choices, ...point })

const limit = (point: Omit<LimitKnob, 'kind'>): LimitKnob => ({ kind: 'limit', ...point })

const subset = <const C extends string>(
  choices: readonly [C, ...C[]],
  point: Omit<SubsetKnob, 'kind' | 'choices'>,
): SubsetKnob<C> => ({ kind: 'subset', choices, ...point })

const texts = <const C extends string>(
  texts: Readonly<Record<C, string>>,
  point: Omit<TextsKnob, 'kind' | 'texts'>,
): TextsKnob<C> => ({ kind: 'texts', texts, ...point })

/**
 * Every point that the interface leaves open. Exactly one file of the simulator reads each knob, and one experiment of
 * the probe detects it.
 */
export const knobs = {
  // GET /pessoas

  defaultOrder: choice(['newest-first', 'oldest-first'], {
    clause: '4.1-1',
    basis: 'seen',
    says: 'the order without `sort`: by `atualizado_em`, then by `cpf`',
  }),
  rowsOffGrid: choice(['refuse', 'round-down', 'use-default', 'honour'], {
    clause: '4.1-open-rows',
    basis: 'measured',
    says: '`rows` that is not a positive multiple of 25; `round-down` uses at least 25',
  }),
  rowsMaximum: limit({
    clause: '8-open-maximum',
    basis: 'assumed',
    least: 25,
    step: 25,
    says: 'the maximum of `rows`; `null` is no limit',
  }),
  rowsAboveMaximum: choice(['refuse', 'cap'], {
    clause: '8-open-maximum',
    basis: 'assumed',
    says: '`rows` above `rowsMaximum`',
  }),
  pageBelowOne: choice(['refuse', 'use-first'], {
    clause: '4.1-page',
    basis: 'measured',
    says: '`page` of 0 or less',
  }),
  pageBeyondEnd: choice(['empty', 'refuse', 'not-found', 'last-page'], {
    clause: '4.1-page',
    basis: 'measured',
    says: 'a `page` after the last one; `empty` is 200 without items and with the same `total`',
  }),
  notANumber: choice(['refuse', 'use-default'], {
    clause: '4.1-page',
    basis: 'measured',
    says: '`page` or `rows` that is `abc`, 1.5, empty, repeated or above 2^53',
  }),
  nomeMatching: choice(['contains', 'prefix', 'word', 'exact'], {
    clause: '4.1-open-match',
    basis: 'seen',
    says: 'how `nome` matches a name',
  }),
  nomeMinimum: limit({
    clause: '4.1-open-match',
    basis: 'assumed',
    least: 1,
    step: 1,
    says: 'the minimum length of `nome`, in characters; `null` is no limit',
  }),
  nomeMaximum: limit({
    clause: '4.1-open-match',
    basis: 'assumed',
    least: 1,
    step: 1,
    says: 'the maximum length of `nome`, in characters; `null` is no limit',
  }),
  nomeFolding: choice(['case', 'case-and-accents', 'none'], {
    clause: '4.1-open-match',
    basis: 'measured',
    says: 'which differences are ignored when names are compared',
  }),
  nomeCollation: choice(['pt-BR', 'code-point', 'case-blind'], {
    clause: '4.1-sort',
    basis: 'assumed',
    says: 'the order of `sort=nome`',
  }),
  cpfMalformed: choice(['refuse', 'strip-mask', 'no-match'], {
    clause: '4.1-cpf',
    basis: 'document',
    says: 'a `cpf` with a mask, a letter or a space',
  }),
  cpfLength: choice(['any', 'eleven'], {
    clause: '4.1-cpf',
    basis: 'measured',
    says: 'a `cpf` of ten digits: it finds nobody, or is refused',
  }),
  emptyParameter: choice(['refuse', 'as-absent'], {
    clause: '4.1-query',
    basis: 'measured',
    says: 'an empty parameter: `nome=`, `cpf=`, `sort=`',
  }),
  sortUnknown: choice(['ignore', 'refuse'], {
    clause: '4.1-open-match',
    basis: 'seen',
    says: 'a `sort` that is not in `sortFields`, or is `-`, `--nome` or a list',
  }),
  sortFields: subset(['cpf', 'nome', 'atualizado_em'], {
    clause: '4.1-open-match',
    basis: 'assumed',
    says: 'the fields that `sort` accepts',
  }),
  queryUnknown: choice(['refuse', 'ignore'], {
    clause: '4.1-query',
    basis: 'measured',
    says: 'a query parameter that the interface does not name',
  }),
  busca: choice(['nome-or-cpf', 'nome', 'always-empty'], {
    clause: '2.2-busca',
    basis: 'assumed',
    says: 'which part of a search `busca` repeats',
  }),

  // POST /relatorios/validar/{numero_do_relatorio}

  faults: choice(['all', 'first'], {
    clause: '4.2-open',
    basis: 'document',
    says: 'how many faults a 400 lists: known fields first, then unknown ones in the order of the body',
  }),
  unknownKeyText: choice(['child', 'bare'], {
    clause: '7-400',
    basis: 'document',
    says: 'the message for an unknown field: `child "payload" fails because ["x" is not allowed]`, or `"x" is not allowed`',
  }),
  aprovarAsText: choice(['refuse', 'accept'], {
    clause: '4.2-open',
    basis: 'document',
    says: 'the strings `"true"` and `"false"` as `aprovar`',
  }),
  characters: choice(['utf-16', 'code-points', 'graphemes'], {
    clause: '4.2-mensagem',
    basis: 'measured',
    says: 'how the 25 characters of `mensagem` are counted',
  }),
  mensagemMaximum: limit({
    clause: '8-open-maximum',
    basis: 'measured',
    // A maximum of 25 would allow one length only, and the suite sends a body that is one character longer.
    least: 26,
    step: 1,
    says: 'the maximum length of `mensagem`, in characters; `null` is no limit',
  }),
  revalidation: choice(['allow', 'refuse-400', 'refuse-409'], {
    clause: '4.2-open',
    basis: 'assumed',
    says: 'a decision on a report that already has one; with `allow`, the last one wins',
  }),
  reportNumberShape: choice(['not-found', 'refuse'], {
    clause: '4.2-path',
    basis: 'document',
    says: 'a report number that is not a UUID',
  }),
  foreignReport: choice(['not-found', 'forbidden'], {
    clause: '4.2-3',
    basis: 'document',
    says: 'a report of another organization',
  }),
  reportFirst: choice(['no', 'yes'], {
    clause: '4.2-open',
    basis: 'measured',
    says: 'whether an unknown report is reported before an invalid body',
  }),
  bodyType: choice(['json', 'any'], {
    clause: '4.2-headers',
    basis: 'assumed',
    says: 'the accepted Content-Type of a body: `application/json`, `+json` or none, with 415 for others; or any',
  }),
  malformedBody: choice(['plain', 'with-validation'], {
    clause: '7-validation',
    basis: 'measured',
    says: 'whether the 400 for a body that is not JSON has `validation`',
  }),
  touchOnValidation: choice(['yes', 'no'], {
    clause: '4.1-1',
    basis: 'document',
    says: 'whether a decision counts as an update of the report and moves its person in the default order',
  }),

  // Both

  authorization: choice(['bare', 'bearer', 'either'], {
    clause: '5-open',
    basis: 'seen',
    says: 'how the header `Authorization` carries the token',
  }),
  texts: texts(
    {
      unauthorized:
        'Falha na autenticação. Verifique o token informado e se o acesso foi habilitado para ele.',
      notFound: 'Protocolo não encontrado.',
    },
    {
      clause: '7-401',
      basis: 'assumed',
      says: 'the messages of 401 (`unauthorized`) and of 404 for a report (`notFound`)',
    },
  ),
  routeUnknown: choice(['not-found', 'method-not-allowed'], {
    clause: '7-open',
    basis: 'seen',
    says: 'a wrong method on a known path: 404 or 405',
  }),
} satisfies Record<string, Knob>

export type KnobName = keyof typeof knobs

export const knobNames = Object.keys(knobs) as KnobName[]
