import type { Exchange } from '../client/exchange.ts'
import { objectOf } from './lists.ts'

/** The documented fields of a body; `true` for a field without fields of its own. */
interface Shown {
  [field: string]: Shown | true
}

const LIST: Shown = {
  result: {
    busca: true,
    itens: { cpf: true, nome: true, atualizado_em: true },
    paginacao: { atual: true, linhas: true, total: true },
  },
  status_code: true,
}
const DECISION: Shown = { result: { numero: true }, status_code: true }
const REFUSAL: Shown = { error: true, message: true, status_code: true }
const BAD_REQUEST: Shown = { ...REFUSAL, validation: { source: true, keys: true } }

/** Limits, because a target may send any number of fields with names of any length. */
const KEPT = 20
const LONGEST_NAME = 80

/** Collects undocumented fields by the kind of body. */
export class Beyond {
  readonly fields = new Map<string, Set<string>>()

  hear(exchange: Exchange): void {
    const { kind, shown } = kindOf(exchange)
    const known = this.fields.get(kind) ?? new Set()
    if (known.size === KEPT) return
    findBeyond(exchange.response.json, shown, '', (path) => {
      // A long name is not cut, because the redactor would not recognize a part of it.
      known.add(path.length > LONGEST_NAME ? `a name of ${path.length} characters` : path)
      return known.size === KEPT
    })
    if (known.size > 0) this.fields.set(kind, known)
  }
}

function kindOf({ question: { method }, response: { status } }: Exchange): { kind: string; shown: Shown } {
  if (status !== 200) return { kind: `a ${status}`, shown: status === 400 ? BAD_REQUEST : REFUSAL }
  return method === 'GET' ? { kind: 'a list', shown: LIST } : { kind: 'a decision', shown: DECISION }
}

/**
 * Finds undocumented fields by their dotted paths; the entries of an array share one path.
 * @param found returns whether that is enough
 * @returns whether it was enough
 */
function findBeyond(value: unknown, shown: Shown, above: string, found: (path: string) => boolean): boolean {
  if (Array.isArray(value)) return value.some((entry) => findBeyond(entry, shown, above, found))
  const object = objectOf(value)
  // Nearly every field is documented, so no list of them is made.
  for (const field in object) {
    const below = Object.hasOwn(shown, field) ? shown[field] : undefined
    if (
      below === undefined
        ? found(above + field)
        : below !== true && findBeyond(object[field], below, `${above}${field}.`, found)
    )
      return true
  }
  return false
}
