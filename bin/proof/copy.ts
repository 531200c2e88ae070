import { setTimeout as sleep } from 'node:timers/promises'
import type { InProcessService } from '../../conformance/index.ts'
import type { InProcess } from '../../src/cli.ts'

/** How much later a copy hears of a decision, in milliseconds. */
const MOMENT = 15

/** Takes lists from a copy, which hears of each decision a moment later. */
export function fromCopy(sim: InProcess, copy: InProcess): InProcessService {
  return async (request) => {
    if (request.method === 'GET') return copy.ask(request)
    const answer = await sim.ask(request)
    if (answer.status === 200) void sleep(MOMENT).then(() => copy.ask(request))
    return answer
  }
}
