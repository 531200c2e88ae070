import type { DecisionEvent } from './event.ts'
import type { Decision } from './store.ts'

/** The change of one report between two moments. */
export interface Change {
  /** The id of its organization. */
  organizacao: string
  numero: string
  cpf: string
  nome: string
  /** The decision before; null if the report was undecided. */
  before: Decision | null
  after: Decision | null
  /** The current last update of its person, as the list shows it. */
  atualizado_em: string
}

type Decided = ReadonlyMap<string, DecisionEvent>

/** Returns the numbers of the reports that were decided otherwise at one moment than at the other. */
export function changedIn(before: Decided, after: Decided): string[] {
  const numbers = [...new Set([...before.keys(), ...after.keys()])]
  return numbers.filter((numero) => !isSame(before.get(numero), after.get(numero)))
}

function isSame(a: DecisionEvent | undefined, b: DecisionEvent | undefined): boolean {
  return a?.aprovar === b?.aprovar && a?.mensagem === b?.mensagem && a?.decidido_em === b?.decidido_em
}

/** Returns the decision of an event; null if it has none. */
export function decisionOf(event: Partial<Decision> | undefined): Decision | null {
  if (event?.aprovar === undefined || event.mensagem === undefined) return null
  return { aprovar: event.aprovar, mensagem: event.mensagem }
}

/** Returns changes as text for people, two lines a report. */
export function changesText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing changed.\n'
  return changes
    .map(({ organizacao, numero, cpf, nome, before, after, atualizado_em }) =>
      [
        `${organizacao}  ${numero}  ${nome} (${cpf})`,
        `  ${decisionWords(before)} → ${decisionWords(after)}, last update ${atualizado_em}\n`,
      ].join('\n'),
    )
    .join('')
}

function decisionWords(decision: Decision | null): string {
  if (decision === null) return 'undecided'
  return `${decision.aprovar ? 'approved' : 'rejected'} "${decision.mensagem}"`
}
