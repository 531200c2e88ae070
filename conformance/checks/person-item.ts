import { checkDigits } from '../../src/contract/cpf.ts'
import type { Check } from '../check.ts'
import { evidence } from '../evidence.ts'
import { must, show } from '../judgement.ts'
import type { List, Pages, Person } from '../lists.ts'
import { firstRepeat } from '../oracles/pages.ts'

const STAMP = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})(Z|\+00:00)$/

/** Heading 2.1: the element of `itens`. */
export const personItem: readonly Check[] = [
  {
    id: 'ITEM-01',
    clause: ['2.1-cpf', '2.1-nome', '2.1-atualizado_em', '0-names'],
    level: 'required',
    risk: 'r',
    needs: ['one-person'],
    title: 'gives every person a cpf, a nome and an atualizado_em that are strings',
    async run(service) {
      const pages = await service.pages()
      for (const { person, list } of each(pages)) {
        for (const field of ['cpf', 'nome', 'atualizado_em']) {
          const value = person.raw[field]
          must(
            typeof value === 'string',
            `${field} is a string`,
            `${field} is ${typeName(value)}`,
            list.exchange,
          )
        }
      }
      return evidence(pages)
    },
  },
  {
    id: 'ITEM-02',
    clause: ['2.1-cpf'],
    level: 'required',
    risk: 'r',
    needs: ['one-person'],
    title: 'gives every cpf as digits only',
    async run(service) {
      const pages = await service.pages()
      for (const { person, list } of each(pages)) {
        const { cpf } = person.raw
        if (typeof cpf !== 'string') continue
        must(
          /^[0-9]+$/.test(cpf),
          'cpf holds digits and nothing else',
          `cpf ${service.redactor.cpf(cpf)}`,
          list.exchange,
        )
      }
      return evidence(pages)
    },
  },
  {
    id: 'ITEM-03',
    clause: ['2.1-cpf', '2.1-atualizado_em'],
    level: 'open',
    risk: 'r',
    needs: ['one-person'],
    title: 'has CPFs of some length and check digits, and timestamps of some form',
    async run(service) {
      const { people } = await service.pages()
      const count = (claim: (person: Person) => boolean) => people.filter(claim).length
      const now = new Date().toISOString()
      return [
        `of ${people.length} CPFs ${count(({ raw }) => String(raw.cpf).length === 11)} have 11 characters`,
        `${count(({ id }) => hasCheckDigits(id))} right check digits`,
        `${count(({ stamp }) => stamp.endsWith('+00:00'))} timestamps end in +00:00`,
        `${count(({ stamp }) => /\.000(Z|\+)/.test(stamp))} have no milliseconds to speak of`,
        `${count(({ stamp }) => stamp > now)} are in the future`,
      ].join(', ')
    },
  },
  {
    id: 'ITEM-04',
    clause: ['2.1-atualizado_em'],
    level: 'required',
    risk: 'r',
    needs: ['one-person'],
    title: 'gives every atualizado_em as an instant in UTC with milliseconds',
    async run(service) {
      const pages = await service.pages()
      for (const { person, list } of each(pages)) {
        const { atualizado_em: stamp } = person.raw
        if (typeof stamp !== 'string') continue
        must(
          isInstant(stamp),
          'YYYY-MM-DDTHH:MM:SS.mmm with Z or +00:00, an instant that there is',
          `atualizado_em ${show(stamp)}`,
          list.exchange,
        )
      }
      return evidence(pages)
    },
  },
  {
    id: 'ITEM-06',
    clause: ['1-1', '2.1-cpf', '2.2-itens'],
    level: 'required',
    risk: 'r',
    steady: true,
    needs: ['two-persons'],
    title: 'lists no CPF twice on one page',
    async run(service) {
      const pages = await service.pages()
      for (const list of pages.pages) {
        const repeat = firstRepeat(list.people.map(({ id }) => id).filter((id) => id !== ''))
        must(
          repeat === undefined,
          'every CPF once on a page',
          `${service.redactor.cpf(repeat ?? '')} twice`,
          list.exchange,
        )
      }
      return evidence(pages)
    },
  },
]

function* each({ pages }: Pages): Generator<{ person: Person; list: List }> {
  for (const list of pages) for (const person of list.people) yield { person, list }
}

function typeName(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`
}

/** A date such as 30 February is none. */
function isInstant(stamp: string): boolean {
  const match = STAMP.exec(stamp)
  if (!match) return false
  const time = Date.parse(stamp.replace('+00:00', 'Z'))
  return !Number.isNaN(time) && new Date(time).toISOString() === stamp.replace('+00:00', 'Z')
}

function hasCheckDigits(cpf: string): boolean {
  return cpf.length === 11 && cpf.endsWith(checkDigits(cpf.slice(0, 9)))
}
