import { type Knob, type KnobName, knobNames, knobs, type TextsKnob } from '../contract/knobs.ts'
import { isPlainObject, otherKind } from '../contract/plain-object.ts'
import { or, shown } from './fault-text.ts'
import { hint } from './hint.ts'
import { profileParts } from './profile-schema.ts'
import { faultOf } from './schema-fault.ts'

const names = [...knobNames, ...Object.keys(profileParts)]

/** Returns the errors in a profile, one line each, with the nearest correct spelling; an empty list if it is valid. */
export function profileFaults(value: unknown): string[] {
  if (!isPlainObject(value))
    return [
      `a profile must be an object that has knobs as keys and their choices as values, not ${otherKind(value)}`,
    ]
  return Object.entries(value).flatMap(([name, choice]) => {
    if (Object.hasOwn(profileParts, name))
      return faultOf(profileParts[name as keyof typeof profileParts], choice, name)?.replace(/\.$/, '') ?? []
    if (!Object.hasOwn(knobs, name)) return [`knob "${name}" is unknown${hint(name, names)}`]
    return choiceFaults(knobs[name as KnobName], choice).map((fault) => name + fault)
  })
}

function choiceFaults(knob: Knob, value: unknown): string[] {
  if (knob.kind === 'texts') return textFaults(Object.keys(knob.texts), value)
  const fault = choiceFault(knob, value)
  return fault === undefined ? [] : [fault]
}

function choiceFault(knob: Exclude<Knob, TextsKnob>, value: unknown): string | undefined {
  if (knob.kind === 'choice') {
    if (knob.choices.includes(value as string)) return undefined
    return ` must be ${or(knob.choices)}, not ${shown(value)}${hint(value, knob.choices)}`
  }
  if (knob.kind === 'limit') {
    const { least, step } = knob
    if (value === null) return undefined
    const isNumber = typeof value === 'number' && Number.isSafeInteger(value)
    if (isNumber && value >= least && value % step === 0) return undefined
    const grid = step > 1 ? ` and a multiple of ${step}` : ''
    return ` must be null for no limit (none on the command line) or a whole number of at least ${least}${grid}, not ${shown(value)}`
  }
  const isList = Array.isArray(value) && value.length > 0 && new Set(value).size === value.length
  if (isList && value.every((one) => knob.choices.includes(one))) return undefined
  const stranger = Array.isArray(value) && value.find((one) => !knob.choices.includes(one))
  return ` must be a list of one or more unique values from ${knob.choices.join(', ')}, not ${shown(value)}${hint(stranger, knob.choices)}`
}

function textFaults(names: readonly string[], value: unknown): string[] {
  if (!isPlainObject(value)) return [` must be an object with ${names.join(' and ')}, not ${shown(value)}`]
  return Object.entries(value).flatMap(([name, text]) => {
    if (!names.includes(name)) return [` has an unknown key "${name}"${hint(name, names)}`]
    return typeof text === 'string' && text !== ''
      ? []
      : [`.${name} must be a string of at least one character, not ${shown(text)}`]
  })
}
