import { commandFlags } from '../flags/command-flags.ts'
import { commandLineOnly } from '../flags/environment.ts'

/** The head of the table of each README. */
const heads = {
  'README.md': '| command | only on the command line |',
  'README.pt-BR.md': '| comando | só na linha de comando |',
} as const

/** Returns the table of a README that lists, by command, the flags that no variable sets. */
export function commandLineOnlyText(readme: keyof typeof heads): string {
  const rows = Object.entries(commandFlags)
    .map(([command, flags]) => [command, commandLineOnly(flags).map((name) => `\`--${name}\``)] as const)
    .filter(([, names]) => names.length > 0)
    .map(([command, names]) => `| \`${command}\` | ${names.join(', ')} |\n`)
  return `${heads[readme]}\n| --- | --- |\n${rows.join('')}`
}
