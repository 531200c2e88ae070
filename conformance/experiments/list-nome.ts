import { counted } from '../../src/contract/counted.ts'
import type { Choices, Profile } from '../../src/contract/profile.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import { byCodePoint, type Compare, firstDisorder } from '../judging/order.ts'
import type { Person } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import { type Experiment, noSuchChoice, requireRefused, Unseen } from './experiment.ts'

export const listNome = {
  nomeMatching: {
    risk: 'r',
    seen: 'parts of a name, each with the CPF: the inside, the beginning, the last word',
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
      if (await isFound(service, person, `${nome} ${service.gibberish(8)}`))
        throw noSuchChoice('a name is found by some of the words of a search')
      const found: string[] = []
      for (const [part, text] of Object.entries(parts))
        if (await isFound(service, person, text)) found.push(part)
      const evidence = `a name is found by: the full name${found.map((part) => `, its ${part}`).join('')}`
      const choice = MATCHINGS[found.join()]
      if (choice === undefined) throw noSuchChoice(evidence)
      return {
        choice,
        evidence,
        doubt:
          words.length > 2
            ? undefined
            : 'no name has three words, so no two words with a gap were searched for',
      }
    },
  },

  nomeFolding: {
    risk: 'r',
    seen: 'a full name in the other case and without its accents, each with the CPF',
    needs: ['accented-name'],
    async ask(service) {
      const person = await findAccentedName(service)
      await requireSearch(service, person)
      // Other words of a name may find it, so a single word says more, where a search finds one.
      const word = person.nome.split(' ').find((part) => part.length > 2 && isRespelled(part))
      const isOfWord = word !== undefined && (await isFound(service, person, word))
      const nome = isOfWord ? word : person.nome
      const plain = await isFound(service, person, withoutAccents(nome))
      const other = await isFound(service, person, withOtherCase(nome))
      const ascii = await isFound(service, person, nome.replace(/[a-z]+/gi, withOtherCase))
      const evidence = `a ${isOfWord ? 'word of a name' : 'full name'} in the other case is ${foundOrNot(other)}, without its accents ${foundOrNot(plain)}`
      if (ascii !== other)
        throw noSuchChoice(
          'the case of letters with an accent is treated differently from that of other letters',
        )
      if (plain && !other) throw noSuchChoice(evidence)
      return { choice: plain ? 'case-and-accents' : other ? 'case' : 'none', evidence }
    },
  },

  nomeCollation: {
    risk: 'r',
    seen: 'the list with `sort=nome`: the only known order that fits it',
    needs: ['two-names'],
    steady: true,
    async ask(service) {
      const sorted = await service.tryOut({ sort: 'nome' })
      if (!sorted.list) requireRefused(sorted, 'sort=nome')
      if (!(await service.sortsBy('nome'))) throw new Unseen('hidden', 'sort=nome does not order the list')
      const names = (await service.pages({ sort: 'nome' })).people.map(({ nome }) => nome)
      const fits = Object.entries(namedOrders).filter(
        ([, compare]) => firstDisorder(names, false, [compare]) === undefined,
      )
      const [first, ...others] = fits.map(([name]) => name) as Profile['nomeCollation'][]
      if (first === undefined) {
        throw noSuchChoice(`the list of ${counted(names.length, 'name')} is in none of the known orders`)
      }
      if (others.length === 0)
        return {
          choice: first,
          evidence: `the list of ${counted(names.length, 'name')} is in the order ${first} and in no other known one`,
        }
      throw new Unseen(
        'thin-data',
        `several orders fit ${counted(names.length, 'name')}: ${[first, ...others].join(', ')}`,
        'seed "Ávila", "Zanin", "Ana de Sá" and "Ana Dias"',
      )
    },
  },
} satisfies { [K in keyof Choices]?: Experiment<K> }

/** The choice for each set of parts that find a name. */
const MATCHINGS: Record<string, Profile['nomeMatching']> = {
  'inside,beginning,end,first word,last word': 'contains',
  // The first word is also a beginning.
  'beginning,first word': 'prefix',
  'first word,last word': 'word',
  '': 'exact',
}

/** How each choice compares names. */
const namedOrders: Record<Profile['nomeCollation'], Compare> = {
  'pt-BR': new Intl.Collator('pt-BR').compare,
  'code-point': byCodePoint,
  'case-blind': (a, b) => byCodePoint(a.toLowerCase(), b.toLowerCase()),
}

/**
 * Returns a person whose name has at least two words, preferably three. The first and the last word have at least
 * three letters and occur only once, so that each part of the name matches in one way only.
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
    'no person has a name of two words with at least three letters each',
    'seed a name such as "Maria Clara Silva"',
  )
}

/** Requires that a full name finds its person and that random letters find nobody; otherwise parts of a name show nothing. */
async function requireSearch(service: Service, person: Person): Promise<void> {
  if (!(await isFound(service, person, person.nome)))
    throw noSuchChoice('a full name with its CPF finds nobody')
  if (await isFound(service, person, service.gibberish(16))) {
    throw noSuchChoice('letters that no name contains find a person when sent with a CPF')
  }
}

/** Returns a person whose name has an accent that can be removed and letters whose case can be swapped and restored. */
async function findAccentedName(service: Service): Promise<Person> {
  const person = (await service.facts()).named.find(({ nome }) => isRespelled(nome))
  if (!person)
    throw new Unseen('thin-data', 'no name has an accent that can be removed', 'seed "José Araújo"')
  return person
}

/** Returns whether a text has an accent that can be removed, and letters whose case can be swapped and restored. */
function isRespelled(text: string): boolean {
  return (
    /\p{M}/u.test(text.normalize('NFD')) &&
    /[a-z]/i.test(text) &&
    withOtherCase(text).toLowerCase() === text.toLowerCase()
  )
}

function foundOrNot(is: boolean): string {
  return is ? 'found' : 'not found'
}

function withOtherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
}

/** Returns whether a text finds a person. The search includes the CPF, so it can find nobody else. */
async function isFound(service: Service, { id }: Person, text: string): Promise<boolean> {
  return (await service.list({ cpf: id, nome: text })).people.some((person) => person.id === id)
}
