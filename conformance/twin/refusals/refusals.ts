import { groupBy } from '../../../src/contract/group-by.ts'
import type { Frame, Joining, Phrase, Refusals } from '../../../src/contract/wording.ts'
import type { Situation } from '../../../src/twin.ts'
import { parserOf } from '../families/recognise.ts'
import { jsonPhrases } from '../json-phrases.ts'
import { withEscapes } from './escaped.ts'
import {
  aligned,
  DOCUMENTED,
  isOtherThanWider,
  payloadLike,
  withoutHead,
  withoutWiderRoutes,
} from './frames.ts'
import { withoutInvented } from './invented.ts'
import { joiningIn, withinOf } from './joining-in.ts'
import { examplesOf, ofParser, PARSER_SITUATIONS, withUnasked } from './known-words.ts'
import { withLetThrough } from './let-through.ts'
import { withNumberName } from './number-name.ts'
import { type Refused, sourceOf } from './refused.ts'
import { withSharedPlaces } from './shared-places.ts'
import { shortened } from './shortened.ts'
import { withShownForms } from './shown-forms.ts'
import { withSiblings } from './siblings.ts'
import type { LearnedSituation, LearnSituation } from './situation.ts'

/**
 * Learns the words of refusals: a form of answers, a text for each situation, and how several are told at once.
 * @param isHarmless whether a profile may keep a text
 */
export function refusalsOf(
  refused: readonly Refused[],
  learnSituation: LearnSituation,
  isHarmless: (text: string) => boolean,
): Refusals {
  const alone = groupBy(
    refused.filter(({ situations }) => situations.length === 1),
    ({ situations }) => (situations[0] as Situation).name,
  )
  const parser = parserOf(examplesOf(refused, (name) => name.startsWith(PARSER_SITUATIONS)))
  const everything = withEscapes(
    withSharedPlaces(
      withShownForms(
        withSiblings(
          [...alone.values()].flatMap((group) =>
            withoutInvented(group, (kept) => ofParser(learnSituation(kept), parser)),
          ),
        ),
      ),
    ),
  )
  const learned = withoutWiderRoutes(withoutHead(everything.flatMap((one) => keptOf(one, isHarmless))))
  const joining: Partial<Record<'query' | 'payload', Joining>> = {}
  for (const source of ['query', 'payload'] as const) {
    const found = joiningIn(source, refused, learned)
    const rule = found && isHarmless(JSON.stringify(found)) ? found : undefined
    const isAsByDefault = refused.every(
      ({ situations, matchesDefault }) =>
        matchesDefault || situations.every(({ name }) => sourceOf(name) !== source),
    )
    if (rule !== undefined && !isAsByDefault) joining[source] = rule
  }
  // A kind that was not asked about has the phrase of another, so each kind with one of its own needs a phrase.
  const isJsonSaid = learned.every(
    ({ name, matchesDefaultText }) => matchesDefaultText || !name.startsWith(PARSER_SITUATIONS),
  )
  const frames: Record<string, Frame> = {}
  const phrases: Record<string, Phrase> = {}
  const byFrameKey = [...groupBy(learned, ({ defaultFrameKey }) => defaultFrameKey)]
  const isNew = ([frameKey, group]: (typeof byFrameKey)[0]) =>
    group.some(({ matchesDefault }) => !matchesDefault) || Object.hasOwn(joining, frameKey)
  // A frame of all refusals with 400 would be that of faulty fields, too, if these had none of their own.
  const isOf400New = byFrameKey.some((entry) => entry[0] === '400' && isNew(entry))
  for (const [frameKey, group] of byFrameKey) {
    if (!isNew([frameKey, group]) && !(isOf400New && !/^\d+$/.test(frameKey))) continue
    const groups = [...groupBy(aligned(group), ({ frame }) => JSON.stringify(frame)).values()]
    const inOrder = groups.sort((a, b) => b.length - a.length)
    const main = inOrder.find(([{ frame }]) => !/^\d+$/.test(frameKey) || frame.status === Number(frameKey))
    for (const alike of inOrder) {
      const [{ frame, name }] = alike
      frames[alike === main ? frameKey : name] = frame
      for (const one of alike) {
        // The words of the default depend on more than the situation: they are left to it.
        const isOfParser = one.name.startsWith(PARSER_SITUATIONS) && !isJsonSaid
        const rule = sourceOf(one.name) === frameKey ? joining[frameKey as 'query' | 'payload'] : undefined
        const text = withinOf(one.text, rule)
        // What stands around all texts is not in ours.
        const isOurs = one.matchesDefaultText && text === one.text
        const isLeft = alike === main && isOurs && !isOtherThanWider(one, learned) && !isOfParser
        const own = one.own && Object.keys(one.own).length > 0 && { own: one.own }
        if (isLeft && !own && !one.keys) continue
        const isText = alike === main && !own && !one.keys
        phrases[one.name] = isText
          ? text
          : {
              ...(!isLeft && { text }),
              ...(alike !== main && { frame: name }),
              ...(one.keys && { keys: one.keys }),
              ...own,
            }
      }
    }
  }
  const named = withNumberName(phrases, refused, isHarmless)
  const isPayloadHidden = byFrameKey.every(([frameKey]) => frameKey !== 'payload')
  const hidden = payloadLike(frames.query)
  const isDocumented = JSON.stringify(hidden) === JSON.stringify(DOCUMENTED)
  if (isPayloadHidden && (isOf400New || !isDocumented)) frames.payload = hidden
  return {
    ...(Object.keys(frames).length > 0 && { frames }),
    ...(Object.keys(named).length > 0 && {
      phrases: shortened(withLetThrough(withUnasked(jsonPhrases(named, parser), { refused, joining }))),
    }),
    ...(Object.keys(joining).length > 0 && { joining }),
  }
}

/** Returns what a profile may keep of a situation: of a page that it may not, that there is one, and its status. */
function keptOf(one: LearnedSituation, isHarmless: (text: string) => boolean): LearnedSituation[] {
  const { frame, text } = one
  if (isHarmless(JSON.stringify([frame.body, text]))) return [one]
  return typeof frame.body === 'string'
    ? [{ ...one, frame: { ...frame, body: '' }, text: '', bodies: [] }]
    : []
}
