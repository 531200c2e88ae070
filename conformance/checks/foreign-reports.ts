import { counted } from '../../src/contract/counted.ts'
import { sleep } from '../../src/contract/real-globals.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { objectOf, readList, textOf } from '../service/lists.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service, UNKNOWN_KEY } from '../service/service.ts'
import type { Check } from './check.ts'
import { attempt, decide, mustNotBreak, openReports, usedReports } from './first-decisions.ts'
import { bothAtFirst, mustKeepListsApart } from './lent-persons.ts'
import { changesOf, mustRest, printOf } from './list-print.ts'
import { instant } from './listed.ts'
import { refusesOpenReports } from './recorded-refusals.ts'

/** Milliseconds. */
const A_MOMENT = 1_500

/** A token and a report of the organization to which it does not belong. */
interface Foreign {
  authorization: Credentials
  owner: Credentials | undefined
  report: Numero
}

const BODIES: Readonly<Record<string, unknown>> = {
  'an unknown field': { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 },
  'a short mensagem': { ...LEGAL_BODY, mensagem: 'curta' },
  'no aprovar': { mensagem: LEGAL_BODY.mensagem },
}
const DECISIONS = [LEGAL_BODY, LEGAL_REJECTION]

/** What one organization may do to the reports of another one. */
export const foreignReports: readonly Check[] = [
  {
    id: 'ORG-07',
    clause: ['4.2-3', '1-2'],
    level: 'conditional',
    risk: 'w1',
    reading: 'foreign-report-hidden',
    needs: ['foreign-report'],
    title: "rejects a bad body for another organization's report as for an unknown number",
    async run(service) {
      let forbids = 0
      // The last report shows what a decision does without a refusal before it: MEM-08.
      const last = service.reports.length > 1 ? service.reports.at(-1) : undefined
      const asked = foreignOnes(service)
        .filter(({ report }) => report !== last)
        .slice(0, 3)
      for (const { authorization, report } of asked) {
        for (const [name, body] of Object.entries(BODIES)) {
          const foreign = await service.validate(report, body, { authorization })
          const unknown = await service.validate(service.unknownNumber(), body, { authorization })
          if (foreign.response.status === 403) forbids++
          else {
            const [theirs, nobodys] = [refusalOf(foreign), refusalOf(unknown)]
            must(
              theirs === nobodys,
              `${nobodys}, as for an unknown number (${name})`,
              theirs,
              foreign,
              unknown,
            )
          }
        }
      }
      const told = forbids > 0 ? `, ${forbids} of them forbidden with 403` : ''
      return `${counted(asked.length * Object.keys(BODIES).length, 'refusal')}${told}`
    },
  },
  {
    id: 'ORG-08',
    clause: ['4.2-3', '1-2', '1-1'],
    level: 'conditional',
    risk: 'w2',
    needs: ['foreign-report'],
    title: "treats every decision on another organization's report in the same way",
    async run(service) {
      const refused: Exchange[] = []
      const accepted: Exchange[] = []
      for (const { authorization, report } of foreignOnes(service)) {
        for (const body of DECISIONS) {
          const exchange = await service.validate(report, body, { authorization })
          const { status } = exchange.response
          if (status === 200) accepted.push(exchange)
          if (status === 404 || status === 403) refused.push(exchange)
        }
      }
      const [taken] = accepted
      // A declared report that its own organization does not know says nothing about the other ones.
      for (const exchange of taken ? refused : []) {
        const report = service.reports.find(({ value }) => exchange.question.path.endsWith(value))
        if (report && (await service.validate(report, LEGAL_BODY)).response.status === 404) continue
        must(
          false,
          `${exchange.response.status} for each of them, as for others`,
          `200 for ${accepted.length} of ${accepted.length + refused.length} decisions`,
          taken as Exchange,
          exchange,
        )
      }
      return `${refused.length} refused, ${accepted.length} accepted${taken ? ' (see VAL-42)' : ''}`
    },
  },
  {
    id: 'ORG-09',
    clause: ['4.2-3', '1-2', '1-1'],
    level: 'conditional',
    risk: 'w2',
    needs: ['foreign-report', 'other-token'],
    title: "does not record a decision on another organization's report that it refuses",
    async run(service) {
      let refused = 0
      for (const foreign of foreignOnes(service).slice(0, 4)) {
        for (const body of DECISIONS) {
          const moved = await movesList(service, foreign, body, false)
          if (moved === undefined) continue
          refused++
          if (moved.after === undefined) continue
          // It may be a decision of an earlier check that shows late, or of somebody else: what this one does, it does again.
          await sleep(A_MOMENT)
          const again = await movesList(service, foreign, body, false)
          if (again?.after === undefined) continue
          if (!moved.people.some((id) => again.people.includes(id))) continue
          throw new Violation(
            'no change in the list of its organization',
            'another atualizado_em or another order, twice',
            again.after,
          )
        }
      }
      refused += await refusesOpenReports(service)
      if (refused === 0) throw new Undecided('branch-not-taken', 'no decision on a foreign report is refused')
      return `${counted(refused, 'refused decision')}, none of them in the list`
    },
  },
  {
    id: 'ORG-10',
    clause: ['4.1-2', '1-1', '1-1-order', '2.1-atualizado_em'],
    level: 'conditional',
    risk: 'w2',
    needs: ['report', 'other-token'],
    title: "does not change another organization's list when it decides a report",
    async before(service) {
      await bothAtFirst(service)
    },
    async run(service) {
      const { own, other } = service.keys
      const atFirst = await bothAtFirst(service)
      let decided = 0
      for (const report of [...usedReports(service).slice(0, MOST), ...openReports(service).slice(0, 1)]) {
        for (const body of DECISIONS) {
          const moved = await movesList(service, { authorization: own, owner: other, report }, body, true)
          if (moved === undefined) continue
          decided++
          if (moved.after === undefined) continue
          await mustBeItsOwn(service, other as Credentials, moved.after)
          await mustKeepListsApart(service, atFirst)
          throw new Violation(
            "no change in the other organization's list",
            'another atualizado_em or another order',
            moved.after,
            'tenants-apart',
          )
        }
      }
      await mustKeepListsApart(service, atFirst)
      if (decided === 0) throw new Undecided('branch-not-taken', 'no decision is accepted')
      return counted(decided, 'decision')
    },
  },
  {
    id: 'ORG-11',
    clause: ['2.3-numero', '4.2-2', '1-2'],
    level: 'required',
    risk: 'w2',
    rests: ['VAL-33'],
    needs: ['report', 'foreign-report', 'other-token'],
    title: 'returns the number of the decided report after and during a decision of another organization',
    async run(service) {
      const [report] = service.reports as [Numero]
      const foreign = service.foreignReport as Numero
      const decide = async (numero: Numero, body: typeof LEGAL_BODY, authorization: Credentials) => {
        const exchange = await service.validate(numero, body, { authorization })
        const { status, json } = exchange.response
        if (status !== 200) return 0
        const said = textOf(objectOf(objectOf(json)?.result)?.numero)
        must(
          said.toLowerCase() === numero.value.toLowerCase(),
          `numero ${numero.label}`,
          said === '' ? 'none' : 'another one',
          exchange,
        )
        return 1
      }
      const theirs = (body: typeof LEGAL_BODY) => decide(foreign, body, service.keys.other as Credentials)
      const mine = (body: typeof LEGAL_BODY) => decide(report, body, service.keys.own)
      let right = 0
      for (const body of DECISIONS) right += (await theirs(body)) + (await mine(body))
      const [approval, rejection] = [LEGAL_BODY, LEGAL_REJECTION]
      for (const one of await Promise.all([
        theirs(rejection),
        mine(approval),
        mine(rejection),
        theirs(approval),
      ]))
        right += one
      if (right === 0) throw new Undecided('branch-not-taken', 'no decision is accepted')
      return counted(right, 'decision')
    },
  },
  {
    id: 'ORG-12',
    clause: ['4.2-3', '1-2', '4.2-2'],
    level: 'required',
    risk: 'w2',
    needs: ['foreign-report'],
    title: "answers a decision on another organization's report",
    async run(service) {
      const statuses = new Set<number>()
      for (const { authorization, report } of foreignOnes(service).slice(0, 3)) {
        for (const body of DECISIONS) {
          const attempts = await attempt(service, () => decide(service, report, body, authorization))
          mustNotBreak(attempts, "a decision on another organization's report")
          statuses.add((attempts.answers.at(-1) as Exchange).response.status)
        }
      }
      return `answered ${[...statuses].join(', ')}`
    },
  },
]

