import type { Credentials, Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import { Undecided, unless } from '../model/judgement.ts'
import { objectOf } from '../model/lists.ts'
import { APPROVAL, type Numero } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { decide, isRepeatable, numeroFault, turnedReport } from './decided.ts'
import { baseOf, movedBy, readCensus } from './decided-lists.ts'
import { BAD_BODIES, bodyOf, kindOf } from './decision-bodies.ts'
import { check, type Judged, type Table } from './table.ts'

type Aspect = 'status' | 'alike' | 'refused' | 'unknown' | 'recorded' | 'known' | 'numero'
const BODIES = ['unknown-field', 'short-mensagem', 'no-aprovar'] as const
const OWN = { should: 'A report belongs to one organization.' }
const HIDDEN = { should: 'What an organization may not see does not exist for it.', needs: ['foreign-report'] as const }

/** What an organization may do to the reports of another one. */
export const foreignReports: Table<Aspect> = {
  name: 'foreign reports',
  risk: 'w2',
  axes: { report: ['of-the-other', 'own-for-the-other', 'of-the-other-for-itself'], body: ['approval', 'rejection', ...BODIES] },
  aspects: ['status', 'alike', 'refused', 'unknown', 'recorded', 'known', 'numero'],
  checks: [
    check('VAL-42', '4.2-3 1-2', 'refused', "does not decide another organization's report", OWN),
    check('ORG-07', '4.2-3 1-2', 'unknown', "rejects a bad body for another organization's report as for an unknown number", HIDDEN),
    check('ORG-08', '4.2-3 1-2 1-1', 'alike', "treats every decision on another organization's report in the same way"),
    check('ORG-09', '4.2-3 1-2 1-1', 'recorded', "records no decision on another organization's report that it refuses"),
    check('ORG-11', '2.3-numero 4.2-2 1-2', 'numero', 'returns the number of the report to another organization, too'),
    check('ORG-12', '4.2-3 1-2 4.2-2', 'status', "answers a decision on another organization's report"),
    check('ORG-16', '4.2-3 4.2-2 7-404', 'known', 'decides a report even after another organization tried to', { needs: ['report'] }),
  ],
  async ask(service) {
    const { keys, foreignReport, reports } = service
    const { own, other } = keys
    const judged: Judged<Aspect>[] = []
    if (foreignReport) judged.push(...(await trespass(service, foreignReport, own, other)), ...(await badBodies(service, foreignReport)))
    if (other && reports.length > 0) judged.push(...(await trespass(service, turnedReport(service), other, own)))
    if (other && foreignReport) judged.push(...(await decidesItself(service, foreignReport, other)))
    if (judged.length > 0) return judged
    throw new Undecided('not-declared', 'no other organization is declared', 'declare it with --other-token and --foreign-report')
  },
}

async function trespass(service: Service, report: Numero, token: Credentials, owner?: Credentials): Promise<Judged<Aspect>[]> {
  const isMine = owner === service.keys.own
  const wasRepeatable = isMine && isRepeatable(service, report)
  const made: Exchange[] = []
  const send = async () => {
    for (const aprovar of [true, false]) made.push(await decide(service, report, bodyOf(aprovar), { authorization: token }))
  }
  const base = await baseOf(service).catch(() => undefined)
  const moved = owner && base && (await movedBy(() => readCensus(service, base, owner), send).catch(() => undefined))
  if (made.length === 0) await send()
  const after = wasRepeatable ? await decide(service, report, APPROVAL) : undefined
  const statuses = made.map(({ response }) => response.status)
  const refusal = statuses.find((status) => status === 404 || status === 403)
  return made.slice(0, 2).map((exchange, i) => {
    const { status } = exchange.response
    const isBroken = status >= 500 && !isUnavailable(status)
    const isRecorded = moved !== undefined && moved.length > 0 && !statuses.includes(200)
    const faults = [
      ...unless<Aspect>(!isBroken, 'status', 'an answer below 500', status),
      ...unless<Aspect>(status !== 200 || refusal === undefined, 'alike', `${refusal}, as for other decisions`, status),
      ...unless<Aspect>(status !== 200 || refusal !== undefined, 'refused', 'a refusal', status),
      ...unless<Aspect>(
        isBroken || !isRecorded,
        'recorded',
        'no change in the list of its organization',
        `${status}, and somebody moved, twice`,
      ),
      ...unless<Aspect>(after?.response.status !== 404, 'known', '200 to its organization, as before', '404'),
    ]
    const answered: Aspect[] = isBroken ? ['status'] : ['status', 'alike', 'refused']
    const shown: Aspect[] = [...answered, ...(moved ? (['recorded'] as const) : []), ...(after ? (['known'] as const) : [])]
    const cell = { report: isMine ? 'own-for-the-other' : 'of-the-other', body: kindOf(i === 0) }
    return { cell, faults, shown, exchanges: after ? [exchange, after] : [exchange] }
  })
}

async function badBodies(service: Service, report: Numero): Promise<Judged<Aspect>[]> {
  const judged: Judged<Aspect>[] = []
  for (const body of BODIES) {
    const bad = BAD_BODIES[body](APPROVAL)
    const foreign = await decide(service, report, bad)
    const unknown = await service.decide(service.unknownNumber(), bad)
    const isAlike = refusalOf(foreign) === refusalOf(unknown)
    // A service may forbid it, or say first that the report is decided; and what its organization may do is not hidden.
    const { other } = service.keys
    const isMeant = [400, 404].includes(foreign.response.status)
    const own = isAlike || !isMeant || !other ? undefined : await decide(service, report, bad, { authorization: other })
    if (!isMeant || (own && own.response.status !== 400)) continue
    const faults = unless<Aspect>(isAlike, 'unknown', `${refusalOf(unknown)}, as for an unknown number`, refusalOf(foreign))
    judged.push({ cell: { report: 'of-the-other', body }, faults, shown: ['unknown'], exchanges: [foreign, unknown] })
  }
  return judged
}

/** Returns what a refusal says, without its text, which may quote the number. */
function refusalOf({ response: { status, json } }: Exchange): string {
  const { error, validation } = objectOf(json) ?? {}
  return [status, error, validation].flatMap((part) => (part === undefined ? [] : JSON.stringify(part))).join(' ')
}

async function decidesItself(service: Service, report: Numero, other: Credentials): Promise<Judged<Aspect>[]> {
  const judged: Judged<Aspect>[] = []
  for (const aprovar of [true, false]) {
    const exchange = await decide(service, report, bodyOf(aprovar), { authorization: other })
    const cell = { report: 'of-the-other-for-itself', body: kindOf(aprovar) }
    if (exchange.response.status === 200)
      judged.push({ cell, faults: numeroFault(exchange, report), shown: ['numero'], exchanges: [exchange] })
  }
  return judged
}
