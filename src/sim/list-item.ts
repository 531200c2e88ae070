import { type ByteText, toByteText } from '../contract/bytes.ts'
import type { Shape } from '../contract/dialect.ts'
import type { Template } from '../contract/template.ts'
import { render } from '../contract/template.ts'
import type { PersonItem } from '../contract/wire.ts'
import type { ReportsOn } from '../store/store.ts'
import { opaqueSlots } from './opaque.ts'

/** What is said of a person beside its fields. */
interface Place {
  /** In the list, from 1. */
  position: number
  /** On the page, from 1. */
  row: number
  reports: ReportsOn | undefined
}

/** Returns the function that writes a person from the JSON of the store; undefined if that is sent unchanged. */
export function itemWriter({
  item,
  utc = 'Z',
}: Shape): ((person: ByteText, place: Place) => ByteText) | undefined {
  if (item !== undefined) return (person, place) => fromTemplate(item, utc, person, place)
  // `atualizado_em` is the last field of a person.
  return utc === 'Z' ? undefined : (person) => person.replace(/Z"\}$/, `${utc}"}`)
}

/** Returns whether items say something about reports. */
export function tellsReports({ item }: Shape): boolean {
  return item !== undefined && OF_REPORTS.test(JSON.stringify(item))
}

const OF_REPORTS = /\{(?:relatorios|numero)[:}]/

/** Reads a person from the JSON of the store. */
export function personIn(item: ByteText): PersonItem {
  return JSON.parse(Buffer.from(item, 'latin1').toString()) as PersonItem
}

function fromTemplate(
  template: Template,
  utc: string,
  person: ByteText,
  { position, row, reports }: Place,
): ByteText {
  const { cpf, nome, atualizado_em } = personIn(person)
  const slots = Object.assign(opaqueSlots(cpf), {
    cpf,
    nome,
    atualizado_em: atualizado_em.replace(/Z$/, utc),
    position,
    row,
    // A report may be removed while its person is still on the page.
    relatorios: reports?.count ?? 0,
    numero: reports?.newest ?? null,
  })
  return toByteText(JSON.stringify(render(template, slots)))
}
