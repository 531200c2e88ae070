import type { Dialect } from '../contract/dialect.ts'
import { type Form, profileForms, TEMPLATE_CHARACTERS, TEMPLATE_DEPTH } from '../contract/dialect-form.ts'
import { isPlainObject } from '../contract/plain-object.ts'
import { or, shown } from './fault-text.ts'
import { hint } from './hint.ts'

type FormOf<K extends Form['kind']> = Extract<Form, { kind: K }>

/** Returns the errors in what a profile has beside its knobs, such as its tables. Each begins with its place. */
export function formFaults(name: keyof typeof profileForms, value: unknown): string[] {
  const faults = faultsOf(name, profileForms[name], value)
  return faults.length === 0 && name === 'dialect' ? contradictions(value as Partial<Dialect>) : faults
}

function faultsOf(place: string, form: Form, value: unknown): string[] {
  switch (form.kind) {
    case 'object':
      return objectFaults(place, form, value)
    case 'map':
      return mapFaults(place, form, value)
    case 'list':
      return listFaults(place, form, value)
    case 'text-or-object':
      if (isPlainObject(value)) return objectFaults(place, form.object, value)
      return faultsOf(place, { kind: 'text', most: form.most }, value)
    default: {
      const wanted = wantedInstead(form, value)
      return wanted === undefined ? [] : [`${place} must be ${wanted}`]
    }
  }
}

/** Returns what a value must be instead, undefined if it is that. */
function wantedInstead(
  form: Exclude<Form, FormOf<'object' | 'map' | 'list' | 'text-or-object'>>,
  value: unknown,
): string | undefined {
  const not = `not ${shown(value)}`
  switch (form.kind) {
    case 'choice':
      if (form.choices.includes(value as string)) return undefined
      return `${or(form.choices)}, ${not}${hint(value, form.choices.map(String))}`
    case 'whole': {
      const { least, most } = form
      const isWithin = typeof value === 'number' && value >= least && value <= most
      return isWithin && Number.isInteger(value)
        ? undefined
        : `a whole number from ${least} to ${most}, ${not}`
    }
    case 'share':
      return typeof value === 'number' && value >= 0 && value <= 1
        ? undefined
        : `a number from 0 to 1, ${not}`
    case 'text': {
      const { most, pattern, such, orNull } = form
      if (orNull && value === null) return undefined
      const what = `a string of at most ${most} characters${orNull ? ' or null' : ''}`
      if (typeof value !== 'string' || value.length > most) return `${what}, ${not}`
      return pattern?.test(value) === false ? `${what} (${such}), ${not}` : undefined
    }
    case 'order': {
      const { choices, later } = form
      if (!Array.isArray(value)) return `a list, ${not}`
      const stranger = value.find((one) => !choices.includes(one))
      const isEach = choices.every((one) => value.includes(one) || later.includes(one))
      const isWhole = new Set(value).size === value.length && isEach
      if (value.length === 0 || (stranger === undefined && isWhole)) return undefined
      return `empty or contain each of ${choices.join(', ')} once, ${not}${hint(stranger, choices)}`
    }
    case 'template':
      return isTemplate(value, TEMPLATE_DEPTH) && JSON.stringify(value).length <= TEMPLATE_CHARACTERS
        ? undefined
        : `JSON of at most ${TEMPLATE_DEPTH} levels and ${TEMPLATE_CHARACTERS} characters, ${not}`
  }
}

function isTemplate(value: unknown, levels: number): boolean {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (levels === 0 || typeof value !== 'object') return false
  return Object.values(value).every((one) => isTemplate(one, levels - 1))
}

function objectFaults(
  place: string,
  { keys, required = [], oneOf }: FormOf<'object'>,
  value: unknown,
): string[] {
  const names = Object.keys(keys)
  if (!isPlainObject(value)) return [`${place} must be an object, not ${shown(value)}`]
  const faults = Object.entries(value).flatMap(([name, one]) =>
    Object.hasOwn(keys, name)
      ? faultsOf(`${place}.${name}`, keys[name] as Form, one)
      : [unknown(place, name, names)],
  )
  const missing = required.filter((name) => !Object.hasOwn(value, name))
  faults.push(...missing.map((name) => `${place}.${name} is missing`))
  if (oneOf && oneOf.filter((name) => Object.hasOwn(value, name)).length !== 1)
    faults.push(`${place} must have either ${or(oneOf)}`)
  return faults
}

function mapFaults(place: string, { names, of }: FormOf<'map'>, value: unknown): string[] {
  if (!isPlainObject(value)) return [`${place} must be an object, not ${shown(value)}`]
  return Object.entries(value).flatMap(([name, one]) => {
    const isKnown = names instanceof RegExp ? names.test(name) : names.includes(name)
    if (isKnown) return faultsOf(`${place}.${name}`, of, one)
    return [
      names instanceof RegExp ? `${place} cannot have the key ${shown(name)}` : unknown(place, name, names),
    ]
  })
}

function listFaults(place: string, { of, most, words = [] }: FormOf<'list'>, value: unknown): string[] {
  if (words.some((word) => value === word)) return []
  if (!Array.isArray(value) || value.length > most)
    return [
      `${place} must be ${words.map((word) => `${word} or `).join('')}a list of at most ${most}, not ${shown(value)}`,
    ]
  return value.flatMap((one, i) => faultsOf(`${place}[${i}]`, of, one))
}

function unknown(place: string, name: string, names: readonly string[]): string {
  return `${place} has an unknown key ${shown(name)}${hint(name, names)}`
}

/** Returns what is sound by itself, but does not go together. */
function contradictions({ search, refusals }: Partial<Dialect>): string[] {
  const faults: string[] = []
  const { least = 0, most = Number.POSITIVE_INFINITY } = search ?? {}
  if (least > most)
    faults.push(`dialect.search.least (${least}) must not exceed dialect.search.most (${most})`)
  const frames = Object.keys(refusals?.frames ?? {})
  for (const [name, phrase] of Object.entries(refusals?.phrases ?? {})) {
    if (typeof phrase === 'string' || phrase.frame === undefined || frames.includes(phrase.frame)) continue
    faults.push(
      `dialect.refusals.phrases.${name}.frame must be one of dialect.refusals.frames, not ${shown(phrase.frame)}${hint(phrase.frame, frames)}`,
    )
  }
  return faults
}
