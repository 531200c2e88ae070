import type { URLSearchParams } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { ValidationBody } from '../../contract/wire.ts'
import { withoutAccents } from '../../contract/without-accents.ts'
import { isOther } from './let-in.ts'
import { by, cut, onItem, onListAnswer, onResult, onSelection, onTotal, textOf, where } from './on-list.ts'
import { onRefusalAnswer } from './on-refusal.ts'
import { numeroOf } from './on-validation.ts'
import { answer, forLists, forValidations, parse, type Quirk, withBody } from './quirk.ts'

/** The number of rows from which a list counts as long. */
const LONG = 100

const isLong = (query: URLSearchParams) => Number(query.get('rows')) >= LONG

/** Returns whether a name has the parts of a text between its percent signs, one after the other. */
function matches(nome: string, text: string): boolean {
  const plain = (one: string) => withoutAccents(one).toLowerCase()
  let from = 0
  return plain(text)
    .split('%')
    .every((part) => {
      const at = plain(nome).indexOf(part, from)
      from = at + part.length
      return at >= 0
    })
}

/** Quirks that break a clause only for later organizations, for requests with optional headers, or for unusual lists. */
export const unaskedContexts: readonly Quirk[] = [
  {
    name: 'long-list-packed-unsaid',
    clause: ['0-json', '4.1-4'],
    says: 'Packs lists of 100 rows and more without a header that says so, if the request accepts gzip.',
    apply: where(isLong, (asked, next, context) =>
      /gzip/.test(String(asked.headers['accept-encoding']))
        ? onListAnswer((answered) => ({ ...answered, body: gzipSync(answered.body).toString('base64') }))(
            asked,
            next,
            context,
          )
        : next(asked),
    ),
  },
  {
    name: 'cpf-loses-zeros-in-long-lists',
    clause: ['2.1-cpf'],
    says: 'Leaves out the zeros with which a CPF begins in lists of 100 rows and more.',
    apply: where(
      isLong,
      onItem((item) => ({ ...item, cpf: item.cpf.replace(/^0+/, '') })),
    ),
  },
  {
    name: 'busca-of-another-spelling',
    clause: ['2.2-busca'],
    says: 'Shows in busca the spelling in which a text was searched for first.',
    apply: onResult((result, { query, headers: { authorization }, context: { memory } }) => {
      if (!query.has('nome')) return result
      const slot = `spelling ${authorization} ${withoutAccents(textOf(query, 'nome')).toLowerCase()}`
      const busca = memory.get(slot) ?? result.busca
      memory.set(slot, busca)
      return { ...result, busca }
    }),
  },
  {
    name: 'total-zero-after-the-end',
    clause: ['2.2-total'],
    says: 'Returns total 0 on a page after the end of the list.',
    apply: where(
      (query) => !query.has('sort'),
      onTotal((total, { itens }) => (itens.length === 0 ? '0' : String(total))),
    ),
  },
  {
    name: 'search-for-nobody-204',
    clause: ['4.1-4', '2.4-success'],
    says: 'Answers 204 to a search by nome that finds nobody.',
    apply: where(
      (query) => query.has('nome'),
      onListAnswer((answered, { result: { paginacao } }) =>
        paginacao.total === '0' ? { status: 204, body: '' } : answered,
      ),
    ),
  },
  {
    name: 'percent-is-a-wildcard',
    clause: ['4.1-nome'],
    says: 'Reads % in nome as any letters.',
    apply: where(
      (query) => textOf(query, 'nome').includes('%'),
      onResult(async (result, call) => {
        const everyone = await call.everyone({ nome: undefined })
        return cut(
          result,
          everyone.filter(({ nome }) => matches(nome, textOf(call.query, 'nome'))),
        )
      }),
    ),
  },
  {
    name: 'other-organization-ordered-by-cpf',
    clause: ['4.1-1', '1-1-order'],
    says: 'Orders a list with rows and without sort by CPF for every organization but the first.',
    apply: forLists((asked, next, context) => {
      const apply = where(
        (query) => query.has('rows') && !query.has('sort'),
        onSelection((people) => people.toSorted(by(({ cpf }) => cpf))),
      )
      return isOther(asked, context) ? apply(asked, next, context) : next(asked)
    }),
  },
  {
    name: 'other-organization-rejects-otherwise',
    clause: ['4.2-2', '2.3-numero'],
    says: 'Answers a rejection without numero to every organization but the first.',
    apply: forValidations(async (asked, next, context) => {
      const answered = await next(asked)
      const { aprovar } = (parse(asked.body) ?? {}) as Partial<ValidationBody>
      if (answered.status !== 200 || aprovar !== false || !isOther(asked, context)) return answered
      return answer(200, { result: { relatorio: numeroOf(asked) }, status_code: 200 })
    }),
  },
  {
    name: 'refused-token-in-english',
    clause: ['7-401', '5-2'],
    says: 'Refuses a token in English if the request prefers English.',
    apply: onRefusalAnswer(
      (answered, body, { headers }) =>
        /^en/i.test(headers['accept-language'] ?? '')
          ? withBody(answered, { ...body, message: 'Invalid credentials' })
          : answered,
      401,
    ),
  },
]
