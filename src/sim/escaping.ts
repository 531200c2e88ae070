import { randomUUID } from 'node:crypto'
import { render, type Slots, textWith } from '../contract/template.ts'

const HTML = ':html'

/**
 * Stands for the `&` of an escape until all else is escaped, so that no escape is escaped again. No client knows it, and
 * the forms of slots do not change dots and digits.
 */
const AND = `.${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}.`

/** Returns the slots of a text or a template whose form escapes their values as HTML, without that form. */
export function htmlSlotsIn(template: unknown): string[] {
  return Array.from(
    JSON.stringify(template).matchAll(/\{(\w[\w.-]*):html\??\}/g),
    ([, name]) => name as string,
  )
}

/** Returns whether values are escaped as HTML in a content type. */
export function isMarkup(type: string): boolean {
  return /[/+](html|xml)/i.test(type)
}

/** Returns a function that escapes a value for a content type, so that what a client sent stays plain text in it. */
function escapeFor(type: string): (value: unknown) => unknown {
  if (/[/+]json\b/i.test(type)) {
    return (value) => (typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value))
  }
  if (!isMarkup(type)) return (value) => value
  return (value) =>
    String(value)
      .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
      .replaceAll(AND, '&')
}

/** Fills the slots of a text of a content type with escaped values. Those with the form `html` are escaped once, by it. */
export function escapedText(text: string, type: string, slots: Slots): string {
  const escaped = escapeFor(type)
  const own = withHtml(slots, htmlSlotsIn(text), isMarkup(type) ? AND : '&')
  const values = Object.entries(own).map(([name, value]) => [name, escaped(value)])
  return textWith(text, Object.fromEntries(values))
}

/**
 * Returns slots for texts that become part of HTML: what has the form `html` in them is not escaped again there.
 * @param names the slots with that form
 */
export function forMarkup(slots: Slots, names: readonly string[]): Slots {
  return withHtml(slots, names, AND)
}

/** Returns slots and the values of some in the form `html`, under the name that a template has for it. */
function withHtml(slots: Slots, names: readonly string[], and: string): Slots {
  const known = names.filter((name) => Object.hasOwn(slots, name))
  const html = known.map((name) => {
    // A text that has the form already is escaped again where the profile says so twice.
    const one = replaced(slots[name], AND, '&')
    return [`${name}${HTML}`, replaced(render(`{one${HTML}}`, { one }), '&', and)]
  })
  return { ...slots, ...Object.fromEntries(html) }
}

/** Returns a text or a list of texts with one text in place of another; any other value as it is. */
function replaced(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, from, to))
  return typeof value === 'string' ? value.replaceAll(from, to) : value
}
