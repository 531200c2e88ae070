import type { HeaderParts } from '../../src/contract/dialect.ts'
import { MOST_HEADER_PARTS } from '../../src/contract/dialect-form.ts'
import { render, type Slots } from '../../src/contract/template.ts'
import { CONDITIONS, LINKS, linkTemplates } from './page-templates.ts'

/** A header of one page, undefined where the page has none. */
export interface HeaderSample {
  value: string | undefined
  slots: Slots
}

/** Services read and write odd parameters in ways of their own: so much of the samples shows a rule. */
const MOST_LINKS = 0.5
const MOST_PAGES = 0.9

const conditions = ['', ':not'].flatMap((form) => CONDITIONS.map((name) => `{${name}${form}}`))

/** Learns a header such as `Link`: which links it has in which order, and which pages have them. */
export function linkParts(samples: readonly HeaderSample[]): HeaderParts | undefined {
  const lists = samples.map(({ value = '' }) => partsIn(value))
  const present = samples.flatMap(({ value }, i) => (value === undefined ? [] : (lists[i] ?? [])))
  if (present.length === 0 || lists.some((list) => list === undefined)) return undefined
  const order = mergedOrder(lists.map((list = []) => list.map(({ rest }) => rest)))
  const separators = new Set(samples.flatMap(({ value = '' }) => value.match(/, ?(?=<)/g) ?? []))
  if (order === undefined || order.length > MOST_HEADER_PARTS || separators.size > 1) return undefined
  const named = order.map((rest) => {
    const own = samples.map(({ slots }, i) => ({
      value: lists[i]?.find((one) => one.rest === rest)?.url,
      slots,
    }))
    return { rest, own, found: linksOf(own.filter(({ value }) => value !== undefined)) }
  })
  const usual = usualStyle(named.map(({ found }) => found))
  const parts = named.map(({ rest, own, found }) =>
    partOf(
      rest,
      own,
      found.toSorted((a, b) => Number(styleOf(b) === usual) - Number(styleOf(a) === usual)),
    ),
  )
  if (parts.some((part) => part === undefined)) return undefined
  return { parts: parts as HeaderParts['parts'][number][], ...(separators.has(',') && { between: ',' }) }
}

interface Part {
  url: string
  /** What follows the URL: `; rel="next"`. */
  rest: string
}

/** Returns the links of a header, none for an empty one; undefined if it is not a list of links, or has one twice. */
function partsIn(value: string): Part[] | undefined {
  if (value === '') return []
  const parts = value.split(/, ?(?=<)/).map((text) => {
    const [, url, rest] = /^<([^>]*)>(.*)$/s.exec(text) ?? []
    return url === undefined || rest === undefined ? undefined : { url, rest }
  })
  const known = parts.filter((part) => part !== undefined)
  return known.length === parts.length && new Set(known.map(({ rest }) => rest)).size === known.length
    ? known
    : undefined
}

/** Returns all names in an order that every list has; undefined if two lists have another order. */
function mergedOrder(lists: readonly (readonly string[])[]): string[] | undefined {
  const left = new Set(lists.flat())
  const order: string[] = []
  while (left.size > 0) {
    const next = [...left].find((name) => lists.every((list) => !isAfterAny(name, list, left)))
    if (next === undefined) return undefined
    order.push(next)
    left.delete(next)
  }
  return order
}

function isAfterAny(name: string, list: readonly string[], left: ReadonlySet<string>): boolean {
  return list.slice(0, Math.max(0, list.indexOf(name))).some((other) => left.has(other))
}

/** Returns a link without the page that it leads to: services write all links of a page in one way. */
function styleOf(template: string): string {
  return template.replace(/\{link\.\w+/, '')
}

/** Returns the style that explains most parts, the simplest of these. */
function usualStyle(found: readonly (readonly string[])[]): string | undefined {
  const counts = new Map<string, number>()
  for (const style of found.flatMap((templates) => [...new Set(templates.map(styleOf))]))
    counts.set(style, (counts.get(style) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...counts].find(([, count]) => count === most)?.[0]
}

/** @param found the links that explain its URLs */
function partOf(
  rest: string,
  samples: readonly HeaderSample[],
  found: readonly string[],
): HeaderParts['parts'][number] | undefined {
  const share = (isThere: (sample: HeaderSample) => boolean) =>
    samples.filter((one) => isThere(one) === (one.value !== undefined)).length / samples.length
  const ways = [
    ...found.map((template) => ({
      part: `<${template}>${rest}`,
      share: share(({ slots }) => render(template, slots) !== null),
    })),
    ...found.flatMap((template) =>
      conditions.map((condition) => ({
        part: { text: `<${template}>${rest}`, if: condition },
        share: share(({ slots }) => render(template, slots) !== null && render(condition, slots) === true),
      })),
    ),
  ]
  const best = ways.reduce<(typeof ways)[number] | undefined>(
    (one, other) => (one === undefined || other.share > one.share ? other : one),
    undefined,
  )
  return best !== undefined && best.share >= MOST_PAGES ? best.part : undefined
}

/** Returns the links that explain most URLs, or the URL itself where it is always the same. */
function linksOf(samples: readonly HeaderSample[]): string[] {
  const [{ value: first = '', slots = {} } = {}] = samples
  if (samples.length > 1 && samples.every(({ value }) => value === first)) return [first]
  const ofOtherOrigin = LINKS.flatMap((name) => {
    const end = String(render(`{${name}:relative}`, slots))
    const isEnd = /^https?:/.test(first) && end !== '' && first.endsWith(end)
    return isEnd ? [`${first.slice(0, -end.length)}{${name}:relative}`] : []
  })
  const counted = [...linkTemplates, ...ofOtherOrigin].map((template) => ({
    template,
    count: samples.filter(({ value, slots }) => render(template, slots) === value).length,
  }))
  const most = Math.max(...counted.map(({ count }) => count))
  if (most < MOST_LINKS * samples.length) return []
  return counted.filter(({ count }) => count === most).map(({ template }) => template)
}
