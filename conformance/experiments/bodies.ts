import type { Exchange } from '../client/exchange.ts'
import { objectOf } from '../service/lists.ts'
import { type Attempt, LEGAL_BODY, type Numero, type Service, UNKNOWN_KEY } from '../service/service.ts'
import { otherStatus, requireRefused, Unseen } from './experiment.ts'

interface FirstRefusal {
  /** The status of a body without its fields for an unknown number: 404 if the service looks at the number first. */
  first: number
  /** Whether every bad body returns this status. */
  isUniform: boolean
}

export function firstRefusal(service: Service): Promise<FirstRefusal> {
  return service.once('first-refusal', async () => {
    const statusOf = async (body: object) => {
      const { status } = (await service.validate(service.unknownNumber(), body)).response
      if (![400, 404, 422].includes(status)) throw otherStatus(status, 'a bad body for an unknown number')
      return status
    }
    // A service may refuse an unknown field as soon as it reads a body, and look at the number before the others.
    const first = await statusOf({})
    return { first, isUniform: (await statusOf({ ...LEGAL_BODY, [UNKNOWN_KEY]: 1 })) === first }
  })
}

/** Sends bodies to a number where the service judges them. */
interface Bodies {
  /** Returns whether the service accepts a valid body with these fields replaced. */
  isAccepted(part: object, onTooLarge?: () => void): Promise<boolean>
  refusalOf(body: object): Promise<Exchange>
  /** The doubt that applies to everything these bodies show. */
  doubt: string | undefined
}

/** The declared reports that bodies may be sent to. */
interface Open {
  left: readonly Numero[]
  /** Whether a decided report shows nothing of a body; undefined until a body was accepted. */
  isUsedUp: boolean | undefined
}

const DECIDED_FIRST =
  'the service looks at whether a report is decided before it looks at a body, so each accepted body uses a report up'

/** Returns the declared reports from the first one on that shows what is wrong with a body; all if none does. */
export async function openReports(service: Service): Promise<Open> {
  const open = await service.once('reports-for-bodies', async (): Promise<Open> => {
    return { left: service.reports, isUsedUp: undefined }
  })
  // An experiment of the other session may have used some up.
  for (const [i, report] of open.left.entries()) {
    const { status, exchange } = await service.tryValidate(report, {})
    const isOfBody = status === 400 || (exchange !== undefined && keysOf(exchange).length > 0)
    if (!isOfBody) continue
    open.left = open.left.slice(i)
    break
  }
  return open
}

/** Returns bodies for unknown numbers, or for a declared report if the service looks at the number first. */
export async function openBodies(service: Service): Promise<Bodies> {
  const isReal = (await firstRefusal(service)).first === 404
  const open: Open = isReal ? await openReports(service) : { left: [], isUsedUp: undefined }
  const send = (body: object) => {
    const [report] = open.left
    if (isReal && !report) {
      throw new Unseen(
        'not-declared',
        'the service reports an unknown number before a bad body, so only an existing report can show it',
        'declare a report with --report and --allow-writes',
      )
    }
    return service.tryValidate(isReal ? (report as Numero) : service.unknownNumber(), body)
  }
  const first = await send({})
  /** Leaves a report that was decided if it shows nothing of bodies any more. */
  const leave = async () => {
    open.isUsedUp ??= isOther(await send({}), first)
    if (open.isUsedUp && open.left.length > 1) open.left = open.left.slice(1)
  }
  const refusalOf = async (body: object) => {
    const answer = await send(body)
    requireRefused(answer, 'a bad body')
    return answer.exchange as Exchange
  }
  return {
    refusalOf,
    async isAccepted(part, onTooLarge) {
      if (open.isUsedUp) throw new Unseen('branch-not-taken', DECIDED_FIRST)
      const answer = await send({ ...LEGAL_BODY, ...part })
      const { status, exchange } = answer
      if (isReal && status === 200) await leave()
      // A decided report may be rejected as such: with 409, or with 400 and no keys.
      const isDecided =
        isReal && (status === 409 || (status === 400 && exchange && keysOf(exchange).length === 0))
      if (isDecided || status === (isReal ? 200 : 404)) return true
      if (status === 413 && onTooLarge) {
        onTooLarge()
        return false
      }
      requireRefused(answer, 'a body')
      return false
    },
    doubt: requireRefused(first, 'a body without its fields'),
  }
}

/** Returns whether two answers refuse for different reasons, as far as their status and their keys say. */
function isOther(a: Attempt, b: Attempt): boolean {
  const told = ({ status, exchange }: Attempt) =>
    JSON.stringify([status, exchange === undefined ? [] : keysOf(exchange)])
  return told(a) !== told(b)
}

export function keysOf({ response }: Exchange): string[] {
  const keys = objectOf(objectOf(response.json)?.validation)?.keys
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
}
