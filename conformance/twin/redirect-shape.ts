import type { Shape } from '../../src/contract/dialect.ts'
import { withoutQuery } from '../../src/contract/url.ts'
import type { Evidence } from './evidence.ts'
import type { Headers, IsRepeated } from './headers.ts'
import { plainAnswerOf, textOf } from './plain-answer.ts'
import type { Answer } from './target-data.ts'

/** `http://host/path`: the scheme is the first part. */
const ABSOLUTE = /^(https?:\/\/)[^/]+(?=\/)/i
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308])

/** What the text of a redirect may name: its location, or a part of it. */
const PARTS: readonly [slot: string, of: (location: string) => string][] = [
  ['{location}', (location) => location],
  ['{pathname}', (location) => withoutQuery(location.replace(ABSOLUTE, ''))],
]

interface Redirected {
  answer: Answer
  location: string
  stratum: string
  /** Whether a GET was redirected. */
  isRead: boolean
}

type PartIn = (location: string) => string

/** Returns the text that all redirects have, with a slot for what they name; undefined where they differ. */
function formOf(all: readonly Redirected[]): { slot: string; of: PartIn; text: string } | undefined {
  const told = PARTS.map(([slot, of]) => ({
    slot,
    of,
    texts: all.map((one) => textWithSlot(one, slot, of)),
  }))
  // A text that does not name the place may have something else of the request in it.
  const found = told.find(({ slot, texts }) =>
    texts.every((text) => text.includes(slot) && text === texts[0]),
  )
  const [text] = found?.texts ?? []
  return found && text !== undefined ? { ...found, text } : undefined
}

function textWithSlot({ answer, location }: Redirected, slot: string, of: PartIn = (one) => one): string {
  const place = of(location)
  return textOf(answer).replaceAll(place, slot).replaceAll(place.replaceAll('&', '&amp;'), slot)
}

/** Learns the form of redirects: whether they name the host, what they say, and their headers. */
export function redirectShapeOf(
  evidence: readonly Evidence[],
  usual: Headers,
  isHarmless: (text: string) => boolean,
  isRepeated: IsRepeated,
): Pick<Shape, 'redirect'> {
  const all = evidence.flatMap(({ asked: { question, stratum }, answer }): Redirected[] => {
    const { location, ...headers } = answer.headers
    const isRedirect = REDIRECTS.has(answer.status) && typeof location === 'string'
    if (!isRedirect || !stratum.startsWith('path.')) return []
    return [{ answer: { ...answer, headers }, location, stratum, isRead: question.method === 'GET' }]
  })
  // A gateway may redirect only decisions, which then say what there is to say.
  const isAnyRead = all.some(({ isRead }) => isRead)
  const reads = all.filter(({ isRead }) => isRead || !isAnyRead)
  // A gateway may redirect other paths in another form: the slash at the end is the most common of them.
  const slashes = reads.filter(({ stratum }) => stratum === 'path.trailing-slash')
  const own = formOf(reads) === undefined && formOf(slashes) !== undefined ? slashes : reads
  if (own.length === 0) return {}
  const { slot, of, text: said } = formOf(own) ?? {}
  const texts = own.flatMap(() => said ?? [])
  const others = all.filter(({ isRead }) => !isRead)
  const isOfAny =
    slot !== undefined && others.length > 0 && others.every((one) => textWithSlot(one, slot, of) === said)
  const answers = own.map(({ answer }) => answer)
  const { headers, ...text } = plainAnswerOf(answers, texts, usual, isHarmless, isRepeated)
  const schemes = new Set(own.map(({ location }) => ABSOLUTE.exec(location)?.[1]))
  const [scheme] = schemes.size === 1 ? schemes : []
  const ofForm = { ...headers, ...(scheme !== undefined && { location: `${scheme}{host}{path}` }) }
  const form = {
    ...text,
    ...(isOfAny && text.text !== undefined && { methods: 'any' as const }),
    ...(Object.keys(ofForm).length > 0 && { headers: ofForm }),
  }
  return Object.keys(form).length > 0 ? { redirect: form } : {}
}
