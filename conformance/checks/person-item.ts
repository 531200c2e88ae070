import { hasCheckDigits } from '../../src/contract/cpf.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import type { Exchange } from '../client/exchange.ts'
import { must } from '../judging/judgement.ts'
import { firstRepeat } from '../judging/pages.ts'
import { pagesRead, wellFormed } from '../service/evidence.ts'
import { itemsOf, typeName } from '../service/format.ts'
import { objectOf, type Person, textOf } from '../service/lists.ts'
import type { Check } from './check.ts'

/** Checks heading 2.1: an element of `itens`. */
export const personItem: readonly Check[] = [
  {
    id: 'ITEM-01',
    clause: ['2.1-cpf', '2.1-nome', '2.1-atualizado_em', '0-names'],
    level: 'required',
    risk: 'r',
    needs: ['one-person'],
    title: 'returns every person with cpf, nome and atualizado_em as strings',
    after: 'lists',
    everyList: (exchange) => {
      for (const item of itemsOf(exchange)) {
        for (const field of ['cpf', 'nome', 'atualizado_em']) {
          const value = objectOf(item)?.[field]
          if (typeof value !== 'string') return [`${field} is a string`, `${field} is ${typeName(value)}`]
        }
      }
      return undefined
    },
    run: (service) => wellFormed(service, 'ITEM-01'),
  },
  {
    id: 'ITEM-02',
    clause: ['2.1-cpf'],
    level: 'required',
    risk: 'r',
    needs: ['one-person'],
    title: 'returns every cpf as digits only',
    after: 'lists',
    everyList: (exchange) => {
      const odd = textsOf(exchange, 'cpf').find((cpf) => !/^[0-9]+$/.test(cpf))
      return odd === undefined ? undefined : ['cpf contains only digits', `cpf ${shape(odd)}`]
    },
    run: (service) => wellFormed(service, 'ITEM-02'),
  },
  {
    id: 'ITEM-03',
    clause: ['2.1-cpf', '2.1-atualizado_em'],
    level: 'open',
    risk: 'r',
    needs: ['one-person'],
    title: 'chooses the length and check digits of CPFs and the form of timestamps',
    async run(service) {
      const { people } = await service.pages()
      const count = (claim: (person: Person) => boolean) => people.filter(claim).length
      const now = new Date(dateNow()).toISOString()
      return [
        ['persons read', people.length],
        ['CPFs of 11 characters', count(({ raw }) => textOf(raw.cpf).length === 11)],
        ['CPFs with valid check digits', count(({ id }) => hasCheckDigits(id))],
        ['timestamps that end in +00:00', count(({ stamp }) => stamp.endsWith('+00:00'))],
        ['timestamps with 000 milliseconds', count(({ stamp }) => /\.000(Z|\+)/.test(stamp))],
        ['timestamps in the future', count(({ stamp }) => stamp > now)],
      ]
    },
  },
  {
    id: 'ITEM-04',
    clause: ['2.1-atualizado_em'],
    level: 'required',
    risk: 'r',
    needs: ['one-person'],
    title: 'returns every atualizado_em as a UTC timestamp with milliseconds',
    after: 'lists',
    everyList: (exchange) => {
      const odd = textsOf(exchange, 'atualizado_em').find((stamp) => !isInstant(stamp))
      if (odd === undefined) return undefined
      return ['YYYY-MM-DDTHH:MM:SS.mmm with Z or +00:00, a date and time that exists', `atualizado_em ${odd}`]
    },
    run: (service) => wellFormed(service, 'ITEM-04'),
  },
  {
    id: 'ITEM-06',
    clause: ['1-1', '2.1-cpf', '2.2-itens'],
    level: 'required',
    risk: 'r',
    steady: true,
    needs: ['two-persons'],
    title: 'lists every CPF at most once on a page',
    async run(service) {
      const pages = await service.pages()
      for (const list of pages.pages) {
        const repeat = firstRepeat(list.people.map(({ id }) => id).filter((id) => id !== ''))
        must(
          repeat === undefined,
          'every CPF at most once on a page',
          `${service.redactor.cpf(repeat ?? '')} twice`,
          list.exchange,
        )
      }
      return pagesRead(pages)
    },
  },
]

function textsOf(exchange: Exchange, field: string): string[] {
  return itemsOf(exchange).flatMap((item) => {
    const value = objectOf(item)?.[field]
    return typeof value === 'string' ? [value] : []
  })
}

/** Describes a string by its form: `d` for each digit, `x` for each letter. */
function shape(text: string): string {
  return `of the form ${text
    .slice(0, 40)
    .replace(/\d/g, 'd')
    .replace(/[\p{L}\p{M}]/gu, 'x')}`
}

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+00:00)$/
/** A date that every year has, and a time that every day has. */
const ORDINARY = /-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\./

/** Returns whether a timestamp has the documented form and exists, unlike 30 February. */
function isInstant(stamp: string): boolean {
  if (!STAMP.test(stamp)) return false
  if (ORDINARY.test(stamp)) return true
  const utc = stamp.replace('+00:00', 'Z')
  const time = Date.parse(utc)
  return !Number.isNaN(time) && new Date(time).toISOString() === utc
}
