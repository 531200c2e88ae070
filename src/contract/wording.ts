import type { JsonStyle } from './json-style.ts'
import type { Template } from './template.ts'

/** A reason to refuse a request, as the tables of a profile name it. */
export interface Situation {
  /** `page.word`, `payload.unknown`, `token.wrong`, `report.unknown` and so on. */
  name: string
  /** The values for the slots of its text: `key`, `value`, `limit`, `length`, `last`. */
  slots: Readonly<Record<string, string | number>>
}

/** The form of an answer that refuses. */
export interface Frame {
  status: number
  /**
   * The body. A string that is `{keys}` alone becomes the list of keys. A list whose only element contains `{key}`,
   * `{text}` or a slot such as `{own.code}`, and an object whose only key is `{key}`, is repeated for each fault. A
   * string is sent as it is.
   */
  body: Template
  /** In place of the headers of every refusal; null leaves one out. */
  headers?: Readonly<Record<string, string | null>>
  /** How its JSON is written, if not as that of every refusal. */
  json?: JsonStyle
  /** What slots such as `{own.code}` stand for, where the phrase of a fault says nothing else. */
  own?: Readonly<Record<string, Template>>
}

/**
 * The text for a situation; an object where more than its text differs: its frame, the name of its key, its source, or
 * what the body says of it in slots of its own, such as `{own.code}`.
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

/** How several faults of one request are told. */
export interface Joining {
  /** All of them, or the first. In place of the knob `faults`. */
  told?: 'all' | 'first'
  /**
   * The order of fields: names of fields; `*` stands for unknown ones. `sent`: as they came, missing ones last.
   * `sorted`: by their names.
   */
  order?: readonly string[] | 'sent' | 'sorted'
  /** `first`: missing fields are told before all others; `last`: after the other fields of the interface. */
  missing?: 'first' | 'last'
  /** `first`: only the first unknown field that came is told, as by a validator that looks for no other. */
  unknownTold?: 'first'
  /** Unknown fields are told in the order of their names; for `sorted-in-text`, lists of keys have them as they came. */
  unknown?: 'sorted' | 'sorted-in-text'
  /**
   * Situations, named as those of phrases: faults of these are told without the others, as by a service that reads the
   * body into types before it looks at the values.
   */
  alone?: readonly string[]
  /** How many of those are told; all by default. */
  aloneTold?: 'all' | 'first'
  /** Whether `keys` names all that are told alone, or the first; as `keys` by default. */
  aloneKeys?: 'all' | 'first'
  /** The order of fields for those that are told alone; as `order` by default. */
  aloneOrder?: readonly string[] | 'sent' | 'sorted'
  /** What stands between any two of those, in place of `between` and `last`, as where a part of its own tells them. */
  aloneBetween?: string
  /** `text`: only the text leaves the others out. Keys and lists in the body have all of them, unless `keys` is `first`. */
  aloneIn?: 'text'
  /**
   * Situations at which a parser stops: the first fault of these that came is all that is told, where none is told alone
   * by `alone`, as by a service that looks for unknown fields before it reads the others into types.
   */
  stopAt?: readonly string[]
  /**
   * Situations that are told only where nothing else is wrong, as by a service that judges them after all others. A
   * narrower kind is among them if it has the same words.
   */
  later?: readonly string[]
  /** What stands between two texts; `. ` by default. */
  between?: string
  /** What stands between the last two of several texts, such as ` e `; as `between` by default. */
  last?: string
  /**
   * `own`: a text with `last` in it is such a list itself, as where a field has several reasons. Its parts are joined as
   * all others are.
   */
  lists?: 'own'
  /** What stands between the names of unknown fields, where one text tells all of them. */
  betweenKeys?: string
  /** `all`: that text names the known fields that are wrong, too, as express-validator does. */
  mergedKeys?: 'all'
  /** The text for several unknown fields, where `betweenKeys` joins their names to the slot `{key}`. */
  severalKeys?: string
  /**
   * What a refusal has of its own for several unknown fields together, as zod does, in place of what it has for each:
   * `between` joins their names to the slot `{key}`, and `{keys}` is a list of them.
   */
  severalOwn?: { between: string; own: Readonly<Record<string, Template>> }
  /**
   * What stands before several texts and not before one, with the slots `{count}` and `{rest}`. A text that has it by
   * itself, as where a value breaks several rules, counts for as many.
   */
  heading?: string
  /** What stands before the first and after the last text, once. */
  before?: string
  after?: string
  /** `own`: the texts that have these two have them by themselves; others are told without. */
  around?: 'own'
  /**
   * The text in place of several that are joined, with the slots `{text}` of the first, `{count}`, `{rest}`, and `{s}`,
   * an `s` where the rest is more than one. With `between`, what is told alone is joined all the same.
   */
  instead?: string
  /** Whether `keys` names all faults although the text tells one, or the reverse. */
  keys?: 'all' | 'first'
  /** Whether lists in the body have an element for each fault although the text tells one. As the text by default. */
  each?: 'all'
  /**
   * `sorted`: these are in the order of the names of fields, whatever the order of the texts. `usual`: in that of the
   * document, and unknown fields last, as the issues of zod, whose text has these first. They then contain every fault.
   */
  eachOrder?: 'sorted' | 'usual'
  /** `sorted`: keys are listed by their names, whatever the order of the texts. */
  keysOrder?: 'sorted'
}

