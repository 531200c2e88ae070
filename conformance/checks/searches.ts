import { formDecodedOrSame } from '../../src/contract/decoded.ts'
import type { Cell } from '../model/cells.ts'
import type { Fault } from '../model/judgement.ts'
import { fault } from '../model/judgement.ts'
import { isJudgedElsewhere, judgeList, LIST_ASPECTS } from '../model/list-faults.ts'
import type { ListAnswer, Person } from '../model/lists.ts'
import { foldName } from '../model/order.ts'
import { fewWithAllKinds, NAME_KINDS, plainPerson, repeats } from '../model/persons.ts'
import type { Query } from '../model/questions.ts'
import { contradictions, PAGE, type Reading, type World } from '../model/world.ts'
import { askAll, check, type Judged, shows, type Table } from './table.ts'

const ASPECTS = [...LIST_ASPECTS, 'strangers', 'others', 'count', 'decoded'] as const
type Aspect = (typeof ASPECTS)[number]

/** A search, and what is known of its answer beforehand. */
interface Case {
  cell: Cell
  query: Query
  person?: Person
  /** Whom a search with a CPF must select, and nobody else. */
  only?: readonly Person[]
}

const SIGNS = ['underscore', 'percent-sign']
const TEXTS = ['gibberish', 'name-and-letters', 'second-parameter', 'da', 'cpf', 'date', ...SIGNS]
const CPFS = ['with-zeros', 'without-zeros', 'first-5', 'last-9', 'one-digit-more', 'of-nobody', 'of-another']
const isCpf = ({ search = '' }: Cell) => search.startsWith('cpf')

export const searches: Table<Aspect> = {
  name: 'searches',
  risk: 'r',
  steady: true,
  needs: ['one-person'],
  axes: {
    search: ['name', 'text', 'cpf', 'cpf-and-nome'],
    text: ['plain', 'first', 'middle', 'last', 'shared', ...NAME_KINDS, ...TEXTS, ...CPFS],
  },
  aspects: ASPECTS,
  checks: [
    check('CPF-01', '4.1-cpf 2.1-cpf 1-1-select 4.1-query', 'status selection window', 'finds one person by CPF, and nobody by a part', {
      of: ({ search, text }) => search === 'cpf' && text !== 'without-zeros',
    }),
    check('CPF-02', '2.2-total 4.1-cpf', 'total', 'returns in total how many persons a CPF finds', { of: isCpf }),
    check('CPF-03', '4.1-cpf 2.1-nome 2.1-atualizado_em', 'item', 'returns a person found by CPF as in the list', { of: isCpf }),
    check('CPF-07', '4.1-3 4.1-cpf 4.1-nome 4.1-query', 'status selection window', 'finds a person once by CPF together with nome', {
      of: ({ search, text }) => search === 'cpf-and-nome' && text !== 'of-another',
    }),
    check('CPF-10', '4.1-cpf 2.1-cpf', 'selection', 'finds nobody by a CPF without its leading zeros', {
      of: ({ search, text }) => search === 'cpf' && text === 'without-zeros',
      should: 'A CPF has eleven digits, and a part of it selects nobody.',
    }),
    check('CPF-11', '4.1-3 4.1-cpf 4.1-nome', 'selection', 'finds nobody by the CPF of one person and the name of another one', {
      of: ({ search, text }) => search === 'cpf-and-nome' && text === 'of-another',
      should: 'Parameters that select each by itself select together whom both select.',
    }),
    check(
      'NOME-01',
      '4.1-nome 1-1-select 4.1-query',
      'status selection total',
      'finds everybody by the full name, and nobody by any letters',
      { of: ({ search, text }) => search === 'name' || text === 'gibberish' },
    ),
    check('NOME-02', '4.1-2 4.1-nome', 'strangers', 'finds only listed persons by name'),
    check('NOME-03', '2.2-total 4.1-nome', 'count', 'finds each person once by name, and returns in total how many'),
    check('NOME-09', '4.1-nome', 'others', 'finds only names with every word of the text, if it does so for plain names'),
    check('NOME-14', '4.1-nome', 'selection', 'finds nobody by a name in which % or _ stands for a letter', {
      of: ({ text = '' }) => SIGNS.includes(text),
      should: 'A name is a text, and the interface mentions no wildcards.',
    }),
    check('BUSCA-03', '2.2-busca', 'decoded', 'returns the search text in busca decoded'),
  ],
  async ask(service) {
    const world = await service.world()
    const plain = plainPerson(world.named)
    const alone = plain && (await service.get({ nome: plain.nome })).list
    // A service may also find names that have only some of the words, or that are like the text.
    const isByWords = alone?.people.every(({ nome }) => hasWords(nome, plain?.nome ?? '')) === true
    const cases = [...namesOf(world), ...textsOf(world), ...cpfsOf(world), ...(await pairsOf(world))]
    return askAll<Case, Aspect>(cases, (one) => (one.only ? judgeKnown(world, one, one.only) : judgeNames(world, one, isByWords)))
  },
}

