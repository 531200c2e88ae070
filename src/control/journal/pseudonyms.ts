import { createHmac, randomBytes } from 'node:crypto'
import { withoutAccents } from '../../contract/without-accents.ts'

/** What a pseudonym stands for. */
export type PseudonymKind = 'cpf' | 'nome' | 'mensagem' | 'token' | 'value' | 'name' | 'body'

/**
 * Names for people, tokens and texts that say nothing of them. Within a run the same person has the same name, in
 * whatever form it was written; another run has other names.
 */
export class Pseudonyms {
  readonly #key = randomBytes(32)

  /** Returns a name such as `cpf~3f9a2c71`. */
  of(kind: PseudonymKind, value: string): string {
    const same = canonical(kind, value)
    return `${kind}~${createHmac('sha256', this.#key).update(`${kind}\0${same}`).digest('hex').slice(0, 8)}`
  }
}

function canonical(kind: PseudonymKind, value: string): string {
  if (kind === 'cpf') return value.replace(/\D/g, '') || value
  if (kind === 'nome') return withoutAccents(value).toLowerCase().trim()
  return value
}
