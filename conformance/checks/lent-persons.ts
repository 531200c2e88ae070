import { counted } from '../../src/contract/counted.ts'
import type { Credentials } from '../client/exchange.ts'
import { must } from '../judging/judgement.ts'
import type { Pages, Person } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import { instant } from './listed.ts'

interface Both {
  own: Pages
  other: Pages
}

async function bothLists({ keys, everyone }: Service): Promise<Both> {
  const { own, other } = keys as { own: Credentials; other: Credentials }
  return {
    own: await everyone({}, { authorization: own }),
    other: await everyone({}, { authorization: other }),
  }
}

/** Returns the whole lists of both organizations when this was first called. */
export function bothAtFirst(service: Service): Promise<Both> {
  return service.once('both lists at first', () => bothLists(service))
}

/**
 * A decision adds a person to a list once, perhaps one of an earlier check, so the lists are compared with those before
 * all decisions. Somebody whom both organizations query at that time has another time in each list, and others come, too.
 * @throws {Violation} if a person whose report one organization decided came into the list of the other one, or left it
 */
export async function mustKeepListsApart(service: Service, atFirst: Both): Promise<void> {
  const now = await bothLists(service)
  for (const [decider, reader] of [
    ['own', 'other'],
    ['other', 'own'],
  ] as const) {
    if ([atFirst, now].some((both) => both[reader].capped || both[decider].capped)) continue
    const had = timesOf(atFirst[decider])
    const has = timesOf(now[decider])
    const listed = timesOf(atFirst[reader])
    const shown = timesOf(now[reader])
    const came = now[reader].people.filter(({ id }) => id !== '' && !listed.has(id))
    const isOfDecision = (person: Person) => {
      const at = (times: ReadonlyMap<string, string>) => Date.parse(times.get(person.id) ?? '')
      const time = Date.parse(instant(person))
      return at(had) < time && time <= at(has)
    }
    const isMoved = ({ id }: Pick<Person, 'id'>) => had.has(id) && has.has(id) && had.get(id) !== has.get(id)
    const lent = came.filter(isOfDecision)
    // A later decision moves the person in the list of the decider only. Where others decide, too, one may come by chance.
    const isQuiet = [...has.keys()].filter((id) => isMoved({ id })).length <= service.reports.length
    const isOnlyLent = lent.length === came.length && (isQuiet || lent.length > 1)
    const isLent = isOnlyLent || lent.some((person) => has.get(person.id) === instant(person))
    const gone = atFirst[reader].people.filter(({ id }) => id !== '' && !shown.has(id))
    must(
      gone.length === 0 || !gone.every(isMoved),
      'everybody still in a list after decisions of another organization',
      `${counted(gone.length, 'person')} missing whose report it decided`,
      ...now[reader].pages.slice(0, 1).map(({ exchange }) => exchange),
    )
    must(
      lent.length === 0 || !isLent,
      'nobody new in a list because another organization decided a report',
      `${counted(lent.length, 'person')} of the other organization, with the report that it decided`,
      ...now[reader].pages.slice(0, 1).map(({ exchange }) => exchange),
    )
  }
}

/** Returns the last update of each person of a list. */
function timesOf({ people }: Pages): ReadonlyMap<string, string> {
  return new Map(people.map((person) => [person.id, instant(person)]))
}
