import { formDecodedOrSame } from '../contract/decoded.ts'
import { originForm, queryIn, withoutQuery } from '../contract/url.ts'
import { UUID } from '../contract/wire.ts'
import {
  holdsToken,
  isBeforeValue,
  isHarmless,
  isNameOfField,
  type Known,
  MASK,
  NOBODY,
} from '../operator/words.ts'

/** The query parameters that are shown, and the values that cannot contain a person. All others are masked. */
const SHOWN: Record<string, RegExp> = {
  page: /^-?\d{0,9}$/,
  rows: /^-?\d{0,9}$/,
  sort: /^-?(cpf|nome|atualizado_em)?$/,
  cpf: /^$/,
  nome: /^$/,
}
/** No ordinary request has a longer path. */
const LONGEST_PATH = 500

/** Returns a path without values that may identify a person: known routes and names of fields are kept. */
export function maskedPath(url: string, known: Known = NOBODY): string {
  const whole = originForm(url)
  const path = withoutQuery(whole)
  let isValue = false
  const segments = path.split('/').map((segment, i, all) => {
    isValue ||= i > 0 && isBeforeValue(all[i - 1] as string)
    if (UUID.test(segment)) return all[i - 1] === 'validar' && all[i - 2] === 'relatorios' ? segment : MASK
    return segment === '' || isShown(segment, isValue, known) ? segment : MASK
  })
  const masked = segments.join('/')
  const parameters = queryIn(whole).split('&')
  const shown = parameters.map((parameter) => maskedParameter(parameter, known)).join('&')
  const all = path === whole ? masked : `${masked}?${shown}`
  // A token may have a / or an & in it, or consist of digits.
  if (holdsToken(all, known)) return MASK
  return all.length > LONGEST_PATH ? `${all.slice(0, LONGEST_PATH)}…` : all
}

/** The segments of nearly every path. */
const SEGMENTS = new Set(['pessoas', 'relatorios', 'validar'])

/** @param isValue whether the segment may be a value, not only a name */
function isShown(segment: string, isValue: boolean, known: Known): boolean {
  if (SEGMENTS.has(segment)) return true
  if (isHarmless(segment)) return !known.hasToken(segment)
  return !isValue && isNameOfField(formDecodedOrSame(segment), known)
}

function maskedParameter(parameter: string, known: Known): string {
  const [name = '', value] = parameter.split('=', 2)
  if (!Object.hasOwn(SHOWN, name)) {
    const isShown = name === '' || isNameOfField(formDecodedOrSame(name).replace(/^(amp;)+/, ''), known)
    return !isShown ? MASK : value ? `${name}=${MASK}` : parameter
  }
  return SHOWN[name]?.test(value ?? '') ? parameter : `${name}=${MASK}`
}
