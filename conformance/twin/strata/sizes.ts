import { BODY_LIMIT } from '../../../src/contract/dialect.ts'
import { FORM_TYPE, type Question } from '../../client/exchange.ts'
import { legal } from './decisions.ts'
import { otherType } from './media-types.ts'
import { type Draw, decisionOf, emptyObjectOf, pathOf, type Stratum, strataOf } from './stratum.ts'

/** A question beyond this size would cost more than it tells. */
const LARGEST = BODY_LIMIT + 1

/** Returns a body that is too large to be read, if the limit is known. */
function tooLarge(draw: Draw, more: Partial<Question> = {}): Question | undefined {
  const { body: limit = BODY_LIMIT } = draw.profile.dialect.limits
  const size = limit + draw.chance.pick([1, 1, 25])
  if (size > LARGEST + 25) return undefined
  return decisionOf(draw, emptyObjectOf(size), more)
}

/** The size of a URL with its headers that Node refuses by itself. */
const LONGEST_OF_NODE = 16_384
/** A URL of this length is asked for in any case. */
export const LONG_URL = 20_000

/** Returns a question for a list whose URL has this length. */
export function listOfLength(length: number, { data }: Pick<Draw, 'data'>): Question {
  return {
    method: 'GET',
    path: '/pessoas',
    query: [['nome', 'x'.repeat(length - '/pessoas?nome='.length)]],
    contentType: FORM_TYPE,
    accept: null,
    authorization: data.keys.own,
  }
}

/** URLs and bodies that are too large, and report numbers that are too long. */
export const sizeStrata: readonly Stratum[] = [
  ...strataOf('size', {
    body: (draw) => tooLarge(draw),
    url: (draw) => {
      const { url: limit = LONGEST_OF_NODE } = draw.profile.dialect.limits
      return limit < LONG_URL ? listOfLength(LONG_URL + draw.chance.whole(0, 500), draw) : undefined
    },
    number: (draw) => {
      const { number: limit } = draw.profile.dialect.limits
      if (limit === undefined) return undefined
      const numero = draw.data.unknownNumber(`of-${limit + draw.chance.pick([1, 1, 20])}`)
      return decisionOf(draw, legal(draw), { path: pathOf(draw, numero) })
    },
  }),
  ...strataOf('precedence', {
    'token-size': (draw) => tooLarge(draw, { authorization: draw.data.keys.none }),
    'type-size': (draw) => tooLarge(draw, { contentType: otherType(draw) }),
    'shape-size': (draw) => tooLarge(draw, { path: pathOf(draw, draw.data.unknownNumber('other')) }),
    'method-size': (draw) => tooLarge(draw, { method: 'PUT', path: '/pessoas' }),
  }),
]
