import { setTimeout as sleep } from 'node:timers/promises'
import type { Profile } from '../../src/contract/profile.ts'
import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { directionOf } from '../judging/order.ts'
import { PAGE } from '../service/discover.ts'
import { count } from '../service/evidence.ts'
import { record } from '../service/lists.ts'
import { type Attempt, LEGAL_BODY, type Numero, type Service, UNKNOWN_KEY } from '../service/service.ts'
import {
  type Experiment,
  greatestTaken,
  messageOf,
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
    risk: 'w0',
    seen: 'a body with three faults: how many `keys`',
    async ask(service) {
      const { refusalOf, doubt } = await openBodies(service)
      const keys = keysOf(await refusalOf({ [UNKNOWN_KEY]: 1 }))
      const told = keys.length === 0 ? 'no keys' : `${count(keys.length, 'key')}: ${keys.join(', ')}`
      const evidence = service.redactor.theirs(`a body with three faults gets ${told}`)
      const every = ['aprovar', 'mensagem', UNKNOWN_KEY]
      const isInOrder = keys.every((key, i) => key === every[i])
      const order = isInOrder ? doubt : `the simulator tells ${every.join(', ')}, in this order`
      if (keys.length === 1) return { choice: 'first', evidence, doubt: order }
      if ([...keys].sort().join() !== every.sort().join()) throw noSuchChoice(evidence)
      return { choice: 'all', evidence, doubt: order }
    },
  },

  unknownKeyText: {
    risk: 'w0',
    seen: 'the message for a field that is not allowed',
    async ask(service) {
      const { refusalOf, doubt } = await openBodies(service)
      const message = messageOf(await refusalOf({ ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }))
      const evidence = service.redactor.theirs(message)
      if (message === `"${UNKNOWN_KEY}" is not allowed`) return { choice: 'bare', evidence, doubt }
      if (message === `child "payload" fails because ["${UNKNOWN_KEY}" is not allowed]`) {
        return { choice: 'child', evidence, doubt }
      }
      throw noSuchChoice(message === '' ? 'there is no message' : `the message is another: ${evidence}`)
    },
  },

  aprovarAsText: {
    risk: 'w0',
    seen: '`"true"` and `"false"` for `aprovar`',
    async ask(service) {
      const { isTaken, doubt } = await openBodies(service)
      if (await isTaken({ aprovar: 'talvez' }))
        throw noSuchChoice('any text is taken for aprovar: it is not looked at there')
      const [first, second] = [await isTaken({ aprovar: 'true' }), await isTaken({ aprovar: 'false' })]
      const evidence = `"true" is ${taken(first)}, "false" is ${taken(second)}`
      if (first !== second) throw noSuchChoice(evidence)
      return { choice: first ? 'accept' : 'refuse', evidence, doubt }
    },
  },

  characters: {
    risk: 'w0',
    seen: 'emoji, and letters each with an accent of its own: 25 in one way of counting, 13 in another',
    async ask(service) {
      const { isTaken, doubt } = await openBodies(service)
      const of = (mensagem: string) => isTaken({ mensagem })
      const [short, enough] = [
        await of('ã'.repeat(MENSAGEM_MINIMUM - 1)),
        await of('ã'.repeat(MENSAGEM_MINIMUM)),
      ]
      if (short || !enough) {
        throw noSuchChoice(`24 letters with accents are ${taken(short)}, 25 are ${taken(enough)}`)
      }
      // One of each is taken however they are counted, unless they are refused for what they are.
      for (const odd of ['👍', 'x\u0301']) {
        if (await of(odd + 'x'.repeat(MENSAGEM_MINIMUM - 1))) continue
        throw noSuchChoice('a mensagem of 25 characters is refused for an emoji or a mark in it')
      }
      const [emoji, marks] = [await of(`${'👍'.repeat(12)}x`), await of(`${'x\u0301'.repeat(12)}x`)]
      const evidence = `12 emoji and a letter are ${taken(emoji)}, 12 letters with combining accents and a letter are ${taken(marks)}`
      if (emoji && !marks) throw noSuchChoice(evidence)
      return { choice: emoji ? 'utf-16' : marks ? 'code-points' : 'graphemes', evidence, doubt }
    },
  },

  mensagemMaximum: {
    risk: 'w0',
    seen: '32,768 characters; where they are refused, fewer, by halves',
    async ask(service) {
      const bodies = await openBodies(service)
      const isTaken = (length: number) => bodies.isTaken({ mensagem: 'a'.repeat(length) })
      if (await isTaken(MENSAGEM_MINIMUM - 1))
        throw noSuchChoice('24 characters are taken: they are not counted there')
      if (!(await isTaken(MENSAGEM_MINIMUM))) throw noSuchChoice('25 characters are refused, see VAL-26')
      if (await isTaken(MOST_CHARACTERS)) {
        const doubt = `the probe sends at most ${MOST_CHARACTERS} characters; the maximum may be higher`
        return { choice: null, evidence: `${MOST_CHARACTERS} characters are taken`, doubt }
      }
      const most = await greatestTaken(MENSAGEM_MINIMUM, MOST_CHARACTERS, 1, isTaken)
      const evidence = `${most} characters are taken, ${most + 1} are refused`
      if (most === MENSAGEM_MINIMUM) throw noSuchChoice(evidence)
      return { choice: most, evidence, doubt: bodies.doubt }
    },
  },

  revalidation: {
    risk: 'w2',
    seen: 'a second decision',
    needs: ['report'],
    once: true,
    async ask(service) {
      const { report } = await decideFirst(service)
      const statuses = []
      for (const aprovar of [!LEGAL_BODY.aprovar, LEGAL_BODY.aprovar]) {
        const answer = await service.tryValidate(report, { ...LEGAL_BODY, aprovar })
        const numero = record(record(answer.exchange?.response.json)?.result)?.numero
        if (answer.status === 200 && numero === undefined)
          throw noSuchChoice('a second decision gets 200 without a number')
        statuses.push(answer.status)
      }
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
    risk: 'w0',
    seen: 'a number in another shape: 404, or 400',
    async ask(service) {
      const answer = await service.tryValidate(service.unknownNumber('other'), LEGAL_BODY)
      const evidence = `a number that is no UUID gets ${answer.status}`
      if (answer.status === 404) return { choice: 'not-found', evidence }
      return { choice: 'refuse', evidence, doubt: requireRefused(answer, 'a number that is no UUID') }
    },
  },

  foreignReport: {
    risk: 'w2',
    seen: 'a declared one: 404, or 403',
    needs: ['foreign-report'],
    async ask(service) {
      const { status } = await service.tryValidate(service.foreignReport as Numero, LEGAL_BODY)
      const evidence = `a report of another organization gets ${status}`
      if (status === 404)
        return { choice: 'not-found', evidence, doubt: 'is it the number of a report that there is?' }
      if (status === 403) return { choice: 'forbidden', evidence }
      if (status === 200) {
        throw new Unseen(
          'branch-not-taken',
          'the report was decided, so that it is your own',
          "declare another organization's",
        )
      }
      throw otherStatus(status, 'a report of another organization')
    },
  },

  reportFirst: {
    risk: 'w0',
    seen: 'bad bodies at unknown numbers: 400, or 404',
    async ask(service) {
      const { first, isUniform } = await firstRefusal(service)
      if (first !== 404) {
        const evidence = `bad bodies at an unknown number get ${first}`
        return {
          choice: 'no',
          evidence,
          doubt: isUniform ? undefined : otherwiseTreated(['one of two bad bodies']),
        }
      }
      const evidence = 'bad bodies at unknown numbers get 404'
      const [report] = service.reports
      if (!report)
        return { choice: 'yes', evidence, doubt: 'bad bodies may not be refused at all: declare a report' }
      const answer = await service.tryValidate(report, {})
      if (answer.status === 409) {
        return { choice: 'yes', evidence, doubt: 'the declared report is decided: declare one that is not' }
      }
      const doubt = requireRefused(answer, `${evidence}, and one at a report that there is`)
      return { choice: 'yes', evidence: `${evidence}, at a report that there is ${answer.status}`, doubt }
    },
  },

  bodyType: {
    risk: 'w0',
    seen: 'a legal body as `text/plain`: 415, or read',
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
      const isJudged = (await firstRefusal(service)).first !== 404
      return {
        choice: 'any',
        evidence,
        doubt: isJudged ? doubt : 'no body at an unknown report may be looked at',
      }
    },
  },

  malformedBody: {
    risk: 'w0',
    seen: 'a body that is cut',
    async ask(service) {
      const answer = await service.tryValidate(service.unknownNumber(), '{"aprovar":')
      const doubt = requireRefused(answer, 'a body that is cut')
      const has = record(record(answer.exchange?.response.json)?.validation) !== undefined
      const keys = has ? keysOf(answer.exchange as Exchange).join() : 'value'
      return {
        choice: has ? 'with-validation' : 'plain',
        evidence: `a body that is cut gets ${answer.status} ${has ? 'with' : 'without'} validation`,
        doubt:
          keys === 'value'
            ? doubt
            : `its keys are ${service.redactor.theirs(keys) || 'none'}, and the simulator's are value`,
      }
    },
  },

  touchOnValidation: {
    risk: 'w2',
    seen: 'both ends of the list, before and after a decision',
    needs: ['report', 'one-person'],
    once: true,
    async ask(service) {
      const { before, after, isSteady } = await decideFirst(service)
      if (!isSteady) throw new Unseen('data-drift', 'the list changed before the decision')
      const direction = directionOf((await service.list()).people.map(({ stamp }) => stamp))
      if (direction === undefined || before.length === 0)
        throw noSuchChoice('the list is not ordered by atualizado_em')
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
          doubt: `an update that comes later than ${LATER} ms after it, or of another decision than was there, is not seen`,
        }
      }
      if (changed.filter(({ stamp }) => stamp > newest).length !== 1) {
        throw new Unseen('data-drift', 'the list changed, and not by an update that is the newest')
      }
      return { choice: 'yes', evidence: 'a person comes to the end of the list where the newest are' }
    },
  },
} satisfies { [K in keyof Profile]?: Experiment<K> }

