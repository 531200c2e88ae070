import { knobs } from '../../src/contract/knobs.ts'
import type { Profile, SortField } from '../../src/contract/profile.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import { byCodePoint, type Compare, directionOf, firstDisorder } from '../judging/order.ts'
import { PAGE } from '../service/discover.ts'
import { count } from '../service/evidence.ts'
import { type List, numberOf, type Person } from '../service/lists.ts'
import { isSameOrder, orderSeen } from '../service/pages.ts'
import type { Attempt, Service } from '../service/service.ts'
import {
  type Experiment,
  greatestTaken,
  noSuchChoice,
  otherwiseTreated,
  refusedOr,
  requireRefused,
  Unseen,
} from './experiment.ts'

/** No answer is asked to hold more persons than this. */
const MOST_PERSONS = 10_000
/** More rows than this are not asked for, however few persons there are. */
const MOST_ROWS = 102_400

/** Fewer timestamps than this fall or rise by chance, too. */
const FEW = 6
/** Page sizes that a service may have beside those below them. */
const ROUND_ROWS = [50, 100, 200, 250, 500, 1_000]

/** Heading 4.1. */
export const listPersons = {
  defaultOrder: {
    needs: ['two-stamps'],
    steady: true,
    async ask(service) {
      const { people } = await service.pages()
      const direction = directionOf(people.map(({ stamp }) => stamp))
      if (direction === undefined) throw noSuchChoice('atualizado_em neither falls nor rises')
      if (direction === 'either') {
        throw new Unseen(
          'thin-data',
          'all persons that were read have one atualizado_em',
          'raise --max-pages',
        )
      }
      const choice = direction === 'descending' ? 'newest-first' : 'oldest-first'
      const stamps = new Set(people.map(({ stamp }) => stamp)).size
      const doubt = stamps < FEW ? `so few as ${stamps} timestamps may stand so by chance` : undefined
      return {
        choice,
        evidence: `atualizado_em is ${direction} over ${count(people.length, 'person')}`,
        doubt,
      }
    },
  },

  rowsOffGrid: {
    async ask(service) {
      await requireRowsTold(service)
      const ask = async (rows: number) => {
        const answer = await service.tryOut({ rows })
        if (answer.list) requireLong(answer.list)
        else requireRefused(answer, `rows=${rows}`)
        return answer
      }
      const [small, large, larger] = [await ask(24), await ask(55), await ask(74)]
      const evidence = `rows=24 ${rowsOf(small)}, rows=55 ${rowsOf(large)}, rows=74 ${rowsOf(larger)}`
      const choice = await rowsChoice(service, small, large, larger, evidence)
      const others: string[] = []
      for (const rows of [0, -25]) {
        const { status, list } = await service.tryOut({ rows })
        const isTaken = list !== undefined && (choice === 'honour' || list.linhas === ROWS_STEP)
        const isAlike = choice === 'refuse' ? status === small.status : isTaken
        if (!isAlike) others.push(`rows=${rows}`)
      }
      const doubt = choice === 'refuse' ? requireRefused(small, 'rows=24') : undefined
      return { choice, evidence, doubt: others.length > 0 ? otherwiseTreated(others) : doubt }
    },
  },

  rowsMaximum: {
    async ask(service) {
      const { maximum, tried, evidence } = await findRowsMaximum(service)
      if (maximum !== null) return { choice: maximum, evidence }
      return {
        choice: null,
        evidence,
        doubt: `the probe asks for at most ${tried} rows; the maximum may be higher`,
      }
    },
  },

  rowsAboveMaximum: {
    async ask(service) {
      const { maximum, tried } = await findRowsMaximum(service)
      if (maximum === null) throw new Unseen('hidden', `there is no maximum up to ${tried} rows`)
      const rows = maximum + ROWS_STEP
      const above = await service.tryOut({ rows })
      const evidence = `the maximum is ${maximum}, rows=${rows} ${rowsOf(above)}`
      if (above.list && linhas(above) !== maximum) throw noSuchChoice(evidence)
      if (above.list) return { choice: 'cap', evidence }
      return { choice: 'refuse', evidence, doubt: requireRefused(above, `rows=${rows}`) }
    },
  },

  pageBelowOne: {
    async ask(service) {
      await requirePages(service)
      return refusedOr(
        service,
        [{ page: 0 }, { page: -1 }],
        'use-first',
        ({ paginacao }) => numberOf(paginacao.atual) === 1,
      )
    },
  },

  pageBeyondEnd: {
    steady: true,
    async ask(service) {
      const { total = 0 } = await service.list()
      const last = Math.max(1, Math.ceil(total / PAGE))
      const end = await service.list({ page: last })
      if (numberOf(end.paginacao.atual) !== last) throw noSuchChoice(`page=${last} is not told as atual`)
      const asked = `page=${last + 1} of ${last}`
      const answer = await service.tryOut({ page: last + 1 })
      const { list, status } = answer
      if (status === 404) return { choice: 'not-found', evidence: `${asked} gets 404` }
      if (!list) {
        const doubt = requireRefused(answer, asked)
        return { choice: 'refuse', evidence: `${asked} gets ${status}`, doubt }
      }
      const atual = numberOf(list.paginacao.atual)
      const evidence = `${asked} gets atual ${atual} with ${count(list.people.length, 'person')}`
      if (list.total !== total) throw noSuchChoice(`${evidence}, and total ${list.total} of ${total}`)
      if (atual === last && isSamePeople(list, end)) {
        const doubt = last === 1 ? 'the last page is the first, which may be what is gone back to' : undefined
        return { choice: 'last-page', evidence, doubt }
      }
      if (atual === last + 1 && list.people.length === 0) return { choice: 'empty', evidence }
      throw noSuchChoice(evidence)
    },
  },

  notANumber: {
    async ask(service) {
      await requirePages(service)
      return refusedOr(
        service,
        [
          { page: 'abc' },
          { rows: 'abc' },
          { rows: '1.5' },
          { page: '' },
          { page: '2.5' },
          { rows: '50x' },
          { page: [2, 3] },
          { rows: [50, 75] },
          { page: '9007199254740993' },
        ],
        'use-default',
        ({ paginacao, linhas }) => numberOf(paginacao.atual) === 1 && linhas === ROWS_STEP,
      )
    },
  },

  nomeMatching: {
    needs: ['one-person'],
    async ask(service) {
      const person = await findLongName(service)
      const { nome } = person
      const words = nome.split(' ')
      const [first, last] = [words[0], words.at(-1)] as [string, string]
      const parts = {
        inside: nome.slice(1, -1),
        beginning: nome.slice(0, -1),
        end: nome.slice(1),
        'first word': first,
        'last word': last,
        ...(words.length > 2 && { 'first and last word': `${first} ${last}` }),
      }
      await requireSearch(service, person)
      const found: string[] = []
      for (const [part, text] of Object.entries(parts))
        if (await isFound(service, person, text)) found.push(part)
      const evidence = `of a name find it: the whole${found.map((part) => `, its ${part}`).join('')}`
      const choice = MATCHINGS[found.join()]
      if (choice === undefined) throw noSuchChoice(evidence)
      return {
        choice,
        evidence,
        doubt: words.length > 2 ? undefined : 'no name has three words, of which two stand apart',
      }
    },
  },

  nomeFolding: {
    needs: ['accented-name'],
    async ask(service) {
      const person = await findAccentedName(service)
      const { nome } = person
      await requireSearch(service, person)
      const plain = await isFound(service, person, withoutAccents(nome))
      const other = await isFound(service, person, withOtherCase(nome))
      const ascii = await isFound(service, person, nome.replace(/[a-z]+/gi, withOtherCase))
      const evidence = `a whole name in other case is ${foundOrNot(other)}, without its accents ${foundOrNot(plain)}`
      if (ascii !== other)
        throw noSuchChoice('letters with an accent are treated otherwise than those without')
      if (plain && !other) throw noSuchChoice(evidence)
      return { choice: plain ? 'case-and-accents' : other ? 'case' : 'none', evidence }
    },
  },

  nomeCollation: {
    needs: ['two-names'],
    steady: true,
    async ask(service) {
      const sorted = await service.tryOut({ sort: 'nome' })
      if (!sorted.list) requireRefused(sorted, 'sort=nome')
      if (!(await service.sortsBy('nome'))) throw new Unseen('hidden', 'nothing is ordered by nome')
      const names = (await service.pages({ sort: 'nome' })).people.map(({ nome }) => nome)
      const fits = Object.entries(namedOrders).filter(
        ([, compare]) => firstDisorder(names, false, [compare]) === undefined,
      )
      const [first, ...others] = fits.map(([name]) => name) as Profile['nomeCollation'][]
      if (first === undefined) {
        throw noSuchChoice(`no order that has a name explains ${count(names.length, 'name')}`)
      }
      if (others.length === 0)
        return { choice: first, evidence: `${count(names.length, 'name')}, in the order ${first} alone` }
      throw new Unseen(
        'thin-data',
        `${count(names.length, 'name')} are in the order ${[first, ...others].join(', and in ')}`,
        'seed "Ávila", "Zanin", "Ana de Sá" and "Ana Dias"',
      )
    },
  },

  cpfMalformed: {
    needs: ['two-persons'],
    async ask(service) {
      const id = await findCpf(service)
      const masked = `${id.slice(0, 3)}.${id.slice(3, 6)}.${id.slice(6, 9)}-${id.slice(9)}`
      const [answer, letters] = [await service.tryOut({ cpf: masked }), await service.tryOut({ cpf: 'abc' })]
      const refused = letters.list ? undefined : requireRefused(letters, 'cpf=abc')
      const isUniform =
        (answer.list === undefined) === (letters.list === undefined) && !letters.list?.people.length
      const doubt = isUniform ? refused : otherwiseTreated(['cpf=abc'])
      if (!answer.list) {
        requireRefused(answer, 'a masked CPF')
        return { choice: 'refuse', evidence: 'a masked CPF is refused', doubt }
      }
      const { people } = answer.list
      if (people.length === 0) return { choice: 'no-match', evidence: 'a masked CPF finds nobody', doubt }
      if (people.length > 1 || people[0]?.id !== id) throw noSuchChoice('a masked CPF finds somebody else')
      return { choice: 'strip-mask', evidence: 'a masked CPF finds its person', doubt }
    },
  },

  cpfLength: {
    needs: ['one-person'],
    async ask(service) {
      const id = await findCpf(service)
      const seen = await refusedOr(
        service,
        [{ cpf: id.slice(0, 10) }, { cpf: `${id}0` }],
        'any',
        ({ people }) => people.length === 0,
      )
      const isRefused = seen.choice === 'refuse'
      return {
        choice: isRefused ? 'eleven' : 'any',
        evidence: `ten digits ${isRefused ? 'are refused' : 'find nobody'}`,
        doubt: seen.doubt,
      }
    },
  },

  emptyParameter: {
    needs: ['one-person'],
    steady: true,
    async ask(service) {
      const { total } = await service.list()
      return refusedOr(
        service,
        [{ nome: '' }, { cpf: '' }, { sort: '' }],
        'as-absent',
        (list) => list.total === total,
      )
    },
  },

  sortUnknown: {
    steady: true,
    async ask(service) {
      const unsorted = await service.list()
      return refusedOr(
        service,
        [{ sort: 'campo_desconhecido' }, { sort: '--nome' }, { sort: '-' }],
        'ignore',
        (list) => isSameOrder(list, unsorted),
      )
    },
  },

  sortFields: {
    needs: ['two-persons', 'two-stamps', 'two-names'],
    steady: true,
    async ask(service) {
      const fields: SortField[] = []
      for (const field of knobs.sortFields.choices) {
        const seen = await service.tryOut({ sort: field })
        if (seen.list && orderSeen(seen.list, field) === 'tied') {
          throw new Unseen(
            'thin-data',
            `all persons of a page are alike in ${field}`,
            'seed persons who differ',
          )
        }
        if (!(await service.sortsBy(field))) continue
        const [up, down] = [await service.list({ sort: field }), await service.list({ sort: `-${field}` })]
        if ([orderSeen(up, field), orderSeen(down, field, true)].includes('disordered'))
          throw noSuchChoice(`sort=${field} gives another order`)
        fields.push(field)
      }
      if (fields.length === 0) throw noSuchChoice('no field orders the list, see SORT-01')
      return { choice: fields, evidence: `the list is ordered by ${fields.join(', ')}` }
    },
  },

  queryUnknown: {
    steady: true,
    async ask(service) {
      const { total } = await service.list()
      return refusedOr(service, [{ parametro_desconhecido: '1' }], 'ignore', (list) => list.total === total)
    },
  },

  busca: {
    needs: ['one-person'],
    async ask(service) {
      const [person] = (await service.facts()).named
      if (!person) throw new Unseen('thin-data', 'nobody has a name that can be asked for', 'seed a name')
      const repeats = async (parameter: 'nome' | 'cpf', text: string): Promise<boolean> => {
        const { busca } = (await service.list({ [parameter]: text })).result
        if (busca !== text && busca !== '') throw noSuchChoice(`busca is neither the ${parameter} nor empty`)
        return busca === text
      }
      const [nome, cpf] = [await repeats('nome', person.nome), await repeats('cpf', person.id)]
      const evidence = `a nome is ${nome ? 'repeated' : 'not'}, a cpf is ${cpf ? 'repeated' : 'not'}`
      if (cpf && !nome) throw noSuchChoice(evidence)
      return { choice: cpf ? 'nome-or-cpf' : nome ? 'nome' : 'always-empty', evidence }
    },
  },
} satisfies { [K in keyof Profile]?: Experiment<K> }