/** The words of refusals. */
export interface Refusals {
  /** Forms of answers by name. */
  frames?: Readonly<Record<string, Frame>>
  /**
   * Texts by situation: `page.word`, `*.empty` for each row without a text of its own, `mensagem.short`,
   * `payload.unknown`, `token.wrong`, `report.unknown` and so on. Slots: `{key}`, `{value}`, `{limit}`, `{length}`,
   * `{last}`, `{choices}` (of `sort`), `{surrogate}` (the code of half a character alone, as `D83D`), `{json}` (the value as JSON); of a type `{mime}` (without parameters) and `{charset}`; of a report number that is no UUID `{uuid}`, and `{uuid-go}` and `{uuid-java}` as these languages say it, `{uuid-java-without-places}` as those do who have only its length and its text; of any request
   * `{method}`, `{url}`, `{path}`, `{resource}`, `{route}` (without slashes around it), `{base}` (the URL of the service); of a field of
   * a body `{body}`, `{bytes}` (its length), `{value-start}`, `{value-end}` and `{value-token}` (the end of its first token, in bytes), `{start-character}`, `{end-character}` and `{token-character}` (the same in characters); of a body that is not JSON
   * `{position}`, `{byte}`, `{line}`, `{column}`, `{character}`, `{code}`, `{hex}`, `{pointer}` and `{dotted}`
   * (of the value), `{word}` with `{start}`, `{start-column}`, `{after}`, `{after-column}` and `{after-byte-column}`, `{near}` (all that is
   * left), `{body}`, of a broken literal `{literal}` and `{wanted}`, of it or a broken escape `{odd}`, `{odd-code}`, `{odd-position}`,
   * `{odd-column}` and `{odd-byte-column}`, and `{parser}`; of bytes that are not UTF-8 `{position}`, `{byte}`, `{line}`, `{column}`, `{hex}`, `{next-hex}` of the byte after it, and `{decoded}` (the text that
   * has them, with U+FFFD for each); of a word that breaks off `{first}` and `{first-code}`, its first character.
   */
  phrases?: Readonly<Record<string, Phrase>>
  /** By source: `query` and `payload`. */
  joining?: Readonly<Partial<Record<'query' | 'payload', Joining>>>
  /**
   * What comes before `frames` and `phrases` for a request whose Accept names JSON, where a framework answers others with a
   * page for people.
   */
  ifJson?: WordsIfAccepted
  /** The same for a request whose Accept names HTML and not JSON, where a framework answers others with JSON. */
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
