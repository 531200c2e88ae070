import { type Flags, flag, pairs, text, token, yes } from './flags.ts'
import { targetFlags } from './target-flags.ts'

const commas = (texts: string[]): string[] =>
  texts
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')

export const conformanceFlags = {
  ...targetFlags,
  'other-token': flag(token, 'the value for another organization', { placeholder: 'VALUE' }),
  'disabled-token': flag(token, 'a value whose access is not enabled', { placeholder: 'VALUE' }),
  only: flag(commas, 'run these alone: ids, topics, clauses or headings, by commas', {
    placeholder: 'NAMES',
  }),
  skip: flag(commas, 'leave these out, likewise', { placeholder: 'NAMES' }),
  list: flag(yes, 'print the checks and the readings, and end'),
  'strict-wording': flag(yes, 'fail where the document only speaks of a text'),
  reading: flag(pairs, 'how an inference is judged: off, advisory (warn) or binding (fail); repeatable', {
    placeholder: 'NAME=MODE',
  }),
  baseline: flag(
    text,
    'JSON file of known failures: id, reason, expires; one that passes now must be removed',
    { placeholder: 'FILE' },
  ),
  'write-baseline': flag(text, 'write what fails now into such a file', { placeholder: 'FILE' }),
  reporter: flag(pairs, 'pretty, tap, junit, json, html or github, to a file with =FILE; repeatable', {
    placeholder: 'NAME[=FILE]',
    fallback: 'pretty',
  }),
  'self-test': flag(yes, 'prove the suite against broken and unbroken simulators, and print the certificate'),
} satisfies Flags
