import { withoutAround } from '../contract/around.ts'
import { textWith } from '../contract/template.ts'
import type { Joining } from '../contract/wording.ts'
import { unlistedText } from './refusal.ts'

/** The texts of the faults of one request. */
export interface Texts {
  /** Those that are reported. */
  told: readonly string[]
  /** Those of all faults up to the limit of a refusal, even if only the first is reported. */
  all: readonly string[]
  /** How many faults are beyond this limit. */
  unlisted: number
}

/** Joins the texts of several faults to one. */
export function joinedText(
  { told, all, unlisted }: Texts,
  { between = '. ', last = between, lists, heading, instead, ...around }: Joining,
): string {
  const isOwn = around.around === 'own'
  const texts = isOwn ? told.map((text) => withoutAround(text, around)) : told
  const count = all.length + unlisted
  if (instead !== undefined && count > 1) {
    const others = all.length < 2 ? 0 : restIn(all, instead)
    const sum = count + others
    const { text } = within(texts[0] ?? '', instead)
    return textWith(instead, { text, count: sum, rest: sum - 1, s: sum > 2 ? 's' : '' })
  }
  // If no message has `before` and `after` itself, neither has the joined text.
  const isOnce = !isOwn || texts.some((text, i) => text !== told[i])
  const { before = '', after = '' } = isOnce ? around : {}
  const listed = unlisted > 0 ? [...texts, unlistedText(unlisted)] : texts
  const isSeveral = listed.length > 1
  const { above, below } =
    isSeveral && heading ? headed(listed, heading, count) : { above: '', below: listed }
  const parts = lists === 'own' && isSeveral ? below.flatMap((text) => text.split(last)) : below
  const ends = parts.slice(-2).join(last)
  return `${above}${before}${[...parts.slice(0, -2), ends].join(between)}${after}`
}

/** Returns a heading whose count includes the counts that messages already begin with, and the messages without these headings. */
function headed(
  texts: readonly string[],
  heading: string,
  count: number,
): { above: string; below: readonly string[] } {
  const parts = texts.map((text) => withoutHeading(text, heading))
  const sum = parts.reduce((all, { rest }) => all + rest, count)
  return { above: textWith(heading, { count: sum, rest: sum - 1 }), below: parts.map(({ text }) => text) }
}

/** A message without its heading. */
interface Counted {
  text: string
  /** How many other faults its heading counts. */
  rest: number
}

function withoutHeading(text: string, heading: string): Counted {
  const [digits = ''] = /\d{1,9}/.exec(text) ?? []
  for (const count of digits === '' ? [] : [Number(digits), Number(digits) + 1]) {
    const above = textWith(heading, { count, rest: count - 1 })
    if (above !== heading && text.startsWith(above))
      return { text: text.slice(above.length), rest: count - 1 }
  }
  return { text, rest: 0 }
}

/** Returns how many more faults than one each the messages count: a value may break several rules. */
function restIn(texts: readonly string[], instead: string): number {
  return texts.reduce((sum, text) => sum + within(text, instead).rest, 0)
}

/** Returns the first message inside a text of the form `instead`, and how many others it counts; any other text as it is, with 0. */
function within(text: string, instead: string): Counted {
  for (const s of isCounting(instead) ? ['', 's'] : []) {
    const [before = '', others = ''] = instead.replaceAll('{s}', s).split('{text}')
    const [between = '', after = ''] = others.split('{rest}')
    if (!text.startsWith(before) || !text.endsWith(after)) continue
    const inner = text.slice(before.length, text.length - after.length)
    const [digits] = /\d{1,9}$/.exec(inner) ?? []
    const first = digits && inner.slice(0, -digits.length)
    if (first?.endsWith(between))
      return { text: first.slice(0, first.length - between.length), rest: Number(digits) }
  }
  return { text, rest: 0 }
}

/** Returns whether `instead` contains `{text}` and then `{rest}`, each once. */
function isCounting(instead: string): boolean {
  const isOnce = ['{text}', '{rest}'].every((slot) => instead.split(slot).length === 2)
  return isOnce && instead.indexOf('{text}') < instead.indexOf('{rest}')
}
