import { formDecodedOrSame } from '../../src/contract/decoded.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import type { Cell } from '../model/cells.ts'
import type { Fault } from '../model/judgement.ts'
import { isJudgedElsewhere, judgeList, LIST_ASPECTS } from '../model/list-faults.ts'
import type { ListAnswer, Person } from '../model/lists.ts'
import { foldName } from '../model/order.ts'
import { fewWithAllKinds, NAME_KINDS, plainPerson, repeats } from '../model/persons.ts'
import type { Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { contradictions, type Expected, orderOf, PAGE, type Reading, type World } from '../model/world.ts'
import { askAll, check, fault, type Judged, shows, type Table } from './table.ts'

const ASPECTS = [...LIST_ASPECTS, 'strangers', 'others', 'count', 'decoded'] as const
type Aspect = (typeof ASPECTS)[number]

/** A search, and what is known of its answer beforehand. */
interface Case {
  cell: Cell
  query: Query
  /** Who must be found by name. */
  person?: Person | undefined
  /** Whom a search with a CPF must select, and nobody else. */
  only?: readonly Person[]
  /** Whether the service may refuse it. */
  mayRefuse?: boolean
}

const PARTS = ['first-5', 'last-9', 'one-digit-more']
const TEXTS = 'gibberish name-and-letters second-parameter da cpf date'.split(' ')
const CPFS = 'with-zeros without-zeros of-nobody of-another'.split(' ')
const SIGNS = ['underscore', 'percent-sign']
const isCpf = ({ search = '' }: Cell) => search.startsWith('cpf')
const isName = ({ search = '' }: Cell) => search.startsWith('name')
const isPart = ({ text = '' }: Cell) => PARTS.includes(text) || text === 'of-nobody'

/** Searches by name and by CPF, alone and together, without any other parameter. */
export const searches: Table<Aspect> = {
  name: 'searches',
  risk: 'r',
  steady: true,
  needs: ['one-person'],
  axes: {
    search: ['name', 'text', 'cpf', 'cpf-and-nome'],
    text: ['plain', 'first', 'middle', 'last', 'shared', ...NAME_KINDS, ...TEXTS, ...SIGNS, ...CPFS, ...PARTS, 'spelling'],
  },
  aspects: ASPECTS,
  checks: [
    check('CPF-01', '4.1-cpf 2.1-cpf 1-1-select 4.1-query', 'status selection window', 'finds exactly one person by CPF', {
      of: (cell) => cell.search === 'cpf' && !isPart(cell) && cell.text !== 'without-zeros',
    }),
    check('CPF-02', '2.2-total 4.1-cpf', 'total', 'returns in total how many persons a CPF finds', { of: isCpf }),
    check('CPF-03', '4.1-cpf 2.1-nome 2.1-atualizado_em', 'item', 'returns a person found by CPF as in the list', {
      of: isCpf,
    }),
    check('CPF-06', '4.1-cpf', 'selection', 'finds nobody by a part of a CPF, by one with a digit more or by one that is not listed', {
      of: (cell) => cell.search === 'cpf' && isPart(cell),
    }),
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
    check('NOME-01', '4.1-nome 1-1-select 4.1-query', 'status selection total', 'finds everybody by the full name, whatever it has', {
      of: isName,
    }),
    check('NOME-02', '4.1-2 4.1-nome', 'strangers', 'finds only listed persons by name'),
    check('NOME-03', '2.2-total 4.1-nome', 'count total', 'finds each person once by name, and returns in total how many', {
      of: (cell) => !isCpf(cell),
    }),
    check('NOME-04', '4.1-nome', 'selection', 'finds nobody by a text that no name contains', {
      of: ({ text }) => text === 'gibberish',
    }),
    check('NOME-09', '4.1-nome', 'others', 'finds only names with every word of the text, if it does so for plain names'),
    check('NOME-14', '4.1-nome', 'selection', 'finds nobody by a name in which % or _ stands for a letter', {
      of: ({ text = '' }) => SIGNS.includes(text),
      should: 'A name is a text, and the interface mentions no wildcards.',
    }),
    check('BUSCA-03', '2.2-busca', 'decoded', 'returns the search text in busca decoded'),
    check('BUSCA-05', '2.2-busca', 'busca', 'returns the same busca for a text, whatever spelling of it was searched for before', {
      of: ({ text }) => text === 'spelling',
    }),
  ],
  async ask(service) {
    const world = await service.world()
    const plain = plainPerson(world.named)
    const alone = plain && (await service.get({ nome: plain.nome })).list
    // A service may also find names that have only some of the words, or that are like the text.
    const isByWords = alone?.people.every(({ nome }) => hasWords(nome, plain?.nome ?? '')) === true
    const cases = [...namesOf(world, plain), ...(await textsOf(world)), ...cpfsOf(world), ...(await pairsOf(world, plain))]
    return [
      ...(await askAll<Case, Aspect>(cases, (one) => (one.only ? judgeKnown(world, one) : judgeNames(world, one, isByWords)))),
      ...(await askAll<{ cell: Cell }, Aspect>([{ cell: { search: 'text', text: 'spelling' } }], () => judgeSpellings(world))),
    ]
  },
}

/** Search boxes have limits, which the interface does not show. */
const SHORT = 3
const LONG = 50

/** Full names of every kind, from all over the list. */
function namesOf(world: World, plain: Person | undefined): Case[] {
  const { named } = world
  const shared = repeats(named, ({ nome }) => nome)
  const few = fewWithAllKinds(named, NAME_KINDS)
  const persons: Record<string, Person | undefined> = {
    plain,
    first: named[0],
    last: named.at(-1),
    shared: shared.at(-1),
    ...Object.fromEntries(few),
  }
  const asked = new Set<string>()
  return Object.entries(persons).flatMap(([text, person]): Case[] => {
    if (!person || asked.has(person.nome)) return []
    asked.add(person.nome)
    const { length } = [...person.nome]
    return [{ cell: { search: 'name', text }, query: { nome: person.nome }, person, mayRefuse: length <= SHORT || length > LONG }]
  })
}

/** Texts that find nobody, or only names that have their words. */
async function textsOf(world: World): Promise<Case[]> {
  const { service, people, named, nobody } = world
  const of = (text: string, nome: string): Case => ({ cell: { search: 'text', text }, query: { nome }, mayRefuse: true })
  const whose = people.findLast(({ id, nome }) => id.length > 5 && !/\d/.test(nome))
  const person = named.filter(({ nome }) => /^[a-z ]{5,60}$/i.test(nome)).sort((a, b) => b.nome.length - a.nome.length)[0]
  const cases = [
    of('gibberish', nobody.nome),
    of('da', 'da'),
    ...(whose ? [of('cpf', whose.id), of('date', whose.stamp.slice(0, 'YYYY-MM-DD'.length))] : []),
  ]
  if (!person) return cases
  const { nome } = person
  const withSecond = (sign: string) => nome.replace(/(?<=^.)./, sign)
  const like = (await service.get({ nome: withSecond('.') })).list
  const isAlike = like?.people.some(({ id }) => id === person.id)
  return [
    ...cases,
    of('second-parameter', `${nome}&page=1`),
    ...(isAlike
      ? []
      : [of('name-and-letters', nome + service.gibberish(3)), of('underscore', withSecond('_')), of('percent-sign', withSecond('%'))]),
  ]
}

/** CPFs of persons all over the list, parts of one, and one that nobody has. */
function cpfsOf({ people, nobody, isWhole }: World): Case[] {
  const of = (text: string, cpf: string, only: readonly Person[]): Case => ({
    cell: { search: 'cpf', text },
    query: { cpf },
    only,
    mayRefuse: only.length === 0,
  })
  const known = people.filter(({ id }) => id !== '')
  const zeros = known.find(({ id }) => id.startsWith('0'))
  const persons = { first: known[0], middle: known[Math.floor(known.length / 2)], last: known.at(-1), 'with-zeros': zeros }
  const [{ id }] = known as [Person]
  const parts = [id.slice(0, 5), id.slice(-9), `${id}0`]
  return [
    ...Object.entries(persons).flatMap(([text, person]) => (person ? [of(text, person.id, [person])] : [])),
    ...parts.flatMap((part, i) => (known.some(({ id }) => id === part) || part === '' ? [] : [of(PARTS[i] as string, part, [])])),
    ...(isWhole ? [of('of-nobody', nobody.cpf, [])] : []),
    ...(zeros ? [of('without-zeros', zeros.id.replace(/^0+/, ''), [])] : []),
  ]
}

/** CPFs with the names of their persons, and one with the name of another person. */
async function pairsOf(world: World, plain: Person | undefined): Promise<Case[]> {
  const { people, named } = world
  const of = (text: string, { id }: Person, { nome }: Person, only: readonly Person[]): Case => ({
    cell: { search: 'cpf-and-nome', text },
    query: { cpf: id, nome },
    only,
    mayRefuse: only.length === 0,
  })
  const shared = repeats(named, ({ nome }) => nome).find((one) => one !== plain)
  const persons = Object.entries({ plain, shared, last: named.at(-1) })
  const found = persons.flatMap(([text, person]) => (person && [...person.nome].length <= LONG ? [of(text, person, person, [person])] : []))
  const other = plain ?? named[0]
  const person = people.find(({ id, nome }) => id.length === 11 && nome !== other?.nome)
  if (!person || !other) return found
  const { people: alone, isWhole } = await world.read({ nome: other.nome })
  const isIn = ({ id }: Person) => alone.some((one) => one.id === id)
  return isWhole && isIn(other) && !isIn(person) ? [...found, of('of-another', person, other, [])] : found
}

type Judgement = Omit<Judged<Aspect>, 'cell'>

function judgeRefusal(answer: ListAnswer, mayRefuse = false): Judgement {
  const { status } = answer
  // The form of an answer is judged once for all of them, and so is another success.
  const isLegal = status < 300 || isJudgedElsewhere(status) || (mayRefuse && status >= 400 && status < 500)
  return shows(answer, [!isLegal && fault('status', '200 and a list', status)], isLegal ? [] : ['status'])
}

/** Judges a search of which it is known whom it selects. */
async function judgeKnown(world: World, { query, only = [], mayRefuse }: Case): Promise<Judgement> {
  const answer = await world.service.get(query)
  if (!answer.list) return judgeRefusal(answer, mayRefuse)
  const want: Expected = {
    ...{ page: 1, rows: PAGE, isWhole: true, total: only.length, busca: undefined, shownBy: [] },
    ...{ selected: new Map(only.map((one) => [one.id, one])), people: only, window: only, order: orderOf(undefined), known: world.known },
  }
  const { faults, shown } = judgeList(want, answer)
  return { faults, shown: ['selection', ...shown], exchanges: [answer.exchange] }
}

/** Judges a search by name by whom it must find, and by the list without a search. */
async function judgeNames(world: World, { query, cell, person, mayRefuse }: Case, isByWords: boolean): Promise<Judgement> {
  const answer = await world.service.get(query)
  const { list } = answer
  if (!list) return judgeRefusal(answer, mayRefuse)
  const text = String(query.nome)
  const strangers = world.isWhole ? list.people.filter(({ id }) => id !== '' && !world.known.has(id)).length : 0
  const others = list.people.filter(({ nome }) => nome !== '' && !hasWords(nome, text)).length
  const isOfNobody = cell.text === 'gibberish' || SIGNS.includes(cell.text as string)
  // In a name, % and _ may stand for letters, which is a warning of its own.
  const isJudged = isByWords && !isOfNobody && !/[%_]/.test(text)
  const encoding = encodingOf(list.result.busca, text)
  const reading = person ? await world.read(query) : undefined
  return shows(
    answer,
    [
      strangers > 0 && fault('strangers', 'only persons of the list', `${strangers} others`),
      isOfNobody && others > 0 && fault('selection', 'nobody', `${others} persons`),
      isJudged && others > 0 && fault('others', 'only names with every word of the text', `${others} others`),
      encoding !== undefined && fault('decoded', 'busca as text', `busca ${encoding}`),
      ...(reading && person ? judgeFound(world, reading, person) : [countOf(list.people, list.total)]),
    ],
    ['status', 'strangers', 'selection', 'count', 'decoded', ...(isJudged ? (['others'] as const) : [])],
  )
}

/** Judges all pages of a search by a full name. */
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

/** How an encoded text is decoded. */
const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it stands in the URL': formDecodedOrSame,
  'escaped for HTML': htmlDecoded,
  'escaped for SQL': (text) => text.replace(/''|\\'/g, "'"),
}
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', lt: '<', gt: '>' }

function htmlDecoded(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,4}));/gi, (whole, digits, hex, name) =>
    name === undefined
      ? String.fromCodePoint(digits === undefined ? Number.parseInt(hex, 16) : Number(digits))
      : (ENTITIES[String(name).toLowerCase()] ?? whole),
  )
}

