import type { Credentials, Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import { type Fault, Undecided } from '../model/judgement.ts'
import { objectOf } from '../model/lists.ts'
import { APPROVAL, type Numero } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { BAD_BODIES, bodyOf, decide, isRepeatable, kindOf, numeroFault, turnedReport } from './decided.ts'
import { baseOf, movedBy, readCensus } from './decided-lists.ts'
import { check, type Judged, type Table } from './table.ts'

type Aspect = 'status' | 'alike' | 'refused' | 'unknown' | 'recorded' | 'known' | 'numero'
const BODIES = ['unknown-field', 'short-mensagem', 'no-aprovar'] as const

/** What an organization may do to the reports of another one. */
export const foreignReports: Table<Aspect> = {
  name: 'foreign reports',
  risk: 'w2',
  axes: {
    report: ['of-the-other', 'own-with-the-other-token', 'of-the-other-with-its-token', 'own'],
    body: ['approval', 'rejection', ...BODIES],
  },
  aspects: ['status', 'alike', 'refused', 'unknown', 'recorded', 'known', 'numero'],
  rests: ['decisions'],
  checks: [
    check('VAL-42', '4.2-3 1-2', 'refused', "does not decide another organization's report", {
      should: 'A report belongs to one organization.',
    }),
    check('ORG-07', '4.2-3 1-2', 'unknown', "rejects a bad body for another organization's report as for an unknown number", {
      should: 'What an organization may not see does not exist for it.',
    }),
    check('ORG-08', '4.2-3 1-2 1-1', 'alike', "treats every decision on another organization's report in the same way"),
    check('ORG-09', '4.2-3 1-2 1-1', 'recorded', "does not record a decision on another organization's report that it refuses"),
    check('ORG-11', '2.3-numero 4.2-2 1-2', 'numero', 'returns the number of the report to another organization, too', {
      needs: ['other-token', 'foreign-report'],
    }),
    check('ORG-12', '4.2-3 1-2 4.2-2', 'status', "answers a decision on another organization's report", { needs: ['foreign-report'] }),
    check('ORG-16', '4.2-3 4.2-2 7-404', 'known', 'decides a report even after another organization tried to', {
      needs: ['other-token', 'report'],
    }),
  ],
  async ask(service) {
    const { keys, foreignReport, reports } = service
    const { own, other } = keys
    const results: Judged<Aspect>[] = []
    if (foreignReport) results.push(...(await trespass(service, 'of-the-other', { token: own, owner: other, report: foreignReport })))
    if (other && reports.length > 0)
      results.push(...(await trespass(service, 'own-with-the-other-token', { token: other, owner: own, report: turnedReport(service) })))
    if (other && foreignReport) results.push(...(await decidesItsOwn(service, foreignReport, other)))
    if (results.length === 0)
      throw new Undecided(
        'not-declared',
        'no report and no token of another organization is declared',
        'declare them with --other-token and --foreign-report',
      )
    return results
  },
}

interface Foreign {
  token: Credentials
  owner: Credentials | undefined
  report: Numero
}

async function trespass(service: Service, name: string, { token, owner, report }: Foreign): Promise<Judged<Aspect>[]> {
  const how = { authorization: token }
  const wasRepeatable = owner === service.keys.own && isRepeatable(service, report)
  const made: { aprovar: boolean; exchange: Exchange }[] = []
  const send = async () => {
    for (const aprovar of [true, false]) made.push({ aprovar, exchange: await decide(service, report, bodyOf(aprovar), how) })
  }
  const base = await baseOf(service).catch(() => undefined)
  const moved = owner && base ? await movedBy(() => readCensus(service, base, owner), send).catch(() => undefined) : undefined
  if (made.length === 0) await send()
  const after = wasRepeatable ? await decide(service, report, APPROVAL) : undefined
  const statuses = made.map(({ exchange }) => exchange.response.status)
  const refused = statuses.find((status) => status === 404 || status === 403)
  const results = made.slice(0, 2).map(({ aprovar, exchange }): Judged<Aspect> => {
    const { status } = exchange.response
    const isBroken = status >= 500 && !isUnavailable(status)
    const faults: Fault<Aspect>[] = []
    const fault = (aspect: Aspect, expected: string, actual = String(status)) => faults.push({ aspect, expected, actual })
    if (isBroken) fault('status', 'an answer below 500')
    if (status === 200 && refused !== undefined) fault('alike', `${refused}, as for other decisions`)
    else if (status === 200) fault('refused', 'a refusal')
    if (!statuses.includes(200) && !isBroken && moved && moved.length > 0)
      fault('recorded', 'no change in the list of its organization', `${status}, and somebody moved, each of two times`)
    if (after?.response.status === 404) fault('known', '200, as before', '404 to the organization of the report')
    const shown: Aspect[] = [
      'status',
      ...(isBroken ? [] : (['alike', 'refused'] as const)),
      ...(moved ? (['recorded'] as const) : []),
      ...(after ? (['known'] as const) : []),
    ]
    return { cell: { report: name, body: kindOf(aprovar) }, faults, shown, exchanges: [exchange, ...(after ? [after] : [])] }
  })
  for (const body of owner === service.keys.own ? [] : BODIES) {
    const bad = BAD_BODIES[body](APPROVAL)
    const foreign = await decide(service, report, bad, how)
    const unknown = await service.decide(service.unknownNumber(), bad, how)
    // A service may forbid it, or say first that the report is decided.
    if (![400, 404].includes(foreign.response.status)) continue
    const [theirs, nobodys] = [refusalOf(foreign), refusalOf(unknown)]
    const expected = `${nobodys}, as for an unknown number`
    const faults: Fault<Aspect>[] = theirs === nobodys ? [] : [{ aspect: 'unknown', expected, actual: theirs }]
    results.push({ cell: { report: name, body }, faults, shown: ['unknown'], exchanges: [foreign, unknown] })
  }
  return results
}

/** Returns what a refusal says, without its text, which may quote the number. */
function refusalOf({ response: { status, json } }: Exchange): string {
  const { error, validation } = objectOf(json) ?? {}
  return [status, error, validation].flatMap((part) => (part === undefined ? [] : JSON.stringify(part))).join(' ')
}

async function decidesItsOwn(service: Service, report: Numero, other: Credentials): Promise<Judged<Aspect>[]> {
  const results: Judged<Aspect>[] = []
  const turned = turnedReport(service)
  const deeds = [
    ...[true, false].map((aprovar) => ({ name: 'of-the-other-with-its-token', numero: report, aprovar, authorization: other })),
    ...(turned && isRepeatable(service) ? [{ name: 'own', numero: turned, aprovar: false, authorization: service.keys.own }] : []),
  ]
  for (const { name, numero, aprovar, authorization } of deeds) {
    const exchange = await decide(service, numero, bodyOf(aprovar), { authorization })
    if (exchange.response.status !== 200) continue
    const wrong = numeroFault(exchange, numero)
    results.push({
      cell: { report: name, body: kindOf(aprovar) },
      faults: wrong ? [{ aspect: 'numero', ...wrong }] : [],
      shown: ['numero'],
      exchanges: [exchange],
    })
  }
  return results
}
