import type { Profile } from '../contract/profile.ts'
import type { WorldClock } from '../control/clock.ts'
import type { Faults } from '../control/faults/faults.ts'
import type { Journal } from '../control/journal/journal.ts'
import type { Moves } from '../control/moves/moves.ts'
import type { SharedWorld, SimulatorOrganization, SimulatorWorld } from './simulator-world.ts'

/** An organization in a separate world. Closing it ends the world; its token is then refused. */
export interface OwnOrganization extends OwnFacts, SimulatorWorld {}

/**
 * An organization in a separate world of a shared store: every simulator of the store serves it within a second. Its
 * journal, its faults and its clock are those of this simulator.
 */
export interface SharedOrganization extends OwnFacts, SharedWorld {}

interface OwnFacts extends SimulatorOrganization, AsyncDisposable {
  /** What was sent with its tokens, and what was answered. */
  readonly journal: Journal
  /** Faults that strike it, and no other organization. */
  faults: Faults
  /** Its clock. */
  clock: WorldClock
  /** Moves its persons and reports. */
  moves: Moves
  /** The complete profile that it is served under. */
  profile: Profile
  /** Its name on the control port, which no other organization of the simulator has: `ID~N`. */
  handle: string
  close(): Promise<void>
}
