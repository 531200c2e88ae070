import { setTimeout as sleep } from 'node:timers/promises'
import type { Profile } from '../../src/contract/profile.ts'
import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import { PAGE } from '../discover.ts'
import { count } from '../evidence.ts'
import type { Exchange } from '../exchange.ts'
import { record } from '../lists.ts'
import { type Attempt, LEGAL_BODY, type Numero, type Service, UNKNOWN_KEY } from '../service.ts'
import {
  type Experiment,
  greatestTaken,
  noSuchChoice,
  otherStatus,
  otherwiseTreated,
  requireRefused,
  Unseen,
} from './experiment.ts'

/** A longer mensagem than this is not sent. */
const MOST_CHARACTERS = 32_768

/** Heading 4.2. */
export const validateReport = {
  faults: {
    async ask(service) {
      const keys = keysOf(await refusedBody(service, { [UNKNOWN_KEY]: 1 }))
      const evidence = `a body with three faults gets ${count(keys.length, 'key')}: ${keys.join(', ')}`
      const every = ['aprovar', 'mensagem', UNKNOWN_KEY]
      const doubt = keys.every((key, i) => key === every[i])
        ? undefined
        : `the simulator tells ${every.join(', ')}, in this order`
      if (keys.length === 1) return { choice: 'first', evidence, doubt }
      if ([...keys].sort().join() !== every.sort().join()) throw noSuchChoice(evidence)
      return { choice: 'all', evidence, doubt }
    },
  },

  unknownKeyText: {
    async ask(service) {
      const message = messageOf(await refusedBody(service, { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }))
      const evidence = service.redactor.theirs(message)
      if (message === `"${UNKNOWN_KEY}" is not allowed`) return { choice: 'bare', evidence }
      if (message === `child "payload" fails because ["${UNKNOWN_KEY}" is not allowed]`) {
        return { choice: 'child', evidence }
      }
      throw noSuchChoice(`the message is another: ${evidence}`)
    },
  },

  aprovarAsText: {
    async ask(service) {
      const [first, second] = [
        await judges(service, { aprovar: 'true' }),
        await judges(service, { aprovar: 'false' }),
      ]
      const evidence = `"true" is ${first}, "false" is ${second}`
      if (first !== second) throw noSuchChoice(evidence)
      return { choice: first === 'taken' ? 'accept' : 'refuse', evidence }
    },
  },

  characters: {
    async ask(service) {
      const of = (mensagem: string) => judges(service, { mensagem })
      const [short, enough] = [
        await of('ã'.repeat(MENSAGEM_MINIMUM - 1)),
        await of('ã'.repeat(MENSAGEM_MINIMUM)),
      ]
      if (short === 'taken' || enough === 'refused') {
        throw noSuchChoice(`24 letters with accents are ${short}, 25 are ${enough}`)
      }
      // One of each is taken where they are counted in whatever way, unless they are refused for what they are.
      for (const odd of ['👍', 'x\u0301']) {
        const taken = await of(odd + 'x'.repeat(MENSAGEM_MINIMUM - 1))
        if (taken === 'refused')
          throw noSuchChoice('a mensagem of 25 characters is refused for an emoji or a mark in it')
      }
      const [emoji, marks] = [await of(`${'👍'.repeat(12)}x`), await of(`${'x\u0301'.repeat(12)}x`)]
      const evidence = `12 emoji and a letter are ${emoji}, 12 letters with accents of their own and a letter ${marks}`
      if (emoji === 'taken' && marks === 'refused') throw noSuchChoice(evidence)
      return {
        choice: emoji === 'taken' ? 'utf-16' : marks === 'taken' ? 'code-points' : 'graphemes',
        evidence,
      }
    },
  },

  mensagemMaximum: {
    async ask(service) {
      const isTaken = async (length: number) =>
        (await judges(service, { mensagem: 'a'.repeat(length) })) === 'taken'
      if (!(await isTaken(MENSAGEM_MINIMUM))) throw noSuchChoice('25 characters are refused, see VAL-26')
      if (await isTaken(MOST_CHARACTERS)) {
        const doubt = `more than ${MOST_CHARACTERS} characters were not sent`
        return { choice: null, evidence: `${MOST_CHARACTERS} characters are taken`, doubt }
      }
      const most = await greatestTaken(MENSAGEM_MINIMUM, MOST_CHARACTERS, 1, isTaken)
      return { choice: most, evidence: `${most} characters are taken, ${most + 1} are refused` }
    },
  },

  revalidation: {
    needs: ['report'],
    once: true,
    async ask(service) {
      const { report, status: first } = await decideFirst(service)
      if (first !== 200) {
        throw new Unseen(
          'branch-not-taken',
          `the first decision gets ${first}`,
          'declare a report that nobody has decided',
        )
      }
      const statuses = []
      for (let i = 0; i < 2; i++) statuses.push((await service.tryValidate(report, LEGAL_BODY)).status)
      const evidence = `the first decision gets 200, the second and the third ${statuses.join(' and ')}`
      const [second, third] = statuses
      if (second !== third) throw new Unseen('contradictory', evidence)
      if (second === 200) return { choice: 'allow', evidence }
      if (second === 400) return { choice: 'refuse-400', evidence }
      if (second === 409) return { choice: 'refuse-409', evidence }
      throw noSuchChoice(evidence)
    },
  },

  reportNumberShape: {
    async ask(service) {
      const answer = await service.tryValidate(service.unknownNumber('other'), LEGAL_BODY)
      const evidence = `a number that is no UUID gets ${answer.status}`
      if (answer.status === 404) return { choice: 'not-found', evidence }
      requireRefused(answer, 'a number that is no UUID')
      return { choice: 'refuse', evidence }
    },
  },

  foreignReport: {
    needs: ['foreign-report'],
    async ask(service) {
      const { status } = await service.tryValidate(service.foreignReport as Numero, LEGAL_BODY)
      const evidence = `a report of another organization gets ${status}`
      if (status === 404) return { choice: 'not-found', evidence }
      if (status === 403) return { choice: 'forbidden', evidence }
      throw otherStatus(status, 'a report of another organization')
    },
  },

  reportFirst: {
    async ask(service) {
      const first = await tellsReportFirst(service)
      return {
        choice: first ? 'yes' : 'no',
        evidence: `bad bodies at unknown numbers get ${first ? 404 : 400}`,
      }
    },
  },

  bodyType: {
    async ask(service) {
      const send = async (contentType: string | null) =>
        (await service.tryValidate(service.unknownNumber(), LEGAL_BODY, { contentType })).status
      const [plain, json, none] = [
        await send('text/plain'),
        await send('application/x+json'),
        await send(null),
      ]
      const evidence = `a legal body as text/plain gets ${plain}, as application/x+json ${json}, without a type ${none}`
      const others = [...(json === 404 ? [] : ['+json']), ...(none === 404 ? [] : ['no Content-Type'])]
      const doubt = others.length > 0 ? otherwiseTreated(others) : undefined
      if (plain === 415) return { choice: 'json', evidence, doubt }
      if (plain !== 404) throw otherStatus(plain, 'a legal body as text/plain')
      return { choice: 'any', evidence, doubt: (await whyUnjudged(service)) ?? doubt }
    },
  },

  malformedBody: {
    async ask(service) {
      const answer = await service.tryValidate(service.unknownNumber(), '{"aprovar":')
      requireRefused(answer, 'a body that is cut')
      const has = record(record(answer.exchange?.response.json)?.validation) !== undefined
      return {
        choice: has ? 'with-validation' : 'plain',
        evidence: `a body that is cut gets 400 ${has ? 'with' : 'without'} validation`,
      }
    },
  },

  touchOnValidation: {
    needs: ['report', 'one-person'],
    once: true,
    async ask(service) {
      const { status, before, after } = await decideFirst(service)
      if (status !== 200) {
        throw new Unseen(
          'branch-not-taken',
          `the decision gets ${status}`,
          'declare a report that nobody has decided',
        )
      }
      const [newest = ''] = before
        .map(({ stamp }) => stamp)
        .sort()
        .reverse()
      const changed = after.filter(({ line }) => before.every((known) => known.line !== line))
      if (changed.length === 0) {
        const evidence = 'both ends of the list stay as they are'
        return {
          choice: 'no',
          evidence,
          doubt: `an update that comes later than ${LATER} ms after it is not seen`,
        }
      }
      if (changed.every(({ stamp }) => stamp <= newest)) {
        throw new Unseen('data-drift', 'the list changed, and not by an update that is the newest')
      }
      return { choice: 'yes', evidence: 'a person comes to the end of the list where the newest are' }
    },
  },
} satisfies { [K in keyof Profile]?: Experiment<K> }

