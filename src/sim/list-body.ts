import { randomUUID } from 'node:crypto'
import { type ByteText, toByteText } from '../contract/bytes.ts'
import type { Shape } from '../contract/dialect.ts'
import { pageSlots } from '../contract/page-slots.ts'
import type { Template } from '../contract/template.ts'
import { hasSlots, render, type Slots } from '../contract/template.ts'
import { toJson, type Whole } from '../contract/whole.ts'
import type { ListResponse } from '../contract/wire.ts'
import type { ReportsOn, SortKey } from '../store/store.ts'
import { itemWriter } from './list-item.ts'
import { type Body, longList } from './long-body.ts'
import { opaqueSlots } from './opaque.ts'

/** From this many rows on, a page takes a while. */
export const LONG_PAGE = 1_000

/** One page of a list. */
export interface ListedPage {
  busca: string
  /** Persons as the store has them: JSON already. */
  items: readonly ByteText[]
  page: Whole
  rows: Whole
  total: number
  /** The numbers that were sent, whatever was taken in their place. */
  sent: { page: Whole | undefined; rows: Whole | undefined }
  order: readonly SortKey[]
  /** What there is on each of the items, where these say something about it. */
  reports?: readonly (ReportsOn | undefined)[]
  /** Returns the URL of the request with its origin, as the client knows it. */
  url: () => string
}

/** Returns the values for the headers of a page; undefined if no header has slots and there are no `listHeaders`. */
export function createListSlots({
  headers = {},
  listHeaders,
}: Shape): ((listed: ListedPage) => Slots) | undefined {
  const templates = JSON.stringify([headers, listHeaders])
  if (listHeaders === undefined && !hasSlots(templates)) return undefined
  const hasLinks = tellsLinks(templates)
  return (listed) => slotsOf(listed, { atual: listed.page, linhas: listed.rows }, hasLinks)
}

/** Returns how a page is written: as a {@link ListResponse}, or in the form of a dialect. */
export function createListBody(shape: Shape): (listed: ListedPage) => Body {
  const { list, atual, linhas } = shape
  const endsOf = list === undefined ? documentedEnds : templateEnds(list)
  const write = itemWriter(shape)
  return (listed) => {
    const { page, rows, sent } = listed
    const ends = endsOf(listed, {
      atual: (atual === 'sent' ? sent.page : undefined) ?? page,
      linhas: (linhas === 'sent' ? sent.rows : undefined) ?? rows,
    })
    if (typeof ends === 'string') return ends
    const [head, tail] = ends
    const before = placeBefore(page, rows)
    const items =
      write === undefined
        ? listed.items
        : listed.items.map((item, i) =>
            write(item, { position: before + i + 1, row: i + 1, reports: listed.reports?.[i] }),
          )
    return items.length > LONG_PAGE ? longList(head, items, tail) : joinedList(head, items, tail)
  }
}

/** Joins a list in one piece: a string of several pieces would be copied once by whoever keeps it, and once to be sent. */
function joinedList(head: ByteText, items: readonly ByteText[], tail: ByteText): ByteText {
  const last = items.length - 1
  if (last === -1) return head + tail
  const parts = items.slice()
  parts[0] = head + parts[0]
  parts[last] += tail
  return parts.join(',')
}

/** What an answer says of its page, with as many digits as the profile repeats. */
type Paging = Record<keyof Pick<ListResponse['result']['paginacao'], 'atual' | 'linhas'>, Whole>
/** What stands before and after the items; the whole body where there is no place for them. */
type Ends = (listed: ListedPage, paging: Paging) => [head: ByteText, tail: ByteText] | ByteText

const documentedEnds: Ends = ({ busca, total }, { atual, linhas }) => [
  `{"result":{"busca":${toByteText(JSON.stringify(busca))},"itens":[`,
  `],"paginacao":{"atual":${toJson(atual)},"linhas":${toJson(linhas)},"total":"${total}"}},"status_code":200}`,
]

/** Returns how many items come before a page, whose number and size may be infinite. */
function placeBefore(page: Whole, rows: Whole): number {
  return page === 1 ? 0 : (Number(page) - 1) * Number(rows)
}

/** Stands for the items in a template; no client knows it. */
const ITEMS = randomUUID()

function templateEnds(template: Template): Ends {
  const hasLinks = tellsLinks(template)
  return (listed, paging) => {
    const body = toByteText(toJson(render(template, slotsOf(listed, paging, hasLinks))))
    const [head, tail] = body.split(`"${ITEMS}"`) as [string, string?]
    return tail === undefined ? body : [`${head}[`, `]${tail}`]
  }
}

function tellsLinks(template: Template): boolean {
  return JSON.stringify(template).includes('{link.')
}

function slotsOf(
  { busca, items, page, rows, total, order, url }: ListedPage,
  { atual, linhas }: Paging,
  hasLinks: boolean,
): Slots {
  const facts = { page, rows, total, count: items.length }
  const slots = pageSlots(hasLinks ? { ...facts, url: url() } : facts)
  return Object.defineProperties(slots, {
    ...Object.getOwnPropertyDescriptors(opaqueSlots(`${busca} ${page} ${rows}`)),
    ...Object.getOwnPropertyDescriptors({
      busca,
      itens: ITEMS,
      atual,
      linhas,
      total: String(total),
      ordenacao: order.map(({ by, descending }) => `${descending ? '-' : ''}${by}`).join(','),
    }),
  })
}
