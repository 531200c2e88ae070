import { maskedCpf } from '../../src/contract/cpf.ts'
import { type KnobName, knobs } from '../../src/contract/knobs.ts'
import type { SortField } from '../../src/contract/profile.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import type { Question } from '../client/exchange.ts'
import { type Person, textOf } from '../model/lists.ts'
import { isSearchable } from '../model/persons.ts'
import { listQuestion, type Query } from '../model/questions.ts'
import { isDisordered, orderOf, PAGE } from '../model/world.ts'
import { listIn } from './answer.ts'
import {
  type Experiment,
  type Lab,
  type Look,
  limitOf,
  noSuchChoice,
  questionsAt,
  said,
  Unseen,
} from './experiment.ts'

/** The probe never asks for an answer with more persons than this. */
const MOST_PERSONS = 10_000
/** The probe never asks for more rows than this, even in a short list. */
const MOST_ROWS = 102_400
const LONGEST_SEARCH = 1_050
const ODD_WORD = 'bcdfghjk'
const NOBODY = 'bcdfghjklmnpqrst'
/** With fewer timestamps than this, an order may be chance. */
const FEW = 6

const asking = ({ data }: Lab, query: Query = {}): Question => listQuestion(data.keys.own, query)
const lastPage = ({ data }: Lab) => Math.max(1, Math.ceil(data.people.length / PAGE))
/** Legal lists that show whether the service keeps to the rules of pages. */
const ofPages = (lab: Lab) => [
  asking(lab, { page: lastPage(lab) }),
  asking(lab, { page: Math.min(2, lastPage(lab)) }),
  asking(lab, { nome: NOBODY }),
]
const each =
  (field: (person: Person) => unknown): Look =>
  (answer) => [listIn(answer)?.people.map(field).join('\n') ?? `${answer.status}`]
const people = () => each(({ id }) => id)

