import { type Flags, flag, force, text, yes } from './flags.ts'
import { targetFlags } from './target-flags.ts'

export const probeFlags = {
  ...targetFlags,
  out: flag(text, 'write the profile found, for serve --profile; - for standard output', {
    placeholder: 'FILE',
    commandLineOnly: true,
  }),
  ...force,
  evidence: flag(text, 'write the evidence for each choice as JSON; - for standard output', {
    placeholder: 'FILE',
    commandLineOnly: true,
  }),
  'fail-on-change': flag(text, 'exit with 1 if a choice differs from this profile', {
    placeholder: 'FILE|NAME',
  }),
  diff: flag(yes, 'compare two profiles, A and B, without contacting a service', { commandLineOnly: true }),
} satisfies Flags
