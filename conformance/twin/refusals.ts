import { situations as everySituation } from '../../src/contract/dialect-form.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import { kindsUpwards, widerKinds } from '../../src/contract/kind-fallbacks.ts'
import type { Template } from '../../src/contract/template.ts'
import type { Frame, Joining, Phrase, Refusals } from '../../src/contract/wording.ts'
import type { Situation } from '../../src/twin.ts'
import { objectOf } from '../service/lists.ts'
import { bodyTemplateOf, type RefusedBody } from './body-template.ts'
import {
  parserOf,
  type Recognised,
  type SituationExample,
  textIn,
  validatorOf,
} from './families/recognise.ts'
import { aroundOf, type Joined, joiningOf, readableWith } from './joining.ts'
import { jsonPhrases } from './json-phrases.ts'
import { largestGroup } from './most-common.ts'
import { oneBodyOf } from './own-values.ts'
import { filled, phraseOf, slotsIn } from './phrase.ts'
import type { Answer } from './world.ts'

/** An answer of the target that refuses, and what the twin says was wrong. */
export interface Refused {
  situations: readonly Situation[]
  /** The frame that it has without one of its own: the source or the status that the twin gives by its knobs. */
  usual: string
  answer: Answer
  /** Whether the twin says the same without being told. */
  isSame: boolean
  /** Whether the twin says it in the same words, though maybe in another form. */
  isSaid: boolean
  /** What it may repeat of the request itself. */
  request: Situation['slots']
  /** Words that the question made up. */
  invented?: readonly string[]
}

/** Returns what answers of one kind have beside their body, where it is not that of every refusal. */
type FormOf = (answers: readonly [Answer, ...Answer[]]) => Pick<Frame, 'headers' | 'json'>

/** The rows of tables whose faults are told together, by their source. */
const SOURCES: Record<string, 'query' | 'payload'> = {
  page: 'query',
  rows: 'query',
  cpf: 'query',
  nome: 'query',
  sort: 'query',
  others: 'query',
  aprovar: 'payload',
  mensagem: 'payload',
  payload: 'payload',
}

interface Learned {
  name: string
  /** The frame that it has without one of its own: its source or its status. */
  usual: string
  frame: Frame
  text: string
  /** The names of its key, where lists have it more than once. */
  keys?: readonly string[]
  /** What its body says in slots of its own. */
  own?: Readonly<Record<string, Template>>
  /** The bodies that it was learned from. */
  bodies: readonly RefusedBody[]
  isSame: boolean
  isSaid: boolean
}

/**
 * Learns the words of refusals: a form of answers, a text for each situation, and how several are told at once.
 * @param formOf says what else is particular to answers
 * @param isHarmless whether a profile may keep a text
 */
