import { commas, type Flags, flag, pairs, text, token, yes } from './flags.ts'
import { targetFlags } from './target-flags.ts'

/** Pairs between commas: neither names nor modes have one. */
const pairsByCommas = (texts: string[], name: string) => pairs(commas(texts, name), name)

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
  reading: flag(
    pairsByCommas,
    'how an inference is judged: off, advisory (warn) or binding (fail), by commas; repeatable',
    { placeholder: 'NAME=MODE' },
  ),
  baseline: flag(
    text,
    'JSON file of known failures: id, reason, expires; one that passes now must be removed',
    { placeholder: 'FILE' },
  ),
  'write-baseline': flag(text, 'write what fails now into such a file', { placeholder: 'FILE' }),
  reporter: flag(pairs, 'pretty, tap, junit, json, html or github, to a file with =FILE; repeatable', {
    placeholder: 'NAME[=FILE]',
    // A file may have a comma in its name, unless what follows looks like the next reporter.
    separator: /,\s*(?=[a-z]+(?:=|,|$))/,
    fallback: 'pretty',
  }),
  'self-test': flag(yes, 'prove the suite against broken and unbroken simulators, and print the certificate'),
} satisfies Flags
