import { commandFlags } from '../flags/command-flags.ts'
import { commandLineOnly } from '../flags/environment.ts'
import { listText } from '../flags/list-text.ts'

/** The words of each README for the list of flags that no variable sets. */
const wordings = {
  'README.md': { begin: 'Only the command line sets', of: 'of', and: 'and' },
  'README.pt-BR.md': { begin: 'Só a linha de comando define', of: 'de', and: 'e' },
} as const

/** Returns the paragraph of a README that lists, by command, the flags that no variable sets. */
export function commandLineOnlyText(readme: keyof typeof wordings): string {
  const { begin, of, and } = wordings[readme]
  const parts = Object.entries(commandFlags)
    .map(([command, flags]) => [command, commandLineOnly(flags).map((name) => `\`--${name}\``)] as const)
    .filter(([, names]) => names.length > 0)
    .map(([command, names]) => `${listText(names, and)} (${of} \`${command}\`)`)
  return `${begin} ${parts.join('; ')}.\n`
}
