import { LEGAL_BODY } from '../../service/service.ts'
import { faulty, legal, malformed, otherType } from './bodies.ts'
import { type Draw, decisionOf, pathOf, type Stratum, strataOf } from './stratum.ts'

const at = (draw: Draw, numero: string | undefined) =>
  numero === undefined ? undefined : { path: pathOf(draw, numero) }

const foreign = strataOf('report', {
  foreign: (draw) => decide(draw, draw.world.foreignReport, legal(draw)),
})
const pairs = strataOf('precedence', {
  'foreign-body': (draw) => decide(draw, draw.world.foreignReport, faulty(draw)),
  'foreign-json': (draw) => decide(draw, draw.world.foreignReport, malformed(draw)),
})

function decide(draw: Draw, numero: string | undefined, body: object | string) {
  const more = at(draw, numero)
  return more && decisionOf(draw, body, more)
}

const own = (draw: Draw) =>
  draw.world.reports.length === 0 ? undefined : draw.chance.pick(draw.world.reports)

const decisions = strataOf('decision', {
  legal: (draw) => decide(draw, own(draw), legal(draw)),
  again: (draw) => decide(draw, draw.world.reports[0], legal(draw)),
  faulty: (draw) => decide(draw, own(draw), faulty(draw)),
})

/** A second decision on the report that the experiments have decided. */
const decided = strataOf('report', {
  decided: (draw) =>
    decide(draw, draw.world.reports.at(-1), { ...legal(draw), aprovar: !LEGAL_BODY.aprovar }),
})

const inOtherForms = strataOf('report', {
  'same-decision': (draw) =>
    decide(draw, draw.world.reports.at(-1), { ...legal(draw), aprovar: LEGAL_BODY.aprovar }),
  'after-rejection': (draw) => decide(draw, draw.world.rejected, { ...legal(draw), aprovar: true }),
  capitals: (draw) => decide(draw, draw.world.reports.at(-1)?.toUpperCase(), legal(draw)),
  compact: (draw) => decide(draw, draw.world.reports.at(-1)?.replaceAll('-', ''), legal(draw)),
  braces: (draw) => decide(draw, inBraces(draw.world.reports.at(-1)), legal(draw)),
})

function inBraces(numero: string | undefined): string | undefined {
  return numero && `{${numero}}`
}

/** Another reason to refuse a request, on the same report. */
const onDecided = strataOf('precedence', {
  'decided-body': (draw) => decide(draw, draw.world.reports.at(-1), faulty(draw)),
  'decided-json': (draw) => decide(draw, draw.world.reports.at(-1), malformed(draw)),
  'decided-type': (draw) => {
    const more = at(draw, draw.world.reports.at(-1))
    return more && decisionOf(draw, legal(draw), { ...more, contentType: otherType(draw) })
  },
})

/** Requests that name a declared report and leave it as it is, once the experiments are done. */
export const settledStrata: readonly Stratum[] = [
  ...foreign,
  ...pairs,
  ...decided,
  ...inOtherForms,
  ...onDecided,
]

/** Requests that name a declared report, some of which record a decision. */
export const declaredStrata: readonly Stratum[] = [...foreign, ...pairs, ...decisions]
