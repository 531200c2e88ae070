import type { URLSearchParams } from 'node:url'
import { refusal } from '../refusal.ts'
import { queryOf, textOf } from './on-list.ts'
import { type Apply, isList, type Quirk, type QuirkResponse, refuse } from './quirk.ts'

const FIELDS = ['cpf', 'nome', 'atualizado_em']

/** Answers 500 to one kind of input, every time. */
export const breaks: readonly Quirk[] = [
  {
    name: 'page-of-32-bits-breaks',
    clause: ['4.1-page'],
    says: 'Answers 500 to a page that does not fit into 32 bits.',
    apply: breaking((query) => Number(query.get('page')) >= 2 ** 31),
  },
  {
    name: 'rows-of-32-bits-breaks',
    clause: ['4.1-rows'],
    says: 'Answers 500 to rows that do not fit into 32 bits.',
    apply: breaking((query) => Number(query.get('rows')) >= 2 ** 31),
  },
  {
    name: 'cpf-of-64-bits-breaks',
    clause: ['4.1-cpf'],
    says: 'Answers 500 to a cpf that does not fit into 64 bits.',
    apply: breaking((query) => Number(query.get('cpf')) >= 2 ** 63),
  },
  {
    name: 'sort-of-unknown-field-breaks',
    clause: ['4.1-sort'],
    says: 'Answers 500 to sort with a name that is not a field of the result.',
    apply: breaking((query) => query.has('sort') && !FIELDS.includes(textOf(query, 'sort').replace('-', ''))),
  },
]

export const broken = (): QuirkResponse => refuse(refusal.internal())

function breaking(claim: (query: URLSearchParams) => boolean): Apply {
  return async (asked, next) => (isList(asked) && claim(queryOf(asked)) ? broken() : next(asked))
}
