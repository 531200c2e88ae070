import type { JsonStyle } from './json-style.ts'
import type { Template } from './template.ts'

/** A reason to refuse a request, as the tables of a profile name it. */
export interface Situation {
  /** Such as `page.word`, `payload.unknown`, `token.wrong` or `report.unknown`. */
  name: string
  /** The values for the slots of its text: `key`, `value`, `limit`, `length`, `last`. */
  slots: Readonly<Record<string, string | number>>
}

/** The form of an answer that refuses. */
export interface Frame {
  status: number
  /**
   * The body. A string that is only `{keys}` becomes the list of keys. In a list with a single element that contains
   * `{key}`, `{text}` or a slot such as `{own.code}`, this element is repeated for each fault; so is the field of an object
   * whose only key contains `{key}`, once for each key. If the whole body is a string, it is sent as it is, not as JSON.
   */
  body: Template
  /** Overrides the headers of every refusal; null leaves one out. */
  headers?: Readonly<Record<string, string | null>>
  /** How its JSON is written; by default, like that of every refusal. */
  json?: JsonStyle
  /** The values of slots such as `{own.code}` for faults whose phrase does not define them. */
  own?: Readonly<Record<string, Template>>
}

/**
 * The text for a situation; an object if it also has its own frame, names of keys, source, or values of slots such as
 * `{own.code}`.
 */
export type Phrase =
  | string
  | {
      text?: string
      frame?: string
      keys?: readonly string[]
      source?: string
      own?: Readonly<Record<string, Template>>
    }

/** How several faults of one request become one refusal. */
export interface Joining {
  /** Whether all faults are reported or the first; the knob `faults` decides by default. */
  told?: 'all' | 'first'
  /**
   * The order of fields: a list of their names, with `*` for unknown ones; `sent` is the order in the request, with
   * missing fields last, and `sorted` the order of the names.
   */
  order?: readonly string[] | 'sent' | 'sorted'
  /** `first`: missing fields come before all others; `last`: after the other fields of the interface. */
  missing?: 'first' | 'last'
  /** `first`: only the first unknown field of the request is reported, as by a validator that stops there. */
  unknownTold?: 'first'
  /** `sorted`: unknown fields come in the order of their names; `sorted-in-text`: only in the text, and in lists of keys as they were sent. */
  unknown?: 'sorted' | 'sorted-in-text'
  /**
   * Situations, named like those of phrases, that suppress all other faults: if one of them occurs, only faults of these
   * situations are reported, as by a service that parses the types of a body before it validates the values.
   */
  alone?: readonly string[]
  /** How many faults of `alone` are reported; all by default. */
  aloneTold?: 'all' | 'first'
  /** Whether `{keys}` names all faults of `alone` or the first; same as `keys` by default. */
  aloneKeys?: 'all' | 'first'
  /** The order of fields for faults of `alone`; same as `order` by default. */
  aloneOrder?: readonly string[] | 'sent' | 'sorted'
  /** The text between any two faults of `alone`, in place of `between` and `last`, as if another part of the service writes them. */
  aloneBetween?: string
  /**
   * `text`: `alone` suppresses the other faults only in the text. `{keys}` names every fault, unless `aloneKeys` or `keys`
   * is `first`, and lists in the body have every fault if `each` is `all` or `eachOrder` is `usual`.
   */
  aloneIn?: 'text'
  /**
   * Situations at which a parser stops: without a fault of `alone`, only the first fault of these in the request is
   * reported, as by a service that looks for unknown fields before it parses the types of the others.
   */
  stopAt?: readonly string[]
  /**
   * Situations that are reported only if there are no other faults, as by a service that judges them last. They include
   * their narrower kinds whose text is the same.
   */
  later?: readonly string[]
  /** The text between two messages; `. ` by default. */
  between?: string
  /** The text between the last two messages, such as ` e `; same as `between` by default. */
  last?: string
  /**
   * `own`: a message that contains `last` is a list of messages itself, such as one for a field with several reasons. It
   * is divided there, and its parts are joined like all others.
   */
  lists?: 'own'
  /** The text between the names of unknown fields; if it is set, one message names all of them. */
  betweenKeys?: string
  /** `all`: this message also names the known fields with faults, as in express-validator. */
  mergedKeys?: 'all'
  /** This message if there are several unknown fields, whose names `betweenKeys` joins to the slot `{key}`. */
  severalKeys?: string
  /**
   * The values of slots such as `{own.code}` for several unknown fields, which are then one element of lists in the body,
   * as in zod: `between` joins their names to the slot `{key}`, and `{keys}` is the list of them.
   */
  severalOwn?: { between: string; own: Readonly<Record<string, Template>> }
  /**
   * The text before two or more messages, with the slots `{count}` and `{rest}`. A message that already begins with it,
   * because its value breaks several rules, loses it and counts as the number it states.
   */
  heading?: string
  /** The text before the first message, and the text after the last one. */
  before?: string
  after?: string
  /**
   * `own`: the messages already contain `before` and `after`, which are kept once around all of them, and only if one of
   * them has them.
   */
  around?: 'own'
  /**
   * The text in place of two or more joined messages, with the slots `{text}` (the first message), `{count}`, `{rest}`,
   * and `{s}`, which is `s` if `{rest}` is more than one. With `between`, faults of `alone` are joined nevertheless.
   */
  instead?: string
  /** Whether `{keys}` names all faults or the first; by default, those of the text. */
  keys?: 'all' | 'first'
  /** `all`: lists in the body have an element for each fault, even if the text reports only one; by default, for those of the text. */
  each?: 'all'
  /**
   * The order of these lists, if it is not that of the messages. `sorted`: by the names of the fields, if `each` is `all`.
   * `usual`: every fault in the order of the interface, with unknown fields last, like the issues of zod.
   */
  eachOrder?: 'sorted' | 'usual'
  /** `sorted`: `{keys}` is in the order of the names, whatever the order of the messages. */
  keysOrder?: 'sorted'
}

/** The words of refusals. */
export interface Refusals {
  /** Forms of answers by name. */
  frames?: Readonly<Record<string, Frame>>
  /**
   * Texts by situation, such as `page.word`, `mensagem.short`, `payload.unknown`, `token.wrong` or `report.unknown`.
   * `*.word` and `page.*` are for the situations of a column and of a row that have no text of their own.
   * docs/reference/profile.md lists the situations, and the slots of their texts.
   */
  phrases?: Readonly<Record<string, Phrase>>
  /** By source: `query` and `payload`. */
  joining?: Readonly<Partial<Record<'query' | 'payload', Joining>>>
  /**
   * Overrides `frames` and `phrases` for a request whose Accept names JSON, for frameworks that answer all others with a
   * page for people.
   */
  ifJson?: WordsIfAccepted
  /** The same for a request whose Accept names HTML and not JSON, for frameworks that answer all others with JSON. */
  ifHtml?: WordsIfAccepted
}

export type WordsIfAccepted = Pick<Refusals, 'frames' | 'phrases'>

/** Returns the words for requests whose Accept names a type; undefined if they are those for all others. */
export function wordsIf(
  type: 'ifJson' | 'ifHtml',
  { ifJson, ifHtml, ...refusals }: Refusals,
): Refusals | undefined {
  const own = { ifJson, ifHtml }[type]
  if (own === undefined) return undefined
  return {
    ...refusals,
    frames: { ...refusals.frames, ...own.frames },
    phrases: { ...refusals.phrases, ...own.phrases },
  }
}
