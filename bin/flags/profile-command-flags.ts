import { type Flags, flag, yes } from './flag.ts'
import { profileFlags } from './flags.ts'

export const profileCommandFlags = {
  ...profileFlags,
  json: flag(yes, 'print the profile as JSON, a file for --profile', { commandLineOnly: true }),
  list: flag(yes, 'print all knobs with their choices, and the profiles of this package', {
    commandLineOnly: true,
  }),
  schema: flag(yes, 'print the JSON Schema of profiles, for editors', { commandLineOnly: true }),
} satisfies Flags