export const ofLists = {
  defaultOrder: {
    risk: 'r',
    seen: 'the list without `sort`: timestamps fall or rise',
    needs: ['two-stamps'],
    steady: true,
    questions: (lab) => [asking(lab), asking(lab, { page: lastPage(lab) })],
    look: () => each(({ stamp }) => Date.parse(stamp)),
    doubt({ data }) {
      const stamps = new Set(data.people.map(({ stamp }) => stamp)).size
      return stamps < FEW ? `only ${stamps} timestamps: the order may be chance` : undefined
    },
  },

  rowsMaximum: {
    risk: 'r',
    seen: '`rows=102400`, or `rows=10000` of more than 10,000 persons; if that is not honoured, a search by bisection',
    async ask(lab) {
      const ask = async (question: Question) => {
        const answer = await lab.interview.ask(question, 'rowsMaximum')
        return { answer, list: listIn(answer) }
      }
      for (const question of ofPages(lab)) {
        const { list } = await ask(question)
        if (list?.linhas !== ROWS_STEP)
          throw noSuchChoice(`a list of ${list?.people.length} persons has linhas ${list?.linhas}`)
      }
      const isTaken = async (rows: number): Promise<boolean> => {
        if (rows === ROWS_STEP) return true
        const { answer, list } = await ask(asking(lab, { rows }))
        if (!list && (answer.status < 400 || answer.status >= 500))
          throw noSuchChoice(`rows=${rows} ${said(answer)}`)
        if (list && list.people.length !== Math.min(list.linhas, list.total ?? 0))
          throw noSuchChoice(`a list has linhas ${list.linhas} but contains ${list.people.length} persons`)
        return list?.linhas === rows
      }
      const { total = 0 } = (await ask(asking(lab))).list ?? {}
      const most = total <= MOST_PERSONS ? MOST_ROWS : MOST_PERSONS
      const found = await limitOf((rows) => `rows=${rows}`, isTaken, ROWS_STEP, most, ROWS_STEP)
      const doubt = `the probe asks for at most ${most} rows; the maximum may be higher`
      return { ...found, ...(found.choice === null && { doubt }) }
    },
  },

  rowsAboveMaximum: {
    risk: 'r',
    seen: 'the first `rows` above the maximum: rejected, or fewer `linhas`',
    questions(lab) {
      const { rowsMaximum } = lab.profile
      if (rowsMaximum === null) throw new Unseen('hidden', 'no maximum was found')
      return [asking(lab, { rows: rowsMaximum + ROWS_STEP })]
    },
  },

  rowsOffGrid: { risk: 'r', controls: ofPages },
  pageBelowOne: { risk: 'r', controls: ofPages },
  pageBeyondEnd: {
    risk: 'r',
    seen: 'the page after the last, and one far beyond: empty, 400, 404, or the last page again',
    controls: ofPages,
    questions: (lab) => [
      asking(lab, { page: lastPage(lab) + 1 }),
      ...questionsAt(['page.beyond-end'], lab).slice(0, 1),
    ],
  },
  notANumber: { risk: 'r', controls: ofPages },

  sortUnknown: { risk: 'r' },
  sortFields: {
    risk: 'r',
    seen: 'each field in both directions: the order differs from the one without `sort`',
    needs: ['two-persons', 'two-stamps', 'two-names'],
    steady: true,
    async ask({ service }) {
      const fields: SortField[] = []
      const sorts = await (await service.world()).sorts()
      for (const field of knobs.sortFields.choices) {
        const { keyOf } = orderOf(field)
        const { list } = await service.get({ sort: field })
        if (list && new Set(list.people.map(keyOf)).size < 2)
          throw new Unseen(
            'thin-data',
            `all persons of a page have the same ${field}`,
            'seed persons with different values',
          )
        if (!sorts.includes(field)) continue
        const [up, down] = [await service.list({ sort: field }), await service.list({ sort: `-${field}` })]
        if (isDisordered(up.people, field) || isDisordered(down.people, `-${field}`))
          throw noSuchChoice(`sort=${field} returns an order that is not by ${field}`)
        fields.push(field)
      }
      if (fields.length === 0) throw noSuchChoice('no field orders the list: see SORT-01')
      return { choice: fields, evidence: `the list is ordered by ${fields.join(', ')}` }
    },
  },
  nomeCollation: {
    risk: 'r',
    seen: 'the list with `sort=nome`: the only known order that fits it',
    needs: ['two-names'],
    async questions(lab) {
      if (!(await (await lab.service.world()).sorts()).includes('nome'))
        throw new Unseen('hidden', 'sort=nome does not order the list')
      const pages = Array.from({ length: Math.min(lastPage(lab), MOST_SORTED) }, (_, i) => i + 1)
      return pages.map((page) => asking(lab, { sort: 'nome', ...(page > 1 && { page }) }))
    },
    look: () => each(({ nome }) => nome),
  },

  cpfMalformed: {
    risk: 'r',
    seen: 'a listed CPF with its mask, and letters: rejected, found, or not found',
    needs: ['two-persons'],
    controls: (lab) => [asking(lab, { cpf: cpfOf(lab) })],
    questions: (lab) => [maskedCpf(cpfOf(lab)), 'abc'].map((cpf) => asking(lab, { cpf })),
  },
  cpfLength: {
    risk: 'r',
    seen: 'ten and twelve digits: accepted or rejected',
    needs: ['one-person'],
    controls: (lab) => [asking(lab, { cpf: cpfOf(lab) })],
    questions: (lab) => [cpfOf(lab).slice(0, 10), `${cpfOf(lab)}0`].map((cpf) => asking(lab, { cpf })),
  },

  nomeMinimum: {
    risk: 'r',
    seen: 'a letter of a name; if that is not searched for, two and more',
    needs: ['one-person'],
    async ask(lab) {
      const { nome } = longestNamed(lab)
      for (let length = 1; length <= 6; length++) {
        if (!(await isSearched(lab, asking(lab, { nome: nome.slice(0, length) })))) continue
        if (length === 1) return { choice: null, evidence: 'a search for 1 character is accepted' }
        const evidence = `a search for ${length} characters is accepted, for ${length - 1} not`
        return { choice: length, evidence }
      }
      throw noSuchChoice('a search for six characters is not accepted')
    },
  },
  nomeMaximum: {
    risk: 'r',
    seen: 'a search for 1,050 characters; if that is rejected, a search by bisection',
    async ask(lab) {
      const isTaken = async (length: number) => {
        const question = asking(lab, { nome: ODD_WORD.repeat(140).slice(0, length) })
        return listIn(await lab.interview.ask(question, 'nomeMaximum')) !== undefined
      }
      return limitOf((length) => `a search for ${length} characters`, isTaken, 8, LONGEST_SEARCH)
    },
  },
  nomeMatching: {
    risk: 'r',
    seen: 'parts of a name, each with the CPF: the inside, the beginning, the last word',
    needs: ['one-person'],
    controls(lab) {
      const { nome } = longestNamed(lab)
      return [nome, NOBODY, `${nome} ${ODD_WORD}`].map(searching(lab, longestNamed(lab)))
    },
    questions(lab) {
      const { nome } = longestNamed(lab)
      const words = nome.split(' ')
      const [first = '', last = ''] = [words[0], words.at(-1)]
      const rest = words.slice(1).join(' ')
      const parts = [
        ...[nome.slice(1, -1), nome.slice(0, -1), nome.slice(1)],
        ...[first, last, last.slice(1), last.slice(0, -1)],
      ]
      if (words.length > 1)
        parts.push(`${last} ${first}`, `${first} ${last}`, `${first.slice(0, 2)} ${last.slice(0, 2)}`)
      if (words.length > 2) parts.push(rest, rest.slice(0, -1))
      return parts.map(searching(lab, longestNamed(lab)))
    },
    look: people,
    doubt: (lab) =>
      longestNamed(lab).nome.split(' ').length > 2
        ? undefined
        : 'no name has three words, so no two words with a gap were searched for',
  },
  nomeFolding: {
    risk: 'r',
    seen: 'a full name in the other case and without its accents, each with the CPF',
    needs: ['accented-name'],
    controls: (lab) => [accented(lab).nome, NOBODY].map(searching(lab, accented(lab))),
    questions(lab) {
      const { nome } = accented(lab)
      const texts = [withOtherCase(nome), withoutAccents(nome), nome.replace(/[a-z]+/gi, withOtherCase)]
      return texts.map(searching(lab, accented(lab)))
    },
    look: people,
  },

  emptyParameter: { risk: 'r' },
  queryUnknown: { risk: 'r' },
  busca: {
    risk: 'r',
    seen: '`busca` for a search by `nome` and one by `cpf`',
    needs: ['one-person'],
    questions(lab) {
      const { id, nome } = longestNamed(lab)
      return [asking(lab, { nome }), asking(lab, { cpf: id })]
    },
    look: () => (answer) => [textOf(listIn(answer)?.result.busca)],
  },
} satisfies { [K in KnobName]?: Experiment }

