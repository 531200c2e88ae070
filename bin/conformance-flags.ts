import { type Flags, flag, text, UsageError, wholeNumber, yes } from './flags.ts'

const several = (texts: string[]): string[] => texts
const commas = (texts: string[]): string[] =>
  texts
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')

const seconds = (texts: string[], name: string): number => {
  const value = text(texts, name)
  if (!/^\d+(\.\d+)?$/.test(value) || Number(value) === 0) {
    throw new UsageError(`--${name} must be a number of seconds above 0, not "${value}".`)
  }
  return Number(value) * 1000
}

/** `name=value`, where the value may be left out. */
const pairs = (texts: string[], name: string): [string, string | undefined][] =>
  texts.map((text) => {
    const [key = '', ...rest] = text.split('=')
    if (key === '') throw new UsageError(`--${name} needs a name, not "${text}".`)
    return [key, rest.length === 0 ? undefined : rest.join('=')]
  })

export const conformanceFlags = {
  'token-file': flag(text, 'file that holds the value of the header Authorization; - for standard input', {
    placeholder: 'FILE',
    rivals: ['token'],
  }),
  token: flag(text, 'that value itself: shells remember it, PESSOAS_SIM_TOKEN is better', {
    placeholder: 'VALUE',
    fallback: 'asked for on a terminal',
    rivals: ['token-file'],
  }),
  'other-token': flag(text, 'the value for another organization', { placeholder: 'VALUE' }),
  'disabled-token': flag(text, 'a value whose access is not enabled', { placeholder: 'VALUE' }),
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
  only: flag(commas, 'run these alone: ids, topics, clauses or headings, by commas', {
    placeholder: 'NAMES',
  }),
  skip: flag(commas, 'leave these out, likewise', { placeholder: 'NAMES' }),
  list: flag(yes, 'print the checks and the readings, and end'),
  'strict-wording': flag(yes, 'fail where the document only speaks of a text'),
  reading: flag(pairs, 'how an inference is judged: off, warn or fail; repeatable', {
    placeholder: 'NAME=MODE',
  }),
  baseline: flag(text, 'JSON file of known failures: id, reason, expires', { placeholder: 'FILE' }),
  'write-baseline': flag(text, 'write what fails now into such a file', { placeholder: 'FILE' }),
  reporter: flag(pairs, 'pretty, tap, junit, json, html or github, to a file with =FILE; repeatable', {
    placeholder: 'NAME[=FILE]',
    fallback: 'pretty',
  }),
  reveal: flag(yes, 'write people as they are; credentials never are', { commandLineOnly: true }),
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
  'self-test': flag(yes, 'prove the suite against broken and unbroken simulators, and print the certificate'),
} satisfies Flags
