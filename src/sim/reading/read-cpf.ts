import { checkDigits } from '../../contract/cpf.ts'
import { causes } from '../causes/causes.ts'
import { reason } from '../refusal.ts'
import {
  drop,
  type Odd,
  oneOf,
  overlook,
  type RawValue,
  type Reading,
  refuseValue,
  textOf,
} from './reading.ts'

const { query: cause } = causes

const DIGITS = /^\d+$/
/** Of any script. */
const OTHER_DIGITS = /^\p{Nd}{11}$/u
const MASKED = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/
/** Kinds of which digits are left without the mask. */
const MASKS: ReadonlySet<string> = new Set(['padded', 'newline', 'masked', 'half-masked', 'gaps'])
const SAME_DIGITS = /^(\d)\1{10}$/

/** Returns the kind of a `cpf` that is not digits only; undefined for one that is. */
function textKindOfCpf(text: string) {
  if (DIGITS.test(text)) return undefined
  if (text === '') return 'empty'
  const core = text.trim()
  if (core === '') return 'blank'
  if (DIGITS.test(core)) return text === `${core}\n` ? 'newline' : 'padded'
  if (MASKED.test(core)) return 'masked'
  if (/\d/.test(core) && /^[\d.\-\s]+$/.test(core)) return /\s/.test(core) ? 'gaps' : 'half-masked'
  if (OTHER_DIGITS.test(text)) return 'other-digits'
  if (text.length > 11) return text.includes('\0') ? 'nul' : 'long-word'
  if (text.length < 11) return 'short-word'
  return 'word'
}

/** Returns the kind of a `cpf` of digits; undefined for one that a person can have. */
export function digitsKindOfCpf(
  digits: string,
): 'short' | 'long' | 'wrong-digits' | 'same-digits' | undefined {
  if (digits.length !== 11) return digits.length < 11 ? 'short' : 'long'
  if (SAME_DIGITS.test(digits)) return 'same-digits'
  return digits.endsWith(checkDigits(digits.slice(0, 9))) ? undefined : 'wrong-digits'
}

/** @returns the CPF to look for, which may be one that nobody has; undefined to look for none */
export function readCpf(raw: RawValue, reading: Reading): string | undefined {
  if (raw === undefined) return undefined
  if (typeof raw === 'string') return readText(raw, reading)
  const choice = reading.settled.cpf.repeated
  if (choice === 'nobody') return textOf(raw)
  if (choice !== 'refuse' && choice !== 'absent') return readText(oneOf(raw, choice), reading)
  return drop(reading, choice, {
    row: 'cpf',
    kind: 'repeated',
    cause: () => cause.repeated('cpf'),
    reasons: [reason.type('cpf', 'a string')],
    slots: { value: textOf(raw), json: JSON.stringify(raw) },
  })
}

function readText(text: string, reading: Reading): string | undefined {
  const kind = textKindOfCpf(text)
  if (kind === undefined) return readDigits(text, reading)
  const isEmpty = kind === 'empty'
  const odd: Odd = {
    row: 'cpf',
    kind,
    cause: () =>
      isEmpty ? cause.empty('cpf', reading.settled.cpf.empty) : cause.cpfMalformed(MASKS.has(kind)),
    reasons: [isEmpty ? reason.empty('cpf') : reason.pattern('cpf', text, DIGITS)],
    slots: { value: text },
  }
  const choice = reading.settled.cpf[kind]
  if (choice === 'refuse' || choice === 'absent') return drop(reading, choice, odd)
  const digits = text.replace(/\D/g, '')
  if (choice === 'digits-if-any' && digits === '') return drop(reading, 'absent', odd)
  const isDigits = choice === 'digits' || choice === 'digits-if-any'
  if (isDigits || (choice === 'digits-or-nobody' && digits !== '')) return readDigits(digits, reading)
  overlook(reading, odd, 'it finds nobody')
  return choice === 'digits-or-nobody' ? digits : text
}

function readDigits(digits: string, reading: Reading): string | undefined {
  const { cpf: cells } = reading.settled
  const isChecked = cells['wrong-digits'] === 'refuse' || cells['same-digits'] === 'refuse'
  // A number that nobody has is refused elsewhere, where the list is empty.
  if (digits.length === 11 && !isChecked) return digits
  const kind = digitsKindOfCpf(digits)
  if (kind === undefined) return digits
  if (kind === 'wrong-digits' || kind === 'same-digits') {
    const reasons = [reason.pattern('cpf', digits, DIGITS)]
    // Only one of the two kinds may be refused.
    if (cells[kind] !== 'refuse') return digits
    return refuseValue(reading, { row: 'cpf', kind, reasons, slots: { value: digits } })
  }
  const odd: Odd = {
    row: 'cpf',
    kind,
    cause: () => cause.cpfLength(digits.length),
    reasons: [reason.length('cpf', 11)],
    slots: { value: digits, limit: 11, length: digits.length },
  }
  const choice = cells[kind]
  if (choice === 'refuse' || choice === 'absent') return drop(reading, choice, odd)
  if (choice === 'zeros') return readDigits(digits.padStart(11, '0'), reading)
  if (choice === 'beginning') return digits
  overlook(reading, odd, 'it finds nobody')
  return digits
}
