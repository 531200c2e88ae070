import { type Flags, flag, profileFlags, yes } from './flags.ts'

export const profileCommandFlags = {
  ...profileFlags,
  json: flag(yes, 'print it as JSON, a file for --profile'),
  list: flag(yes, 'print every knob with its choices, and the profiles that ship'),
  schema: flag(yes, 'print the JSON Schema of such files, for editors'),
} satisfies Flags
