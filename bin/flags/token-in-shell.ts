import { readFileSync, statSync } from 'node:fs'
import type { ShellSource } from '../../conformance/index.ts'
import { environmentName } from './flag.ts'

/**
 * Returns where a shell finds the token of a run: in the file of --token-file, or else in PESSOAS_SIM_TOKEN.
 * @param file the file of --token-file
 * @param token the token as it is sent
 */
export function tokenInShell(file: string | undefined, token: string): ShellSource {
  const variable = environmentName('token')
  if (file === undefined) {
    const exported = process.env[variable] ?? token
    return { variable, isDressed: exported !== token && exported.trim() === token.trim() }
  }
  // A pipe cannot be read a second time.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return { variable }
  const text = readFileSync(file, 'utf8')
  // $(cat) removes line breaks at the end.
  if (text.replace(/(?<!\n)\n+$/, '') === token) return { file }
  return text.split(/\r?\n/)[0] === token ? { file, isDressed: true } : { variable }
}
