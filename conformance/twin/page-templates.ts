import { linkedPages, linkQueries, pageSlots } from '../../src/contract/page-slots.ts'
import { render, type Slots } from '../../src/contract/template.ts'
import { withoutQuery } from '../../src/contract/url.ts'

/** A value of an answer, undefined where it has none, and what it may be a function of. */
export interface PageSample {
  value: unknown
  slots: Slots
}

/** A page between others: each of its slots has a value. */
const known = Object.entries(pageSlots({ page: 2, rows: 25, total: 75, count: 25 }))
const slotsOf = (type: string) => known.flatMap(([name, value]) => (typeof value === type ? [name] : []))
const NUMBERS = [...slotsOf('number'), 'atual', 'linhas', 'total']
export const CONDITIONS = slotsOf('boolean')
const FORMS_OF_NUMBERS = [
  ...['', ':number', ':text', ':or-null', ':before', ':next'],
  ...[':or-empty', ':or-zero', ':or-false'],
]
export const LINKS = [
  ...linkQueries.flatMap((having) => linkedPages.map((to) => `link.${to}.${having}`)),
  ...['link.lista', 'link.pedido'],
]
/** What every answer has, whichever page it is. */
const CONSTANT = /^\{link\.lista/

export const linkTemplates = ['', ':relative', ':query', ':or-empty'].flatMap((form) =>
  LINKS.map((name) => `{${name}${form}}`),
)

/** What a service may say of a page, the simplest first. */
export const pageTemplates: readonly string[] = [
  ...FORMS_OF_NUMBERS.flatMap((form) => NUMBERS.map((name) => `{${name}${form}}`)),
  ...['', ':not'].flatMap((form) => CONDITIONS.map((name) => `{${name}${form}}`)),
  ...linkTemplates,
]

/** From here on a service counts as its language does. */
const LARGEST = 1_000_000

/** Returns whether a page is an ordinary one: its number is not huge, and it was requested at the path of the list. */
export function isOrdinary({ slots }: PageSample): boolean {
  const path = withoutQuery(String(slots['link.pedido'] ?? ''))
  return !(Number(slots.atual) > LARGEST) && (path === '' || path === slots['link.lista'])
}

/**
 * Returns the simplest function of a page that has all values; undefined if there is none, or if the values are too much
 * alike to show one.
 */
export function pageTemplateOf(samples: readonly PageSample[]): string | undefined {
  const ordinary = samples.filter(isOrdinary)
  const values = new Set(ordinary.map(({ value }) => value))
  if ([...values].some((value) => typeof value === 'object' && value !== null)) return undefined
  const explains = (template: string) =>
    ordinary.every(({ value, slots }) => render(template, slots) === value)
  const found = pageTemplates.find(
    (template) => (values.size > 1 || CONSTANT.test(template)) && explains(template),
  )
  if (found !== undefined || values.size < 2) return found
  return linkAfterText(ordinary, explains) ?? mostlyLink(ordinary)
}

/** With fewer samples, a link that explains most of them may explain them by chance. */
const LEAST_SAMPLES = 8
const MOSTLY = 0.5

/** Returns a link that explains most samples: services read and write odd parameters in ways of their own. */
function mostlyLink(samples: readonly PageSample[]): string | undefined {
  if (samples.length < LEAST_SAMPLES) return undefined
  const counted = linkTemplates.map((template) => ({
    template,
    count: samples.filter(({ value, slots }) => render(template, slots) === value).length,
  }))
  const best = counted.reduce((one, other) => (other.count > one.count ? other : one))
  return best.count >= MOSTLY * samples.length ? best.template : undefined
}

/** Returns a link whose origin is not that of the request, such as the public one of a service behind a gateway. */
function linkAfterText(
  samples: readonly PageSample[],
  explains: (template: string) => boolean,
): string | undefined {
  const known = samples.find(({ value }) => typeof value === 'string' && /^https?:\/\//.test(value))
  if (known === undefined) return undefined
  for (const name of LINKS) {
    const end = render(`{${name}:relative}`, known.slots)
    const text = known.value as string
    if (typeof end !== 'string' || end === '' || !text.endsWith(end)) continue
    const template = `${text.slice(0, -end.length)}{${name}:relative}`
    if (explains(template)) return template
  }
  return undefined
}
