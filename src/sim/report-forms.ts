/** A spelling of a report number that some services take for the same number. */
export type NumberForm = 'compact' | 'braces' | 'capitals'

const FORMS: readonly [form: NumberForm, isOf: RegExp][] = [
  ['braces', /^\{.*\}$/s],
  ['compact', /^[\da-f]{32}$/i],
  ['capitals', /^(?=.*[A-F])[\dA-Fa-f]{8}(-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$/],
]

/** Returns the form of a report number, decoded; undefined for any other text. */
export function formOfNumber(numero: string): NumberForm | undefined {
  return FORMS.find(([, isOf]) => isOf.test(numero))?.[0]
}
