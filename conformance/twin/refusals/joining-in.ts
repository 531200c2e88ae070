import { isAround, withoutAround } from '../../../src/contract/around.ts'
import { textWith } from '../../../src/contract/template.ts'
import type { Joining } from '../../../src/contract/wording.ts'
import { objectOf } from '../../service/lists.ts'
import { type Around, aroundOf, type Joined, joiningOf, readableWith } from '../joining.ts'
import { largestGroup } from '../most-common.ts'
import { messageOf, type Refused, sourceOf } from './refused.ts'
import type { LearnedSituation } from './situation.ts'

const UNKNOWN = /^(?:payload|others)\./

export function joiningIn(
  source: 'query' | 'payload',
  refused: readonly Refused[],
  learned: readonly LearnedSituation[],
): Joining | undefined {
  const texts = new Map(learned.map(({ name, text }) => [name, text]))
  const examples = refused.flatMap(({ situations, answer, request }): Joined[] => {
    const isWhole =
      situations.length > 1 && situations.every(({ name }) => texts.has(name) && sourceOf(name) === source)
    if (!isWhole) return []
    const keys = objectOf(objectOf(answer.json)?.validation)?.keys
    return [
      {
        message: messageOf(answer),
        keys: Array.isArray(keys) ? keys.map(String) : undefined,
        faults: situations.map(({ name, slots }) => ({
          key: String(slots.key ?? ''),
          text: textWith(texts.get(name) as string, { ...request, ...slots }),
          isKnown: !/^(payload|others)\./.test(name),
        })),
      },
    ]
  })
  const ofSource = learned.filter(({ name }) => sourceOf(name) === source)
  // A page beyond the end or a field that is let through is reported by another part of a service.
  const own = largestGroup(ofSource, ({ frame }) => String(frame.status))
  const around = aroundOf(own.map(({ text }) => text))
  const ways: Around[] = [
    { before: '', after: '' },
    { ...around, after: '' },
    { ...around, before: '' },
    around,
  ]
  // Unknown fields may be reported in another form, such as that of the interface.
  const known = aroundOf(own.filter(({ name }) => !UNKNOWN.test(name)).map(({ text }) => text))
  if (known.before !== around.before || known.after !== around.after) ways.push({ ...known, isOwn: true })
  // A service may put texts around several faults, but not around one that it finds later.
  const isNew = (way: Around) =>
    !ways.some(({ before, after }) => before === way.before && after === way.after)
  for (const { faults } of examples) {
    const known = aroundOf(faults.flatMap(({ text, isKnown }) => (isKnown ? [text] : [])))
    if (isNew(known)) ways.push({ ...known, isOwn: true })
    // Nested texts have more in common if no unknown field is reported.
    const nested = aroundOf(faults.map(({ text }) => text))
    if (nested.before !== '' && nested.after !== '' && isNew(nested)) ways.push({ ...nested, isOwn: true })
  }
  const counts = ways.map((way) => readableWith(examples, way))
  const best = ways[counts.indexOf(Math.max(...counts))] as Around
  const isOfAll = ofSource.every(({ text }) => isAround(text, best))
  return joiningOf(examples, isOfAll ? best : { ...best, isOwn: true })
}

/** The part of a text between the texts that are around all messages. */
export function withinOf(text: string, joining: Joining = {}): string {
  return joining.around === 'own' ? text : withoutAround(text, joining)
}
