import type { OutgoingHttpHeaders } from 'node:http'
import type { HeaderParts, Shape } from '../contract/dialect.ts'
import { hasNull, render, type Slots } from '../contract/template.ts'
import { settableHeaders } from './settable-headers.ts'

/** The longest header with slots, in characters. */
const LONGEST_HEADER = 4_096

/** Returns what writes the headers of a list that its page decides, without those that are null or cannot be sent. */
export function createListHeaders(
  listHeaders: NonNullable<Shape['listHeaders']>,
  headHeaders: Shape['headHeaders'] = {},
): (method: string | undefined, slots: Slots) => OutgoingHttpHeaders {
  const entries = [...settableHeaders(listHeaders)]
  const leftOut = new Set(
    Object.entries(headHeaders).flatMap(([name, value]) => (value === null ? [name.toLowerCase()] : [])),
  )
  return (method, slots) =>
    Object.fromEntries(
      entries.flatMap(([name, form]) => {
        if (method === 'HEAD' && leftOut.has(name)) return []
        const text = typeof form === 'string' ? filledHeader(form, slots) : joinedParts(form, slots)
        return text === undefined ? [] : [[name, text]]
      }),
    )
}

/** Returns a header with the values of its slots; undefined if it is null or cannot be sent. */
export function filledHeader(template: string, slots: Slots): string | undefined {
  const filled = render(template, slots)
  return filled === null || typeof filled === 'symbol' ? undefined : sendable(String(filled))
}

function joinedParts({ parts, between = ', ' }: HeaderParts, slots: Slots): string | undefined {
  const kept = parts.flatMap((part) => {
    const { text, if: when } = typeof part === 'string' ? { text: part, if: undefined } : part
    const isLeftOut = hasNull(text, slots) || (when !== undefined && !render(when, slots))
    return isLeftOut ? [] : [String(render(text, slots))]
  })
  return kept.length === 0 ? undefined : sendable(kept.join(between))
}

/** What a client sent may have signs that a header cannot have, or be longer than clients read. */
function sendable(text: string): string | undefined {
  return /^[ -~]*$/.test(text) && text.length <= LONGEST_HEADER ? text : undefined
}
