import { counted } from '../../src/contract/counted.ts'
import type { Choices } from '../../src/contract/profile.ts'
import { MENSAGEM_MINIMUM } from '../../src/contract/wire.ts'
import type { Exchange } from '../client/exchange.ts'
import { directionOf } from '../judging/order.ts'
import { largestTaken } from '../service/largest-taken.ts'
import { objectOf } from '../service/lists.ts'
import { type Attempt, LEGAL_BODY, type Numero, UNKNOWN_KEY } from '../service/service.ts'
import { firstRefusal, keysOf, openBodies, openReports } from './bodies.ts'
import {
  type Experiment,
  messageOf,
  noSuchChoice,
  otherStatus,
  otherwiseTreated,
  requireRefused,
  Unseen,
} from './experiment.ts'
import { decideFirst, LATER } from './first-decision.ts'

/** The probe never sends a longer mensagem than this. */
const MOST_CHARACTERS = 32_768
/** Maxima of services. */
const LIKELY_CHARACTERS = [
  ...[50, 100, 140, 150, 200, 250, 255, 256, 300, 400, 500, 512, 600, 800],
  ...[1_000, 1_024, 1_500, 2_000, 2_048, 3_000, 4_000, 4_096, 5_000, 8_000, 8_192, 10_000, 16_384, 20_000],
]

const NOT_READ = 'the service may not read a body for an unknown report at all: declare a report to find out'

