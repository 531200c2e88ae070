import type { Change, Decision } from '../store.ts'
import { fromStored } from './codec.ts'
import { LONG, type Session } from './database.ts'
import { lastOf, type Spans } from './in-force.ts'

const CHANGES = `
  WITH was AS (${lastOf(3)}), now AS (${lastOf(5)}), changed AS (
    SELECT coalesce(n.numero, w.numero) AS numero, coalesce(n.decidido_em, w.decidido_em) AS at,
      w.aprovar AS was_aprovar, w.mensagem AS was_mensagem, n.aprovar AS now_aprovar, n.mensagem AS now_mensagem
    FROM was w FULL JOIN now n ON n.numero = w.numero WHERE w.id IS DISTINCT FROM n.id
  )
  SELECT c.*, r.aprovar, r.mensagem, coalesce(p.cpf, f.cpf) AS cpf, coalesce(i.nome, p.nome) AS nome,
    coalesce(m.stamp, p.stamp) AS stamp
  FROM changed c
    JOIN (
      SELECT numero, row_no, aprovar, mensagem FROM {reports} WHERE world = $2 AND org = $1 AND NOT gone
      UNION ALL SELECT numero, row_no, aprovar, mensagem FROM {added} WHERE world = $2 AND org = $1
    ) r ON r.numero = c.numero
    LEFT JOIN {persons} p ON p.org = $1 AND p.row_no = r.row_no
    LEFT JOIN {faces} f ON f.org = $1 AND f.row_no = r.row_no
    LEFT JOIN {identities} i ON i.world = $2 AND i.cpf = coalesce(p.cpf, f.cpf)
    LEFT JOIN {moved} m ON m.org = $1 AND m.row_no = r.row_no
  ORDER BY c.at, c.numero`

interface ChangeRow {
  numero: string
  was_aprovar: boolean | null
  was_mensagem: string
  now_aprovar: boolean | null
  now_mensagem: string
  aprovar: boolean | null
  mensagem: string
  cpf: string
  nome: string
  stamp: string
}

/** Returns the reports of an organization that have another decision than before, and when they got it. */
export async function changedReports(
  session: Session,
  { organizacao, k, world }: { organizacao: string; k: number; world: number },
  was: Spans,
  is: Spans,
): Promise<{ at: number; change: Change }[]> {
  const values = [k, world, was.a, was.b, is.a, is.b]
  const rows = await session.query<ChangeRow & { at: string }>(CHANGES, values, { query_timeout: LONG })
  return rows.map((row) => ({ at: Number(row.at), change: changeOf(organizacao, row) }))
}

function changeOf(organizacao: string, row: ChangeRow): Change {
  const decided = decisionOf(row.aprovar, row.mensagem)
  return {
    organizacao,
    cpf: fromStored(row.cpf),
    nome: fromStored(row.nome),
    atualizado_em: new Date(Number(row.stamp)).toISOString(),
    numero: fromStored(row.numero),
    before: decisionOf(row.was_aprovar, row.was_mensagem) ?? decided,
    after: decisionOf(row.now_aprovar, row.now_mensagem) ?? decided,
  }
}

function decisionOf(aprovar: boolean | null, mensagem: string): Decision | null {
  return aprovar === null ? null : { aprovar, mensagem: fromStored(mensagem) }
}
