import type { ClauseId } from '../contract/clauses.ts'
import { knobs } from '../contract/knobs.ts'
import type { Profile } from '../contract/profile.ts'
import type { Why } from '../control/journal/entry.ts'
import type { Cause } from '../sim/causes/cause.ts'

/** The rules that reasons without a knob are about, by the beginning of their codes; the first decides. */
const clauseOf: readonly [beginning: string, clause: ClauseId][] = [
  ['token-missing', '5-1'],
  ['token-elsewhere', '5-1'],
  ['token-', '5-2'],
  ['body-type', '4.2-headers'],
  ['body-aprovar', '4.2-aprovar'],
  ['body-unknown-field', '4.2-1'],
  ['body-proto', '4.2-1'],
  ['body-', '0-json'],
  ['query-', '4.1-query'],
  ['report-', '4.2-3'],
  ['route-number', '4.2-path'],
]
const clauseOfField: Readonly<Record<string, ClauseId>> = {
  aprovar: '4.2-aprovar',
  mensagem: '4.2-mensagem',
  page: '4.1-page',
  rows: '4.1-rows',
  cpf: '4.1-cpf',
  nome: '4.1-nome',
  sort: '4.1-sort',
}

/** Returns a cause with the rule or the choice that it is about. */
export function whyOf(cause: Cause, profile: Profile): Why {
  const { code, field, knob } = cause
  const clause =
    knob !== undefined
      ? (knobs[knob].clause as ClauseId)
      : field !== undefined && Object.hasOwn(clauseOfField, field)
        ? clauseOfField[field]
        : clauseOf.find(([beginning]) => code.startsWith(beginning))?.[1]
  return { ...cause, ...(clause && { clause }), ...(knob && { choice: profile[knob] }) }
}
