import { hasCheckDigits, maskedCpf } from '../../src/contract/cpf.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import { FORM_TYPE, JSON_TYPE } from '../client/exchange.ts'
import type { Cell } from '../model/cells.ts'
import { Undecided } from '../model/judgement.ts'
import { type ListAnswer, type Person, textOf } from '../model/lists.ts'
import type { How, Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { fieldOf, PAGE, SORTS } from '../model/world.ts'
import { askAll, check, isLost, type Judged, type Survey, type Table } from './table.ts'

/** What stands for no legal value of a parameter, or for an unusual one. */
const TEXTS = {
  page: ['0', 'abc'],
  rows: ['0', 'abc', '', '2147483650'],
  sort: ['campo_desconhecido', '', '--nome', 'NOME', 'nome,-cpf'],
  cpf: ['abc', '', '98765432109876543210'],
  nome: ['', "'", '"', '%', '_', "d'Ávila", '( ) * \\ [z-a]', '+ ; -- & # <b>', '? ^ $ | { 👍 ß \u0301'],
  campo: ['1'],
} as const
type Parameter = keyof typeof TEXTS

const of =
  (...names: Parameter[]) =>
  ({ parameter }: Cell) =>
    names.some((name) => name === parameter)

/** Any text in a parameter is an answer or a refusal, and never an error of the service. */
export const oddTexts: Table<'status'> = {
  name: 'odd texts',
  risk: 'r',
  axes: { parameter: Object.keys(TEXTS), text: [...new Set([...Object.values(TEXTS).flat(), 'long'])] },
  aspects: ['status'],
  checks: [
    check('PAG-26', '4.1-page 4.1-rows 4.1-query', 'status', 'returns no 5xx for any page or rows', { of: of('page', 'rows', 'campo') }),
    check('SORT-15', '4.1-sort', 'status', 'returns no 5xx for any sort', { of: of('sort') }),
    check('CPF-09', '4.1-cpf', 'status', 'returns no 5xx for any cpf', { of: of('cpf') }),
    check('NOME-10', '4.1-nome 4.1-query', 'status', 'returns no 5xx for a search by any text', { of: of('nome') }),
  ],
  async ask(service) {
    const judge = async ({ query }: { query: Query }): Promise<Omit<Judged<'status'>, 'cell'>> => {
      const { status, exchange } = await service.get(query)
      const faults = status >= 500 ? [{ aspect: 'status' as const, expected: 'an answer or a refusal', actual: String(status) }] : []
      return { faults, shown: ['status'], exchanges: [exchange] }
    }
    const of = (parameter: string, text: string, value = text) => ({ cell: { parameter, text }, query: { [parameter]: value } })
    const cases = Object.entries(TEXTS).flatMap(([parameter, texts]) => texts.map((text) => of(parameter, text)))
    const judged = await askAll([...cases, of('nome', 'long', service.gibberish(300))], judge)
    // What several signs break or are refused for is asked in parts, because one of them may hide the others.
    const parts = judged.flatMap(({ cell, exchanges }) =>
      cell.parameter === 'nome' && exchanges[0]?.response.status !== 200 ? (cell.text?.split(' ') ?? []) : [],
    )
    return [...judged, ...(await askAll(parts.length > 1 ? parts.map((sign) => of('nome', sign)) : [], judge))]
  },
}

type Row = readonly [asked: string, came: string | number]
type Told = (answer: ListAnswer) => string | number

const accepted: Told = ({ list, status }) => (list ? 'accepted' : status)
const found: Told = ({ list, status }) => (list ? `${list.people.length} on page 1` : status)
const paged: Told = ({ list, status }) => {
  const { atual, linhas } = list?.paginacao ?? {}
  const said = [atual, linhas].map((value) => (Number.isInteger(value) ? value : 'not an integer'))
  return list ? `accepted: atual ${said[0]}, linhas ${said[1]}` : status
}

/** Asks for lists and tells what came of each. */
function tell(service: Service, queries: readonly (readonly [asked: string, query: Query])[], told: Told, how?: How): Promise<Row[]> {
  return Promise.all(queries.map(async ([asked, query]): Promise<Row> => [asked, await toldOf(service.get(query, how), told)]))
}

/** A service need not answer what the interface does not mention. */
async function toldOf(answer: Promise<ListAnswer>, told: Told): Promise<string | number> {
  try {
    return told(await answer)
  } catch (error) {
    if (isLost(error)) return 'no answer'
    throw error
  }
}

const given = (parameter: Parameter): [string, Query][] => TEXTS[parameter].map((text) => [`${parameter}=${text}`, { [parameter]: text }])

/** What the list leaves open. */
export const listSurveys: readonly Survey[] = [
  {
    id: 'PAG-20',
    clause: ['4.1-open-rows', '4.1-page', '8-open-maximum'],
    risk: 'r',
    title: 'how to treat page and rows that are out of range, not numbers or not multiples of 25',
    observe: (service) =>
      tell(
        service,
        [
          ...given('page'),
          ...given('rows'),
          ...given('campo'),
          ...[24, 30, 1000].map((rows): [string, Query] => [`rows=${rows}`, { rows }]),
        ],
        paged,
      ),
  },
  {
    id: 'SORT-13',
    clause: ['4.1-open-match', '4.1-sort'],
    risk: 'r',
    needs: ['two-persons'],
    title: 'which fields to sort by and how to treat other values of sort',
    async observe(service) {
      const sorts = await (await service.world()).sorts()
      const fields = await tell(
        service,
        SORTS.map((sort) => [`sort=${sort}`, { sort }]),
        accepted,
      )
      const seen = fields.map(
        ([asked, came], i): Row => [
          asked,
          came === 'accepted' && sorts.includes(SORTS[i] as string) ? `orders by ${fieldOf(SORTS[i] as string)}` : came,
        ],
      )
      return [...seen, ...(await tell(service, given('sort'), accepted))]
    },
  },
  {
    id: 'CPF-08',
    clause: ['4.1-cpf', '4.1-3'],
    risk: 'r',
    needs: ['one-person'],
    title: 'how to treat a CPF with a mask, with blanks or with other characters',
    async observe(service) {
      const [{ id }] = (await service.world()).people as readonly [Person]
      return tell(
        service,
        [['a CPF with its mask', { cpf: maskedCpf(id) }], ['a CPF between blanks', { cpf: ` ${id} ` }], ...given('cpf')],
        found,
      )
    },
  },
  {
    id: 'NOME-07',
    clause: ['4.1-open-match', '4.1-nome'],
    risk: 'r',
    needs: ['one-person'],
    title: 'how to match names',
    async observe(service) {
      const { named } = await service.world()
      const person = named.find(({ nome }) => /[^\p{ASCII}]/u.test(nome)) ?? named[0]
      if (!person) throw new Undecided('thin-data', 'no person has a name that can be searched for')
      const { id, nome } = person
      const texts = {
        'the first three letters of a name': nome.slice(0, 3),
        'letters inside a name': nome.slice(2, 6),
        'the last word of a name': nome.split(' ').at(-1) ?? '',
        'a name in upper case': nome.toUpperCase(),
        'a name without its accents': withoutAccents(nome),
        'an empty nome': '',
      }
      return tell(
        service,
        Object.entries(texts).flatMap(([asked, text]) => (text === nome ? [] : [[asked, { nome: text }]])),
        // A person who is missing from a full page may be on the next one.
        ({ list, status }) =>
          !list
            ? status
            : list.people.some((one) => one.id === id)
              ? 'finds the person'
              : list.people.length < PAGE
                ? 'does not find the person'
                : 'finds others; the person is not on page 1',
      )
    },
  },
  {
    id: 'NOME-13',
    clause: ['4.1-open-match', '4.1-nome'],
    risk: 'r',
    needs: ['one-person'],
    title: 'whether a search by nome has a least length',
    async observe(service) {
      const { named } = await service.world()
      const short = named.find(({ nome }) => [...nome].length <= 3)
      if (!short) return [['a full name of at most three letters', 'nobody has one']]
      return tell(service, [['a full name of at most three letters', { nome: short.nome }]], found)
    },
  },
  {
    id: 'HDR-02',
    clause: ['4.1-headers'],
    risk: 'r',
    title: 'whether to accept a GET with another Content-Type or without one',
    async observe(service) {
      const ways: [string, Query, How][] = [
        ['application/json with parameters', { page: 1 }, { contentType: JSON_TYPE }],
        ['a form without parameters', {}, { contentType: FORM_TYPE }],
        ['none with parameters', { page: 1 }, { contentType: null }],
        ['none without parameters', {}, { contentType: null }],
      ]
      return (await Promise.all(ways.map(([asked, query, how]) => tell(service, [[asked, query]], accepted, how)))).flat()
    },
  },
  {
    id: 'ITEM-03',
    clause: ['2.1-cpf', '2.1-atualizado_em'],
    risk: 'r',
    needs: ['one-person'],
    title: 'the length and check digits of CPFs and the form of timestamps',
    async observe(service) {
      const { people } = await service.world()
      const count = (claim: (person: Person) => boolean) => people.filter(claim).length
      const now = new Date(dateNow()).toISOString()
      return [
        ['persons read', people.length],
        ['CPFs of 11 characters', count(({ raw }) => textOf(raw.cpf).length === 11)],
        ['CPFs with valid check digits', count(({ id }) => hasCheckDigits(id))],
        ['timestamps that end in +00:00', count(({ stamp }) => stamp.endsWith('+00:00'))],
        ['timestamps with 000 milliseconds', count(({ stamp }) => /\.000(Z|\+)/.test(stamp))],
        ['timestamps in the future', count(({ stamp }) => stamp > now)],
      ]
    },
  },
]