export function refusalsOf(
  refused: readonly Refused[],
  formOf: FormOf,
  isHarmless: (text: string) => boolean,
): Refusals {
  const alone = groupBy(
    refused.filter(({ situations }) => situations.length === 1),
    ({ situations }) => (situations[0] as Situation).name,
  )
  const parser = parserOf(examplesOf(refused, (name) => name.startsWith(OF_PARSER)))
  const everything = withSiblings(
    [...alone.values()].flatMap((group) =>
      withoutInvented(group, (kept) => ofParser(learn(kept, formOf), parser)),
    ),
  )
  const learned = withoutHead(
    everything.filter(({ frame, text }) => isHarmless(JSON.stringify([frame.body, text]))),
  )
  const joining: Partial<Record<'query' | 'payload', Joining>> = {}
  for (const source of ['query', 'payload'] as const) {
    const rule = joiningIn(source, refused, learned)
    const isSame = refused.every(
      ({ situations, isSame }) => isSame || situations.every(({ name }) => sourceOf(name) !== source),
    )
    if (rule !== undefined && !isSame) joining[source] = rule
  }
  // A kind that was not asked about has the phrase of another, so each kind with one of its own needs a phrase.
  const isJsonSaid = learned.every(({ name, isSaid }) => isSaid || !name.startsWith(OF_PARSER))
  const frames: Record<string, Frame> = {}
  const phrases: Record<string, Phrase> = {}
  const byUsual = [...groupBy(learned, ({ usual }) => usual)]
  const isNew = ([usual, group]: (typeof byUsual)[0]) =>
    group.some(({ isSame }) => !isSame) || Object.hasOwn(joining, usual)
  // A frame of all refusals with 400 would be that of faulty fields, too, if these had none of their own.
  const isOf400New = byUsual.some((entry) => entry[0] === '400' && isNew(entry))
  for (const [usual, group] of byUsual) {
    if (!isNew([usual, group]) && !(isOf400New && !/^\d+$/.test(usual))) continue
    const groups = [...groupBy(aligned(group), ({ frame }) => JSON.stringify(frame)).values()]
    const inOrder = groups.sort((a, b) => b.length - a.length)
    const main = inOrder.find(([{ frame }]) => !/^\d+$/.test(usual) || frame.status === Number(usual))
    for (const alike of inOrder) {
      const [{ frame, name }] = alike
      frames[alike === main ? usual : name] = frame
      for (const one of alike) {
        // The words of the default depend on more than the situation: they are left to it.
        const isOfParser = one.name.startsWith(OF_PARSER) && !isJsonSaid
        const isLeft = alike === main && one.isSaid && !isOtherThanWider(one, learned) && !isOfParser
        const own = one.own && Object.keys(one.own).length > 0 && { own: one.own }
        if (isLeft && !own && !one.keys) continue
        const rule = sourceOf(one.name) === usual ? joining[usual as 'query' | 'payload'] : undefined
        const text = withinOf(one.text, rule)
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
  const isPayloadHidden = byUsual.every(([usual]) => usual !== 'payload')
  const hidden = payloadLike(frames.query)
  const isDocumented = JSON.stringify(hidden) === JSON.stringify(DOCUMENTED)
  if (isPayloadHidden && (isOf400New || !isDocumented)) frames.payload = hidden
  return {
    ...(Object.keys(frames).length > 0 && { frames }),
    ...(Object.keys(phrases).length > 0 && {
      phrases: shortened(withUnasked(jsonPhrases(phrases, parser), { refused, joining })),
    }),
    ...(Object.keys(joining).length > 0 && { joining }),
  }
}

/**
 * Returns the form of refusals of a body that nobody has seen, as by a service that looks at the report before it: that
 * of a query with another source, or that of the document.
 */
function payloadLike(query: Frame | undefined): Frame {
  const asked = objectOf(query?.body) as Record<string, Template> | undefined
  const ofQuery = objectOf(asked?.validation) as Record<string, Template> | undefined
  if (query?.status === 400 && asked && ofQuery)
    return { ...query, body: { ...asked, validation: { ...ofQuery, source: 'payload' } } }
  return DOCUMENTED
}

const DOCUMENTED: Frame = {
  status: 400,
  body: {
    error: 'Bad Request',
    message: '{text}',
    validation: { source: 'payload', keys: '{keys}' },
    status_code: 400,
  },
}

const OF_PARSER = 'json.'

/** Returns the texts of single faults of these rows. */
function examplesOf(
  refused: readonly Refused[],
  isOfRow: (situation: string) => boolean,
): SituationExample[] {
  return refused.flatMap(({ situations, answer, request }) => {
    const [{ name, slots }] = situations as readonly [Situation]
    const isOne = situations.length === 1 && isOfRow(name)
    return isOne ? [{ situation: name, text: messageOf(answer), slots: { ...request, ...slots } }] : []
  })
}

/** Returns what was learned with the text of a parser, if that explains as much. */
function ofParser(learned: Learned, parser: Recognised | undefined): Learned {
  const { name, bodies } = learned
  if (parser === undefined || !name.startsWith(OF_PARSER)) return learned
  const text = textIn(parser.texts, name)
  const isExplained = text && bodies.every(({ message, slots }) => filled(text, slots) === message)
  return isExplained ? { ...learned, text } : learned
}

/**
 * Gives a situation the text of other ones of its row that explains its answers, too, and has as many slots: that of
 * most of them, because one example does not tell slots apart that have the same value.
 */
function withSiblings(learned: readonly Learned[]): Learned[] {
  const rows = groupBy(learned, ({ name }) => name.split('.')[0] as string)
  return learned.map((one) => {
    const explains = (text: string) =>
      one.bodies.every(({ message, slots }) => filled(text, slots) === message)
    const texts = (rows.get(one.name.split('.')[0] as string) ?? [])
      .map(({ text }) => text)
      .filter((text) => slotsIn(text) > 0 && slotsIn(text) >= slotsIn(one.text) && explains(text))
    const counts = [...groupBy(texts, (text) => text)].sort(
      ([a, some], [b, others]) => others.length - some.length || slotsIn(a) - slotsIn(b),
    )
    const [text = one.text] = counts[0] ?? []
    return { ...one, text }
  })
}

/** Adds the words of a known validator for what was not asked, as where only queries were. */
function withUnasked(
  phrases: Readonly<Record<string, Phrase>>,
  { refused, joining }: { refused: readonly Refused[]; joining: Refusals['joining'] },
): Record<string, Phrase> {
  const isOfField = (name: string) => sourceOf(name) !== undefined
  const validator = validatorOf(examplesOf(refused, isOfField))
  const isNew = Object.keys(phrases).some(isOfField)
  if (validator === undefined || !isNew) return { ...phrases }
  const seen = new Set(refused.flatMap(({ situations }) => situations.map(({ name }) => name)))
  const unasked = [...validator.texts].filter(([name]) => !seen.has(name) && !Object.hasOwn(phrases, name))
  const rule = (name: string) => joining?.[sourceOf(name) as 'query' | 'payload']
  return {
    ...phrases,
    ...Object.fromEntries(unasked.map(([name, text]) => [name, withinOf(text, rule(name))])),
  }
}

/** Gives situations one frame where their answers differ only in values, such as a code for each. */
function aligned(group: readonly Learned[]): readonly Learned[] {
  // What is wrong with a whole body is never told together with the fault of a field.
  const alike = groupBy(group, ({ name, frame: { status, body, headers, json } }) =>
    JSON.stringify([
      status,
      headers ?? null,
      json ?? null,
      Object.keys(objectOf(body) ?? {}),
      sourceOf(name) === undefined,
    ]),
  )
  return [...alike.values()].flatMap((some) => {
    const one = oneBodyOf(some.map(({ frame, bodies }) => ({ template: frame.body, samples: bodies })))
    if (one === undefined) return some
    const isWithOwn = Object.keys(one.usual).length > 0
    return some.map((learned, i) => ({
      ...learned,
      frame: { ...learned.frame, body: one.template, ...(isWithOwn && { own: one.usual }) },
      own: one.own[i] as Learned['own'] & object,
    }))
  })
}

/** Returns whether a kind would be told in the frame of a wider kind, which is another one. */
function isOtherThanWider({ name, frame }: Learned, learned: readonly Learned[]): boolean {
  const [row = '', column = ''] = name.split('.')
  const wider = learned.find((other) => other.name === `${row}.${widerKinds[row]?.[column]}`)
  return wider !== undefined && JSON.stringify(wider.frame) !== JSON.stringify(frame)
}

/** Situations of HEAD, whose answers have no body: the wider ones first. */
const OF_HEAD = ['unknown-head', 'head', 'list-head']

/** Leaves out what HEAD is answered with where that is, as far as can be seen of it, the answer to another method. */
function withoutHead(learned: readonly Learned[]): readonly Learned[] {
  return OF_HEAD.reduce((kept, column) => {
    const name = `route.${column}`
    const own = kept.find((one) => one.name === name)
    const [, ...wider] = kindsUpwards('route', column)
    const other = wider
      .map((kind) => kept.find((one) => one.name === `route.${kind}`))
      .find((one) => one !== undefined)
    if (!own || other?.frame.status !== own.frame.status) return kept
    const isSame = JSON.stringify(other.frame.headers ?? {}) === JSON.stringify(own.frame.headers ?? {})
    return isSame ? kept.filter((one) => one !== own) : kept
  }, learned)
}

function learn(group: readonly [Refused, ...Refused[]], formOf: FormOf): Learned {
  const [{ situations, usual }] = group
  const { name } = situations[0] as Situation
  // Another status or form now and then is a situation that the tables do not tell apart: the most common one counts.
  const alike = largestGroup(group, ({ answer }) => likeness(answer))
  const examples = alike.map(({ situations, answer, request }) => ({
    answer,
    slots: { ...request, ...(situations[0] as Situation).slots },
  }))
  const [{ answer }] = examples as [(typeof examples)[0]]
  const whole = examples.map(
    ({ answer, slots }): RefusedBody => ({
      body: answer.json ?? answer.text,
      slots,
      message: messageOf(answer),
    }),
  )
  const times = timesOfKey(whole)
  const bodies =
    times > 1 ? whole.map((one) => ({ ...one, body: withKeyOnce(one.body, one.slots.key) })) : whole
  const body = bodyTemplateOf(bodies as [RefusedBody])
  const messages = examples.map(({ answer, slots }) => ({ text: messageOf(answer), slots }))
  const { text } = phraseOf(messages as [(typeof messages)[0]])
  const { headers, json } = formOf(examples.map((example) => example.answer) as [Answer])
  const frame: Frame = { status: answer.status, body, ...(headers && { headers }), ...(json && { json }) }
  const isSame = headers === undefined && json === undefined && alike.every((one) => one.isSame)
  const isSaid = alike.every((one) => one.isSaid)
  const keys = times > 1 && { keys: Array.from({ length: times }, () => '{key}') }
  return { name, usual, frame, text, ...keys, bodies, isSame, isSaid }
}

/** Returns how often lists of the bodies have the key of the fault, as where a value breaks two rules; 1 if they differ. */
function timesOfKey(bodies: readonly RefusedBody[]): number {
  const counts = bodies.map(({ body, slots }) => Math.max(1, ...listsOfKey(body, slots.key)))
  const [first = 1] = counts
  return counts.every((count) => count === first) ? first : 1
}

function listsOfKey(value: unknown, key: unknown): number[] {
  if (isOfKey(value, key)) return [value.length]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((one) => listsOfKey(one, key))
}

function withKeyOnce(value: unknown, key: unknown): unknown {
  if (isOfKey(value, key)) return [key]
  const object = objectOf(value)
  if (object === undefined) return value
  return Object.fromEntries(Object.entries(object).map(([name, one]) => [name, withKeyOnce(one, key)]))
}

function isOfKey(value: unknown, key: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => one === key)
}

/** Returns what answers have in common that differ only in their values. */
function likeness({ status, json }: Answer): string {
  return JSON.stringify([status, outlineOf(json)])
}

function outlineOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outlineOf)
  const object = objectOf(value)
  if (object === undefined) return typeof value
  return Object.entries(object).map(([name, one]) => [name, outlineOf(one)])
}

