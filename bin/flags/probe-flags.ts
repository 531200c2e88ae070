import { probeOptions } from '../../conformance/run/option-tables.ts'
import { type Flags, flag, numberUpTo, text, yes } from './flag.ts'
import { force } from './flags.ts'
import { flagsOf } from './run-flags.ts'
import { targetFlags } from './target-flags.ts'

export const probeFlags = {
  ...targetFlags,
  ...flagsOf(probeOptions),
  'at-least': flag(
    numberUpTo(1),
    'exit with 1 unless --verify proves that at least this share of everyday answers, such as 0.98, matches to the letter',
    { placeholder: 'SHARE' },
  ),
  'fixture-out': flag(
    text,
    'write a fixture with the shape of the list and none of its persons; - for standard output',
    {
      placeholder: 'FILE',
      commandLineOnly: true,
    },
  ),
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