async function rowsChoice(
  service: Service,
  small: Attempt,
  large: Attempt,
  larger: Attempt,
  evidence: string,
): Promise<Profile['rowsOffGrid']> {
  const seen = [small, large, larger].map(linhas)
  const is = (...expected: (number | undefined)[]) => expected.every((rows, i) => rows === seen[i])
  if (is(undefined, undefined, undefined)) return 'refuse'
  if (is(24, 55, 74)) return 'honour'
  if (is(25, 50, 50)) return 'round-down'
  // A maximum below 75 stands between the choices.
  const wide = await service.tryOut({ rows: 2 * ROWS_STEP })
  const most = linhas(wide)
  if (!wide.list) requireRefused(wide, 'rows=50')
  if (seen[0] === 24 && seen.slice(1).every((rows) => rows === most || rows === undefined || rows === 55))
    return 'honour'
  if (is(25, undefined, undefined) && most === undefined) return 'round-down'
  if (!is(25, 25, 25)) throw noSuchChoice(evidence)
  if (most === ROWS_STEP) {
    throw new Unseen('hidden', `${evidence}: rounded down or not, no more than 25 are served`)
  }
  return 'use-default'
}

/** Which parts of a name find it. */
const MATCHINGS: Record<string, Profile['nomeMatching']> = {
  'inside,beginning,end,first word,last word': 'contains',
  // The first word is a beginning, too.
  'beginning,first word': 'prefix',
  'first word,last word': 'word',
  '': 'exact',
}

