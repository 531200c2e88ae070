import type { Decision, DecisionRecord, World } from '../store/store.ts'

/** What happened to one report between two moments. */
export interface Change {
  /** The id of its organization. */
  organizacao: string
  numero: string
  cpf: string
  nome: string
  /** The decision that it had; null where nobody had decided. */
  before: Decision | null
  after: Decision | null
  /** The last update that the list shows of its person now. */
  atualizado_em: string
}

/** What has changed in a world since it had these decisions, in the order of the decisions. */
export function changesSince(world: World, then: readonly DecisionRecord[]): Change[] {
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

/** The last decision on each report. */
function byNumber(decisions: readonly DecisionRecord[]): Map<string, DecisionRecord> {
  return new Map(decisions.map((record) => [record.numero, record]))
}

function decisionOf(record: DecisionRecord | undefined): Decision | undefined {
  return record && { aprovar: record.aprovar, mensagem: record.mensagem }
}

/** Changes for a person to read, one report a line. */
export function changesText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing has changed.\n'
  return changes
    .map(({ organizacao, numero, cpf, nome, before, after, atualizado_em }) =>
      [
        `${organizacao}  ${numero}  ${nome} (${cpf})`,
        `  ${words(before)} → ${words(after)}, last update ${atualizado_em}\n`,
      ].join('\n'),
    )
    .join('')
}

function words(decision: Decision | null): string {
  if (decision === null) return 'undecided'
  return `${decision.aprovar ? 'approved' : 'rejected'} "${decision.mensagem}"`
}
