import { checkDigits, hasCheckDigits } from '../../src/contract/cpf.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import { type ListAnswer, objectOf, type Query } from '../service/lists.ts'
import type { Service } from '../service/service.ts'

/** A question about a subject and its answer. */
export interface AnsweredSubject {
  subject: Query
  answer: ListAnswer
}

/** Headers that differ from answer to answer, or with the length of what is echoed. */
const VARYING =
  /^(date|age|expires|etag|last-modified|content-length|set-cookie|connection|keep-alive|transfer-encoding|via|retry-after|server-timing|cf-.*|x-.*)$/

/** Returns the first part in which two answers differ beyond the echo of their subjects; undefined if none does. */
export function alike(a: AnsweredSubject, b: AnsweredSubject): string | undefined {
  const [left, right] = [partsOf(a), partsOf(b)]
  return Object.keys(left).find((part) => left[part] !== right[part])
}

function partsOf({ subject, answer: { status, list, exchange } }: AnsweredSubject): Record<string, string> {
  const { json, headers } = exchange.response
  const body = objectOf(json) ?? {}
  const shown = (value: unknown) => withoutEcho(JSON.stringify(value) ?? '', subject)
  const keys = (value: unknown) =>
    Object.keys(objectOf(value) ?? {})
      .sort()
      .join()
  return {
    status: String(status),
    total: shown(objectOf(list?.paginacao)?.total),
    paginacao: shown(list?.paginacao),
    'number of persons': String(list?.people.length),
    busca: shown(list?.result.busca),
    'set of fields': `${keys(body)}; ${keys(body.result)}`,
    error: shown([body.error, body.message, body.validation]),
    'set of headers': Object.keys(headers)
      .filter((name) => !VARYING.test(name))
      .sort()
      .join(),
  }
}

/** Returns a text without what the query said, however the service spells it. */
function withoutEcho(text: string, subject: Query): string {
  let plain = plainText(text)
  for (const value of Object.values(subject).map(String)) {
    const digits = value.replace(/\D/g, '')
    if (digits !== '' && digits === plain.replace(/\D/g, '')) return '…'
    plain = plain.replaceAll(plainText(value), '…').replaceAll(digits || value, '…')
  }
  return plain
}

/** Returns a text without case and accents. */
export function plainText(text: string): string {
  return withoutAccents(text).toLowerCase()
}

/** Returns a random CPF of the same length and validity that nobody in the lists has. */
export function nobodysCpfLike(cpf: string, listed: ReadonlySet<string>): string {
  const isValid = hasCheckDigits(cpf)
  for (;;) {
    const digits = Array.from(cpf, () => Math.floor(Math.random() * 10)).join('')
    const made = isValid ? digits.slice(0, 9) + checkDigits(digits.slice(0, 9)) : digits
    if (made !== cpf && !listed.has(made)) return made
  }
}

/** Returns a name with the same number and length of words that no name contains. */
export function nobodysNameLike(nome: string, service: Service): string {
  return nome.replace(/\p{L}+/gu, (word) => service.gibberish(word.length))
}
