import type { Change, Decision, DecisionRecord, OwnWorld } from '../store/store.ts'

export type { Change } from '../store/store.ts'

/** Returns the changes in a world since it had these decisions, in the order of the decisions. */
export function reportChanges(world: OwnWorld, then: readonly DecisionRecord[]): Change[] {
  const before = byNumber(then)
  const now = byNumber(world.decisions())
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((numero) => {
    const [was, is] = [before.get(numero), now.get(numero)]
    const described = was === is ? null : world.describe(numero)
    if (described === null) return []
    const { decided, ...facts } = described
    const change = { before: decisionOf(was) ?? decided, after: decisionOf(is) ?? decided }
    return [{ ...facts, numero, ...change }]
  })
}

/** Returns the last decision on each report. */
function byNumber(decisions: readonly DecisionRecord[]): Map<string, DecisionRecord> {
  return new Map(decisions.map((record) => [record.numero, record]))
}

function decisionOf(record: DecisionRecord | undefined): Decision | undefined {
  return record && { aprovar: record.aprovar, mensagem: record.mensagem }
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
