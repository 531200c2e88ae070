import type { URLSearchParams } from 'node:url'
import {
  by,
  cut,
  given,
  isDescending,
  type ListCall,
  type ListParameters,
  onItem,
  onItens,
  onResult,
  onTotal,
  type Result,
  refuseParameter,
  rewrite,
  textOf,
  where,
} from './on-list.ts'
import type { Quirk } from './quirk.ts'

const CPF = ['cpf']
const withBoth = (query: URLSearchParams) => query.has('cpf') && query.has('nome')

/** A result under its own search text with the persons of another list. */
const instead = async (result: Result, call: ListCall, change: ListParameters): Promise<Result> => ({
  ...(await call.list(change)).result,
  busca: result.busca,
})

/** Heading 4.1: `cpf`. */
export const listCpf: readonly Quirk[] = [
  {
    name: 'cpf-ignored',
    clause: ['4.1-cpf'],
    says: 'Lists everyone, whatever the cpf.',
    apply: given(
      CPF,
      onResult((result, call) => instead(result, call, { cpf: undefined })),
    ),
  },
  {
    name: 'cpf-total-of-all',
    clause: ['4.1-cpf', '2.2-total'],
    says: 'Finds the person by cpf and counts everyone in total.',
    apply: given(
      CPF,
      onTotal(async (_, __, call) => (await call.list({ cpf: undefined })).result.paginacao.total),
    ),
  },
  {
    name: 'cpf-other-stamp',
    clause: ['4.1-cpf', '2.1-atualizado_em'],
    says: 'Sends another atualizado_em for a person found by cpf than in the list.',
    apply: given(
      CPF,
      onItem((item) => ({ ...item, atualizado_em: item.atualizado_em.replace(/^\d+/, '2020') })),
    ),
  },
  {
    name: 'cpf-other-name',
    clause: ['4.1-cpf', '2.1-nome'],
    says: 'Sends the nome of a person found by cpf in capitals, other than in the list.',
    apply: given(
      CPF,
      onItem((item) => ({ ...item, nome: item.nome.toUpperCase() })),
    ),
  },
  {
    name: 'cpf-first-page-only',
    clause: ['4.1-cpf'],
    says: 'Finds a cpf only among the persons of the first page.',
    apply: given(
      CPF,
      onResult(async (result, call) => {
        const { itens } = (await call.list({ cpf: undefined, page: '1' })).result
        return cut(
          result,
          result.itens.filter(({ cpf }) => itens.some((item) => item.cpf === cpf)),
        )
      }),
    ),
  },
  {
    name: 'cpf-leading-zero-dropped',
    clause: ['4.1-cpf', '2.1-cpf'],
    says: 'Drops the zeros that a cpf begins with, and finds nobody.',
    apply: given(
      CPF,
      rewrite((query) => ({ cpf: textOf(query, 'cpf').replace(/^0+(?=\d)/, '') })),
    ),
  },
  {
    name: 'cpf-by-prefix',
    clause: ['4.1-cpf'],
    says: 'Finds every cpf that begins with the requested digits.',
    apply: given(
      CPF,
      onResult(async (result, call) => {
        const digits = textOf(call.query, 'cpf')
        const everyone = await call.everyone({ cpf: undefined })
        return cut(
          result,
          everyone.filter(({ cpf }) => cpf.startsWith(digits)),
        )
      }),
    ),
  },
  {
    name: 'cpf-nearest',
    clause: ['4.1-cpf'],
    says: 'Sends the person with the next higher cpf when nobody has the requested one.',
    apply: given(
      CPF,
      onResult(async (result, call) => {
        const asked = textOf(call.query, 'cpf')
        const everyone = (await call.everyone({ cpf: undefined })).sort(by(({ cpf }) => cpf))
        const [nearest] = everyone.filter(({ cpf }) => cpf >= asked)
        return cut(result, nearest && result.itens.length === 0 ? [nearest] : result.itens)
      }),
    ),
  },
  {
    name: 'cpf-unknown-finds-all',
    clause: ['4.1-cpf'],
    says: 'Lists everyone when nobody has the cpf.',
    apply: given(
      CPF,
      onResult((result, call) =>
        result.paginacao.total === '0' ? instead(result, call, { cpf: undefined }) : result,
      ),
    ),
  },
  {
    name: 'cpf-unknown-counted',
    clause: ['4.1-cpf', '2.2-total'],
    says: 'Says 1 in total when nobody has the cpf.',
    apply: given(
      CPF,
      onTotal(() => '1'),
    ),
  },
  {
    name: 'cpf-twice',
    clause: ['4.1-cpf'],
    says: 'Sends the person found by cpf twice, and counts two.',
    apply: given(
      CPF,
      onResult((result) =>
        cut(
          result,
          result.itens.flatMap((item) => [item, item]),
        ),
      ),
    ),
  },
  {
    name: 'cpf-across-organizations',
    clause: ['4.1-2', '4.1-cpf'],
    says: 'Also finds by cpf the persons that only other organizations queried.',
    apply: given(
      CPF,
      onResult(async (result, call) => {
        if (result.itens.length > 0) return result
        const others = call.context.organizations.filter(({ enabled }) => enabled)
        const found = await Promise.all(others.map((other) => call.everyone({}, other)))
        return cut(result, found.flat().slice(0, 1))
      }),
    ),
  },
  {
    name: 'cpf-and-nome-either',
    clause: ['4.1-3', '4.1-cpf'],
    says: 'Lists everyone with the requested first name when cpf and nome are given.',
    apply: where(
      withBoth,
      onResult((result, call) =>
        instead(result, call, { cpf: undefined, nome: textOf(call.query, 'nome').split(' ')[0] }),
      ),
    ),
  },
  {
    name: 'nome-ignored-beside-cpf',
    clause: ['4.1-3', '4.1-nome'],
    says: 'Finds a person by cpf, and ignores a nome sent with it.',
    apply: where(
      withBoth,
      onResult((result, call) => instead(result, call, { nome: undefined })),
    ),
  },
  {
    name: 'cpf-and-nome-nobody',
    clause: ['4.1-3', '4.1-cpf'],
    says: 'Finds nobody when cpf and nome are given.',
    apply: where(
      withBoth,
      onResult((result) => cut(result, [])),
    ),
  },
  {
    name: 'cpf-and-nome-refused',
    clause: ['4.1-3', '4.1-query'],
    says: 'Refuses cpf and nome together.',
    apply: where(withBoth, refuseParameter('nome')),
  },
  {
    name: 'cpf-with-descending-refused',
    clause: ['4.1-3', '4.1-query'],
    says: 'Refuses cpf together with a descending sort.',
    apply: where((query) => query.has('cpf') && isDescending(query), refuseParameter('sort')),
  },
  {
    name: 'cpf-not-on-page-1',
    clause: ['4.1-cpf', '4.1-query'],
    says: 'Counts the person found by cpf, but sends them only with page=1.',
    apply: where(
      (query) => query.has('cpf') && !query.has('page'),
      onItens(() => []),
    ),
  },
  {
    name: 'cpf-filled-with-zeros',
    clause: ['4.1-cpf'],
    says: 'Puts zeros before a cpf of fewer than 11 digits.',
    apply: rewrite((query) => (query.has('cpf') ? { cpf: textOf(query, 'cpf').padStart(11, '0') } : {})),
  },
]
