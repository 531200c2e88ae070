import { type Flags, flag, profileFlags, yes } from './flags.ts'

export const profileCommandFlags = {
  ...profileFlags,
  json: flag(yes, 'print it as JSON, a file for --profile', { commandLineOnly: true }),
  list: flag(yes, 'print every knob with its choices, and the profiles that ship', { commandLineOnly: true }),
  schema: flag(yes, 'print the JSON Schema of such files, for editors', { commandLineOnly: true }),
} satisfies Flags