/** How many reports of an organization the other one tries to decide. */
const MOST = 6

/** Returns declared reports with the token of the organization to which they do not belong. */
function foreignOnes(service: Service): Foreign[] {
  const { own, other } = service.keys
  const { foreignReport } = service
  // What nobody has decided yet shows a decision that is refused and yet recorded: ORG-09.
  const known = usedReports(service).slice(0, MOST)
  return [
    ...(foreignReport ? [{ authorization: own, owner: other, report: foreignReport }] : []),
    ...(other ? known.map((report) => ({ authorization: other, owner: own, report })) : []),
  ]
}

/** Returns what a refusal says, without its text, which may quote the number. */
function refusalOf({ response: { status, json } }: Exchange): string {
  const { error, validation } = objectOf(json) ?? {}
  return [status, error, validation]
    .map((part) => (part === undefined ? '' : JSON.stringify(part)))
    .join(' ')
    .trim()
}

/** How often a list must rest before one change in it counts. */
const LOOKS = 4

interface Moved {
  after: Exchange[] | undefined
  /** Who moved each time. */
  people: readonly string[]
}

/**
 * Sends a decision and compares the owner's list before and after it. A change counts if the same decision makes one
 * again, to the same person, and no change comes without a decision.
 * @returns undefined if the service did not accept the decision, or did not refuse it
 */
