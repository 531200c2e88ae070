import { counted } from '../../src/contract/counted.ts'
import type { Credentials, Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { objectOf, textOf } from '../service/lists.ts'
import { firstAndLast } from '../service/pages.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service, UNKNOWN_KEY } from '../service/service.ts'
import { DOCUMENTED } from '../service/spoken.ts'
import type { Check } from './check.ts'
import { decide, usedReports } from './first-decisions.ts'
import { answerOf, waitForAll } from './judge-cells.ts'
import { instant } from './listed.ts'

/** One of several requests at the same moment. */
interface Deed {
  name: string
  ask: () => Promise<Exchange>
  /** Returns what is wrong with the answer. */
  fault: (exchange: Exchange) => string | undefined
}

type Pair = readonly [Deed, Deed]

/** How often two requests must disturb each other, while each of them alone is answered as it should be. */
const TIMES = 3
/** How many pairs with the other organization are asked if nothing shows that it shares the person of its report. */
const FEW = 2
/** How many pairs are asked if it shares the person. */
const MOST = 8
/** How many reports are decided at the same moment. */
const TOGETHER = 6

/** What is answered alone is answered at the same moment as something else, too. */
export const atOnce: readonly Check[] = [
  {
    id: 'CELL-60',
    clause: [
      '4.2-3',
      '4.2-2',
      '4.2-1',
      '4.2-4',
      '2.3-numero',
      '7-404',
      '7-400',
      '4.2-mensagem',
      '8-mensagem',
    ],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    rests: ['VAL-33', 'CELL-40', 'CELL-43', 'CELL-30', 'AUTH-10', 'MEM-05', 'MEM-09'],
    title: 'answers two requests at the same moment as each of them alone',
    async run(service) {
      const ofBoth = await pairsOfOrganizations(service)
      const pairs = [...pairsOfReports(service), ...ofBoth.pairs]
      if (pairs.length === 0)
        throw new Undecided(
          'thin-data',
          'one report is declared and none of another organization',
          'declare two',
        )
      for (const pair of pairs) {
        const answers = await askAtOnce(pair)
        await mustBeAlike(pair, answers)
      }
      const together = usedReports(service)
        .slice(0, TOGETHER)
        .map((report) => decides(service, report, LEGAL_REJECTION))
      const answers = await askAtOnce(together)
      const odd = together.findIndex((deed, i) => deed.fault(answers[i] as Exchange) !== undefined)
      if (odd >= 0 && together.length > 1) {
        const deed = together[odd] as Deed
        for (const other of together.filter((one) => one !== deed))
          await mustBeAlike([deed, other], await askAtOnce([deed, other]))
      }
      const apart = ofBoth.pairs.length > 0 && !ofBoth.isShared
      const missing = apart
        ? `; not possible here: two about one person (declare a ${(service.foreignReport as Numero).label} about a person of both organizations, and the reports about that person)`
        : ''
      return `${counted(pairs.length, 'pair')} at once; ${counted(together.length, 'decision')} at once${missing}`
    },
  },
]

function askAtOnce(deeds: readonly Deed[]): Promise<Exchange[]> {
  return waitForAll(deeds.map(({ ask }) => ask()))
}

/** @throws {Violation} if one of two requests at the same moment is answered otherwise than alone, each time */
async function mustBeAlike(pair: readonly Deed[], first: readonly Exchange[]): Promise<void> {
  let answers = first
  for (let times = 1; ; times++) {
    const odd = pair.findIndex((deed, i) => deed.fault(answers[i] as Exchange) !== undefined)
    if (odd < 0) return
    const deed = pair[odd] as Deed
    const alone = await deed.ask()
    // What is refused alone, too, is not disturbed; other checks judge it.
    if (deed.fault(alone) !== undefined) return
    const fault = deed.fault(answers[odd] as Exchange)
    const others = pair.filter((_, i) => i !== odd).map(({ name }) => name)
    if (times === TIMES) {
      throw new Violation(
        `the answer to ${deed.name} as alone, also at the same moment as ${others.join(', ')}`,
        `${fault}, ${TIMES} times out of ${TIMES}; as it should be alone each time`,
        [answers[odd] as Exchange, alone],
      )
    }
    answers = await askAtOnce(pair)
  }
}

/** Good and bad requests about two reports of the organization. */
function pairsOfReports(service: Service): Pair[] {
  const [one, other = one] = service.reports as [Numero, Numero?]
  if (other === one) return []
  const { changed } = service.keys
  const unknown = refuses(service, other, 'an unknown field', { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }, 400)
  const short = refuses(service, other, 'a short mensagem', { ...LEGAL_REJECTION, mensagem: 'curta' }, 400)
  const stranger = refuses(service, other, 'a wrong token', LEGAL_BODY, 401, changed)
  return [
    [decides(service, one, LEGAL_BODY), unknown],
    [short, decides(service, one, LEGAL_REJECTION)],
    [stranger, decides(service, one, LEGAL_BODY)],
    [decides(service, one, LEGAL_REJECTION), stranger],
  ]
}

/** Decisions of both organizations, about one person if the data has that. */
async function pairsOfOrganizations(service: Service): Promise<{ pairs: Pair[]; isShared: boolean }> {
  const { foreignReport, keys } = service
  const { other } = keys
  if (!foreignReport || !other) return { pairs: [], isShared: false }
  const isShared = await concernsSharedPerson(service, foreignReport, other)
  const pairs = usedReports(service)
    .slice(0, isShared ? MOST : FEW)
    .map((report, i): Pair => {
      const body = i % 2 === 0 ? LEGAL_BODY : LEGAL_REJECTION
      const [mine, theirs] = [decides(service, report, body), decides(service, foreignReport, body, other)]
      return i % 4 < 2 ? [mine, theirs] : [theirs, mine]
    })
  return { pairs, isShared }
}

/** Returns whether a report of the other organization is about a person whom this one has, too. */
async function concernsSharedPerson(service: Service, report: Numero, other: Credentials): Promise<boolean> {
  const how = { authorization: other }
  const shown = async () =>
    (await firstAndLast((query) => service.again(query, how))).flatMap(({ list }) => list?.people ?? [])
  const before = new Map((await shown()).map((person) => [person.id, instant(person)]))
  await decide(service, report, LEGAL_BODY, other)
  const moved = (await shown()).filter((person) => before.get(person.id) !== instant(person))
  const newest = moved.toSorted((a, b) => (instant(a) < instant(b) ? 1 : -1))[0]
  if (!newest || newest.id === '') return false
  return (await service.again({ cpf: newest.id })).list?.people.length === 1
}

function decides(service: Service, report: Numero, body: typeof LEGAL_BODY, token?: Credentials): Deed {
  const whose = token ? ' of another organization' : ''
  return {
    name: `${body.aprovar ? 'an approval' : 'a rejection'}${whose}`,
    ask: () => decide(service, report, body, token),
    fault({ response: { status, json } }) {
      if (status !== 200) return isBlamed(status, json) ? String(status) : undefined
      const numero = textOf(objectOf(objectOf(json)?.result)?.numero)
      return numero.toLowerCase() === report.value.toLowerCase() ? undefined : 'another numero'
    },
  }
}

function refuses(
  service: Service,
  report: Numero,
  what: string,
  body: unknown,
  right: number,
  authorization?: Credentials,
): Deed {
  return {
    name: what,
    ask: () => answerOf(() => service.validate(report, body, { authorization })),
    fault: ({ response: { status } }) =>
      status === right || (status >= 400 && !DOCUMENTED.has(status)) ? undefined : String(status),
  }
}

/**
 * Returns whether a refusal at the same moment says what is wrong: the interface does not show whether a service lets two
 * callers decide at once, so it may refuse one of them as busy or locked.
 */
function isBlamed(status: number, json: unknown): boolean {
  if (status === 400) return objectOf(json)?.validation !== undefined
  return DOCUMENTED.has(status) || (status >= 500 && !isUnavailable(status))
}