function keysOf({ response }: Exchange): string[] {
  const keys = record(record(response.json)?.validation)?.keys
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
}

interface FirstRefusal {
  /** What a bad body at a number that no report has gets: 404 where the number is looked at first. */
  first: number
  /** Whether every such body does. */
  isUniform: boolean
}

function firstRefusal(service: Service): Promise<FirstRefusal> {
  return service.once('first-refusal', async () => {
    const statuses: number[] = []
    for (const body of [{}, { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }]) {
      const { status } = (await service.validate(service.unknownNumber(), body)).response
      if (![400, 404, 422].includes(status)) throw otherStatus(status, 'a bad body at an unknown number')
      statuses.push(status)
    }
    const first = statuses.find((status) => status !== 404) ?? 404
    return { first, isUniform: statuses.every((status) => status === first) }
  })
}

/** Where bodies are judged, and what they get there. */
interface Bodies {
  /** Whether a body that is legal but for a part of it is taken. */
  isTaken(part: object): Promise<boolean>
  refusalOf(body: object): Promise<Exchange>
  /** What is left to doubt of everything that they show. */
  doubt: string | undefined
}

/** At numbers that no report has, or at a real one where the number is looked at first. */
async function openBodies(service: Service): Promise<Bodies> {
  const isReal = (await firstRefusal(service)).first === 404
  const [report] = service.reports
  if (isReal && !report) {
    throw new Unseen(
      'not-declared',
      'an unknown report is told before a bad body, so that only a real one shows it',
      'declare a report with --report and --allow-writes',
    )
  }
  const send = (body: object) =>
    service.tryValidate(isReal ? (report as Numero) : service.unknownNumber(), body)
  const refusalOf = async (body: object) => {
    const answer = await send(body)
    requireRefused(answer, 'a bad body')
    return answer.exchange as Exchange
  }
  return {
    refusalOf,
    async isTaken(part) {
      const answer = await send({ ...LEGAL_BODY, ...part })
      const { status, exchange } = answer
      // A report that has a decision may be refused for that, and then no key is named.
      const isDecided =
        isReal && (status === 409 || (status === 400 && exchange && keysOf(exchange).length === 0))
      if (isDecided || status === (isReal ? 200 : 404)) return true
      requireRefused(answer, 'a body')
      return false
    },
    doubt: requireRefused(await send({}), 'a body without its fields'),
  }
}