function encodingOf(busca: unknown, text: string): string | undefined {
  if (typeof busca !== 'string' || busca === text) return undefined
  return Object.entries(ENCODINGS).find(([, decode]) => decode(busca) === text)?.[0]
}

/** Other spellings of a text, which a service that folds texts takes for the same. */
const SPELLINGS: readonly ((text: string) => string)[] = [(text) => text.toUpperCase(), withoutAccents]

/** Judges whether a search has in busca the text of another one, in another spelling, that came before it. */
async function judgeSpellings({ service, named }: World): Promise<Judgement | undefined> {
  const nome = named.find(({ nome }) => /[^\p{ASCII}]/u.test(nome))?.nome ?? named[0]?.nome
  const plain = nome === undefined ? undefined : await service.get({ nome })
  if (nome === undefined || !plain?.list) return undefined
  const exchanges = [plain.exchange]
  for (const spell of SPELLINGS) {
    const spelled = await service.get({ nome: spell(nome) })
    const { busca } = plain.list.result
    exchanges.push(spelled.exchange)
    if (spell(nome) === nome || !busca || busca !== spelled.list?.result.busca) continue
    if (await firstSpellingStays(service, spell))
      return {
        faults: [fault('busca', 'the same busca whatever was searched for before', 'the spelling that came first')],
        shown: ['busca'],
        exchanges,
      }
  }
  return { faults: [], shown: ['busca'], exchanges }
}

/** Returns whether a search keeps the spelling that came first, for two texts that nobody searched for. */
async function firstSpellingStays(service: Service, spell: (text: string) => string): Promise<boolean> {
  for (const isPlainFirst of [true, false]) {
    const text = `${service.gibberish(8)}ção`
    const texts = isPlainFirst ? [text, spell(text)] : [spell(text), text]
    for (const nome of texts) if ((await service.again({ nome })).list?.result.busca !== texts[0]) return false
  }
  return true
}
