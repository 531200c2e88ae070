import { hasCheckDigits, maskedCpf } from '../../src/contract/cpf.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import { FORM_TYPE, JSON_TYPE } from '../client/exchange.ts'
import type { Cell } from '../model/cells.ts'
import { fault, Undecided } from '../model/judgement.ts'
import { type ListAnswer, type Person, textOf } from '../model/lists.ts'
import type { How, Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { PAGE, SORTS } from '../model/world.ts'
import { askAll, check, isLost, type Survey, shows, type Table } from './table.ts'

/** What stands for no legal value of a parameter, or for an unusual one. */
const TEXTS = {
  page: ['0', 'abc'],
  rows: ['0', 'abc', '', '2147483650'],
  sort: ['campo_desconhecido', '--nome', 'nome,-cpf'],
  cpf: ['abc', '98765432109876543210'],
  nome: ['', `' " % _ d'Ávila \\`, '( ) * [z-a] + ; -- & # <b>', '? ^ $ | { 👍 ß \u0301'],
  campo: ['1'],
} as const
type Parameter = keyof typeof TEXTS

const of =
  (...names: Parameter[]) =>
  ({ parameter }: Cell) =>
    names.includes(parameter as Parameter)

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
    const caseOf = (parameter: string, text: string, value = text) => ({ cell: { parameter, text }, query: { [parameter]: value } })
    const ask = (cases: readonly ReturnType<typeof caseOf>[]) =>
      askAll<(typeof cases)[0], 'status'>(cases, async ({ query }) => {
        const answer = await service.get(query)
        return shows(answer, [answer.status >= 500 && fault('status', 'an answer or a refusal', answer.status)], ['status'])
      })
    const cases = Object.entries(TEXTS).flatMap(([parameter, texts]) => texts.map((text) => caseOf(parameter, text)))
    const judged = await ask([...cases, caseOf('nome', 'long', service.gibberish(300))])
    // What several signs break or are refused for is asked in parts, because one of them may hide the others.
    const refused = judged.filter(({ cell, exchanges }) => cell.parameter === 'nome' && exchanges[0]?.response.status !== 200)
    const signs = refused.flatMap(({ cell }) => (cell.text?.includes(' ') ? cell.text.split(' ') : []))
    return [...judged, ...(await ask(signs.map((sign) => caseOf('nome', sign))))]
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

/** Asks for lists and tells what came of each. A service need not answer what the interface does not mention. */
function tell(service: Service, queries: readonly (readonly [asked: string, query: Query])[], told: Told, how?: How): Promise<Row[]> {
  const toldOf = async (query: Query) => {
    try {
      return told(await service.get(query, how))
    } catch (error) {
      if (isLost(error)) return 'no answer'
      throw error
    }
  }
  return Promise.all(queries.map(async ([asked, query]): Promise<Row> => [asked, await toldOf(query)]))
}

const given = (parameter: Parameter): [string, Query][] => TEXTS[parameter].map((text) => [`${parameter}=${text}`, { [parameter]: text }])

const survey = (id: string, clauses: string, title: string, observe: Survey['observe'], needs: Survey['needs'] = []): Survey => ({
  ...{ id, clause: clauses.split(' ') as unknown as Survey['clause'], risk: 'r', title: `chooses ${title}`, needs },
  observe,
})

export const listSurveys: readonly Survey[] = [
  survey(
    'PAG-20',
    '4.1-open-rows 4.1-page 8-open-maximum',
    'how to treat page and rows that are out of range, not numbers or not multiples of 25',
    (service) => {
      const more = [30, 1000].map((rows): [string, Query] => [`rows=${rows}`, { rows }])
      return tell(service, [...given('page'), ...given('rows'), ...given('campo'), ...more], paged)
    },
  ),
  survey(
    'SORT-13',
    '4.1-open-match 4.1-sort',
    'which fields to sort by and how to treat other values of sort',
    async (service) => {
      const known = await (await service.world()).sorts()
      const sorts = SORTS.map((sort): [string, Query] => [`sort=${sort}`, { sort }])
      const rows = await tell(service, [...sorts, ...given('sort')], accepted)
      return rows.map(
        ([asked, came]): Row => [asked, known.some((sort) => asked === `sort=${sort}`) && came === 'accepted' ? 'orders by it' : came],
      )
    },
    ['two-persons'],
  ),
  survey(
    'CPF-08',
    '4.1-cpf 4.1-3',
    'how to treat a CPF with a mask, with blanks or with other characters',
    async (service) => {
      const [{ id }] = (await service.world()).people as readonly [Person]
      const forms: [string, Query][] = [
        ['a CPF with its mask', { cpf: maskedCpf(id) }],
        ['a CPF between blanks', { cpf: ` ${id} ` }],
      ]
      return tell(service, [...forms, ...given('cpf')], found)
    },
    ['one-person'],
  ),
  survey(
    'NOME-07',
    '4.1-open-match 4.1-nome',
    'how to match names, and whether a search by nome has a least length',
    async (service) => {
      const { named } = await service.world()
      const person = named.find(({ nome }) => /[^\p{ASCII}]/u.test(nome)) ?? named[0]
      if (!person) throw new Undecided('thin-data', 'no person has a name that can be searched for')
      const { id, nome } = person
      const short = named.find(({ nome }) => [...nome].length <= 3)
      const texts = {
        'the first three letters of a name': nome.slice(0, 3),
        'letters inside a name': nome.slice(2, 6),
        'the last word of a name': nome.split(' ').at(-1) ?? '',
        'a name in upper case': nome.toUpperCase(),
        'a name without its accents': withoutAccents(nome),
        'an empty nome': '',
      }
      const asked = Object.entries(texts).flatMap(([asked, text]): [string, Query][] => (text === nome ? [] : [[asked, { nome: text }]]))
      const rows = await tell(service, asked, ({ list, status }) => {
        if (!list) return status
        if (list.people.some((one) => one.id === id)) return 'finds the person'
        // A person who is missing from a full page may be on the next one.
        return list.people.length < PAGE ? 'does not find the person' : 'finds others; the person is not on page 1'
      })
      const least = short ? await tell(service, [['a full name of at most three letters', { nome: short.nome }]], found) : []
      return [...rows, ...least]
    },
    ['one-person'],
  ),
  survey('HDR-02', '4.1-headers', 'whether to accept a GET with another Content-Type or without one', async (service) => {
    const ways: [string, Query, string | null][] = [
      ['application/json with parameters', { page: 1 }, JSON_TYPE],
      ['a form without parameters', {}, FORM_TYPE],
      ['none with parameters', { page: 1 }, null],
      ['none without parameters', {}, null],
    ]
    const rows = ways.map(([asked, query, contentType]) => tell(service, [[asked, query]], accepted, { contentType }))
    return (await Promise.all(rows)).flat()
  }),
  survey(
    'ITEM-03',
    '2.1-cpf 2.1-atualizado_em',
    'the length and check digits of CPFs and the form of timestamps',
    async (service) => {
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
    ['one-person'],
  ),
]
