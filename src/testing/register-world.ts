import type { DatasetSource } from '../data/source.ts'
import type { Applies, DecisionEvent, Event } from '../world/event.ts'

/** A world that keeps the last decision on any report, for tests of logs. */
export class RegisterWorld implements Applies {
  readonly decided = new Map<string, string>()
  readonly applied: Event[] = []

  apply(event: Event): boolean {
    this.applied.push(event)
    if (event.event === 'reset') this.decided.clear()
    if (event.event !== 'decision') return true
    if (event.once && this.decided.has(event.numero)) return false
    this.decided.set(event.numero, event.mensagem)
    return true
  }

  events(): Event[] {
    return this.applied
  }
}

/** Returns a decision on a report; `more` replaces its other fields. */
export function decisionOn(
  numero: string,
  mensagem: string,
  more: Partial<DecisionEvent> = {},
): DecisionEvent {
  const decidido_em = '2026-01-02T03:04:05.678Z'
  return {
    event: 'decision',
    organizacao: 'a',
    numero,
    aprovar: true,
    mensagem,
    decidido_em,
    atualiza: true,
    ...more,
  }
}

/** Returns data with one organization and a report for each person. */
export function recordsOf(persons: number, hash = `records-${persons}`): DatasetSource {
  return {
    hash,
    seed: null,
    counts: { organizacoes: 2, pessoas: persons, relatorios: persons },
    write(sink) {
      sink.organization({ id: 'a', nome: 'A "\\" \0 \ud800', token: 'token-a' })
      sink.organization({ id: 'b', nome: 'B\n\t', token: 'token-b', habilitada: false })
      for (let i = 0; i < persons; i++) {
        sink.person(String(i).padStart(11, '0'), `José da Silva ${i}`)
        const decision = i % 3 === 0 ? { aprovar: i % 2 === 0, mensagem: `Mensagem {${i}}, "NULL"` } : null
        sink.report(`00000000-0000-4000-8000-${String(i).padStart(12, '0')}`, i % 2, i, 1e12 + i, decision)
      }
    },
  }
}