/** The orders of names that have a name. */
const namedOrders: Record<Profile['nomeCollation'], Compare> = {
  'pt-BR': new Intl.Collator('pt-BR').compare,
  'code-point': byCodePoint,
  'case-blind': (a, b) => byCodePoint(a.toLowerCase(), b.toLowerCase()),
}

const foundOrNot = (is: boolean): string => (is ? 'found' : 'not found')

function linhas({ list }: Attempt): number | undefined {
  return list?.linhas
}

function rowsOf(answer: Attempt): string {
  return answer.list ? `gets linhas ${linhas(answer)}` : `gets ${answer.status}`
}

function isSamePeople(a: List, b: List): boolean {
  const ids = ({ people }: List) =>
    people
      .map(({ id }) => id)
      .sort()
      .join()
  return ids(a) === ids(b)
}

/** That a first page has the rows that it says it has. */
function requireLong({ people, linhas, total = 0 }: List): void {
  if (people.length === Math.min(linhas, total)) return
  throw noSuchChoice(`a list says linhas ${linhas} and has ${count(people.length, 'person')}`)
}

/** That `linhas` is the rows per page also where fewer are on it. */
async function requireRowsTold(service: Service): Promise<void> {
  const { people, size } = await service.facts()
  const [person] = people
  const last = { page: Math.max(1, Math.ceil(size / PAGE)) }
  for (const query of [last, { nome: service.gibberish(16) }, ...(person ? [{ cpf: person.id }] : [])]) {
    const { linhas, people } = await service.list(query)
    if (linhas !== ROWS_STEP)
      throw noSuchChoice(`a list of ${count(people.length, 'person')} says linhas ${linhas}`)
  }
}

