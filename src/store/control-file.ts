import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonValue } from '../contract/json-value.ts'

/** The name of the file in a state folder; whoever enters or leaves the folder removes it. */
export const CONTROL_FILE = 'control.json'

/** Where a running simulator can be asked about its state folder. */
export interface ControlPlace {
  url: string
  token: string
  pid: number
}

/** Writes the control port of this process into its state folder, for its owner only, because the token is secret. */
export function writeControlFile(state: string, { url, token }: Omit<ControlPlace, 'pid'>): void {
  const place: ControlPlace = { url, token, pid: process.pid }
  writeFileSync(join(state, CONTROL_FILE), `${JSON.stringify(place)}\n`, { mode: 0o600 })
}

/** Returns the control port of the simulator that uses a state folder; undefined if it has none, or another user runs it. */
export function readControlFile(state: string): ControlPlace | undefined {
  try {
    const place = jsonValue(readFileSync(join(state, CONTROL_FILE), 'utf8')) as Partial<ControlPlace> | null
    const { url, token, pid } = place ?? {}
    if (typeof url !== 'string' || typeof token !== 'string' || typeof pid !== 'number') return undefined
    return { url, token, pid }
  } catch {
    return undefined
  }
}
