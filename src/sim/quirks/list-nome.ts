import {
  cut,
  given,
  type ListCall,
  onItens,
  onResult,
  onSelection,
  onTotal,
  rewrite,
  textOf,
  where,
} from './on-list.ts'
import type { Quirk } from './quirk.ts'

const NOME = ['nome']

/** Persons that another organization queried and this one did not. */
export const foreigners = async ({ everyone, context }: ListCall) => {
  const own = new Set((await everyone({ nome: undefined })).map(({ cpf }) => cpf))
  const lists = context.organizations
    .filter(({ enabled }) => enabled)
    .map((other) => everyone({ nome: undefined }, other))
  return (await Promise.all(lists)).flat().filter(({ cpf }) => !own.has(cpf))
}

/** Everyone under the search text. */
const withoutNome = onResult(async ({ busca }, call) => ({
  ...(await call.list({ nome: undefined })).result,
  busca,
}))

/** Heading 4.1: `nome`. */
export const listNome: readonly Quirk[] = [
  {
    name: 'nome-ignored',
    clause: ['4.1-nome'],
    says: 'Lists everyone, whatever the nome.',
    apply: given(NOME, withoutNome),
  },
  {
    name: 'nome-after-paging',
    clause: ['4.1-nome', '2.2-itens', '4.1-3'],
    says: 'Searches for nome only among the persons of the page, but counts all who have it.',
    apply: given(
      NOME,
      onItens(async (_, __, call) => {
        const found = new Set((await call.everyone()).map(({ cpf }) => cpf))
        return (await call.list({ nome: undefined })).result.itens.filter(({ cpf }) => found.has(cpf))
      }),
    ),
  },
  {
    name: 'nome-total-of-all',
    clause: ['4.1-nome', '2.2-total'],
    says: 'Counts everyone in total of a search by nome.',
    apply: given(
      NOME,
      onTotal(async (_, __, call) => (await call.list({ nome: undefined })).result.paginacao.total),
    ),
  },
  {
    name: 'nome-unknown-finds-all',
    clause: ['4.1-nome'],
    says: 'Lists everyone when nobody has the nome.',
    apply: given(
      NOME,
      onResult(async (result, call) =>
        result.paginacao.total === '0'
          ? { ...(await call.list({ nome: undefined })).result, busca: result.busca }
          : result,
      ),
    ),
  },
  {
    name: 'nome-as-latin1',
    clause: ['4.1-nome'],
    says: 'Reads nome as Latin-1, so that a name with an accent finds nobody.',
    apply: given(
      NOME,
      rewrite((query) => ({ nome: Buffer.from(textOf(query, 'nome')).toString('latin1') })),
    ),
  },
  {
    name: 'nome-blank-as-plus',
    clause: ['4.1-nome', '2.2-busca'],
    says: 'Searches for a plus where nome has a space.',
    apply: given(
      NOME,
      rewrite((query) => ({ nome: textOf(query, 'nome').replaceAll(' ', '+') })),
    ),
  },
  {
    name: 'nome-cut-at-10',
    clause: ['4.1-nome'],
    says: 'Finds nobody by a nome of more than 10 characters.',
    apply: where(
      (query) => textOf(query, 'nome').length > 10,
      onResult((result) => cut(result, [])),
    ),
  },
  {
    name: 'nome-loses-last-person',
    clause: ['4.1-nome'],
    says: 'Does not find the last person of the list by nome.',
    apply: given(
      NOME,
      onSelection(async (selection, call) => {
        const last = (await call.everyone({ nome: undefined, cpf: undefined, sort: undefined })).at(-1)
        return selection.filter(({ cpf }) => cpf !== last?.cpf)
      }),
    ),
  },
  {
    name: 'nome-first-page-only',
    clause: ['4.1-nome'],
    says: 'Finds by nome only among the persons of the first page.',
    apply: given(
      NOME,
      onSelection(async (selection, call) => {
        const { itens } = (await call.list({ nome: undefined, sort: undefined, page: '1' })).result
        return selection.filter(({ cpf }) => itens.some((item) => item.cpf === cpf))
      }),
    ),
  },
  {
    name: 'nome-pages-repeat',
    clause: ['4.1-nome', '4.1-page', '2.2-itens'],
    says: 'Sends the first page of a search by nome on every page.',
    apply: given(
      NOME,
      onItens(async (itens, _, call) =>
        itens.length > 0 ? (await call.list({ page: '1' })).result.itens : itens,
      ),
    ),
  },
  {
    name: 'nome-forgotten-with-rows-75',
    clause: ['4.1-3', '4.1-nome', '4.1-rows'],
    says: 'Lists everyone, whatever the nome, when 75 rows are requested.',
    apply: where((query) => query.has('nome') && query.get('rows') === '75', withoutNome),
  },
  {
    name: 'nome-forgotten-on-page-2-of-sort',
    clause: ['4.1-3', '4.1-nome', '4.1-page'],
    says: 'Goes on with everyone after the first page of a sorted search by nome.',
    apply: where(
      (query) => query.has('nome') && query.has('sort') && Number(query.get('page')) > 1,
      withoutNome,
    ),
  },
  {
    name: 'nome-hyphen-as-blank',
    clause: ['4.1-nome'],
    says: 'Searches for a space where nome has a hyphen.',
    apply: given(
      NOME,
      rewrite((query) => ({ nome: textOf(query, 'nome').replaceAll('-', ' ') })),
    ),
  },
  {
    name: 'nome-loses-stop-word',
    clause: ['4.1-nome'],
    says: 'Leaves the word e out of nome, and finds nobody who has it.',
    apply: given(
      NOME,
      rewrite((query) => ({ nome: textOf(query, 'nome').replaceAll(' e ', ' ') })),
    ),
  },
  {
    name: 'nome-decoded-twice',
    clause: ['4.1-nome'],
    says: 'Decodes nome twice, so that a plus in it becomes a space.',
    apply: given(
      NOME,
      rewrite((query) => ({ nome: textOf(query, 'nome').replaceAll('+', ' ') })),
    ),
  },
  {
    name: 'nome-ends-at-ampersand',
    clause: ['4.1-nome'],
    says: 'Searches only for the part of nome before an ampersand.',
    apply: given(
      NOME,
      rewrite((query) => ({ nome: textOf(query, 'nome').split('&', 1)[0]?.trim() })),
    ),
  },
  {
    name: 'nome-cut-after-15',
    clause: ['4.1-nome'],
    says: 'Searches only for the first 15 characters of nome.',
    apply: given(
      NOME,
      rewrite((query) => ({ nome: textOf(query, 'nome').slice(0, 15).trim() })),
    ),
  },
  {
    name: 'nome-adds-foreigner',
    clause: ['4.1-2', '4.1-nome', '4.1-3'],
    says: 'Also finds by nome a person that only another organization queried.',
    apply: where(
      (query) => query.has('nome') && !query.has('sort') && !query.has('cpf'),
      onSelection(async (selection, call) =>
        selection.length > 0 ? selection.concat((await foreigners(call)).slice(0, 1)) : selection,
      ),
    ),
  },
  {
    name: 'nome-of-another-organization',
    clause: ['4.1-2', '4.1-nome'],
    says: 'Searches for nome among the persons of another organization.',
    apply: given(
      NOME,
      onSelection(async (selection, call) => {
        const others = await foreigners(call)
        return selection.length > 0 ? others.slice(0, selection.length) : selection
      }),
    ),
  },
]
