import type { ClauseId } from './clauses.ts'

/** A point that the interface leaves open, and how a running service shows what it chose. */
interface Point {
  clause: ClauseId
  /** What is open, in one line. */
  says: string
  /** How sure its default is. */
  basis: Basis
  /** What must be sent to see it: `r` GETs, `w0` POSTs to numbers that no report has, `w2` decisions. */
  risk: 'r' | 'w0' | 'w2'
  /** How it is seen from outside, in one line. */
  seen: string
}

/**
 * Where a default comes from: `document`, its text points that way; `measured`, a server of the framework family
 * whose error bodies the document shows does so; `seen`, public clients of such a service show it; `assumed`.
 */
export type Basis = 'document' | 'measured' | 'seen' | 'assumed'

/** One of several choices, each a word for what happens; the first one is the default. */
export interface ChoiceKnob<C extends string = string> extends Point {
  kind: 'choice'
  choices: readonly [C, ...C[]]
}

/** A limit, or null for none, which is the default. */
export interface LimitKnob extends Point {
  kind: 'limit'
  least: number
  /** What it is a multiple of. */
  step: number
}

/** Some of several, one at least; all of them by default. */
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
 * Every point that the interface leaves open. Each is read in exactly one file of the simulator, and each is seen by
 * one experiment of the probe.
 */