/** Search boxes have limits, which the interface does not show. */
const SHORT = 3
const LONG = 50

/** Full names of every kind, from all over the list. */
function namesOf({ named }: World): Case[] {
  const persons = {
    plain: plainPerson(named),
    first: named[0],
    last: named.at(-1),
    shared: repeats(named, ({ nome }) => nome).at(-1),
    ...Object.fromEntries(fewWithAllKinds(named, NAME_KINDS)),
  }
  const cases = Object.entries(persons).flatMap(([text, person]) =>
    person ? [{ cell: { search: 'name', text }, query: { nome: person.nome }, person }] : [],
  )
  return cases.filter(({ query }, i) => cases.findIndex((one) => one.query.nome === query.nome) === i)
}

/** Texts that find nobody, or only names that have their words. */
function textsOf({ service, people, named, nobody }: World): Case[] {
  const whose = people.findLast(({ id, nome }) => id.length > 5 && !/\d/.test(nome))
  const names = named.map(({ nome }) => nome).filter((nome) => /^[a-z ]{5,60}$/i.test(nome))
  const nome = names.sort((a, b) => b.length - a.length)[0]
  const withSecond = (sign: string) => nome?.replace(/(?<=^.)./, sign)
  const texts = {
    gibberish: nobody.nome,
    da: 'da',
    cpf: whose?.id,
    date: whose?.stamp.slice(0, 'YYYY-MM-DD'.length),
    'second-parameter': nome && `${nome}&page=1`,
    'name-and-letters': nome && nome + service.gibberish(3),
    underscore: withSecond('_'),
    'percent-sign': withSecond('%'),
  }
  return Object.entries(texts).flatMap(([text, nome]) => (nome ? [{ cell: { search: 'text', text }, query: { nome } }] : []))
}

/** CPFs of persons all over the list, parts of one, and one that nobody has. */
function cpfsOf({ people, nobody, isWhole }: World): Case[] {
  const known = people.filter(({ id }) => id !== '')
  const zeros = known.find(({ id }) => id.startsWith('0'))
  const { id = '' } = known[0] ?? {}
  const persons = { first: known[0], middle: known[Math.floor(known.length / 2)], last: known.at(-1), 'with-zeros': zeros }
  const others = {
    'without-zeros': zeros?.id.replace(/^0+/, ''),
    'first-5': id.slice(0, 5),
    'last-9': id.slice(-9),
    'one-digit-more': id && `${id}0`,
    'of-nobody': isWhole ? nobody.cpf : undefined,
  }
  const cell = (text: string) => ({ search: 'cpf', text })
  return [
    ...Object.entries(persons).flatMap(([text, person]) =>
      person ? [{ cell: cell(text), query: { cpf: person.id }, only: [person] }] : [],
    ),
    ...Object.entries(others).flatMap(([text, cpf]) => (cpf && cpf !== id ? [{ cell: cell(text), query: { cpf }, only: [] }] : [])),
  ]
}

/** CPFs with the names of their persons, and one with the name of another person. */
async function pairsOf(world: World): Promise<Case[]> {
  const { people, named } = world
  const plain = plainPerson(named)
  const shared = repeats(named, ({ nome }) => nome).find((one) => one !== plain)
  const cell = (text: string) => ({ search: 'cpf-and-nome', text })
  const cases = Object.entries({ plain, shared, last: named.at(-1) }).flatMap(([text, person]): Case[] => {
    if (!person || person.nome.length > LONG) return []
    return [{ cell: cell(text), query: { cpf: person.id, nome: person.nome }, only: [person] }]
  })
  const other = plain ?? named[0]
  const person = people.find(({ id, nome }) => id.length === 11 && nome !== other?.nome)
  if (!person || !other) return cases
  const { people: alone, isWhole } = await world.read({ nome: other.nome })
  const isIn = ({ id }: Person) => alone.some((one) => one.id === id)
  if (!isWhole || !isIn(other) || isIn(person)) return cases
  return [...cases, { cell: cell('of-another'), query: { cpf: person.id, nome: other.nome }, only: [] }]
}

