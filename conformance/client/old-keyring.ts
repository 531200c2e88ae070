import type { Keyring } from './credentials.ts'
import type { Credentials } from './exchange.ts'

/** The names under which the old checks know wrong tokens. To be deleted with them. */
const OLD_NAMES = {
  changed: 'changed',
  half: 'first-half',
  pattern: 'first-half-percent',
  changedFirst: 'changed-first',
  changedLate: 'changed-late',
  shorter: 'without-last',
  changedLast: 'last-percent',
  longer: 'one-more',
  listed: 'listed',
  twice: 'twice',
  swapped: 'case-swapped',
  capitals: 'capitals',
  accent: 'accent',
  blank: 'blank',
}
type Always = 'changed' | 'longer' | 'listed' | 'twice' | 'accent'

export type OldKeyring = Keyring &
  Record<Always, Credentials> &
  Record<Exclude<keyof typeof OLD_NAMES, Always>, Credentials | undefined>

export function oldKeyring({ wrong, ...keys }: Keyring): OldKeyring {
  const old = Object.entries(OLD_NAMES).map(([name, known]) => [name, wrong.get(known)])
  return { ...keys, ...Object.fromEntries(old), wrong }
}
