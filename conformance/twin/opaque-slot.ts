const FORMS: readonly [form: RegExp, slot: string][] = [
  [/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, '{opaque:uuid}'],
  [/^[\da-f]{32}$/i, '{opaque:hex32}'],
  [/^[\da-f]{24}$/i, '{opaque:hex24}'],
  [/^[\da-f]{16}$/i, '{opaque:hex16}'],
]

/** Returns the slot for a value that means nothing to a client, by its form; undefined if no slot has this form. */
export function opaqueSlotOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return FORMS.find(([form]) => form.test(value))?.[1]
}
