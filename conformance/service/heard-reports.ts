import type { Credentials, Exchange } from '../client/exchange.ts'
import { reportPath } from './questions.ts'
import type { MissedReport, Numero } from './service.ts'

/** What the target said of the declared reports. */
export class HeardReports {
  readonly declared: readonly Numero[]
  /** Labels of reports that were decided. */
  readonly decided = new Set<string>()
  /** Labels of reports for which the target returned 404 and never recorded a decision. */
  readonly unknown = new Set<string>()
  /** The first 404 for each report, and the first decision after it that was accepted, by label. */
  readonly missed = new Map<string, MissedReport>()
  readonly #own: Credentials

  constructor(numbers: readonly string[], own: Credentials) {
    this.declared = numbers.map((value, i) => ({ value, label: `$REPORT_${i + 1}` }))
    this.#own = own
  }

  /** Returns whether an exchange is a validation of a declared report, which may change every list. */
  hear(exchange: Exchange): boolean {
    const { question, response } = exchange
    const { status } = response
    if (question.method !== 'POST' || question.authorization !== this.#own) return false
    const label = this.declared.find((numero) => reportPath(numero) === question.path)?.label
    if (label === undefined) return false
    const known = this.missed.get(label)
    if (status === 200) {
      this.decided.add(label)
      this.unknown.delete(label)
      if (known && !known.found) known.found = exchange
    } else if (status === 404) {
      if (!this.decided.has(label)) this.unknown.add(label)
      if (!known) this.missed.set(label, { missed: exchange, found: undefined })
    }
    return true
  }
}
