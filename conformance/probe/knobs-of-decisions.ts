import type { KnobName } from '../../src/contract/knobs.ts'
import { sleep } from '../../src/contract/real-globals.ts'
import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import type { Credentials, Question } from '../client/exchange.ts'
import { RiskRefused } from '../client/risk.ts'
import { objectOf, textOf } from '../model/lists.ts'
import { directionOf } from '../model/order.ts'
import { APPROVAL, listQuestion, UNKNOWN_KEY } from '../model/questions.ts'
import { type Answer, listIn } from './answer.ts'
import { decisionAt } from './examples.ts'
import {
  type Experiment,
  type Lab,
  type Look,
  limitOf,
  noSuchChoice,
  notDeclared,
  said,
  Unseen,
  usualLook,
} from './experiment.ts'
import { isEqual } from './generalise.ts'
import { isHarmless } from './keepable.ts'
import type { TwinAnswer } from './twin.ts'

/** The probe never sends a longer mensagem than this. */
const MOST_CHARACTERS = 32_768
/** Milliseconds to wait for a list that does not show a decision at once. */
const LATER = 300

function bodyOf({ data, numbers }: Lab, part: object, isWhole = false): Question {
  if (numbers.bodies === undefined) throw notDeclared()
  const body = isWhole ? part : { ...APPROVAL, ...part }
  return decisionAt(data.keys.own, numbers.bodies, body)
}

const validationOf = ({ json }: Answer) => objectOf(objectOf(json)?.validation)
const messageOf = ({ json }: Answer): string => textOf(objectOf(json)?.message)

/** Returns whether a body is accepted: it may find no report, or one that is decided. */
const isTaken = ({ interview }: Lab, answer: Answer): boolean => {
  const [fault] = (answer as Partial<TwinAnswer>).faults ?? []
  if (fault) return fault.name === 'report.unknown' || fault.name === 'report.decided'
  const { stateRefusal } = interview
  return (
    [200, 404, 409].includes(answer.status) ||
    (stateRefusal !== undefined && isEqual(stateRefusal.json, answer.json))
  )
}
const bodies =
  (lab: Lab): Look =>
  (answer) => [isTaken(lab, answer) ? 'accepted' : (usualLook(true)(answer)[0] ?? ''), `${answer.status}`]

