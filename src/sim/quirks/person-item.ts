import { maskedCpf } from '../../contract/cpf.ts'
import type { PersonItem } from '../../contract/wire.ts'
import { cut, given, onePerson, onItem, onItens, onOnePerson, onResult, where } from './on-list.ts'
import type { Quirk } from './quirk.ts'

const stamp = (edit: (atualizado_em: string) => unknown) => (item: PersonItem) => ({
  ...item,
  atualizado_em: edit(item.atualizado_em),
})

const THREE_HOURS = 3 * 3_600_000
/** The last day of a month of 30 days, or of February, as the day after it. */
const impossibleDay = (text: string) =>
  text.replace(/(?<=-(04|06|09|11)-)\d\d/, '31').replace(/(?<=-02-)\d\d/, '30')

/** Heading 2.1: the element of `itens`. */
export const personItem: readonly Quirk[] = [
  {
    name: 'names-in-english',
    clause: ['0-names', '2.1-nome'],
    says: 'Sends the name of a person as name.',
    apply: onItem(({ cpf, nome: name, atualizado_em }) => ({ cpf, name, atualizado_em })),
  },
  {
    name: 'person-once-per-report',
    clause: ['1-1', '2.2-itens', '2.2-total', '4.1-page'],
    says: 'Lists one person twice, and counts them twice.',
    apply: where(
      (query) => !query.has('cpf'),
      onResult(async (result, call) => {
        const { cpf } = await onePerson(call)
        const everyone = await call.everyone()
        return cut(
          result,
          everyone.flatMap((item) => (item.cpf === cpf ? [item, item] : [item])),
        )
      }),
    ),
  },
  {
    name: 'cpf-as-number',
    clause: ['2.1-cpf'],
    says: 'Sends cpf as a JSON number, so that leading zeros are lost.',
    apply: onItem((item) => ({ ...item, cpf: Number(item.cpf) })),
  },
  {
    name: 'cpf-masked',
    clause: ['2.1-cpf'],
    says: 'Sends cpf with dots and a hyphen.',
    apply: onItem((item) => ({
      ...item,
      cpf: maskedCpf(item.cpf),
    })),
  },
  {
    name: 'cpf-masked-in-search',
    clause: ['2.1-cpf'],
    says: 'Sends cpf with a hyphen in a search, and correctly without one.',
    apply: given(
      ['cpf', 'nome'],
      onItem((item) => ({ ...item, cpf: item.cpf.replace(/\d\d$/, '-$&') })),
    ),
  },
  {
    name: 'nome-in-capitals-in-sort',
    clause: ['2.1-nome'],
    says: 'Sends nome in capitals when sort is given.',
    apply: given(
      ['sort'],
      onItem((item) => ({ ...item, nome: item.nome.toUpperCase() })),
    ),
  },
  {
    name: 'nome-in-capitals-in-sorted-search',
    clause: ['2.1-nome'],
    says: 'Sends nome in capitals in a sorted search.',
    apply: where(
      (query) => query.has('sort') && (query.has('nome') || query.has('cpf')),
      onItem((item) => ({ ...item, nome: item.nome.toUpperCase() })),
    ),
  },
  {
    name: 'stamp-without-milliseconds-in-sort',
    clause: ['2.1-atualizado_em'],
    says: 'Omits the milliseconds when sort is given.',
    apply: given(
      ['sort'],
      onItem((item) => ({ ...item, atualizado_em: item.atualizado_em.replace(/\.\d+/, '') })),
    ),
  },
  {
    name: 'cpf-masked-once',
    clause: ['2.1-cpf'],
    says: 'Sends the cpf of one person, deep in the list, with a hyphen.',
    apply: onOnePerson((item) => ({ ...item, cpf: item.cpf.replace(/\d\d$/, '-$&') })),
  },
  {
    name: 'nome-missing',
    clause: ['2.1-nome'],
    says: 'Sends no nome.',
    apply: onItem(({ cpf, atualizado_em }) => ({ cpf, atualizado_em })),
  },
  {
    name: 'nome-missing-once',
    clause: ['2.1-nome'],
    says: 'Sends one person, deep in the list, without nome.',
    apply: onOnePerson(({ cpf, atualizado_em }) => ({ cpf, atualizado_em })),
  },
  {
    name: 'nome-null-once',
    clause: ['2.1-nome'],
    says: 'Sends null for the nome of one person, deep in the list.',
    apply: onOnePerson((item) => ({ ...item, nome: null })),
  },
  {
    name: 'nome-as-object',
    clause: ['2.1-nome'],
    says: 'Sends nome as an object of first and last name.',
    apply: onItem((item) => {
      const [primeiro, ...ultimos] = item.nome.split(' ')
      return { ...item, nome: { primeiro, ultimos } }
    }),
  },
  {
    name: 'stamp-without-milliseconds',
    clause: ['2.1-atualizado_em'],
    says: 'Sends atualizado_em to the second.',
    apply: onItem(stamp((text) => text.replace(/\.\d+/, ''))),
  },
  {
    name: 'stamp-with-microseconds',
    clause: ['2.1-atualizado_em'],
    says: 'Sends atualizado_em to the microsecond.',
    apply: onItem(stamp((text) => text.replace('Z', '000Z'))),
  },
  {
    name: 'stamp-with-blank',
    clause: ['2.1-atualizado_em'],
    says: 'Sends atualizado_em with a space in place of the T.',
    apply: onItem(stamp((text) => text.replace('T', ' '))),
  },
  {
    name: 'stamp-without-zone',
    clause: ['2.1-atualizado_em'],
    says: 'Sends atualizado_em without the Z, so that it has no time zone.',
    apply: onItem(stamp((text) => text.replace('Z', ''))),
  },
  {
    name: 'stamp-local-offset',
    clause: ['2.1-atualizado_em'],
    says: 'Sends atualizado_em in the time of Brasília.',
    apply: onItem(
      stamp((text) => new Date(Date.parse(text) - THREE_HOURS).toISOString().replace('Z', '-03:00')),
    ),
  },
  {
    name: 'stamp-as-number',
    clause: ['2.1-atualizado_em'],
    says: 'Sends atualizado_em as milliseconds since 1970.',
    apply: onItem(stamp((text) => Date.parse(text))),
  },
  {
    name: 'stamp-impossible-once',
    clause: ['2.1-atualizado_em'],
    says: 'Sends the atualizado_em of one person with a day that its month does not have.',
    apply: onItens(async (itens, _, call) => {
      const everyone = await call.everyone({ cpf: undefined, nome: undefined, sort: '-atualizado_em' })
      // The last of its month, so that the order of the list stays right.
      const last = everyone.find(({ atualizado_em }) => impossibleDay(atualizado_em) !== atualizado_em)
      return itens.map((item) => (item.cpf === last?.cpf ? stamp(impossibleDay)(item) : item))
    }),
  },
]