function keysOf({ response }: Exchange): string[] {
  const keys = record(record(response.json)?.validation)?.keys
  return Array.isArray(keys) ? keys.map(String) : []
}

/** The `message` of an answer, empty where there is none. */
export function messageOf({ response }: Exchange): string {
  const message = record(response.json)?.message
  return typeof message === 'string' ? message : ''
}

/** Whether a bad body at a number that no report has gets 404. */
function tellsReportFirst(service: Service): Promise<boolean> {
  return service.once('report-first', async () => {
    for (const body of [{}, { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }]) {
      const { status } = (await service.validate(service.unknownNumber(), body)).response
      if (status === 400) return false
      if (status !== 404) throw otherStatus(status, 'a bad body at an unknown number')
    }
    return true
  })
}

async function whyUnjudged(service: Service): Promise<string | undefined> {
  if (!(await tellsReportFirst(service))) return undefined
  return 'an unknown report is told before a bad body, so that the body may not have been looked at'
}

/** Where a body is judged: at a number that no report has, or at a real one where that is looked at first. */
async function placeForBodies(service: Service): Promise<{ numero: Numero; isReal: boolean }> {
  if (!(await tellsReportFirst(service))) return { numero: service.unknownNumber(), isReal: false }
  const [report] = service.reports
  if (report) return { numero: report, isReal: true }
  throw new Unseen(
    'not-declared',
    'an unknown report is told before a bad body, so that only a real one shows it',
    'declare a report with --report and --allow-writes',
  )
}