const taken = (is: boolean): string => (is ? 'taken' : 'refused')

interface FirstDecision {
  report: Numero
  /** The persons at both ends of the list. */
  before: End[]
  after: End[]
  /** Whether two looks before the decision saw the same. */
  isSteady: boolean
}

interface End {
  /** Who it is, with the timestamp. */
  line: string
  stamp: string
}

/** Milliseconds that a list is given to show a decision, where it does not at once. */
const LATER = 300

/**
 * The first decision of a report, between two looks at the list.
 * @throws {Unseen} when it is none
 */
function decideFirst(service: Service): Promise<FirstDecision> {
  return service.once('first-decision', async () => {
    const report = service.reports.at(-1) as Numero
    const before = await readEnds(service)
    const isSteady = isSame(await readEnds(service), before)
    const { status } = await service.tryValidate(report, LEGAL_BODY)
    if (status !== 200) throw noFirstDecision(status)
    let after = await readEnds(service)
    if (isSame(after, before)) {
      await sleep(LATER)
      after = await readEnds(service)
    }
    return { report, before, after, isSteady }
  })
}

function noFirstDecision(status: Attempt['status']): Unseen {
  const remedy =
    status === 400 || status === 409
      ? 'declare a report that nobody has decided'
      : "declare a report of this token's organization"
  return new Unseen('branch-not-taken', `the first decision gets ${status}`, remedy)
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