/** Experiments for heading 4.2, and for headings 5 and 7, which concern both endpoints. */
export const ofDecisions = {
  authorization: {
    risk: 'r',
    seen: 'the token with `Bearer`, without it and with another word',
    async ask({ interview, data }) {
      const { own, random } = data.keys
      const send = async (scheme: string, { value = '', label }: Credentials) => {
        const authorization = { value: scheme + value.trim().replace(/^\S+\s+/, ''), label: scheme + label }
        return (await interview.ask(listQuestion(authorization), 'authorization')).status
      }
      const wrong = [await send('', random), await send('Bearer ', random)]
      if (wrong.some((one) => one !== 401))
        throw noSuchChoice(`wrong tokens return ${wrong.join(' and ')}: see AUTH-07`)
      const bare = { ...own, label: '$BARE_TOKEN' }
      const [without, bearer] = [await send('', bare), await send('Bearer ', bare)]
      const evidence = `the token without Bearer returns ${without}, with Bearer ${bearer}`
      if (without !== 200 && bearer !== 200) throw noSuchChoice(evidence)
      const choice = without !== 200 ? 'bearer' : bearer === 200 ? 'either' : 'bare'
      return { choice, evidence }
    },
  },

  reportFirst: {
    risk: 'w0',
    seen: 'bad bodies for unknown numbers: rejected as bodies, or as numbers',
    questions: ({ data, numbers }) =>
      [{}, { ...APPROVAL, [UNKNOWN_KEY]: 1 }].map((body) => decisionAt(data.keys.own, numbers.unknown, body)),
  },

  bodyType: { risk: 'w0' },
  malformedBody: {
    risk: 'w0',
    seen: 'a body with truncated JSON',
    questions: ({ data, numbers }) => [decisionAt(data.keys.own, numbers.unknown, '{"aprovar":')],
    look: () => (answer) => [`${validationOf(answer) !== undefined}`],
  },
  faults: {
    risk: 'w0',
    seen: 'the number of `keys` for a body with three faults',
    questions: (lab) => [bodyOf(lab, { [UNKNOWN_KEY]: 1 }, true)],
    look: () => (answer) => [JSON.stringify(validationOf(answer)?.keys ?? null)],
  },
  unknownKeyText: {
    risk: 'w0',
    seen: 'the message for an unknown field',
    questions: (lab) => [bodyOf(lab, { [UNKNOWN_KEY]: 1 })],
    look: () => (answer) => [messageOf(answer)],
  },
  aprovarAsText: {
    risk: 'w0',
    controls: (lab) => [bodyOf(lab, { aprovar: 'talvez' })],
    questions: (lab) => ['true', 'false'].map((aprovar) => bodyOf(lab, { aprovar })),
    look: bodies,
  },
  characters: {
    risk: 'w0',
    seen: 'emoji and letters with combining accents: 25 by one way of counting, 13 by another',
    controls: (lab) =>
      [
        ...[MENSAGEM_MINIMUM - 1, MENSAGEM_MINIMUM].map((length) => 'ã'.repeat(length)),
        // With one of each, every way of counting gives at least 25, so a refusal means the character itself is rejected.
        ...['👍', 'x\u0301'].map((odd) => odd + 'x'.repeat(MENSAGEM_MINIMUM - 1)),
      ].map((mensagem) => bodyOf(lab, { mensagem })),
    questions: (lab) => ['👍', 'x\u0301'].map((odd) => bodyOf(lab, { mensagem: `${odd.repeat(12)}x` })),
    look: bodies,
  },
  mensagemMaximum: {
    risk: 'w0',
    seen: '32,768 characters; if rejected, a search by bisection',
    async ask(lab) {
      const tooLarge: number[] = []
      const isAccepted = async (length: number) => {
        const question = bodyOf(lab, { mensagem: 'a'.repeat(length) })
        const answer = await lab.interview.ask(question, 'mensagemMaximum')
        if (answer.status === 413) tooLarge.push(length)
        if (answer.status >= 500 || answer.status === 0)
          throw new Unseen('breaks', `${length} characters return ${answer.status || 'no answer'}`)
        return isTaken(lab, answer)
      }
      if (await isAccepted(MENSAGEM_MINIMUM - 1))
        throw noSuchChoice('24 characters are accepted, so the service does not count them there')
      const named = (length: number) => `a mensagem of ${length} characters`
      const found = await limitOf(named, isAccepted, MENSAGEM_MINIMUM, MOST_CHARACTERS)
      const most = Number(found.choice)
      if (most === MENSAGEM_MINIMUM) throw noSuchChoice(found.evidence)
      if (found.choice !== null && !tooLarge.includes(most + 1)) return found
      const sent = found.choice === null ? 'the probe sends no longer one' : 'longer bodies return 413'
      return { ...found, choice: null, doubt: `${sent}, so a larger maximum cannot be seen` }
    },
  },

  reportNumberShape: { risk: 'w0' },
  routeUnknown: {
    risk: 'r',
    seen: 'GET for the path of POST',
    questions: ({ data, numbers }) => [
      { ...listQuestion(data.keys.own), path: `/relatorios/validar/${numbers.unknown}` },
    ],
    look:
      () =>
      ({ status }) => [`${status}`],
  },
  texts: {
    risk: 'w0',
    seen: 'a refusal of each kind, twice',
    async ask({ interview, data, numbers, service: { redactor } }) {
      const { own, random } = data.keys
      const constant = async (status: number, question: Question) => {
        const answers = [await interview.ask(question, 'texts'), await interview.again(question, 'texts')]
        const [text = '', second] = answers.map(messageOf)
        const isConstant = answers.every((one) => one.status === status) && text === second
        return isConstant && isHarmless(text) && redactor.ours(text) === text ? text : undefined
      }
      const unauthorized = await constant(401, listQuestion(random))
      const notFound = await constant(404, decisionAt(own, numbers.unknown)).catch((error: unknown) => {
        if (!(error instanceof RiskRefused)) throw error
      })
      if (unauthorized === undefined && notFound === undefined)
        throw noSuchChoice('neither 401 nor 404 has a message that stays the same')
      const missing = unauthorized === undefined ? 401 : notFound === undefined ? 404 : undefined
      return {
        choice: JSON.parse(JSON.stringify({ unauthorized, notFound })),
        evidence: 'the same messages in two answers',
        doubt:
          missing &&
          `the message of ${missing} was not seen, changes between requests, or cannot be kept in a profile`,
      }
    },
  },

  revalidation: {
    risk: 'w2',
    seen: 'a second and a third decision of one report',
    needs: ['report'],
    once: true,
    async ask(lab) {
      const { report } = await decideFirst(lab)
      const { interview, data } = lab
      const questions = [!APPROVAL.aprovar, APPROVAL.aprovar].map((aprovar) =>
        decisionAt(data.keys.own, report, { ...APPROVAL, aprovar }),
      )
      const answers = []
      for (const question of questions) answers.push(await interview.again(question, 'revalidation'))
      const statuses = answers.map(({ status }) => status)
      const evidence = `the first decision returns 200, the second and the third ${statuses.join(' and ')}`
      const [second = 0, third] = statuses
      // The third one is as the first one, which a service may accept again.
      if (second !== third && !(third === 200 && second >= 400)) throw new Unseen('contradictory', evidence)
      if (second !== 200 && third !== 200 && (second < 400 || second >= 500)) throw noSuchChoice(evidence)
      if (second === 200) return { choice: 'allow', evidence }
      if (second === 400 && third !== 200) return { choice: 'refuse-400', evidence }
      const doubt = second === 409 ? undefined : `the service rejects another decision with ${second}`
      return { choice: third === 200 ? 'repeat-only' : 'refuse-409', evidence, doubt }
    },
  },
  foreignReport: {
    risk: 'w2',
    seen: 'the declared report of another organization: 404 or 403',
    needs: ['foreign-report'],
    async ask({ interview, data }) {
      const question = decisionAt(data.keys.own, data.foreignReport as string)
      const answer = await interview.ask(question, 'foreignReport')
      if (answer.status === 200)
        throw new Unseen(
          'branch-not-taken',
          'the service decided the report: it belongs to your organization, or its number is enough',
          'declare a report of another organization',
        )
      const evidence = `a report of another organization returns ${answer.status}`
      const doubt = 'the number may be unknown: check that the report exists'
      if (answer.status === 404) return { choice: 'not-found', evidence, doubt }
      if (answer.status === 403) return { choice: 'forbidden', evidence }
      throw noSuchChoice(evidence)
    },
  },
  touchOnValidation: {
    risk: 'w2',
    seen: 'the first and the last page before and after a decision',
    needs: ['report'],
    once: true,
    async ask(lab) {
      const { before, after } = await decideFirst(lab)
      if (directionOf(before.map(([line]) => line.slice(line.indexOf(' ') + 1))) === undefined)
        throw noSuchChoice('the list is not ordered by atualizado_em')
      const changed = after.filter(([line]) => before.every(([known]) => known !== line))
      if (changed.length === 0) {
        const doubt = `an update more than ${LATER} ms later, or an update only by a changed decision, would not be seen`
        return { choice: 'no', evidence: 'the first and the last page do not change', doubt }
      }
      const newest = Math.max(...before.map(([, time]) => time))
      if (changed.filter(([, time]) => time > newest).length !== 1)
        throw new Unseen('data-drift', 'the list changed, but not by exactly one person becoming the newest')
      return { choice: 'yes', evidence: 'one person becomes the newest of the list' }
    },
  },
} satisfies { [K in KnobName]?: Experiment }