async function refusedBody(service: Service, body: object): Promise<Exchange> {
  const { numero } = await placeForBodies(service)
  const exchange = await service.validate(numero, body)
  if (exchange.response.status !== 400) throw otherStatus(exchange.response.status, 'a bad body')
  return exchange
}

/** Whether a body that is legal but for this is. A report that has a decision may be refused for that, without keys. */
async function judges(service: Service, part: object): Promise<'taken' | 'refused'> {
  const { numero, isReal } = await placeForBodies(service)
  const exchange = await service.validate(numero, { ...LEGAL_BODY, ...part })
  const { status } = exchange.response
  if (status === 400 && (!isReal || keysOf(exchange).length > 0)) return 'refused'
  if (status === 404 || (isReal && [200, 400, 409].includes(status))) return 'taken'
  throw otherStatus(status, 'a body')
}

interface FirstDecision {
  report: Numero
  status: Attempt['status']
  /** The persons at both ends of the list. */
  before: End[]
  after: End[]
}

interface End {
  /** Who it is, with the timestamp. */
  line: string
  stamp: string
}

/** Milliseconds that a list is given to show a decision, where it does not at once. */
const LATER = 300

/** The first decision of a report, between two looks at the list. */
function decideFirst(service: Service): Promise<FirstDecision> {
  return service.once('first-decision', async () => {
    const report = service.reports.at(-1) as Numero
    const before = await readEnds(service)
    if (!isSame(await readEnds(service), before)) {
      throw new Unseen('data-drift', 'the list changed before the decision')
    }
    const { status } = await service.tryValidate(report, LEGAL_BODY)
    let after = await readEnds(service)
    if (status === 200 && isSame(after, before)) {
      await sleep(LATER)
      after = await readEnds(service)
    }
    return { report, status, before, after }
  })
}

function isSame(a: readonly End[], b: readonly End[]): boolean {
  return a.map(({ line }) => line).join() === b.map(({ line }) => line).join()
}

async function readEnds(service: Service): Promise<End[]> {
  const first = await service.list()
  const page = Math.ceil((first.total ?? 0) / PAGE)
  const last = page > 1 ? (await service.list({ page })).people : []
  return [...first.people, ...last].map(({ id, stamp }) => ({ line: `${id} ${stamp}`, stamp }))
}
