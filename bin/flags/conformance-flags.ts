import { suiteOptions } from '../../conformance/run/option-tables.ts'
import { type Flags, flag, pairs, text, yes } from './flag.ts'
import { flagsOf } from './run-flags.ts'
import { targetFlags } from './target-flags.ts'

export const conformanceFlags = {
  ...targetFlags,
  ...flagsOf(suiteOptions),
  list: flag(yes, 'print the checks and the readings, and exit', { commandLineOnly: true }),
  'write-baseline': flag(text, 'write the current failures to a baseline file', { placeholder: 'FILE' }),
  reporter: flag(pairs, 'pretty, junit, json, html or github; =FILE writes it to a file; repeatable', {
    placeholder: 'NAME[=FILE]',
    // The name of a file may contain a comma, unless the text after it looks like the next reporter.
    separator: /,\s*(?=[a-z]+(?:=|,|$))/,
    fallback: 'pretty',
  }),
  'self-test': flag(
    yes,
    'prove the suite against the service with and without quirks, and print the certificate',
    { commandLineOnly: true },
  ),
} satisfies Flags