/** A person of the first or the last page: the CPF with the time, and the time. */
type End = readonly [line: string, time: number]

/** The first decision of each interview: it can be made once. */
const firstDecisions = new WeakMap<Lab['interview'], ReturnType<typeof decideFirst>>()

/** Decides a report for the first time and reads the list before and after it. @throws {Unseen} when the decision is refused */
function decideFirst(lab: Lab): Promise<{ report: string; before: readonly End[]; after: readonly End[] }> {
  const { interview, data } = lab
  const known = firstDecisions.get(interview)
  if (known) return known
  const { own } = data.keys
  const pageOf = async (page: number) =>
    listIn(await interview.again(listQuestion(own, page === 1 ? {} : { page }), 'touchOnValidation'))
  const read = async (): Promise<End[]> => {
    const first = await pageOf(1)
    const page = Math.ceil((first?.total ?? 0) / (first?.linhas || 1))
    const last = page > 1 ? await pageOf(page) : undefined
    const ends = [...(first?.people ?? []), ...(last?.people ?? [])]
    return ends.map(({ id, stamp }): End => [`${id} ${stamp}`, Date.parse(stamp)])
  }
  const decision = (async () => {
    const report = data.reports.at(-1) as string
    const before = await read()
    const answer = await interview.again(decisionAt(own, report), 'revalidation')
    const mayBeDecided = answer.status === 400 || answer.status === 409
    const remedy = mayBeDecided ? 'that is not decided yet' : "of this token's organization"
    if (answer.status !== 200)
      throw new Unseen('branch-not-taken', `the first decision ${said(answer)}`, `declare a report ${remedy}`)
    let after = await read()
    if (after.join() === before.join()) {
      await sleep(LATER)
      after = await read()
    }
    return { report, before, after }
  })()
  firstDecisions.set(interview, decision)
  return decision
}
