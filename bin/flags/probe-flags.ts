import { type Flags, flag, text, yes } from './flags.ts'
import { targetFlags } from './target-flags.ts'

export const probeFlags = {
  ...targetFlags,
  out: flag(text, 'write the profile that was learned, for serve --profile; - for standard output', {
    placeholder: 'FILE',
    commandLineOnly: true,
  }),
  evidence: flag(text, 'write everything that was seen as JSON; - for standard output', {
    placeholder: 'FILE',
    commandLineOnly: true,
  }),
  'fail-on-change': flag(text, 'end with 1 when a choice differs from this profile', {
    placeholder: 'FILE|NAME',
  }),
  diff: flag(yes, 'compare two profiles, A and B: nothing is asked', { commandLineOnly: true }),
} satisfies Flags
