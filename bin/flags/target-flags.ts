import { runOptions } from '../../conformance/run/option-tables.ts'
import { type Flags, flag, text, yes } from './flag.ts'
import { flagsOf } from './run-flags.ts'

/** The flags of every command that contacts a target: its address, the credentials and the pace. */
export const targetFlags = {
  'token-file': flag(text, 'file with the value of the header Authorization; - for standard input', {
    placeholder: 'FILE',
    rivals: ['token'],
  }),
  ...flagsOf(runOptions),
  'dry-run': flag(yes, 'print what would be sent, how often and at which risk, without sending it', {
    commandLineOnly: true,
  }),
  quiet: flag(yes, 'print only the verdict and the failures', { short: 'q' }),
} satisfies Flags
