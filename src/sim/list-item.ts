import { type ByteText, toByteText } from '../contract/bytes.ts'
import type { Shape } from '../contract/dialect.ts'
import type { Template } from '../contract/template.ts'
import { render } from '../contract/template.ts'
import type { PersonItem } from '../contract/wire.ts'
import type { ReportsOn } from '../store/store.ts'
import { opaqueSlots } from './opaque.ts'

/** Returns the function that writes a person from the JSON of the store; undefined if that is sent unchanged. */
export function itemWriter({
  item,
  utc = 'Z',
}: Shape): ((person: ByteText, position: number, reports?: ReportsOn) => ByteText) | undefined {
  if (item !== undefined)
    return (person, position, reports) => fromTemplate(item, utc, { person, position, reports })
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

interface Listed {
  person: ByteText
  position: number
  reports: ReportsOn | undefined
}

function fromTemplate(template: Template, utc: string, { person, position, reports }: Listed): ByteText {
  const { cpf, nome, atualizado_em } = personIn(person)
  const slots = Object.assign(opaqueSlots(cpf), {
    cpf,
    nome,
    atualizado_em: atualizado_em.replace(/Z$/, utc),
    position,
    // A report may be removed while its person is still on the page.
    relatorios: reports?.count ?? 0,
    numero: reports?.newest ?? null,
  })
  return toByteText(JSON.stringify(render(template, slots)))
}
