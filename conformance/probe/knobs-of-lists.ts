import { maskedCpf } from '../../src/contract/cpf.ts'
import { faults } from '../../src/contract/faults.ts'
import { knobs } from '../../src/contract/knobs.ts'
import type { Choices, SortField } from '../../src/contract/profile.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import type { Question } from '../client/exchange.ts'
import { PAGE } from '../service/discover.ts'
import { largestTaken } from '../service/largest-taken.ts'
import { type Person, textOf } from '../service/lists.ts'
import { orderSeen } from '../service/pages.ts'
import { listIn } from './answer.ts'
import { listQuestion, questionOf } from './examples.ts'
import {
  atFaults,
  chosenByTwin,
  type Experiment,
  type Lab,
  type Look,
  noSuchChoice,
  said,
  Unseen,
} from './experiment.ts'

/** The probe never asks for an answer with more persons than this. */
const MOST_PERSONS = 10_000
/** The probe never asks for more rows than this, even in a short list. */
const MOST_ROWS = 102_400
/** Maxima of services, above the least one. */
const LIKELY_ROWS = [50, 75, 100, 150, 200, 250, 300, 500, 1_000, 2_000, 5_000, 10_000]
/** Minima and maxima of search texts. */
const LIKELY_LENGTHS = [10, 20, 30, 40, 50, 60, 80, 100, 120, 128, 150, 200, 250, 255, 256, 300, 500, 512]
const LONGEST_SEARCH = 1_050
/** A word that no name has. */
const ODD_WORD = 'bcdfghjk'
/** With fewer timestamps than this, an order may be chance. */
const FEW = 6

type Pair = readonly [string, string | number]
const asking = ({ data }: Lab, ...pairs: Pair[]): Question =>
  listQuestion(
    data.keys.own,
    pairs.map(([name, value]): [string, string] => [name, String(value)]),
  )
const lastPage = ({ data }: Lab) => Math.max(1, Math.ceil(data.people.length / PAGE))
/** Legal lists that show whether the service keeps to the rules of pages. */
const ofPages = (lab: Lab) => [
  asking(lab, ['page', lastPage(lab)]),
  asking(lab, ['page', Math.min(2, lastPage(lab))]),
  asking(lab, ['nome', 'bcdfghjklm']),
]
const people: Look = (answer) => [
  listIn(answer)
    ?.people.map(({ id }) => id)
    .join() ?? `${answer.status}`,
]
const times: Look = (answer) => [
  listIn(answer)
    ?.people.map(({ stamp }) => Date.parse(stamp))
    .join() ?? `${answer.status}`,
]
const names: Look = (answer) => [
  listIn(answer)
    ?.people.map(({ nome }) => nome)
    .join('\n') ?? `${answer.status}`,
]
const search: Look = (answer) => [textOf(listIn(answer)?.result.busca)]

