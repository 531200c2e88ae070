import { BODY_LIMIT } from '../../../src/contract/dialect.ts'
import type { Question } from '../../client/exchange.ts'
import { legal, otherType } from './bodies.ts'
import { type Draw, decisionOf, pathOf, type Stratum, strataOf } from './stratum.ts'

/** A question beyond this size would cost more than it tells. */
const LARGEST = BODY_LIMIT + 1

/** Returns a body that is too large to be read, if the limit is known. */
function tooLarge(draw: Draw, more: Partial<Question> = {}): Question | undefined {
  const { body: limit = BODY_LIMIT } = draw.profile.dialect.limits
  const size = limit + draw.chance.pick([1, 1, 25])
  if (size > LARGEST + 25) return undefined
  // Every service refuses an empty object for what it lacks, should it read it.
  return decisionOf(draw, '{}'.padEnd(size), more)
}

/** Bodies that are too large, and report numbers that are too long. */
export const sizeStrata: readonly Stratum[] = [
  ...strataOf('size', {
    body: (draw) => tooLarge(draw),
    number: (draw) => {
      const { number: limit } = draw.profile.dialect.limits
      if (limit === undefined) return undefined
      const numero = draw.world.mint(`of-${limit + draw.chance.pick([1, 1, 20])}`)
      return decisionOf(draw, legal(draw), { path: pathOf(draw, numero) })
    },
  }),
  ...strataOf('precedence', {
    'token-size': (draw) => tooLarge(draw, { authorization: draw.world.keys.none }),
    'type-size': (draw) => tooLarge(draw, { contentType: otherType(draw) }),
    'shape-size': (draw) => tooLarge(draw, { path: pathOf(draw, draw.world.mint('other')) }),
    'method-size': (draw) => tooLarge(draw, { method: 'PUT', path: '/pessoas' }),
  }),
]
