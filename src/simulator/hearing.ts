import type { IncomingMessage } from 'node:http'
import type { Fault } from '../contract/faults.ts'
import type { Profile } from '../contract/profile.ts'
import type { Why } from '../contract/why.ts'
import type { FaultService } from '../control/faults/effects.ts'
import { createJournal, type JournalOfPort } from '../control/journal/journal.ts'
import { type Owner, Recorder, type RingLimits, type Tally } from '../control/journal/recorder.ts'
import type { Scope } from '../control/journal/view.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { holdsToken, type Known } from '../operator/words.ts'
import { callerOf, faultsOf } from '../server/notes.ts'
import type { Traffic } from '../server/traffic.ts'
import { whyOf } from '../service/why.ts'
import type { Organization } from '../world/store.ts'
import type { World } from '../world/world.ts'
import { findCaller, type TokensThen, type Worlds } from '../world/worlds.ts'

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** What is known of an exchange whose faults are explained. */
interface Unexplained {
  /** Undefined for bytes that never became a request. */
  request?: Asked | undefined
  faults: readonly Fault[]
  /** What was known of tokens when it was answered; now by default. */
  tokens?: TokensThen
}

/** Says why an exchange went as it did, without the persons and tokens that are known. */
type ExplainWhy = (exchange: Unexplained, known: Known) => readonly Why[]

export function createExplain(
  worlds: Worlds,
  start: Profile,
  profileOf: (request: Asked) => Profile,
): ExplainWhy {
  return ({ request, faults, tokens = worlds.tokens }, known) => {
    const profile = request === undefined ? start : profileOf(request)
    return whyOf(faults, { profile, request, tokens, known })
  }
}

/** The journals of a simulator, and what writes them. */
export type Hearing = ReturnType<typeof createHearing>

/** Has a journal hear the data port. */
export function createHearing(
  worlds: Worlds,
  limits: Partial<RingLimits>,
  basePath: string,
  explain: ExplainWhy,
) {
  const tallies = new WeakMap<World, Tally>()
  const owners = new WeakMap<Organization, Owner>()
  const tallyOf = (world: World): Tally => known(tallies, world, () => ({ dropped: 0, lastDropped: 0 }))
  const recorder = new Recorder(
    {
      basePath,
      ownerOf: (request) => {
        const organization =
          callerOf(request as IncomingMessage) ?? findCaller(worlds.all(), request.headers.authorization)
        if (organization === undefined) return undefined
        const world = worlds.worldOf(organization)
        const owner = known(owners, organization, () => ({
          handle: worlds.handleOf(organization),
          tally: tallyOf(world),
        }))
        return { owner, now: world.clock.now() }
      },
      whyOf: (request) => {
        const faults = faultsOf(request)
        if (faults.length === 0) return undefined
        // Not the request, which would keep its socket.
        const { method, url, headers } = request
        const { tokens } = worlds
        return () => explain({ request: { method, url, headers }, faults, tokens }, worlds)
      },
    },
    limits,
  )
  const mask = (text: string): string => {
    if (!holdsToken(text, worlds)) return text
    let shown = text
    for (const { token } of worlds.all()) if (token.length >= SHORTEST) shown = shown.replaceAll(token, '…')
    // Also those of closed organizations, and parts of tokens.
    return shown.replace(WORD, (word) => (holdsToken(word, worlds) ? '…' : word))
  }
  const parts = { recorder, mask, hasHandle: (handle: string) => worlds.byHandle(handle) !== undefined }
  const journals = new WeakMap<Organization, JournalOfPort>()
  const ofScope = (scope: Scope) => createJournal(parts, scope)
  const traffic: Traffic = {
    admit: (request, response, serve) => recorder.admit(request, response, serve),
    deliver: (request, response, answer) => {
      recorder.deliver(request, response, answer)
      return false
    },
    body: (request, bytes) => recorder.body(request, bytes),
    stray: (answer) => recorder.stray(answer, () => explain({ faults: answer.faults ?? [] }, worlds)),
  }
  /** What the faults, which stand behind it, report to the journal. */
  const ofFaults: Pick<FaultService, 'struck' | 'read' | 'answered'> = {
    struck: (request, { name }) => recorder.struck(request, name),
    read: (request, body) => recorder.body(request, body),
    answered: (request, answer) => recorder.replace(request, answer),
  }
  return {
    traffic,
    ofFaults,
    /** What every client sent. */
    whole: ofScope({ has: () => true, tally: recorder.tally }),
    ofWorld: (world: World) => {
      const tally = tallyOf(world)
      return ofScope({ has: (owner) => owner.tally === tally, tally })
    },
    /** Returns the journal of one organization, always the same. */
    of: (organization: Organization) => {
      const handle = worlds.handleOf(organization)
      const tally = tallyOf(worlds.worldOf(organization))
      return known(journals, organization, () => ofScope({ has: (owner) => owner.handle === handle, tally }))
    },
    /** Lets go of a world that is closed: finds the reasons of its exchanges while its people are known. */
    releaseWorld: (world: World) => {
      const tally = tallyOf(world)
      tally.isClosed = true
      for (const slot of recorder.slots()) if (slot.owner?.tally === tally) slot.explained()
    },
  }
}

/** Fewer characters do not identify a token. */
const SHORTEST = 8
const WORD = /[^\s"'`&?=/,;<>()[\]{}\\]+/g

/** Returns what a map has for a key, which it makes if it is not there. */
function known<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

/**
 * Returns one of the journals.
 * @throws {OperatorError} when the journal is off
 */
export function journalOf(
  hearing: Hearing | undefined,
  pick: (hearing: Hearing) => JournalOfPort,
): JournalOfPort {
  if (hearing) return pick(hearing)
  throw new OperatorError('The journal is off. Start the simulator without journal: false.')
}
