import type { Routes } from '../contract/route-table.ts'

/** A spelling of a report number that some services take for the same number. */
export type NumberForm = 'compact' | 'braces' | 'capitals'

const FORMS: readonly [form: NumberForm, isOf: RegExp][] = [
  ['braces', /^\{.*\}$/s],
  ['compact', /^[\da-f]{32}$/i],
  ['capitals', /^(?=.*[A-F])[\dA-Fa-f]{8}(-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$/],
]
const URN = /^urn:uuid:/i

/** Returns the form as which a report number is judged, decoded; undefined for any other text. */
export function formOfNumber(
  numero: string,
  { urn = 'shape' }: NonNullable<Routes['report']>,
): NumberForm | undefined {
  if (URN.test(numero)) return urn === 'shape' ? undefined : urn
  return FORMS.find(([, isOf]) => isOf.test(numero))?.[0]
}