/**
 * Learns a situation so that no word stands in it that a question made up: from the answers that repeat none, if the
 * word is no slot; from none at all, if that leaves none.
 */
function withoutInvented(
  group: readonly Refused[],
  learnFrom: (group: readonly [Refused, ...Refused[]]) => Learned,
): Learned[] {
  const invented = new Set(group.flatMap(({ invented = [] }) => invented))
  const isClean = ({ frame, text, own }: Learned) => !holdsWordOf([frame, text, own ?? null], invented)
  const learned = learnFrom(group as readonly [Refused])
  if (isClean(learned)) return [learned]
  const others = group.filter(({ answer }) => !holdsWordOf(answer.json ?? answer.text, invented))
  const again = others.length > 0 ? learnFrom(others as readonly Refused[] as [Refused]) : undefined
  return again && isClean(again) ? [again] : []
}

/** A shorter word stands in a text by chance; as a whole value it does not. */
const LEAST_WORD = 3

/** Returns whether one of these words stands somewhere in a value, by itself. */
function holdsWordOf(value: unknown, words: ReadonlySet<string>): boolean {
  if (typeof value === 'string') {
    return (
      words.has(value) || value.split(/[^a-z]+/).some((word) => word.length >= LEAST_WORD && words.has(word))
    )
  }
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, one]) => holdsWordOf(name, words) || holdsWordOf(one, words))
}

