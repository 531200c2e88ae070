import { printable } from '../contract/printable.ts'
import { looksPersonal } from './personal-key.ts'

/** Stands for a key that may be personal data. */
export const HIDDEN = '…'

/** Returns a path as JavaScript writes it, `pessoas[3].cpf`; a key that may be personal data is hidden. */
export function pathText(path: readonly (string | number)[]): string {
  const text = path.map((part) => {
    if (typeof part === 'number') return `[${part}]`
    if (looksPersonal(part)) return `.${HIDDEN}`
    return /^[\p{L}$_][\p{L}\p{N}$_]*$/u.test(part) ? `.${part}` : `[${printable(JSON.stringify(part))}]`
  })
  return text.join('').replace(/^\./, '')
}