/** Experiments for heading 4.2. */
export const validateReport = {
  faults: {
    risk: 'w0',
    seen: 'the number of `keys` for a body with three faults',
    async ask(service) {
      const { refusalOf, doubt } = await openBodies(service)
      const keys = keysOf(await refusalOf({ [UNKNOWN_KEY]: 1 }))
      const told = keys.length === 0 ? 'no keys' : `${counted(keys.length, 'key')}: ${keys.join(', ')}`
      const evidence = service.redactor.theirs(`a body with three faults returns ${told}`)
      const every = ['aprovar', 'mensagem', UNKNOWN_KEY]
      const isInOrder = keys.every((key, i) => key === every[i])
      const order = isInOrder ? doubt : `the simulator returns ${every.join(', ')} in this order`
      if (keys.length === 1) return { choice: 'first', evidence, doubt: order }
      if ([...keys].sort().join() !== every.sort().join()) throw noSuchChoice(evidence)
      return { choice: 'all', evidence, doubt: order }
    },
  },

  unknownKeyText: {
    risk: 'w0',
    seen: 'the message for an unknown field',
    async ask(service) {
      const { refusalOf, doubt } = await openBodies(service)
      const message = messageOf(await refusalOf({ ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }))
      const evidence = service.redactor.theirs(message)
      if (message === `"${UNKNOWN_KEY}" is not allowed`) return { choice: 'bare', evidence, doubt }
      if (message === `child "payload" fails because ["${UNKNOWN_KEY}" is not allowed]`) {
        return { choice: 'child', evidence, doubt }
      }
      throw noSuchChoice(
        message === '' ? 'the refusal has no message' : `the message fits neither choice: ${evidence}`,
      )
    },
  },

  aprovarAsText: {
    risk: 'w0',
    seen: '`"true"` and `"false"` for `aprovar`',
    async ask(service) {
      const { isAccepted, doubt } = await openBodies(service)
      if (await isAccepted({ aprovar: 'talvez' }))
        throw noSuchChoice('aprovar accepts any string, so the service does not check it there')
      const [first, second] = [await isAccepted({ aprovar: 'true' }), await isAccepted({ aprovar: 'false' })]
      const evidence = `"true" is ${accepted(first)}, "false" is ${accepted(second)}`
      if (first !== second) throw noSuchChoice(evidence)
      return { choice: first ? 'accept' : 'refuse', evidence, doubt }
    },
  },

  characters: {
    risk: 'w0',
    seen: 'emoji and letters with combining accents: 25 by one way of counting, 13 by another',
    async ask(service) {
      const { isAccepted, doubt } = await openBodies(service)
      const of = (mensagem: string) => isAccepted({ mensagem })
      const [short, enough] = [
        await of('ã'.repeat(MENSAGEM_MINIMUM - 1)),
        await of('ã'.repeat(MENSAGEM_MINIMUM)),
      ]
      if (short || !enough) {
        throw noSuchChoice(`24 letters with accents are ${accepted(short)}, 25 are ${accepted(enough)}`)
      }
      // With one of each, every way of counting gives at least 25, so a refusal means the character itself is rejected.
      for (const odd of ['👍', 'x\u0301']) {
        if (await of(odd + 'x'.repeat(MENSAGEM_MINIMUM - 1))) continue
        throw noSuchChoice(
          'a mensagem of at least 25 characters is rejected because it contains an emoji or a combining mark',
        )
      }
      const [emoji, marks] = [await of(`${'👍'.repeat(12)}x`), await of(`${'x\u0301'.repeat(12)}x`)]
      const evidence = `12 emoji and a letter are ${accepted(emoji)}, 12 letters with combining accents and a letter are ${accepted(marks)}`
      if (emoji && !marks) throw noSuchChoice(evidence)
      return { choice: emoji ? 'utf-16' : marks ? 'code-points' : 'graphemes', evidence, doubt }
    },
  },

  mensagemMaximum: {
    risk: 'w0',
    seen: '32,768 characters; if rejected, a search by bisection',
    async ask(service) {
      const bodies = await openBodies(service)
      const tooLarge: number[] = []
      const isAccepted = (length: number) =>
        bodies.isAccepted({ mensagem: 'a'.repeat(length) }, () => tooLarge.push(length))
      if (await isAccepted(MENSAGEM_MINIMUM - 1))
        throw noSuchChoice('24 characters are accepted, so the service does not count them there')
      if (!(await isAccepted(MENSAGEM_MINIMUM))) throw noSuchChoice('25 characters are rejected: see VAL-26')
      if (await isAccepted(MOST_CHARACTERS)) {
        const doubt = `the probe sends at most ${MOST_CHARACTERS} characters; the maximum may be higher`
        return { choice: null, evidence: `${MOST_CHARACTERS} characters are accepted`, doubt }
      }
      const most = await largestTaken(isAccepted, {
        least: MENSAGEM_MINIMUM,
        most: MOST_CHARACTERS,
        likely: LIKELY_CHARACTERS,
      })
      const evidence = `${most} characters are accepted, ${most + 1} are rejected`
      if (most === MENSAGEM_MINIMUM) throw noSuchChoice(evidence)
      if (tooLarge.includes(most + 1)) {
        const doubt = `longer bodies return 413, so a maximum above ${most} cannot be seen`
        return { choice: null, evidence, doubt }
      }
      return { choice: most, evidence, doubt: bodies.doubt }
    },
  },

  revalidation: {
    risk: 'w2',
    seen: 'a second and a third decision of one report',
    needs: ['report'],
    once: true,
    async ask(service) {
      const { report } = await decideFirst(service)
      const statuses = []
      for (const aprovar of [!LEGAL_BODY.aprovar, LEGAL_BODY.aprovar]) {
        const answer = await service.tryValidate(report, { ...LEGAL_BODY, aprovar })
        const numero = objectOf(objectOf(answer.exchange?.response.json)?.result)?.numero
        if (answer.status === 200 && numero === undefined)
          throw noSuchChoice('a second decision returns 200 without a number')
        statuses.push(answer.status)
      }
      const evidence = `the first decision returns 200, the second and the third ${statuses.join(' and ')}`
      const [second, third] = statuses
      // The third one is as the first one, which a service may accept again.
      const isRepeated = third === 200 && (second === 400 || second === 409)
      if (second !== third && !isRepeated) throw new Unseen('contradictory', evidence)
      if (second === 200) return { choice: 'allow', evidence }
      if (second === 400) return { choice: 'refuse-400', evidence }
      if (second === 409) return { choice: 'refuse-409', evidence }
      throw noSuchChoice(evidence)
    },
  },

  reportNumberShape: {
    risk: 'w0',
    seen: 'a number that is not a UUID: 404 or 400',
    async ask(service) {
      const answer = await service.tryValidate(service.unknownNumber('other'), LEGAL_BODY)
      const evidence = `a number that is not a UUID returns ${answer.status}`
      if (answer.status === 404) return { choice: 'not-found', evidence }
      return { choice: 'refuse', evidence, doubt: requireRefused(answer, 'a number that is not a UUID') }
    },
  },

  foreignReport: {
    risk: 'w2',
    seen: 'the declared report of another organization: 404 or 403',
    needs: ['foreign-report'],
    async ask(service) {
      const { status } = await service.tryValidate(service.foreignReport as Numero, LEGAL_BODY)
      const evidence = `a report of another organization returns ${status}`
      if (status === 404)
        return {
          choice: 'not-found',
          evidence,
          doubt: 'the number may be unknown: check that the report exists',
        }
      if (status === 403) return { choice: 'forbidden', evidence }
      if (status === 200) {
        throw new Unseen(
          'branch-not-taken',
          'the service decided the report: it belongs to your organization, or its number is enough',
          'declare a report of another organization',
        )
      }
      throw otherStatus(status, 'a report of another organization')
    },
  },

  reportFirst: {
    risk: 'w0',
    seen: 'bad bodies for unknown numbers: 400 or 404',
    async ask(service) {
      const { first, isUniform } = await firstRefusal(service)
      const otherwise = isUniform ? undefined : otherwiseTreated(['one of two bad bodies'])
      if (first !== 404) {
        const evidence = `bad bodies for an unknown number return ${first}`
        return { choice: 'no', evidence, doubt: otherwise }
      }
      const evidence = 'bad bodies for unknown numbers return 404'
      const [report] = (await openReports(service)).left
      if (!report)
        return {
          choice: 'yes',
          evidence,
          doubt: 'the service may accept bad bodies: declare a report to find out',
        }
      const answer = await service.tryValidate(report, {})
      if (answer.status === 409) {
        return {
          choice: 'yes',
          evidence,
          doubt: 'the declared report is already decided: declare one that is not',
        }
      }
      const doubt = requireRefused(answer, `${evidence}, and one for an existing report`)
      return {
        choice: 'yes',
        evidence: `${evidence}, for an existing report ${answer.status}`,
        doubt: otherwise ?? doubt,
      }
    },
  },

  bodyType: {
    risk: 'w0',
    seen: 'a valid body as `text/plain`: 415, or read as JSON',
    async ask(service) {
      const send = async (contentType: string | null) =>
        (await service.tryValidate(service.unknownNumber(), LEGAL_BODY, { contentType })).status
      const [plain, json, none] = [
        await send('text/plain'),
        await send('application/x+json'),
        await send(null),
      ]
      const evidence = `a valid body as text/plain returns ${plain}, as application/x+json ${json}, without a Content-Type ${none}`
      const others = [...(json === 404 ? [] : ['+json']), ...(none === 404 ? [] : ['no Content-Type'])]
      const doubt = others.length > 0 ? otherwiseTreated(others) : undefined
      if (plain === 415) return { choice: 'json', evidence, doubt }
      if (plain !== 404) throw otherStatus(plain, 'a valid body as text/plain')
      const isJudged = (await firstRefusal(service)).first !== 404
      if (isJudged) return { choice: 'any', evidence, doubt }
      const [report] = (await openReports(service)).left
      if (!report) return { choice: 'any', evidence, doubt: NOT_READ }
      const answer = await service.tryValidate(report, {}, { contentType: 'text/plain' })
      const there = `${evidence}; a bad one as text/plain for an existing report ${answer.status}`
      if (answer.status === 415) return { choice: 'json', evidence: there }
      const remains = requireRefused(answer, 'a bad body as text/plain for an existing report')
      const asJson = await service.tryValidate(report, {})
      if (wordsOf(answer) !== wordsOf(asJson))
        throw new Unseen('no-such-choice', `${there}, in other words than as JSON`)
      return { choice: 'any', evidence: there, doubt: remains }
    },
  },

  malformedBody: {
    risk: 'w0',
    seen: 'a body with truncated JSON',
    async ask(service) {
      const answer = await service.tryValidate(service.unknownNumber(), '{"aprovar":')
      const doubt = requireRefused(answer, 'truncated JSON')
      const has = objectOf(objectOf(answer.exchange?.response.json)?.validation) !== undefined
      const keys = has ? keysOf(answer.exchange as Exchange).join() : 'value'
      return {
        choice: has ? 'with-validation' : 'plain',
        evidence: `truncated JSON returns ${answer.status} ${has ? 'with' : 'without'} validation`,
        doubt:
          keys === 'value'
            ? doubt
            : `its keys are ${service.redactor.theirs(keys) || 'empty'}; the simulator returns "value"`,
      }
    },
  },

  touchOnValidation: {
    risk: 'w2',
    seen: 'the first and the last page before and after a decision',
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
        const evidence = 'the first and the last page do not change'
        return {
          choice: 'no',
          evidence,
          doubt: `an update more than ${LATER} ms later, or an update only by a changed decision, would not be seen`,
        }
      }
      if (changed.filter(({ stamp }) => stamp > newest).length !== 1) {
        throw new Unseen('data-drift', 'the list changed, but not by exactly one person becoming the newest')
      }
      return { choice: 'yes', evidence: 'one person becomes the newest of the list' }
    },
  },
} satisfies { [K in keyof Choices]?: Experiment<K> }

const accepted = (is: boolean): string => (is ? 'accepted' : 'rejected')

function wordsOf({ exchange }: Attempt): string | undefined {
  return exchange && messageOf(exchange)
}
