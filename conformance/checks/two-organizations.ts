import { counted } from '../../src/contract/counted.ts'
import type { Credentials } from '../client/exchange.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { type List, type ListAnswer, type Pages, type Person, withZeros } from '../service/lists.ts'
import type { Service } from '../service/service.ts'

/** One of the two organizations and its list. */
export interface Side {
  name: 'own' | 'other'
  how: { authorization: Credentials }
  list: Pages
  ids: ReadonlySet<string>
  /** Ids of persons of the other organization whom this one did not find by CPF. */
  hidden: Set<string>
}

/** The number of equal timestamps or shared persons that cannot be a coincidence. */
export const ENOUGH_SHARED = 3

/**
 * Returns both organizations with their whole lists, the one of the run first.
 * @throws {Violation} if a page of the other organization is the one of this organization
 */
export async function sides(service: Service): Promise<[Side, Side]> {
  const { own, other } = service.keys
  const mine = await service.pages()
  const list = await service.pages({}, { authorization: other as Credentials }).catch((error: unknown) => {
    if (!(error instanceof Undecided)) throw error
    throw new Undecided('blocked', `a request with the other token did not return a list: ${error.message}`)
  })
  for (const [i, page] of list.pages.entries()) {
    const same = mine.pages[i]
    if (i === 0 || same === undefined || page.people.length < ENOUGH_SHARED) continue
    const isSame = idsOf(page.people) === idsOf(same.people) && page.total === same.total
    const isItsOwn = idsOf((list.pages[0] as List).people) === idsOf((mine.pages[0] as List).people)
    must(
      !isSame || isItsOwn,
      `a page of its own list for the other organization, page ${i + 1}`,
      'the same page as for this organization',
      same.exchange,
      page.exchange,
    )
  }
  const side = async (name: Side['name'], authorization: Credentials): Promise<Side> => {
    const how = { authorization }
    const list = await service.everyone({}, how)
    return { name, how, list, ids: new Set(list.people.map(({ id }) => id)), hidden: new Set() }
  }
  return [await side('own', own), await side('other', other as Credentials)]
}

/** @throws {Undecided} if a list is too long to be read to its end */
export async function wholeSides(service: Service): Promise<[Side, Side]> {
  const both = await sides(service)
  const capped = both.find(({ list }) => list.capped)
  if (capped === undefined) return both
  throw new Undecided('page-limit', `the ${capped.name} list has more pages than --max-pages allows`)
}

function idsOf(people: readonly Person[]): string {
  return people.map(({ id }) => id).join()
}

export function turned([a, b]: readonly [Side, Side]): [Side, Side] {
  return [b, a]
}

export function onlyIn(theirs: Side, mine: Side): Person[] {
  return theirs.list.people.filter(({ id }) => id !== '' && !mine.ids.has(id))
}

/** Returns up to `most` persons, spread evenly over a list. */
export function few<T>(people: readonly T[], most: number): T[] {
  const step = Math.max(1, people.length / most)
  return Array.from({ length: Math.min(most, people.length) }, (_, i) => people[Math.floor(i * step)] as T)
}

export function sameLists(own: Side, other: Side): Undecided {
  if (own.list.capped || other.list.capped) {
    return new Undecided(
      'page-limit',
      'each organization finds every person of the pages that were read of the other list',
    )
  }
  return new Undecided(
    'thin-data',
    `both organizations have the same ${counted(own.ids.size, 'person')}${other.ids.size === 0 ? '' : ', so nothing shows whether they are kept apart'}`,
    'give each organization a person whom the other one does not have',
  )
}

/** @throws {Violation} if an answer has a person who is not in the list of its caller */
export async function mustHaveNobodyElse(
  service: Service,
  mine: Side,
  theirs: Side,
  { list }: ListAnswer,
  where?: string,
): Promise<void> {
  // If the list was not read to its end, only persons that were searched for are known to be missing.
  const isStranger = (id: string) =>
    mine.list.capped ? mine.hidden.has(id) : id !== '' && !mine.ids.has(id) && !mine.ids.has(withZeros(id))
  const strangers = list?.people.filter(({ id }) => isStranger(id)) ?? []
  if (!list || strangers.length === 0) return
  await mustHold(service, mine)
  const foreign = strangers.filter(({ id }) => theirs.ids.has(id)).length
  const actual =
    foreign > 0
      ? `${counted(foreign, 'person')} of another organization`
      : `${counted(strangers.length, 'person')} who are not in its list`
  const context = where === undefined ? '' : ` (${where})`
  must(false, `only persons of the caller's list${context}`, actual, list.exchange)
}

/** @throws {Undecided} if the list of an organization has changed since it was read */
export async function mustHold(service: Service, { name, how, list }: Side): Promise<void> {
  for (const page of new Set([0, list.pages.length - 1])) {
    const then = list.pages[page] as List
    const now = (await service.again(Object.fromEntries(then.exchange.question.query ?? []), how)).list
    const lines = (people: readonly Person[] = []) => people.map(({ id, stamp }) => `${id} ${stamp}`).sort()
    if (now?.total !== then.total || lines(now?.people).join() !== lines(then.people).join())
      throw new Undecided('data-drift', `the ${name} list changed while it was compared`)
  }
}
