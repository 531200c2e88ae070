import { counted } from '../../src/contract/counted.ts'
import type { Query } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { waitForAll } from './judge-cells.ts'

/** Numbers at which 32 and 64 bits end, and what is not a number. */
const NUMBERS = ['2147483648', '9223372036854775808', '0', '-1', '-2147483649', '1.5', 'abc', '']
const CPFS = ['0', '9'.repeat(200), '-1', 'abc', "1'", '']
const SORTS = ['-', '', 'campo_desconhecido', '-numero', '__proto__', "nome'", 'nome,-cpf', 'NOME', '👍']

/** A value that a service may refuse or ignore must not break it either. */
export const unbroken: readonly Check[] = [
  {
    id: 'PAG-25',
    clause: ['4.1-page', '2.2-atual'],
    level: 'required',
    risk: 'r',
    title: 'returns no 5xx for a page number, however large, or for text in place of one',
    run: (service) =>
      mustAnswer(service, [
        ...NUMBERS.map((page) => ({ page })),
        // The page fits into 32 bits, the number of its first person does not.
        { page: '171798693' },
      ]),
  },
  {
    id: 'PAG-26',
    clause: ['4.1-rows', '8-rows', '2.2-linhas'],
    level: 'required',
    risk: 'r',
    title: 'returns no 5xx for a number of rows, however large, or for text in place of one',
    run: (service) =>
      mustAnswer(service, [
        // A multiple of 25 that does not fit into 32 bits.
        { rows: '2147483650' },
        ...NUMBERS.slice(1).map((rows) => ({ rows })),
      ]),
  },
  {
    id: 'CPF-09',
    clause: ['4.1-cpf', '4.1-query'],
    level: 'required',
    risk: 'r',
    title: 'returns no 5xx for a cpf, however long, or for text in place of one',
    run: (service) =>
      mustAnswer(
        service,
        CPFS.map((cpf) => ({ cpf })),
      ),
  },
  {
    id: 'SORT-15',
    clause: ['4.1-sort', '4.1-query'],
    level: 'required',
    risk: 'r',
    title: 'returns no 5xx for any text in place of a field of sort',
    run: (service) =>
      mustAnswer(
        service,
        SORTS.map((sort) => ({ sort })),
      ),
  },
]

/** Asks for lists; the run itself recognizes a request that breaks the service every time. */
async function mustAnswer(service: Service, queries: readonly Query[]): Promise<string> {
  await waitForAll(queries.map((query) => service.get(query)))
  return counted(queries.length, 'question')
}
