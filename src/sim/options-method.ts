import { toByteText } from '../contract/bytes.ts'
import type { Dialect, Shape } from '../contract/dialect.ts'
import type { Routes } from '../contract/route-table.ts'
import type { ShortAnswer } from './answer.ts'
import { isPreflight } from './cors.ts'
import type { FastifyRequest } from './fastify.ts'
import { withOverrides } from './finish.ts'
import { PATH_OF_DOCUMENT } from './paths.ts'

/** How a method without a route is treated on a path of the interface. */
export type MethodTreatment = NonNullable<NonNullable<Routes['method']>['other']>

/** OPTIONS on a path of the interface, and preflights: what browsers send before a request of another origin. */
export interface OptionsMethod {
  /** Returns how a request is treated; undefined where it is treated as any other method. */
  treatmentOf(request: FastifyRequest): MethodTreatment | undefined
  /** Returns the answer to a request that is not refused. A path without a route is answered as that of the list. */
  answer(treatment: 'no-content' | 'ok', request: FastifyRequest): ShortAnswer
}

export function createOptionsMethod({ routes, shape }: Dialect): OptionsMethod {
  const { options } = routes.method ?? {}
  const ofPreflight = createPreflightTreatment(routes)
  const answers = answersOf(shape)
  return {
    treatmentOf: (request) => ofPreflight(request) ?? options,
    answer(treatment, request) {
      const { url } = request
      const name = PATH_OF_DOCUMENT.test(url) && !url.startsWith('/pessoas') ? 'report' : 'list'
      return answerWithoutBody(treatment, (isPreflight(request.raw) && answers.preflight) || answers[name])
    },
  }
}

/** Returns a function that returns how a preflight is treated; undefined for other requests, and if it is treated like any other OPTIONS. */
export function createPreflightTreatment({
  method: { preflight = 'same' } = {},
}: Routes): OptionsMethod['treatmentOf'] {
  if (preflight === 'same') return () => undefined
  return ({ raw }) => (isPreflight(raw) ? preflight : undefined)
}

type Whole = Pick<ShortAnswer, 'body' | 'headers' | 'isWhole'>

export function answerWithoutBody(treatment: 'no-content' | 'ok', own?: Whole): ShortAnswer {
  const status = treatment === 'ok' ? 200 : 204
  return own ? { status, ...own } : { status, body: '', headers: {} }
}

/** Returns what OPTIONS is answered with, ready to be sent. */
function answersOf({ headers, options = {} }: Shape): Partial<Record<keyof typeof options, Whole>> {
  const { 'content-type': _, ...usual } = headers ?? {}
  return Object.fromEntries(
    Object.entries(options).map(([name, { text = '', headers }]): [string, Whole] => [
      name,
      {
        body: toByteText(text),
        headers: withOverrides({ ...usual, 'content-type': null }, headers),
        isWhole: true,
      },
    ]),
  )
}
