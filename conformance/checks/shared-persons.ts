import { counted } from '../../src/contract/counted.ts'
import { sleep } from '../../src/contract/real-globals.ts'
import { must, Undecided } from '../judging/judgement.ts'
import type { List, Person, Query } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { answersAlong, judgeSequence, referenceOf, refused, type Step } from './interleave.ts'
import { listDiffers } from './list-differs.ts'
import { HEADERS, instant, isWhole, PAGES, PLAIN_NAME } from './listed.ts'
import { LATE } from './looks.ts'
import { mustHold, onlyIn, type Side, turned, wholeSides } from './two-organizations.ts'

/** What the other organization has, or asks, is not seen in the answers to this one. */
export const sharedPersons: readonly Check[] = [
  {
    id: 'ORG-13',
    clause: ['2.1-atualizado_em', '4.1-cpf', '4.1-2', '1-1'],
    level: 'required',
    risk: 'r',
    rests: [...HEADERS, ...PAGES, 'AUTH-11', 'CPF-01', 'ORG-03'],
    needs: ['other-token'],
    title: "shows a person of both organizations by CPF as in the caller's own list",
    async run(service) {
      const both = await wholeSides(service)
      let compared = 0
      for (const [mine, theirs] of [both, turned(both)] as const) {
        for (const person of unlikeIn(mine, theirs)) {
          await mustBeAsListed(service, mine, person)
          compared++
        }
      }
      if (compared === 0)
        throw new Undecided('thin-data', 'nobody is in both lists with another atualizado_em in each')
      return counted(compared, 'person')
    },
  },
  {
    id: 'ORG-14',
    clause: ['4.1-2', '2.2-busca', '2.2-total', '2.2-atual', '2.2-linhas', '4.1-1'],
    level: 'required',
    risk: 'r',
    alone: true,
    rests: [...HEADERS, ...PAGES, 'PAG-18', 'MEM-01', 'ORG-03'],
    needs: ['other-token'],
    title: 'returns the same list right after a different request of another organization',
    async run(service) {
      const [mine, theirs] = await wholeSides(service)
      const [person] = onlyIn(theirs, mine).concat(theirs.list.people)
      const [own] = mine.list.people
      if (!person) throw new Undecided('thin-data', 'the other list is empty')
      const step = (query: Query): Step => ({
        name: 'a list without parameters',
        ask: (connection) => service.again(query, { ...mine.how, ...(connection && { connection }) }),
        // Another search of its own replaces what a service may remember of the other organization.
        lead: () => service.again({ nome: own?.nome || 'Silva' }, { ...mine.how, connection: 'new' }),
        differs: (a, b) => listDiffers(a, b, query),
      })
      const theirQuestion = (name: string, query: Query) =>
        refused(`${name} of the other organization`, () =>
          service.again(query, { ...theirs.how, connection: 'same' }),
        )
      const plain = step({})
      const sequence = [
        theirQuestion('a search by nome', { nome: person.nome }),
        theirQuestion('a search by cpf', { cpf: person.id }),
        theirQuestion('a sorted page', { sort: '-nome', rows: 50, page: 2 }),
      ].flatMap((before) => [before, plain])
      const references = new Map([[plain.name, await referenceOf(plain)]])
      await judgeSequence(sequence, await answersAlong(sequence), references)
      return `${counted(sequence.length / 2, 'list')}, each after another question of the other organization`
    },
  },
  {
    id: 'ORG-17',
    clause: ['4.1-nome', '4.1-2'],
    level: 'required',
    risk: 'r',
    rests: [...HEADERS, ...PAGES, 'AUTH-11', 'NOME-01', 'NOME-08', 'ORG-01', 'ORG-03'],
    needs: ['other-token'],
    title: 'finds a person of both organizations by name for each of them if it does for one',
    async run(service) {
      const both = await wholeSides(service)
      const people = inBoth(...both)
      if (people.length === 0) throw new Undecided('thin-data', 'nobody with a plain name is in both lists')
      for (const person of people) await mustFindBoth(service, both, person)
      return `${counted(people.length, 'person')} of both lists`
    },
  },
]

/** How many persons of both lists are searched for by name. */
const SEARCHED = 3

/** Returns persons of both lists whose names every search by the whole name finds. */
function inBoth(mine: Side, theirs: Side): Person[] {
  const names = new Map(theirs.list.people.map(({ id, nome }) => [id, nome]))
  return mine.list.people
    .filter(({ id, nome }) => id !== '' && names.get(id) === nome && PLAIN_NAME.test(nome))
    .slice(0, SEARCHED)
}

/** @throws {Violation} if one organization finds a person of both by the name and the other one does not */
async function mustFindBoth(service: Service, both: readonly [Side, Side], person: Person): Promise<void> {
  const search = async () => {
    const answers = await Promise.all(both.map(({ how }) => service.again({ nome: person.nome }, how)))
    const lists = answers.flatMap(({ list }) => list ?? [])
    const has = ({ people }: List) => people.some(({ id }) => id === person.id)
    const isTold = lists.length === both.length && lists.every(isWhole)
    const [found, missed] = [lists.find(has), lists.find((list) => !has(list))]
    return isTold && found && missed ? { found, missed } : undefined
  }
  if (!(await search())) return
  for (const side of both) await mustHold(service, side)
  // An index may be behind the list for a moment.
  await sleep(LATE)
  const apart = await search()
  if (!apart) return
  const { found, missed } = apart
  must(
    false,
    'a person of both lists in the searches of both organizations for the full name',
    `in one of them, ${counted(missed.people.length, 'other person')} in the other one`,
    missed.exchange,
    found.exchange,
  )
}

/** Returns two persons of both lists: one whose last update is later in the other list, and one whose is earlier. */
function unlikeIn(mine: Side, theirs: Side): Person[] {
  const others = new Map(theirs.list.people.map((person) => [person.id, instant(person)]))
  const find = (isUnlike: (own: string, other: string) => boolean) =>
    mine.list.people.find((person) => {
      const other = others.get(person.id)
      return person.id !== '' && other !== undefined && isUnlike(instant(person), other)
    })
  return [find((own, other) => own < other), find((own, other) => own > other)].filter(
    (person) => person !== undefined,
  )
}

async function mustBeAsListed(service: Service, mine: Side, person: Person): Promise<void> {
  const { list, exchange } = await service.again({ cpf: person.id }, mine.how)
  const found = list?.people.find(({ id }) => id === person.id)
  if (!found || (instant(found) === instant(person) && found.nome === person.nome)) return
  await mustHold(service, mine)
  must(false, 'nome and atualizado_em as in the list of the same organization', 'others', exchange)
}