/** Experiments for heading 4.1. */
export const ofLists = {
  defaultOrder: {
    risk: 'r',
    seen: 'the list without `sort`: timestamps fall or rise',
    needs: ['two-stamps'],
    steady: true,
    async ask(lab) {
      const questions = [asking(lab), asking(lab, ['page', lastPage(lab)])]
      const seen = await chosenByTwin(lab, 'defaultOrder', { questions, look: times })
      const stamps = new Set(lab.data.people.map(({ stamp }) => stamp)).size
      const doubt = stamps < FEW ? `only ${stamps} timestamps: the order may be chance` : seen.doubt
      return { ...seen, doubt }
    },
  },

  rowsMaximum: {
    risk: 'r',
    seen: '`rows=102400`, or `rows=10000` of more than 10,000 persons; if that is not honoured, a search by bisection',
    async ask(lab) {
      const { maximum, tried, evidence } = await findRowsMaximum(lab)
      const doubt = `the probe asks for at most ${tried} rows; the maximum may be higher`
      return { choice: maximum, evidence, ...(maximum === null && { doubt }) }
    },
  },

  rowsAboveMaximum: {
    risk: 'r',
    seen: 'the first `rows` above the maximum: rejected, or fewer `linhas`',
    async ask(lab) {
      const { maximum, tried } = await findRowsMaximum(lab)
      if (maximum === null) throw new Unseen('hidden', `no maximum was found up to ${tried} rows`)
      const own = { ...lab, profile: { ...lab.profile, rowsMaximum: maximum } }
      return chosenByTwin(own, 'rowsAboveMaximum', {
        questions: [asking(lab, ['rows', maximum + ROWS_STEP])],
      })
    },
  },

  rowsOffGrid: atFaults('rowsOffGrid', { risk: 'r', controls: ofPages }),
  pageBelowOne: atFaults('pageBelowOne', { risk: 'r', controls: ofPages }),
  pageBeyondEnd: {
    risk: 'r',
    seen: 'the page after the last, and one far beyond: empty, 400, 404, or the last page again',
    async ask(lab) {
      const far = (faults['page.beyond-end'].ask ?? []).flatMap(
        (one) => questionOf(one, lab.data, lab.numbers) ?? [],
      )
      const questions = [asking(lab, ['page', lastPage(lab) + 1]), ...far.slice(0, 1)]
      return chosenByTwin(lab, 'pageBeyondEnd', { questions, controls: ofPages(lab) })
    },
  },
  notANumber: atFaults('notANumber', { risk: 'r', controls: ofPages }),

  sortUnknown: atFaults('sortUnknown', { risk: 'r' }),
  sortFields: {
    risk: 'r',
    seen: 'each field in both directions: the order differs from the one without `sort`',
    needs: ['two-persons', 'two-stamps', 'two-names'],
    steady: true,
    async ask({ service }) {
      const fields: SortField[] = []
      for (const field of knobs.sortFields.choices) {
        const seen = await service.tryOut({ sort: field })
        if (seen.list && orderSeen(seen.list, field) === 'tied')
          throw new Unseen(
            'thin-data',
            `all persons of a page have the same ${field}`,
            'seed persons with different values',
          )
        if (!(await service.sortsBy(field))) continue
        const [up, down] = [await service.list({ sort: field }), await service.list({ sort: `-${field}` })]
        if ([orderSeen(up, field), orderSeen(down, field, true)].includes('disordered'))
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
    async ask(lab) {
      if (!(await lab.service.sortsBy('nome')))
        throw new Unseen('hidden', 'sort=nome does not order the list')
      const pages = Array.from({ length: Math.min(lastPage(lab), MOST_SORTED) }, (_, i) => i + 1)
      const questions = pages.map((page) =>
        asking(lab, ['sort', 'nome'], ...(page > 1 ? [['page', page] as const] : [])),
      )
      return chosenByTwin(lab, 'nomeCollation', { questions, look: names })
    },
  },

  cpfMalformed: {
    risk: 'r',
    seen: 'a listed CPF with its mask, and letters: rejected, found, or not found',
    needs: ['two-persons'],
    async ask(lab) {
      const { id } = personWithCpf(lab)
      const questions = [asking(lab, ['cpf', maskedCpf(id)]), asking(lab, ['cpf', 'abc'])]
      return chosenByTwin(lab, 'cpfMalformed', { questions, controls: [asking(lab, ['cpf', id])] })
    },
  },
  cpfLength: {
    risk: 'r',
    seen: 'ten and twelve digits: accepted or rejected',
    needs: ['one-person'],
    async ask(lab) {
      const { id } = personWithCpf(lab)
      const questions = [id.slice(0, 10), `${id}0`].map((cpf) => asking(lab, ['cpf', cpf]))
      return chosenByTwin(lab, 'cpfLength', { questions, controls: [asking(lab, ['cpf', id])] })
    },
  },

  nomeMinimum: {
    risk: 'r',
    seen: 'a letter of a name; if that is not searched for, two and more',
    needs: ['one-person'],
    async ask(lab) {
      const [{ nome }] = [longestNamed(lab)]
      for (let length = 1; length <= 6; length++) {
        const question = asking(lab, ['nome', nome.slice(0, length)])
        if (!(await isSearched(lab, question))) continue
        const evidence = `a search for ${length} ${length === 1 ? 'character' : 'characters'} is accepted`
        return {
          choice: length === 1 ? null : length,
          evidence: length === 1 ? evidence : `${evidence}, for ${length - 1} not`,
        }
      }
      throw noSuchChoice('a search for six characters is not accepted')
    },
  },
  nomeMaximum: {
    risk: 'r',
    seen: 'a search for 1,050 characters; if that is rejected, a search by bisection',
    async ask(lab) {
      const isTaken = async (length: number) => {
        const answer = await lab.interview.ask(
          asking(lab, ['nome', 'bcdfghjk'.repeat(140).slice(0, length)]),
          'nomeMaximum',
        )
        return listIn(answer) !== undefined
      }
      if (await isTaken(LONGEST_SEARCH))
        return { choice: null, evidence: `${LONGEST_SEARCH} characters are accepted` }
      if (!(await isTaken(8))) throw noSuchChoice('a search for eight letters is not accepted')
      const most = await largestTaken(isTaken, { least: 8, most: LONGEST_SEARCH, likely: LIKELY_LENGTHS })
      return { choice: most, evidence: `${most} characters are accepted, ${most + 1} are rejected` }
    },
  },
  nomeMatching: {
    risk: 'r',
    seen: 'parts of a name, each with the CPF: the inside, the beginning, the last word',
    needs: ['one-person'],
    async ask(lab) {
      const { id, nome } = longestNamed(lab)
      const words = nome.split(' ')
      const [first = '', last = ''] = [words[0], words.at(-1)]
      const parts = [
        nome.slice(1, -1),
        nome.slice(0, -1),
        nome.slice(1),
        first,
        last,
        last.slice(1),
        last.slice(0, -1),
      ]
      if (words.length > 1)
        parts.push(`${last} ${first}`, `${first} ${last}`, `${first.slice(0, 2)} ${last.slice(0, 2)}`)
      if (words.length > 2) parts.push(words.slice(1).join(' '), words.slice(1).join(' ').slice(0, -1))
      const of = (text: string) => asking(lab, ['cpf', id], ['nome', text])
      const controls = [of(nome), of('bcdfghjklmnpqrst'), of(`${nome} ${ODD_WORD}`)]
      const own = { ...lab, profile: { ...lab.profile, nomeFolding: 'case' as const } }
      const seen = await chosenByTwin(own, 'nomeMatching', {
        questions: parts.map(of),
        controls,
        look: people,
      })
      const doubt = 'no name has three words, so no two words with a gap were searched for'
      return { ...seen, doubt: seen.doubt ?? (words.length > 2 ? undefined : doubt) }
    },
  },
  nomeFolding: {
    risk: 'r',
    seen: 'a full name in the other case and without its accents, each with the CPF',
    needs: ['accented-name'],
    async ask(lab) {
      const most = lab.profile.nomeMaximum ?? LONGEST_SEARCH
      const person = lab.data.people.find(({ nome }) => isRespelled(nome) && nome.length <= most)
      if (!person)
        throw new Unseen('thin-data', 'no name has an accent that can be removed', 'seed "José Araújo"')
      const { id, nome } = person
      const of = (text: string) => asking(lab, ['cpf', id], ['nome', text])
      const texts = [withOtherCase(nome), withoutAccents(nome), nome.replace(/[a-z]+/gi, withOtherCase)]
      const controls = [of(nome), of('bcdfghjklmnpqrst')]
      return chosenByTwin(lab, 'nomeFolding', { questions: texts.map(of), controls, look: people })
    },
  },

  emptyParameter: atFaults('emptyParameter', { risk: 'r' }),
  queryUnknown: atFaults('queryUnknown', { risk: 'r' }),
  busca: {
    risk: 'r',
    seen: '`busca` for a search by `nome` and one by `cpf`',
    needs: ['one-person'],
    async ask(lab) {
      const { id, nome } = longestNamed(lab)
      const questions = [asking(lab, ['nome', nome]), asking(lab, ['cpf', id])]
      return chosenByTwin(lab, 'busca', { questions, look: search })
    },
  },
} satisfies { [K in keyof Choices]?: Experiment<K> }

/** How many pages of a sorted list are compared. */
const MOST_SORTED = 6

function personWithCpf({ data }: Lab): Person {
  const person = data.people.find(({ id }) => id.length === 11)
  if (!person) throw new Unseen('thin-data', 'no CPF has eleven digits', 'see CPF-01')
  return person
}

/**
 * Returns a person whose name has several words, the first and the last of at least three letters, so that each part of
 * the name matches in one way only.
 */
function longestNamed({ data, profile }: Lab): Person {
  const most = (profile.nomeMaximum ?? LONGEST_SEARCH) - ODD_WORD.length - 1
  const plain = data.people.filter(
    ({ nome }) =>
      nome !== '' && nome.length <= most && nome === nome.trim() && !/\s{2}|[^\S ]|[\p{Cc}]/u.test(nome),
  )
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
  const [own, other] = [
    listIn(await interview.ask(question, 'nomeMinimum')),
    listIn(await twin.ask(profile, question)),
  ]
  if (own === undefined) return false
  return own.total !== data.people.length || other?.total === own.total
}

interface RowsMaximum {
  maximum: number | null
  /** The greatest `rows` that was sent. */
  tried: number
  evidence: string
}

/** Finds the maximum of `rows`. The greatest value comes first: if the service honours it, one request is enough. */
function findRowsMaximum(lab: Lab): Promise<RowsMaximum> {
  return lab.service.once('rows-maximum', async () => {
    for (const question of ofPages(lab)) {
      const list = listIn(await lab.interview.ask(question, 'rowsMaximum'))
      if (list?.linhas !== ROWS_STEP)
        throw noSuchChoice(`a list of ${list?.people.length} persons has linhas ${list?.linhas}`)
    }
    const isHonoured = async (rows: number): Promise<boolean> => {
      const answer = await lab.interview.ask(asking(lab, ['rows', rows]), 'rowsMaximum')
      const list = listIn(answer)
      if (!list && (answer.status < 400 || answer.status >= 500))
        throw noSuchChoice(`rows=${rows} ${said(answer)}`)
      if (list && list.people.length !== Math.min(list.linhas, list.total ?? 0))
        throw noSuchChoice(`a list has linhas ${list.linhas} but contains ${list.people.length} persons`)
      return list?.linhas === rows
    }
    const { total = 0 } = listIn(await lab.interview.ask(asking(lab), 'rowsMaximum')) ?? {}
    const tried = total <= MOST_PERSONS ? MOST_ROWS : MOST_PERSONS
    if (await isHonoured(tried)) return { maximum: null, tried, evidence: `rows=${tried} is honoured` }
    const range = { least: ROWS_STEP, most: tried, step: ROWS_STEP, likely: LIKELY_ROWS }
    const maximum = await largestTaken(isHonoured, range)
    return { maximum, tried, evidence: `rows=${maximum} is honoured, rows=${maximum + ROWS_STEP} is not` }
  })
}