const MOST_SORTED = 6

/** Returns what asks for a person and a text at once, so that nobody else is found. */
const searching =
  (lab: Lab, { id }: Person) =>
  (text: string): Question =>
    asking(lab, { cpf: id, nome: text })

function cpfOf({ data }: Lab): string {
  const person = data.people.find(({ id }) => id.length === 11)
  if (!person) throw new Unseen('thin-data', 'no CPF has eleven digits', 'see CPF-01')
  return person.id
}

/** Returns a person whose name can be written in another case and without its accents. */
function accented({ data, profile }: Lab): Person {
  const most = profile.nomeMaximum ?? LONGEST_SEARCH
  const person = data.people.find(({ nome }) => isRespelled(nome) && nome.length <= most)
  if (!person)
    throw new Unseen('thin-data', 'no name has an accent that can be removed', 'seed "José Araújo"')
  return person
}

/**
 * Returns a person whose name has several words, the first and the last of at least three letters, so that each part of
 * the name matches in one way only.
 */
function longestNamed({ data, profile }: Lab): Person {
  const most = (profile.nomeMaximum ?? LONGEST_SEARCH) - ODD_WORD.length - 1
  const plain = data.people.filter(({ nome }) => isSearchable(nome) && nome.length <= most)
  const fit = plain.filter(({ nome }) => {
    const [first = '', ...others] = nome.split(' ')
    const last = others.at(-1) ?? ''
    const isOnce = nome.indexOf(last) === nome.length - last.length && nome.lastIndexOf(first) === 0
    return first.length > 3 && last.length > 3 && isOnce
  })
  const person = fit.find(({ nome }) => nome.split(' ').length > 2) ?? fit[0] ?? plain[0]
  if (person) return person
  throw new Unseen(
    'thin-data',
    'no person has a name that can be searched for',
    'seed a name such as "Maria Clara Silva"',
  )
}

/** Returns whether a text has an accent that can be removed, and letters whose case can be swapped and restored. */
function isRespelled(text: string): boolean {
  const isAccented = /\p{M}/u.test(text.normalize('NFD')) && /[a-z]/i.test(text)
  return isAccented && withOtherCase(text).toLowerCase() === text.toLowerCase() && text === text.trim()
}

function withOtherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
}

/** Returns whether a search is accepted and not ignored, as far as the twin would not find everybody either. */
async function isSearched({ interview, twin, profile, data }: Lab, question: Question): Promise<boolean> {
  const own = listIn(await interview.ask(question, 'nomeMinimum'))
  const other = listIn(await twin.ask(profile, question))
  return own !== undefined && (own.total !== data.people.length || other?.total === own.total)
}
