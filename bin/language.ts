import { type Language, languages, setLanguage } from '../src/messages/translate.ts'
import { environmentName } from './flags.ts'

/**
 * Has this process speak the language of --lang, of its variable, or of the environment. Portuguese is loaded only for
 * this.
 */
export async function speak(args: readonly string[]): Promise<void> {
  if (languageOf(args, process.env) === 'en') return setLanguage('en')
  const { ptBr } = await import('../src/messages/pt-br/index.ts')
  setLanguage('pt-BR', ptBr)
}

/** Returns the language of a command line. An invalid one is refused later, in the language of the environment. */
export function languageOf(args: readonly string[], env: NodeJS.ProcessEnv): Language {
  const at = args.findIndex((arg) => /^--lang(?:=|$)/.test(arg))
  const typed = at < 0 ? undefined : (/=(.*)/.exec(args[at] as string)?.[1] ?? args[at + 1])
  const named = [typed, env[environmentName('lang')]].flatMap((name) =>
    languages.filter((one) => one === name),
  )
  if (named[0]) return named[0]
  const locale = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((name) => name !== undefined && name !== '')
  return /^pt\b|^pt_/i.test(locale ?? '') ? 'pt-BR' : 'en'
}
