import { commandFlags } from '../flags/command-flags.ts'
import { commandLineOnly } from '../flags/environment.ts'
import { listText } from '../flags/list-text.ts'

/** How a README says which flags no variable sets. */
export const wordings = {
  'README.md': { begin: 'Only the command line sets', of: 'of', and: 'and' },
  'README.pt-BR.md': { begin: 'Só a linha de comando define', of: 'de', and: 'e' },
} as const

/** Returns which flags no variable sets, by command, as a paragraph of a README. */
export function commandLineOnlyText(readme: keyof typeof wordings): string {
  const { begin, of, and } = wordings[readme]
  const parts = Object.entries(commandFlags)
    .map(([command, flags]) => [command, commandLineOnly(flags).map((name) => `\`--${name}\``)] as const)
    .filter(([, names]) => names.length > 0)
    .map(([command, names]) => `${listText(names, and)} (${of} \`${command}\`)`)
  return `${begin} ${parts.join('; ')}.\n`
}