export const knobs = {
  // GET /pessoas

  defaultOrder: choice(['newest-first', 'oldest-first'], {
    clause: '4.1-1',
    basis: 'seen',
    says: 'the order without `sort`, by `atualizado_em`; ties by `cpf`',
    risk: 'r',
    seen: 'the list without `sort`: its timestamps fall, or rise',
  }),
  rowsOffGrid: choice(['refuse', 'round-down', 'use-default', 'honour'], {
    clause: '4.1-open-rows',
    basis: 'measured',
    says: '`rows` that are not a positive multiple of 25; rounded down to 25 at least',
    risk: 'r',
    seen: '`rows=24`, 55, 74, 0 and -25: refused, or `linhas` 25, 50 and 50; 25 each time; 24, 55 and 74',
  }),
  rowsMaximum: limit({
    clause: '8-open-maximum',
    basis: 'assumed',
    least: 25,
    step: 25,
    says: 'the most `rows` that are served; `null` is no limit',
    risk: 'r',
    seen: '`rows=102400`, or 10000 in a longer list; where that is not honoured, fewer, by halves',
  }),
  rowsAboveMaximum: choice(['refuse', 'cap'], {
    clause: '8-open-maximum',
    basis: 'assumed',
    says: 'more `rows` than `rowsMaximum`',
    risk: 'r',
    seen: 'the first `rows` above the maximum: refused, or fewer `linhas`',
  }),
  pageBelowOne: choice(['refuse', 'use-first'], {
    clause: '4.1-page',
    basis: 'measured',
    says: '`page` of 0 or less',
    risk: 'r',
    seen: '`page=0` and `page=-1`: refused, or `atual` 1',
  }),
  pageBeyondEnd: choice(['empty', 'refuse', 'not-found', 'last-page'], {
    clause: '4.1-page',
    basis: 'measured',
    says: 'a `page` after the last; `empty` is 200 without items, `total` unchanged',
    risk: 'r',
    seen: 'the page after the last: empty, 400, 404, or the last one',
  }),
  notANumber: choice(['refuse', 'use-default'], {
    clause: '4.1-page',
    basis: 'measured',
    says: '`page` or `rows` of `abc`, 1.5, nothing, repeated, beyond 2^53',
    risk: 'r',
    seen: 'each of them: refused, or answered as without it',
  }),
  nomeMatching: choice(['contains', 'prefix', 'word', 'exact'], {
    clause: '4.1-open-match',
    basis: 'seen',
    says: 'how `nome` matches a name',
    risk: 'r',
    seen: 'parts of a name beside its CPF: its inside, its beginning, its last word',
  }),
  nomeFolding: choice(['case', 'case-and-accents', 'none'], {
    clause: '4.1-open-match',
    basis: 'measured',
    says: 'what is not told apart when names are compared',
    risk: 'r',
    seen: 'a whole name in other case, and without its accents, beside its CPF',
  }),
  nomeCollation: choice(['pt-BR', 'code-point', 'case-blind'], {
    clause: '4.1-sort',
    basis: 'assumed',
    says: 'the order of `sort=nome`',
    risk: 'r',
    seen: 'the list under `sort=nome`: the one order that explains it',
  }),
  cpfMalformed: choice(['refuse', 'strip-mask', 'no-match'], {
    clause: '4.1-cpf',
    basis: 'document',
    says: 'a `cpf` with a mask, a letter, a blank',
    risk: 'r',
    seen: 'a listed CPF with its mask, and one with letters: refused, found, or not',
  }),
  cpfLength: choice(['any', 'eleven'], {
    clause: '4.1-cpf',
    basis: 'measured',
    says: 'a `cpf` of ten digits: finds nobody, or is refused',
    risk: 'r',
    seen: 'ten and twelve digits: answered, or refused',
  }),
  emptyParameter: choice(['refuse', 'as-absent'], {
    clause: '4.1-query',
    basis: 'measured',
    says: '`nome=`, `cpf=`, `sort=`',
    risk: 'r',
    seen: 'each of them: refused, or the list as without it',
  }),
  sortUnknown: choice(['ignore', 'refuse'], {
    clause: '4.1-open-match',
    basis: 'seen',
    says: '`sort` by what is not in `sortFields`, `-`, `--nome`, a list',
    risk: 'r',
    seen: '`sort` by a field that there is not, `--nome`, `-`: refused, or the list as without it',
  }),
  sortFields: subset(['cpf', 'nome', 'atualizado_em'], {
    clause: '4.1-open-match',
    basis: 'assumed',
    says: 'what may be sorted by',
    risk: 'r',
    seen: 'each field, both ways: the list is in another order than without `sort`',
  }),
  queryUnknown: choice(['refuse', 'ignore'], {
    clause: '4.1-query',
    basis: 'measured',
    says: 'a parameter that the interface does not name',
    risk: 'r',
    seen: 'one that there is not: refused, or the list as without it',
  }),
  busca: choice(['nome-or-cpf', 'nome', 'always-empty'], {
    clause: '2.2-busca',
    basis: 'assumed',
    says: 'what `busca` repeats of a search',
    risk: 'r',
    seen: 'a search by `nome`, one by `cpf`',
  }),

  // POST /relatorios/validar/{numero_do_relatorio}

  faults: choice(['all', 'first'], {
    clause: '4.2-open',
    basis: 'document',
    says: 'how many faults a 400 tells; known fields first, then unknown ones as they came',
    risk: 'w0',
    seen: 'a body with three faults: how many `keys`',
  }),
  unknownKeyText: choice(['child', 'bare'], {
    clause: '7-400',
    basis: 'document',
    says: '`child "payload" fails because ["x" is not allowed]`, or `"x" is not allowed`',
    risk: 'w0',
    seen: 'the message for a field that is not allowed',
  }),
  aprovarAsText: choice(['refuse', 'accept'], {
    clause: '4.2-open',
    basis: 'document',
    says: '`"true"` and `"false"` for `aprovar`',
    risk: 'w0',
    seen: '`"true"` and `"false"` for `aprovar`',
  }),
  characters: choice(['utf-16', 'code-points', 'graphemes'], {
    clause: '4.2-mensagem',
    basis: 'measured',
    says: 'how the 25 characters of `mensagem` are counted',
    risk: 'w0',
    seen: 'emoji, and letters each with an accent of its own: 25 in one way of counting, 13 in another',
  }),
  mensagemMaximum: limit({
    clause: '8-open-maximum',
    basis: 'measured',
    // One of 25 would allow a single length, and the suite's own body is one character longer than must be.
    least: 26,
    step: 1,
    says: 'the most characters of `mensagem`; `null` is no limit',
    risk: 'w0',
    seen: '32,768 characters; where they are refused, fewer, by halves',
  }),
  revalidation: choice(['allow', 'refuse-400', 'refuse-409'], {
    clause: '4.2-open',
    basis: 'assumed',
    says: 'a decision on a report that has one; where it is allowed the last one wins',
    risk: 'w2',
    seen: 'a second decision',
  }),
  reportNumberShape: choice(['not-found', 'refuse'], {
    clause: '4.2-path',
    basis: 'document',
    says: 'a report number that is no UUID',
    risk: 'w0',
    seen: 'a number in another shape: 404, or 400',
  }),
  foreignReport: choice(['not-found', 'forbidden'], {
    clause: '4.2-3',
    basis: 'document',
    says: 'a report of another organization',
    risk: 'w2',
    seen: 'a declared one: 404, or 403',
  }),
  reportFirst: choice(['no', 'yes'], {
    clause: '4.2-open',
    basis: 'measured',
    says: 'whether an unknown report is told before a bad body',
    risk: 'w0',
    seen: 'bad bodies at unknown numbers: 400, or 404',
  }),
  bodyType: choice(['json', 'any'], {
    clause: '4.2-headers',
    basis: 'assumed',
    says: 'the Content-Type of a body: `application/json`, `+json` or none, else 415; or any',
    risk: 'w0',
    seen: 'a legal body as `text/plain`: 415, or read',
  }),
  malformedBody: choice(['plain', 'with-validation'], {
    clause: '7-validation',
    basis: 'measured',
    says: 'whether the 400 for a body that is not JSON has `validation`',
    risk: 'w0',
    seen: 'a body that is cut',
  }),
  touchOnValidation: choice(['yes', 'no'], {
    clause: '4.1-1',
    basis: 'document',
    says: 'whether a decision is an update of the report, and moves its person in the default order',
    risk: 'w2',
    seen: 'both ends of the list, before and after a decision',
  }),

  // Both

  authorization: choice(['bare', 'bearer', 'either'], {
    clause: '5-open',
    basis: 'seen',
    says: 'how the token stands in the header `Authorization`',
    risk: 'r',
    seen: 'the token with `Bearer` before it, without, and with another word',
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
      risk: 'w0',
      seen: 'a refusal of each kind, twice',
    },
  ),
  routeUnknown: choice(['not-found', 'method-not-allowed'], {
    clause: '7-open',
    basis: 'seen',
    says: 'a wrong method on a known path: 404, or 405',
    risk: 'r',
    seen: 'GET where POST belongs',
  }),
} satisfies Record<string, Knob>

export type KnobName = keyof typeof knobs

export const knobNames = Object.keys(knobs) as KnobName[]
