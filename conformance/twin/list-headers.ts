import type { HeaderParts, Shape } from '../../src/contract/dialect.ts'
import { render, type Slots } from '../../src/contract/template.ts'
import { learnableHeaders } from './headers.ts'
import { type HeaderSample, linkParts } from './link-parts.ts'
import { CONDITIONS, isOrdinary, linkTemplates, pageTemplates } from './page-templates.ts'
import type { Answer } from './target-data.ts'

export type ListHeaders = NonNullable<Shape['listHeaders']>

/** A list with what it says of its page. */
export interface ListedAnswer {
  answer: Answer
  slots: Slots
}

/** Learns the headers of lists that are a function of the page. */
export function listHeadersOf(lists: readonly ListedAnswer[]): ListHeaders {
  const all = lists.map(({ answer, slots }) => ({ value: learnableHeaders(answer), slots }))
  const names = new Set(all.flatMap(({ value }) => Object.keys(value)))
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const samples = all.map(({ value, slots }) => ({ value: value[name], slots }))
      const template = headerTemplateOf(samples)
      return template === undefined ? [] : [[name, template]]
    }),
  )
}

/**
 * Returns what makes a header of a page; undefined if the values are the same on every page, or nothing explains them.
 */
export function headerTemplateOf(samples: readonly HeaderSample[]): string | HeaderParts | undefined {
  const ordinary = samples.filter(isOrdinary)
  const values = new Set(ordinary.map(({ value }) => value))
  if (values.size < 2) return undefined
  return (
    oneSlotOf(ordinary) ?? linkParts(ordinary) ?? (values.has(undefined) ? undefined : tokensOf(ordinary))
  )
}

/** Conditions as other languages write them: `True`. */
const inText: readonly string[] = [...pageTemplates, ...CONDITIONS.map((name) => `{${name}:capital}`)]

/** Returns the simplest slot that all pages have the value of; where it is null, the page has no such header. */
function oneSlotOf(samples: readonly HeaderSample[]): string | undefined {
  return inText.find((template) =>
    samples.every(({ value, slots }) => {
      const filled = render(template, slots)
      return (filled === null ? undefined : String(filled)) === value
    }),
  )
}

/** Numbers, words and links, the latter with their quotes, because JSON has none around `null`. */
const TOKEN = /"(?:https?:\/\/|\/|\?)[^"]*"|\d+|[a-z]+|[\s\S]/gi
const QUOTED = /^"(.*)"$/s

/** Returns a text of which some tokens are a function of the page. */
function tokensOf(samples: readonly HeaderSample[]): string | undefined {
  const tokens = samples.map(({ value }) => value?.match(TOKEN) ?? [])
  const [first = []] = tokens
  if (tokens.some(({ length }) => length !== first.length)) return undefined
  const parts = first.map((token, i) => {
    if (tokens.every((one) => one[i] === token)) return token
    return tokenOf(samples.map(({ slots }, j) => ({ value: tokens[j]?.[i] as string, slots })))
  })
  return parts.includes(undefined) ? undefined : parts.join('')
}

function tokenOf(samples: readonly (HeaderSample & { value: string })[]): string | undefined {
  const isQuoted = samples.some(({ value }) => QUOTED.test(value))
  const templates = isQuoted ? linkTemplates.map((one) => one.replace('}', ':json}')) : inText
  return templates.find((template) =>
    samples.every(({ value, slots }) => String(render(template, slots)) === value),
  )
}
