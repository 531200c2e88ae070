import type { Profile } from '../../src/contract/profile.ts'
import { byCodePoint, type Compare, firstDisorder } from '../judging/order.ts'
import { count } from '../service/evidence.ts'
import type { Person } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import { type Experiment, noSuchChoice, requireRefused, Unseen } from './experiment.ts'
import { foundOrNot } from './list-cpf.ts'

export const listNome = {
  nomeMatching: {
    risk: 'r',
    seen: 'parts of a name beside its CPF: its inside, its beginning, its last word',
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
    risk: 'r',
    seen: 'a whole name in other case, and without its accents, beside its CPF',
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
    risk: 'r',
    seen: 'the list under `sort=nome`: the one order that explains it',
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
} satisfies { [K in keyof Profile]?: Experiment<K> }

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
