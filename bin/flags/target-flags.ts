import { runOptions } from '../../conformance/cli.ts'
import { type Flags, flag, text, yes } from './flags.ts'
import { flagsOf } from './run-flags.ts'

/** Whom to ask, as whom, and how gently: of every command that asks a deployment. */
export const targetFlags = {
  'token-file': flag(text, 'file that holds the value of the header Authorization; - for standard input', {
    placeholder: 'FILE',
    rivals: ['token'],
  }),
  ...flagsOf(runOptions),
  'dry-run': flag(yes, 'print what would be sent, how often and at which risk; nothing is sent'),
  quiet: flag(yes, 'print only the verdict and what failed', { short: 'q' }),
} satisfies Flags