async function movesList(
  service: Service,
  { authorization, owner, report }: Foreign,
  body: unknown,
  isAccepted: boolean,
): Promise<Moved | undefined> {
  const how = { authorization: owner as Credentials }
  const decide = async () => {
    const { response } = await service.validate(report, body, { authorization })
    return isAccepted ? response.status === 200 : response.status >= 400
  }
  const nothing: Moved = { after: undefined, people: [] }
  const before = await printOf(service, how)
  if (!(await decide())) return undefined
  const after = await printOf(service, how)
  const moved = changesOf(before, after)
  if (moved.length === 0) return nothing
  const rest = await printOf(service, how)
  mustRest(after, rest)
  const isTaken = await decide()
  const again = await printOf(service, how)
  const movedAgain = changesOf(rest, again)
  if (movedAgain.length === 0) {
    if (!isAccepted) return nothing
    // A second decision may be refused, or change nothing; then the first one has to be enough.
    for (let times = 0; times < LOOKS; times++) mustRest(again, await printOf(service, how))
    return { after: again.exchanges, people: moved }
  }
  mustRest(again, await printOf(service, how))
  const people = moved.filter((id) => movedAgain.includes(id))
  if (isTaken && people.length === 0) throw new Undecided('data-drift', 'the list changes without a decision')
  return { after: again.exchanges, people }
}

/** @throws {Violation} if the first person of a list is one whom the same organization does not find by CPF */
async function mustBeItsOwn(
  service: Service,
  authorization: Credentials,
  lists: readonly Exchange[],
): Promise<void> {
  const people = lists.flatMap((exchange) => readList(exchange).list?.people ?? [])
  const newest = people.toSorted((a, b) => (instant(a) < instant(b) ? 1 : -1))[0]
  if (!newest || newest.id === '') return
  const { list, exchange } = await service.again({ cpf: newest.id }, { authorization })
  if (list?.people.length !== 0) return
  must(
    false,
    'only persons whom the organization finds by CPF, after a decision of another one',
    'a person whom it does not find',
    ...lists,
    exchange,
  )
}
