import type { Credentials, Exchange } from '../client/exchange.ts'
import { isUnavailable } from '../client/failure.ts'
import { Undecided, unless } from '../model/judgement.ts'
import { objectOf } from '../model/lists.ts'
import type { Numero } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { BAD_BODIES, bodyOf, decide, kindOf, mustHaveDecided, turnedReport } from './decided.ts'
import { recordedBy } from './decided-lists.ts'
import { check, type Judged, type Table } from './table.ts'

type Aspect = 'status' | 'alike' | 'refused' | 'unknown' | 'recorded'
const OWN = { should: 'A report belongs to one organization.' }
const HIDDEN = { should: 'What an organization may not see does not exist for it.', needs: ['foreign-report'] as const }

/** What an organization may do to the reports of another one. What its own may do then is judged with all decisions. */
export const foreignReports: Table<Aspect> = {
  name: 'foreign reports',
  risk: 'w2',
  axes: { report: ['of-the-other', 'own-for-the-other'], body: ['approval', 'rejection', 'short-mensagem'] },
  aspects: ['status', 'alike', 'refused', 'unknown', 'recorded'],
  checks: [
    check('VAL-42', '4.2-3 1-2', 'refused', "does not decide another organization's report", OWN),
    check('ORG-07', '4.2-3 1-2', 'unknown', "rejects a bad body for another organization's report as for an unknown number", HIDDEN),
    check('ORG-08', '4.2-3 1-2 1-1', 'status alike', "answers every decision on another organization's report in the same way"),
    check('ORG-09', '4.2-3 1-2 1-1', 'recorded', "records no decision on another organization's report that it refuses"),
  ],
  async ask(service) {
    const { keys, foreignReport, reports } = service
    const { own, other } = keys
    const judged: Judged<Aspect>[] = []
    if (foreignReport) judged.push(...(await trespass(service, foreignReport, own, other)), ...(await badBody(service, foreignReport)))
    if (other && reports.length > 0) {
      await mustHaveDecided(service).catch(() => undefined)
      judged.push(...(await trespass(service, turnedReport(service), other, own)))
    }
    if (judged.length > 0) return judged
    throw new Undecided('not-declared', 'no other organization is declared', 'declare it with --other-token and --foreign-report')
  },
}

async function trespass(service: Service, report: Numero, token: Credentials, owner?: Credentials): Promise<Judged<Aspect>[]> {
  const both = [true, false]
  const send = async () => {
    const answers: Exchange[] = []
    for (const aprovar of both) answers.push(await decide(service, report, bodyOf(aprovar), { authorization: token }))
    return answers
  }
  const { answers, moved } = owner ? await recordedBy(service, owner, send) : { answers: await send() }
  const statuses = answers.map(({ response }) => response.status)
  const refusal = statuses.find((status) => status === 404 || status === 403)
  const isRecorded = moved !== undefined && moved.length > 0 && !statuses.includes(200)
  return answers.map((exchange, i) => {
    const { status } = exchange.response
    const isBroken = status >= 500 && !isUnavailable(status)
    const faults = [
      ...unless<Aspect>(!isBroken, 'status', 'an answer below 500', status),
      ...unless<Aspect>(status !== 200 || refusal === undefined, 'alike', `${refusal}, as for other decisions`, status),
      ...unless<Aspect>(status !== 200 || refusal !== undefined, 'refused', 'a refusal', status),
      ...unless<Aspect>(isBroken || !isRecorded, 'recorded', 'the same list', `${status}, and somebody moved, twice`),
    ]
    const shown: Aspect[] = isBroken ? ['status'] : ['status', 'alike', 'refused']
    const cell = { report: owner === service.keys.own ? 'own-for-the-other' : 'of-the-other', body: kindOf(both[i] === true) }
    return { cell, faults, shown: moved ? [...shown, 'recorded'] : shown, exchanges: [exchange] }
  })
}

async function badBody(service: Service, report: Numero): Promise<Judged<Aspect>[]> {
  const bad = BAD_BODIES['short-mensagem']
  const [foreign, unknown] = [await decide(service, report, bad), await decide(service, service.unknownNumber(), bad)]
  const isAlike = refusalOf(foreign) === refusalOf(unknown)
  // A service may forbid it, or say first that the report is decided.
  if (![400, 404].includes(foreign.response.status)) return []
  const faults = unless<Aspect>(isAlike, 'unknown', `${refusalOf(unknown)}, as for an unknown number`, refusalOf(foreign))
  return [{ cell: { report: 'of-the-other', body: 'short-mensagem' }, faults, shown: ['unknown'], exchanges: [foreign, unknown] }]
}

/** Returns what a refusal says, without its text, which may quote the number. */
function refusalOf({ response: { status, json } }: Exchange): string {
  const { error, validation } = objectOf(json) ?? {}
  return [status, error, validation].flatMap((part) => (part === undefined ? [] : JSON.stringify(part))).join(' ')
}