/** That `page` is looked at, where there is a second one to show it. */
async function requirePages(service: Service): Promise<void> {
  if (((await service.list()).total ?? 0) <= PAGE) return
  const atual = numberOf((await service.list({ page: 2 })).paginacao.atual)
  if (atual !== 2) throw noSuchChoice(`page=2 gets atual ${atual}`)
}

interface RowsMaximum {
  maximum: number | null
  /** The most rows that were asked for. */
  tried: number
  evidence: string
}

/** Asks for the most first: where they are honoured, that is the only request. */
function findRowsMaximum(service: Service): Promise<RowsMaximum> {
  return service.once('rows-maximum', async () => {
    await requireRowsTold(service)
    const isHonoured = async (rows: number): Promise<boolean> => {
      const answer = await service.tryOut({ rows })
      if (answer.list) requireLong(answer.list)
      else requireRefused(answer, `rows=${rows}`)
      return linhas(answer) === rows
    }
    const { total = 0 } = await service.list()
    const tried = total <= MOST_PERSONS ? MOST_ROWS : MOST_PERSONS
    if (await isHonoured(tried)) return { maximum: null, tried, evidence: `rows=${tried} is honoured` }
    const maximum = await greatestTaken(ROWS_STEP, tried, ROWS_STEP, isHonoured)
    for (const rows of ROUND_ROWS) {
      if (rows > maximum + ROWS_STEP && rows < tried && (await isHonoured(rows))) {
        throw noSuchChoice(`rows=${rows} is honoured, and rows=${maximum + ROWS_STEP} is not`)
      }
    }
    return { maximum, tried, evidence: `rows=${maximum} is honoured, rows=${maximum + ROWS_STEP} is not` }
  })
}

