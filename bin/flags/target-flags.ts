import { type Flags, flag, text, token, UsageError, wholeNumber, yes } from './flags.ts'

const several = (texts: string[]): string[] => texts

const seconds = (texts: string[], name: string): number => {
  const value = text(texts, name)
  if (!/^\d+(\.\d+)?$/.test(value) || Number(value) === 0) {
    throw new UsageError(`--${name} must be a number of seconds above 0, not "${value}".`)
  }
  return Number(value) * 1000
}

/** Whom to ask, as whom, and how gently: of every command that asks a deployment. */
export const targetFlags = {
  'token-file': flag(text, 'file that holds the value of the header Authorization; - for standard input', {
    placeholder: 'FILE',
    rivals: ['token'],
  }),
  token: flag(token, 'that value itself: shells remember it, PESSOAS_SIM_TOKEN is better', {
    placeholder: 'VALUE',
    fallback: 'asked for on a terminal',
    rivals: ['token-file'],
  }),
  'foreign-report': flag(
    text,
    'number of a report of another organization; with --allow-writes it is sent a decision',
    {
      placeholder: 'NUMBER',
      commandLineOnly: true,
    },
  ),
  report: flag(several, 'number of a report that may be decided; repeatable', {
    placeholder: 'NUMBER',
    commandLineOnly: true,
  }),
  'allow-writes': flag(yes, 'decide these reports: it cannot be undone', { commandLineOnly: true }),
  'read-only': flag(yes, 'send GETs alone', { rivals: ['allow-writes'] }),
  'dry-run': flag(yes, 'print what would be sent, how often and at which risk; nothing is sent'),
  reveal: flag(yes, 'write people as they are; credentials never are', { commandLineOnly: true }),
  quiet: flag(yes, 'print only the verdict and what failed', { short: 'q' }),
  timeout: flag(seconds, 'seconds for one request', { placeholder: 'S', fallback: '10' }),
  deadline: flag(seconds, 'seconds for the run', { placeholder: 'S', fallback: '600' }),
  concurrency: flag(wholeNumber(1, 64), 'requests in flight at once', { placeholder: 'N', fallback: '2' }),
  rate: flag(wholeNumber(1, 100_000), 'requests a second at the most', {
    placeholder: 'N',
    fallback: 'no limit',
  }),
  'max-pages': flag(wholeNumber(1, 1_000_000), 'pages read of one list at the most', {
    placeholder: 'N',
    fallback: '400',
  }),
  ca: flag(text, 'PEM file of certificate authorities to trust', { placeholder: 'FILE' }),
  insecure: flag(yes, 'take any certificate'),
} satisfies Flags
