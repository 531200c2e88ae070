import type { Question } from '../../client/exchange.ts'
import { LEGAL_BODY } from '../../service/service.ts'
import { faulty, legal } from './decisions.ts'
import { malformed } from './malformed.ts'
import { otherType } from './media-types.ts'
import { type Draw, decisionOf, pathOf, type Stratum, strataOf } from './stratum.ts'

const at = (draw: Draw, numero: string | undefined) =>
  numero === undefined ? undefined : { path: pathOf(draw, numero) }

const foreign = strataOf('report', {
  foreign: (draw) => decide(draw, draw.data.foreignReport, legal(draw)),
})
const pairs = strataOf('precedence', {
  'foreign-body': (draw) => decide(draw, draw.data.foreignReport, faulty(draw)),
  'foreign-json': (draw) => decide(draw, draw.data.foreignReport, malformed(draw)),
})

function decide(draw: Draw, numero: string | undefined, body: object | string) {
  const more = at(draw, numero)
  return more && decisionOf(draw, body, more)
}

const own = (draw: Draw) => (draw.data.reports.length === 0 ? undefined : draw.chance.pick(draw.data.reports))

const decisions = strataOf('decision', {
  legal: (draw) => decide(draw, own(draw), legal(draw)),
  again: (draw) => decide(draw, draw.data.reports[0], legal(draw)),
  faulty: (draw) => decide(draw, own(draw), faulty(draw)),
})

/** A second decision on the report that the experiments have decided. */
const decided = strataOf('report', {
  'approved-rejected': (draw) => refused(draw, 'approved-rejected'),
})

/** Returns a second decision that is known to be refused: another one would change what later ones are about. */
function refused(draw: Draw, name: string): Question | undefined {
  const { approved, rejected, seconds = {} } = draw.data
  if (seconds[name] !== 'refuse') return undefined
  const aprovar = name === 'approved-again' || name === 'rejected-approved'
  return decide(draw, name.startsWith('approved') ? approved : rejected, { ...legal(draw), aprovar })
}

const inOtherForms = strataOf('report', {
  'approved-again': (draw) => refused(draw, 'approved-again'),
  'rejected-approved': (draw) => refused(draw, 'rejected-approved'),
  'rejected-again': (draw) => refused(draw, 'rejected-again'),
  capitals: (draw) => approve(draw, draw.data.approved?.toUpperCase()),
  padded: (draw) => approve(draw, afterwards(draw.data.approved, ' ')),
  compact: (draw) => approve(draw, draw.data.approved?.replaceAll('-', '')),
  braces: (draw) => approve(draw, inBraces(draw.data.approved)),
})

/** Approves an approved report once more, which changes nothing that is asked later. */
function approve(draw: Draw, numero: string | undefined): Question | undefined {
  return decide(draw, numero, { ...legal(draw), aprovar: LEGAL_BODY.aprovar })
}

function afterwards(numero: string | undefined, end: string): string | undefined {
  return numero && numero + end
}

function inBraces(numero: string | undefined): string | undefined {
  return numero && `{${numero}}`
}

/** Another reason to refuse a request, on the same report. */
const onDecided = strataOf('precedence', {
  'decided-body': (draw) => decide(draw, draw.data.approved, faulty(draw)),
  'decided-unknown': (draw) =>
    decide(draw, draw.data.approved, { ...legal(draw), [draw.chance.letters(6)]: 1 }),
  'decided-json': (draw) => decide(draw, draw.data.approved, malformed(draw)),
  'decided-type': (draw) => {
    const more = at(draw, draw.data.approved)
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
