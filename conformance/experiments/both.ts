import type { Choices, PartialProfile } from '../../src/contract/profile.ts'
import type { Exchange } from '../client/exchange.ts'
import { RiskRefused } from '../client/risk.ts'
import { LEGAL_BODY, type Service } from '../service/service.ts'
import { type Experiment, messageOf, noSuchChoice, otherStatus } from './experiment.ts'

/** Experiments for headings 5 and 7, which concern both endpoints. */
export const both = {
  authorization: {
    risk: 'r',
    seen: 'the token with `Bearer`, without it and with another word',
    async ask(service) {
      const { value = '' } = service.keys.own
      const [scheme] = /^\S+(?=\s)/.exec(value.trim()) ?? []
      if (scheme !== undefined && !/^bearer$/i.test(scheme))
        throw noSuchChoice('the scheme of the token is not Bearer')
      const secret = scheme === undefined ? value : value.trim().replace(/^\S+\s+/, '')
      const send = async (token: string | undefined, label: string) =>
        (await service.tryOut({}, { authorization: { value: token, label } })).status
      const random = service.keys.random.value?.replace(/^\S+\s+/, '')
      const wrong = [
        await send(random, '$RANDOM_TOKEN'),
        await send(`Bearer ${random}`, 'Bearer $RANDOM_TOKEN'),
      ]
      if (wrong.some((status) => status !== 401)) {
        throw noSuchChoice(`wrong tokens return ${wrong.join(' and ')}: see AUTH-02`)
      }
      const bare = await send(secret, '$BARE_TOKEN')
      const bearer = await send(`Bearer ${secret}`, 'Bearer $BARE_TOKEN')
      const other = await send(`Outro ${secret}`, 'Outro $BARE_TOKEN')
      const evidence = `the token without Bearer returns ${bare}, with Bearer ${bearer}, with another word ${other}`
      // That any other word will do, too, is an entry of the tables.
      if (bare === 200 && bearer === 200 && other === 200) return { choice: 'either', evidence }
      if (other !== 401) throw noSuchChoice(evidence)
      if (bare === 200 && bearer === 200) return { choice: 'either', evidence }
      if (bare === 200 && bearer === 401) return { choice: 'bare', evidence }
      if (bare === 401 && bearer === 200) return { choice: 'bearer', evidence }
      throw noSuchChoice(evidence)
    },
  },

  texts: {
    risk: 'w0',
    seen: 'a refusal of each kind, twice',
    async ask(service) {
      const unauthorized = await constantText(service, 401, async () => {
        return (await service.again({}, { authorization: service.keys.random })).exchange
      })
      const none = await constantText(service, 401, async () => {
        return (await service.again({}, { authorization: service.keys.none })).exchange
      })
      const notFound = await constantText(service, 404, () =>
        service.validate(service.unknownNumber(), LEGAL_BODY),
      )
      const choice: NonNullable<PartialProfile['texts']> = {
        ...(unauthorized !== undefined && { unauthorized }),
        ...(notFound !== undefined && { notFound }),
      }
      const missing = [...(unauthorized ? [] : ['401']), ...(notFound ? [] : ['404'])]
      if (missing.length === 2) throw noSuchChoice('neither 401 nor 404 has a message that stays the same')
      const doubts = [
        ...missing.map(
          (status) =>
            `the message of ${status} was not seen, changes between requests, or cannot be kept in a profile`,
        ),
        ...(unauthorized === undefined || unauthorized === none
          ? []
          : ['the message of 401 differs when the token is missing']),
        ...(Object.values(choice).every((text) => service.redactor.theirs(text) === text)
          ? []
          : ['a message may contain personal data']),
      ]
      return { choice, evidence: 'the same messages in two answers', doubt: doubts[0] }
    },
  },

  routeUnknown: {
    risk: 'r',
    seen: 'GET for the path of POST',
    async ask(service) {
      const { status } = await service.tryGetOf(service.unknownNumber())
      const evidence = `GET for the path of POST returns ${status}`
      if (status === 404) return { choice: 'not-found', evidence }
      if (status === 405) return { choice: 'method-not-allowed', evidence }
      throw otherStatus(status, 'GET for the path of POST')
    },
  },
} satisfies { [K in keyof Choices]?: Experiment<K> }

/** Returns the message if two answers agree on it and it contains no person and no credential. */
async function constantText(
  { redactor }: Service,
  status: number,
  ask: () => Promise<Exchange>,
): Promise<string | undefined> {
  try {
    const [first, second] = [await ask(), await ask()]
    const text = messageOf(first)
    const isConstant = first.response.status === status && text === messageOf(second)
    return isConstant && isHarmless(text) && redactor.ours(text) === text ? text : undefined
  } catch (error) {
    if (error instanceof RiskRefused) return undefined
    throw error
  }
}

const LONGEST_TEXT = 500
/** Any CPF, with or without its mask, that is not part of a longer number. */
const CPF = /(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/
/** A text letter by letter. A slot in the place of one letter would hide from the redactor whose name it is. */
const SPELLED = /(?:(?<!\p{L})\p{L}(?!\p{L})[^\p{L}]{1,3}){6}/u

/**
 * Returns whether a profile may keep a message: not too long, without control characters, without a CPF and nothing in
 * it letter by letter.
 */
export function isHarmless(text: string, longest = LONGEST_TEXT): boolean {
  if (text === '' || text.length > longest) return false
  return !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text) && !CPF.test(text) && !SPELLED.test(text)
}
