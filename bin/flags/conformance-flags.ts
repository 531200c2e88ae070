import { suiteOptions } from '../../conformance/cli.ts'
import { type Flags, flag, pairs, text, yes } from './flags.ts'
import { flagsOf } from './run-flags.ts'
import { targetFlags } from './target-flags.ts'

export const conformanceFlags = {
  ...targetFlags,
  ...flagsOf(suiteOptions),
  list: flag(yes, 'print the checks and the readings, and end'),
  'write-baseline': flag(text, 'write what fails now into such a file', { placeholder: 'FILE' }),
  reporter: flag(pairs, 'pretty, tap, junit, json, html or github, to a file with =FILE; repeatable', {
    placeholder: 'NAME[=FILE]',
    // A file may have a comma in its name, unless what follows looks like the next reporter.
    separator: /,\s*(?=[a-z]+(?:=|,|$))/,
    fallback: 'pretty',
  }),
  'self-test': flag(yes, 'prove the suite against broken and unbroken simulators, and print the certificate'),
} satisfies Flags