async function findCpf(service: Service): Promise<string> {
  const { people } = await service.facts()
  const person = people.find(({ id }) => id.length === 11)
  if (!person) throw new Unseen('thin-data', 'no CPF has eleven digits', 'see CPF-01')
  return person.id
}

/**
 * Somebody whose name has words enough to take parts of, three where there is such a name: the first and the last
 * have three letters or more, and stand nowhere else in it.
 */
async function findLongName(service: Service): Promise<Person> {
  const fit = (await service.facts()).named.filter(({ nome }) => {
    const [first = '', ...others] = nome.split(' ')
    const last = others.at(-1) ?? ''
    const isOnce = nome.indexOf(last) === nome.length - last.length && nome.lastIndexOf(first) === 0
    return first.length > 2 && last.length > 2 && isOnce
  })
  const person = fit.find(({ nome }) => nome.split(' ').length > 2) ?? fit[0]
  if (person) return person
  throw new Unseen(
    'thin-data',
    'nobody has a name of two words with three letters or more in each',
    'seed a name such as "Maria Clara Silva"',
  )
}

/** That a name finds its person, and letters that no name has find nobody: without that no part of it says anything. */
async function requireSearch(service: Service, person: Person): Promise<void> {
  if (!(await isFound(service, person, person.nome)))
    throw noSuchChoice('a whole name beside its CPF finds nobody')
  if (await isFound(service, person, service.gibberish(16))) {
    throw noSuchChoice('letters that no name has find somebody beside a CPF')
  }
}

/** Somebody whose name has an accent that can be taken off, and letters whose case can be swapped and swapped back. */
async function findAccentedName(service: Service): Promise<Person> {
  const person = (await service.facts()).named.find(
    ({ nome }) =>
      withoutAccents(nome) !== nome &&
      /[a-z]/i.test(nome) &&
      withOtherCase(nome).toLowerCase() === nome.toLowerCase(),
  )
  if (!person)
    throw new Unseen('thin-data', 'no name has an accent that can be taken off', 'seed "José Araújo"')
  return person
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
}

function withOtherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
}

/** Whether a text finds a person: beside the CPF nobody else can be found. */
async function isFound(service: Service, { id }: Person, text: string): Promise<boolean> {
  return (await service.list({ cpf: id, nome: text })).people.some((person) => person.id === id)
}
