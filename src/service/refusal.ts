import { STATUS_CODES } from 'node:http'
import { toByteText } from '../contract/bytes.ts'
import { type Fault, type Telling, faults as table } from '../contract/faults.ts'
import type { Profile } from '../contract/profile.ts'
import type { RefusalBody } from '../contract/wire.ts'
import type { Answer } from './ask.ts'

/** Returns the answer that refuses a request (clause 7): the first fault decides what it is, and there is at least one. */
export type Refuse = (faults: readonly Fault[]) => Answer

/** The most that a 400 repeats of a request: more than any real mistake needs, and little compared with the largest body. */
const MOST_FIELDS = 250
const MOST_CHARACTERS = 16_000
const LONGEST_VALUE = 1_000

/** The name that the interface gives to a status, where it is not that of Node. */
const ERRORS: Readonly<Record<number, string>> = { 413: 'Request Entity Too Large' }

/** What is wrong with one field. */
interface Field {
  key: string
  isUnknown: boolean
  reasons: string[]
}

export function createRefuse(profile: Profile): Refuse {
  const { texts, unknownKeyText } = profile

  const tellingOf = ({ name }: Fault): Telling => {
    const { knob, told, text = '', ...row } = table[name]
    return (knob && told?.[String(profile[knob])]) ?? { ...row, text }
  }

  const filled = (text: string, { slots }: Fault): string =>
    text.replace(/\{(\w+)\}/g, (written, name: string) => {
      if (Object.hasOwn(slots, name)) return shown(String(slots[name]))
      return Object.hasOwn(texts, name) ? texts[name as keyof typeof texts] : written
    })

  const sentence = ({ key, isUnknown, reasons }: Field, source: string): string => {
    if (isUnknown && unknownKeyText === 'bare') return reasons.join(', ')
    return `child "${isUnknown ? source : key}" fails because [${reasons.join(', ')}]`
  }

  const ofFields = (
    faults: readonly Fault[],
    source: string,
  ): Pick<RefusalBody, 'message' | 'validation'> => {
    const all = profile.faults === 'all' ? faults : faults.slice(0, 1)
    const fields: Field[] = []
    for (const fault of all) {
      const { text, about } = tellingOf(fault)
      const key = String(fault.slots.key)
      const isUnknown = about === 'unknown'
      const before = fields.at(-1)
      // A field has several faults in a row.
      if (before?.key === key && before.isUnknown === isUnknown) before.reasons.push(filled(text, fault))
      else fields.push({ key, isUnknown, reasons: [filled(text, fault)] })
    }
    const listed = withinBounds(fields)
    const sentences = listed.map((field) => sentence(field, source))
    const unlisted = fields.length - listed.length
    if (unlisted > 0) sentences.push(`${unlisted} more are not listed`)
    const keys = listed.map(({ key }) => shown(key))
    return { message: sentences.join('. '), validation: { source, keys } }
  }

  return (faults) => {
    const [first] = faults as [Fault]
    const { status = 400, text, source, about } = tellingOf(first)
    const error = ERRORS[status] ?? STATUS_CODES[status] ?? 'Error'
    const keys = source === undefined ? undefined : { source, keys: [String(first.slots.key)] }
    const told =
      source !== undefined && about !== 'whole'
        ? ofFields(faults, source)
        : { message: filled(text, first), ...(keys && { validation: keys }) }
    return { status, body: toByteText(JSON.stringify({ error, ...told, status_code: status })), faults }
  }
}

/** Returns the fields that are listed: the first ones. */
function withinBounds(fields: readonly Field[]): readonly Field[] {
  let characters = 0
  const end = fields.findIndex(({ key }, i) => {
    characters += shown(key).length
    return i === MOST_FIELDS || characters > MOST_CHARACTERS
  })
  return end === -1 ? fields : fields.slice(0, end)
}

/** Returns a name or a value from the request, shortened if it is longer than any real one. */
function shown(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value
}
