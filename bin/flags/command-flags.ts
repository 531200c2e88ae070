import { conformanceFlags } from './conformance-flags.ts'
import { fromCsvFlags, initFlags, lintFlags, resetFlags, showFlags, stateShowFlags } from './fixture-flags.ts'
import type { Flags } from './flag.ts'
import { seedFlags, serveFlags, waitFlags } from './flags.ts'
import { probeFlags } from './probe-flags.ts'
import { profileCommandFlags } from './profile-command-flags.ts'

/** The flags of every command, by the command as it is typed. */
export const commandFlags: Readonly<Record<string, Flags>> = {
  serve: serveFlags,
  seed: seedFlags,
  conformance: conformanceFlags,
  probe: probeFlags,
  profile: profileCommandFlags,
  lint: lintFlags,
  reset: resetFlags,
  'state show': stateShowFlags,
  'fixture list': {},
  'fixture show': showFlags,
  'fixture init': initFlags,
  'fixture from-csv': fromCsvFlags,
  'fixture schema': {},
  wait: waitFlags,
}
