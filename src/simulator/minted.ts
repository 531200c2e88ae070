import { clearTimeout, setTimeout } from '../contract/real-globals.ts'
import type { World } from '../store/store.ts'
import type { HeldWorld } from './simulator-world.ts'

/** A world that was opened while the simulator ran. */
export interface MintedWorld extends HeldWorld {
  /** When it closes by itself, milliseconds since the epoch; null for never. */
  expires: number | null
  close(): Promise<void>
}

/** The worlds that were opened while the simulator ran, and are not closed yet. */
export type Minted = Map<World, MintedWorld>

/**
 * Calls back after a time to live. It is real time, whatever the clock of a test says, because its purpose is that a
 * killed test leaves nothing behind.
 * @param ttl milliseconds; undefined for never
 * @returns a function that calls it off
 */
export function afterTtl(ttl: number | undefined, end: () => void): () => void {
  if (ttl === undefined) return () => {}
  const timer = setTimeout(end, ttl).unref()
  return () => clearTimeout(timer)
}