/** Returns the text of a refusal in the form of the document; empty for other forms. */
export function messageOf({ json }: Pick<Answer, 'json'>): string {
  const message = objectOf(json)?.message
  return typeof message === 'string' ? message : ''
}

function joiningIn(
  source: 'query' | 'payload',
  refused: readonly Refused[],
  learned: readonly Learned[],
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
          text: filled(texts.get(name) as string, { ...request, ...slots }),
          isKnown: !/^(payload|others)\./.test(name),
        })),
      },
    ]
  })
  const own = learned.filter(({ name }) => sourceOf(name) === source).map(({ text }) => text)
  const around = aroundOf(own)
  const ways = [{ before: '', after: '' }, { ...around, after: '' }, { ...around, before: '' }, around]
  const counts = ways.map((way) => readableWith(examples, way))
  return joiningOf(examples, ways[counts.indexOf(Math.max(...counts))])
}

/** The part of a text that stands between what is told once around all of them. */
function withinOf(text: string, { before = '', after = '' }: Joining = {}): string {
  const isAround = text.startsWith(before) && text.endsWith(after)
  return isAround ? text.slice(before.length, text.length - after.length) : text
}

function sourceOf(situation: string): string | undefined {
  return SOURCES[situation.replace(/\..*/s, '')]
}

/** Says once what several rows say in the same words: `*.empty` in place of `nome.empty` and `sort.empty`. */
function shortened(phrases: Readonly<Record<string, Phrase>>): Record<string, Phrase> {
  const done: Record<string, Phrase> = {}
  const groups = groupBy(Object.entries(phrases), ([name]) => name.replace(/^.*\./s, ''))
  for (const [column, entries] of groups) {
    const general = entries.map(([name, phrase]) => [name, phrase, generalised(name, phrase)] as const)
    const counts = groupBy(general, ([, , text]) => text)
    const [text, same] = [...counts].sort((a, b) => b[1].length - a[1].length)[0] as [
      string | undefined,
      typeof general,
    ]
    // A text for a whole column would also be said of rows that were not learned.
    const isWhole = everySituation.every(
      (name) => !name.endsWith(`.${column}`) || Object.hasOwn(phrases, name),
    )
    const isShared = text !== undefined && same.length > 1 && isWhole
    if (isShared) done[`*.${column}`] = text
    for (const [name, phrase, own] of general) if (!isShared || own !== text) done[name] = phrase
  }
  return done
}

/** The text with its row as a slot; undefined for one with a frame of its own. */
function generalised(name: string, phrase: Phrase): string | undefined {
  if (typeof phrase !== 'string') return undefined
  const row = name.replace(/\..*/s, '')
  return phrase
    .split(/\b/)
    .map((word) => (word === row ? '{key}' : word))
    .join('')
}
