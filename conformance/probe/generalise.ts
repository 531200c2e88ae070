import { forms, type Slots, textOf as slotText, type Template } from '../../src/contract/slots.ts'

/** A value of an answer, and what its request could have put there. */
export interface Sample {
  value: unknown
  slots: Slots
  /** What the sample is about: the name of a fault. */
  about?: string
}

/** Says what stands where nothing explains the values. @throws {Unlike} if nothing may */
export type Spare = (place: string, samples: readonly Sample[]) => Template

export class Unlike extends Error {}

const nothingSpare: Spare = (place) => {
  throw new Unlike(place)
}

interface Candidate {
  slot: string
  values: readonly unknown[]
}

/** More attempts to divide a text are not worth their time. */
const MOST_ATTEMPTS = 3_000
/** A slot that is found in one sample alone is no chance if it is so long. */
const LONG = 4

/**
 * Returns the template that says all of these values: what is equal stays, what a slot has becomes the slot. The rest is
 * what `spare` says.
 */
export function generalise(samples: readonly Sample[], spare: Spare = nothingSpare, place = ''): Template {
  const values = samples.map(({ value }) => value)
  const [first] = values
  const only = samples.length === 1
  const isSame = !only && values.every((value) => isEqual(value, first))
  if (isSame && (typeof first !== 'object' || first === null))
    return slotNamed(place, samples) ?? asTemplate(first)
  const whole = wholeSlotOf(samples, values)
  if (whole) return whole
  const isLeaf = values.some((value) => typeof value !== 'object' || value === null)
  if (isLeaf) {
    // A field that has the name of a slot is that slot, although another one may have the same values.
    const named = only ? undefined : slotNamed(place, samples)
    if (named) return named
    const candidates = candidatesOf(samples)
    const isLong = ({ values: [value] }: Candidate) => !only || slotText(value).length >= LONG
    const slot = candidates.find(
      (one) => isLong(one) && one.values.every((value, i) => isEqual(value, values[i])),
    )
    if (slot) return slot.slot
    if (!values.every((value) => typeof value === 'string'))
      return only ? asTemplate(first) : spare(place, samples)
    const usable = candidates.filter((one) => isLong(one) && one.values.every(isWritten))
    return textOf(values as string[], usable) ?? (only ? asTemplate(first) : spare(place, samples))
  }
  if (values.every(Array.isArray)) return listOf(samples, values as unknown[][], spare, place)
  if (values.some(Array.isArray)) return spare(place, samples)
  return objectOf(samples, values as Record<string, unknown>[], spare, place)
}

/** Returns the slot that has the name of the field and its value, although that is always the same. */
function slotNamed(place: string, samples: readonly Sample[]): string | undefined {
  if (!samples.every(({ slots }) => slots[place] !== undefined && isScalar(slots[place]))) return undefined
  const named = candidatesOf(samples).filter(
    ({ slot }) => slot === `{${place}}` || slot.startsWith(`{${place}:`),
  )
  return named.find((one) => one.values.every((value, i) => isEqual(value, samples[i]?.value)))?.slot
}

/** Returns a slot that is a list or an object, and is repeated as it is. */
function wholeSlotOf([first, ...others]: readonly Sample[], values: readonly unknown[]): string | undefined {
  if (first === undefined || typeof first.value !== 'object' || first.value === null) return undefined
  const names = Object.keys(first.slots).filter((name) => isEqual(first.slots[name], values[0]))
  const name = names.find((one) => others.every(({ slots }, i) => isEqual(slots[one], values[i + 1])))
  return name && `{${name}}`
}

function listOf(
  samples: readonly Sample[],
  lists: readonly unknown[][],
  spare: Spare,
  place: string,
): Template {
  const [first = []] = lists
  if (lists.some(({ length }) => length !== first.length)) return spare(place, samples)
  return first.map((_, i) =>
    generalise(
      samples.map((sample, n) => ({ ...sample, value: lists[n]?.[i] })),
      spare,
      place,
    ),
  )
}

function objectOf(
  samples: readonly Sample[],
  objects: readonly Record<string, unknown>[],
  spare: Spare,
  place: string,
): Template {
  const keys = objects.map((object) => Object.keys(object))
  const [first = []] = keys
  if (keys.some(({ length }) => length !== first.length)) return spare(place, samples)
  const candidates = candidatesOf(samples).filter(({ values }) => values.every(isWritten))
  const entries = first.map((_, i): [string, Template] => {
    const names = keys.map((own) => own[i] as string)
    const isSame = names.every((name) => name === names[0])
    const name = isSame ? (names[0] as string) : textOf(names, candidates)
    if (name === undefined) throw new Unlike(place)
    const inner = samples.map((sample, n) => ({ ...sample, value: objects[n]?.[names[n] as string] }))
    return [name, generalise(inner, spare, isSame ? name : place)]
  })
  return Object.fromEntries(entries)
}

/** Returns the slots that all samples have: plain ones, then those in another form, each time the longest first. */
function candidatesOf(samples: readonly Sample[]): Candidate[] {
  const [{ slots: first }] = samples as [Sample]
  const names = Object.keys(first).filter((name) =>
    samples.every(
      ({ slots }) => slots[name] !== undefined && (isScalar(slots[name]) || slots[name] === null),
    ),
  )
  const candidate = (slot: string, name: string, formOf = (value: unknown): unknown => value): Candidate => {
    const values = samples.map(({ slots }) => (slots[name] === null ? null : formOf(slots[name])))
    return { slot: `{${slot}}`, values }
  }
  const length = ({ values: [value] }: Candidate) => slotText(value).length
  const inOrder = (all: Candidate[]) => all.sort((a, b) => length(b) - length(a))
  const formed = names.flatMap((name) =>
    Object.entries(forms).map(([form, formOf]) => candidate(`${name}:${form}`, name, formOf)),
  )
  const usable = formed.filter(({ values }) =>
    values.every((value) => value !== undefined && !Number.isNaN(value)),
  )
  return [...inOrder(names.map((name) => candidate(name, name))), ...inOrder(usable)]
}

const isWritten = (value: unknown) => value !== null && slotText(value) !== ''
const isScalar = (value: unknown) => typeof value !== 'object'

/** Returns the template of texts that differ only by what slots have; undefined if they differ by more. */
function textOf(texts: readonly string[], candidates: readonly Candidate[]): string | undefined {
  const written = candidates.map(({ slot, values }) => ({ slot, values: values.map(slotText) }))
  let attempts = 0
  const solve = (parts: readonly string[]): string | undefined => {
    const [first = ''] = parts
    const isSame = parts.every((part) => part === first)
    if (isSame && parts.length > 1) return first
    if (first === '' && parts.length === 1) return ''
    for (const { slot, values } of written) {
      for (let turn = 0; attempts < MOST_ATTEMPTS; turn++) {
        const places = parts.map((part, i) => placeOf(part, values[i] as string, turn))
        if (places.includes(-1)) break
        attempts++
        const before = solve(parts.map((part, i) => part.slice(0, places[i])))
        if (before === undefined) continue
        const after = solve(
          parts.map((part, i) => part.slice((places[i] as number) + (values[i] as string).length)),
        )
        if (after !== undefined) return before + slot + after
      }
    }
    return parts.length === 1 ? first : undefined
  }
  return solve(texts)
}

/** Returns where a text has a part for the nth time; -1 if it has not. */
function placeOf(text: string, part: string, turn: number): number {
  let found = text.indexOf(part)
  for (let i = 0; i < turn && found !== -1; i++) found = text.indexOf(part, found + 1)
  return found
}

export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function asTemplate(value: unknown): Template {
  return value as Template
}
