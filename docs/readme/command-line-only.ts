import { commandFlags, type Flags } from '../../bin/flags.ts'

/** The head of the table in each language. */
const heads = {
  en: '| command | only on the command line |',
  'pt-BR': '| comando | só na linha de comando |',
} as const

/** Returns the table that lists, by command, the flags that no variable sets. */
export function commandLineOnlyText(language: keyof typeof heads): string {
  const rows = Object.entries<Flags>(commandFlags)
    .map(([command, flags]) => {
      const names = Object.keys(flags).filter((name) => flags[name]?.typed)
      return [command, names.map((name) => `\`--${name}\``)] as const
    })
    .filter(([, names]) => names.length > 0)
    .map(([command, names]) => `| \`${command}\` | ${names.join(', ')} |\n`)
  return `${heads[language]}\n| --- | --- |\n${rows.join('')}`
}