type Judgement = Omit<Judged<Aspect>, 'cell'>

function judgeRefusal(answer: ListAnswer, { only, person }: Case): Judgement {
  const { status } = answer
  const { length = 0 } = person?.nome ?? ''
  const mayRefuse = only ? only.length === 0 : length <= SHORT || length > LONG
  // The form of an answer is judged once for all of them, and so is another success.
  const isLegal = status < 300 || isJudgedElsewhere(status) || (mayRefuse && status < 500)
  return shows(answer, [!isLegal && fault('status', '200 and a list', status)], isLegal ? [] : ['status'])
}

async function judgeKnown(world: World, one: Case, only: readonly Person[]): Promise<Judgement> {
  const answer = await world.service.get(one.query)
  if (!answer.list) return judgeRefusal(answer, one)
  const { faults, shown } = judgeList(world.only(only), answer)
  return { faults, shown: ['selection', ...shown], exchanges: [answer.exchange] }
}

/** Judges a search by name by whom it must find, and by the list without a search. */
async function judgeNames(world: World, one: Case, isByWords: boolean): Promise<Judgement> {
  const answer = await world.service.get(one.query)
  const { list } = answer
  if (!list) return judgeRefusal(answer, one)
  const text = String(one.query.nome)
  const strangers = world.isWhole ? list.people.filter(({ id }) => id !== '' && !world.known.has(id)).length : 0
  const others = list.people.filter(({ nome }) => nome !== '' && !hasWords(nome, text)).length
  const isOfNobody = ['gibberish', ...SIGNS].includes(one.cell.text as string)
  // In a name, % and _ may stand for letters, which is a warning of its own.
  const isJudged = isByWords && !isOfNobody && !/[%_]/.test(text)
  return shows(
    answer,
    [
      strangers > 0 && fault('strangers', 'only persons of the list', `${strangers} others`),
      isOfNobody && others > 0 && fault('selection', 'nobody', `${others} persons`),
      isJudged && others > 0 && fault('others', 'only names with every word of the text', `${others} others`),
      isEncoded(list.result.busca, text) && fault('decoded', 'busca as text', 'busca encoded'),
      ...(one.person ? judgeFound(world, await world.read(one.query), one.person) : [countOf(list.people, list.total)]),
    ],
    ['status', 'strangers', 'selection', 'count', 'decoded', ...(isJudged ? (['others'] as const) : [])],
  )
}

function judgeFound({ people, isWhole }: World, reading: Reading, person: Person): (Fault<Aspect> | false)[] {
  const { people: found, total } = reading
  const [twice] = contradictions(reading).filter(({ check }) => check === 'PAG-11')
  if (twice) return [fault('count', twice.expected, twice.actual)]
  const ids = new Set(found.map(({ id }) => id))
  // Persons with equal timestamps may move between the pages.
  if (!reading.isWhole || ids.size < found.length) return []
  const names = new Set([person.nome, ...(isWhole ? found.map(({ nome }) => nome) : [])])
  const missing = people.filter(({ id, nome }) => names.has(nome) && !ids.has(id)).length
  return [
    missing > 0 && fault('selection', 'everybody with the name', `${missing} missing`),
    total !== found.length && fault('count', `total ${found.length}`, `total ${total}`),
  ]
}

/** A page that is not full has everybody whom a search finds. */
function countOf(people: readonly Person[], total: number | undefined): Fault<Aspect> | false {
  const isCounted = people.length >= PAGE || total === undefined || total === people.length
  return !isCounted && fault('count', `total ${people.length}`, `total ${total}`)
}

/** Returns whether a name has every word of a text, in any order and spelling. */
function hasWords(nome: string, text: string): boolean {
  const words = foldName(nome)
  return text.split(/\s+/).every((word) => words.includes(foldName(word)))
}

/** Whether `busca` is a text as it stands in a URL, or has an entity of HTML for a sign of it. */
function isEncoded(busca: unknown, text: string): boolean {
  if (typeof busca !== 'string' || busca === text) return false
  const entity = /&(#\w+|amp|apos|quot|lt|gt);/
  return formDecodedOrSame(busca) === text || (entity.test(busca) && !entity.test(text))
}
