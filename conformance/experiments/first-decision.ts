import { sleep } from '../../src/contract/real-globals.ts'
import { PAGE } from '../service/discover.ts'
import { type Attempt, LEGAL_BODY, type Numero, type Service } from '../service/service.ts'
import { Unseen } from './experiment.ts'

interface FirstDecision {
  report: Numero
  /** The persons of the first and the last page. */
  before: End[]
  after: End[]
  /** Whether two reads before the decision agreed. */
  isSteady: boolean
}

interface End {
  /** The CPF and the timestamp. */
  line: string
  stamp: string
}

/** Milliseconds to wait for a list that does not show a decision at once. */
export const LATER = 300

/**
 * Decides a report for the first time and reads the list before and after it.
 * @throws {Unseen} when the decision does not return 200
 */
export function decideFirst(service: Service): Promise<FirstDecision> {
  return service.once('first-decision', async () => {
    const report = service.reports.at(-1) as Numero
    const before = await readEnds(service)
    const isSteady = isSame(await readEnds(service), before)
    const { status } = await service.tryValidate(report, LEGAL_BODY)
    if (status !== 200) throw noFirstDecision(status)
    let after = await readEnds(service)
    if (isSame(after, before)) {
      await sleep(LATER)
      after = await readEnds(service)
    }
    return { report, before, after, isSteady }
  })
}

function noFirstDecision(status: Attempt['status']): Unseen {
  const remedy =
    status === 400 || status === 409
      ? 'declare a report that is not decided yet'
      : "declare a report of this token's organization"
  return new Unseen('branch-not-taken', `the first decision returns ${status}`, remedy)
}

function isSame(a: readonly End[], b: readonly End[]): boolean {
  return a.map(({ line }) => line).join() === b.map(({ line }) => line).join()
}

async function readEnds(service: Service): Promise<End[]> {
  const first = await service.list()
  const page = Math.ceil((first.total ?? 0) / PAGE)
  const last = page > 1 ? (await service.list({ page })).people : []
  return [...first.people, ...last].map(({ id, stamp }) => ({ line: `${id} ${stamp}`, stamp }))
}
