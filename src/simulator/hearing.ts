import type { IncomingMessage } from 'node:http'
import { faultNames } from '../contract/faults.ts'
import type { Profile } from '../contract/profile.ts'
import type { FaultService } from '../control/faults/effects.ts'
import type { Why } from '../control/journal/entry.ts'
import { Shower } from '../control/journal/exchange.ts'
import type { ReplaySource } from '../control/journal/export/replay.ts'
import { createJournal, type Journal } from '../control/journal/journal.ts'
import { Pseudonyms } from '../control/journal/pseudonyms.ts'
import { Recorder } from '../control/journal/recorder.ts'
import type { RingLimits } from '../control/journal/ring.ts'
import { ownerScope, wholeScope, worldScope } from '../control/journal/scope.ts'
import { OperatorError } from '../operator/operator-error.ts'
import type { Known } from '../operator/words.ts'
import type { LoggedAnswer } from '../server/access-log.ts'
import { callerOf, faultsOf } from '../server/notes.ts'
import type { Traffic } from '../server/traffic.ts'
import { whyOf } from '../service/why.ts'
import type { Organization } from '../world/store.ts'
import type { World } from '../world/world.ts'
import { findCaller, type TokensThen, type Worlds } from '../world/worlds.ts'

/** What is known of an exchange whose faults are explained. */
interface Unexplained extends Pick<LoggedAnswer, 'request' | 'faults'> {
  /** What was known of tokens when it was answered; now by default. */
  tokens?: TokensThen
}

/** Says why an exchange went as it did, without the persons and tokens that are known. */
type ExplainWhy = (exchange: Unexplained, known: Known) => readonly Why[]

export function createExplain(
  worlds: Worlds,
  start: Profile,
  profileOf: (request: IncomingMessage) => Profile,
): ExplainWhy {
  return ({ request, faults, tokens = worlds.tokens }, known) => {
    const profile = request === undefined ? start : profileOf(request)
    return whyOf(faults, { profile, request, tokens, known })
  }
}

export interface HearingOptions {
  worlds: Worlds
  limits: Partial<RingLimits>
  explain: ExplainWhy
  source(reveal: boolean): ReplaySource
}

/** The journals of a simulator, and what writes them. */
export interface Hearing {
  traffic: Traffic
  /** What every client sent. */
  whole: Journal
  /** Returns the journal of a world. */
  ofWorld(world: World): Journal
  /** Returns the journal of one organization by its handle, always the same; undefined if it is unknown. */
  byHandle(handle: string): Journal | undefined
  /** What the faults report to the journal, which wraps them. */
  ofFaults: Pick<FaultService, 'struck' | 'read' | 'answered'>
  /** Lets go of a world that is closed. Call it while its people are known. */
  releaseWorld(world: World): void
}

/** Has a journal hear the data port. */
export function createHearing({ worlds, limits, explain, source }: HearingOptions): Hearing {
  const recorder = new Recorder(
    {
      codes: faultNames,
      organizationOf: (request) =>
        callerOf(request) ?? findCaller(worlds.all(), request.headers.authorization),
      handleOf: (organization) => worlds.handleOf(organization),
      hasHandle: (handle) => worlds.byHandle(handle) !== undefined,
      worldOf: (organization) => worlds.worldOf(organization),
      whyOf: (request) => {
        const faults = faultsOf(request)
        if (faults.length === 0) return undefined
        const { tokens } = worlds
        return () => explain({ request, faults, tokens }, worlds)
      },
    },
    limits,
  )
  const shower = new Shower(new Pseudonyms(), worlds, (entry) => recorder.ownerOf(entry).handle)
  const journals = new WeakMap<Organization, Journal>()
  const whole = createJournal({ recorder, shower, source, scope: wholeScope() })
  return {
    traffic: {
      admit: (request, response, serve) => recorder.admit(request, response, serve),
      deliver: (request, _, answer) => {
        recorder.deliver(request, answer)
        return false
      },
      body: (request, bytes) => recorder.body(request, bytes),
      stray: (answer) => recorder.stray(answer, () => explain({ faults: answer.faults ?? [] }, worlds)),
    },
    whole,
    ofWorld: (world) => createJournal({ recorder, shower, source, scope: worldScope(recorder, world) }),
    byHandle: (handle) => {
      const organization = worlds.byHandle(handle)
      if (organization === undefined) return undefined
      const known = journals.get(organization)
      if (known) return known
      const scope = ownerScope(recorder.owners.of(organization))
      const made = createJournal({ recorder, shower, source, scope })
      journals.set(organization, made)
      return made
    },
    ofFaults: {
      struck: (request, { name }) => recorder.struck(request, name),
      read: (request, body) => recorder.body(request, body),
      answered: (request, answer) => recorder.replace(request, answer),
    },
    releaseWorld: (world) => recorder.settle(world),
  }
}

/**
 * Returns one of the journals.
 * @throws {OperatorError} when the journal is off
 */
export function journalOf(hearing: Hearing | undefined, pick: (hearing: Hearing) => Journal): Journal {
  if (hearing) return pick(hearing)
  throw new OperatorError('The journal is off. Start the simulator without journal: false.')
}
