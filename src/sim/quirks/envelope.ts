import { given, onList, onListAnswer } from './on-list.ts'
import type { Quirk } from './quirk.ts'

/** Heading 2.4, and what the preamble says of every answer. */
export const envelope: readonly Quirk[] = [
  {
    name: 'list-not-json',
    clause: ['0-json'],
    says: 'Sends lists with a comma before the last brace.',
    apply: onListAnswer((answered) => ({ ...answered, body: answered.body.replace(/\}$/, ',}') })),
  },
  {
    name: 'list-in-single-quotes',
    clause: ['0-json'],
    says: 'Sends lists with single quotes, as some languages print a value.',
    apply: onListAnswer((answered) => ({ ...answered, body: answered.body.replaceAll('"', "'") })),
  },
  {
    name: 'envelope-missing',
    clause: ['2.4-success', '4.1-4'],
    says: 'Sends busca, itens and paginacao without an envelope.',
    apply: onList(({ result }) => result),
  },
  {
    name: 'envelope-twice',
    clause: ['2.4-success', '4.1-4', '2.2-busca', '2.2-itens', '2.2-paginacao'],
    says: 'Sends the envelope inside another one.',
    apply: onList((list) => ({ result: list, status_code: 200 })),
  },
  {
    name: 'result-as-array',
    clause: ['2.4-success', '4.1-4'],
    says: 'Sends result as an array of one.',
    apply: onList(({ result }) => ({ result: [result], status_code: 200 })),
  },
  {
    name: 'result-as-text',
    clause: ['2.4-success', '4.1-4'],
    says: 'Sends result as a string that contains JSON.',
    apply: onList(({ result }) => ({ result: JSON.stringify(result), status_code: 200 })),
  },
  {
    name: 'status-code-missing',
    clause: ['2.4-success', '4.1-4'],
    says: 'Sends lists without status_code.',
    apply: onList(({ result }) => ({ result })),
  },
  {
    name: 'status-code-as-text',
    clause: ['2.4-success', '4.1-4'],
    says: 'Sends the status_code of lists as a string.',
    apply: onList(({ result }) => ({ result, status_code: '200' })),
  },
  {
    name: 'status-code-as-text-in-search',
    clause: ['2.4-success', '4.1-4'],
    says: 'Sends the status_code of a search as a string.',
    apply: given(
      ['cpf', 'nome'],
      onList(({ result }) => ({ result, status_code: '200' })),
    ),
  },
  {
    name: 'status-code-0',
    clause: ['2.4-success', '4.1-4'],
    says: 'Sends 0 for the status_code of lists.',
    apply: onList(({ result }) => ({ result, status_code: 0 })),
  },
  {
    name: 'list-status-201',
    clause: ['4.1-4'],
    says: 'Answers lists with the HTTP status 201.',
    apply: onListAnswer((answered) => ({ ...answered, status: 201 })),
  },
]
