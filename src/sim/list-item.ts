import { type ByteText, toByteText } from '../contract/bytes.ts'
import type { Shape } from '../contract/dialect.ts'
import type { Template } from '../contract/template.ts'
import { render } from '../contract/template.ts'
import type { PersonItem } from '../contract/wire.ts'
import { opaqueSlots } from './opaque.ts'

/** Returns the function that writes a person from the JSON of the store; undefined if that is sent unchanged. */
export function itemWriter({
  item,
  utc = 'Z',
}: Shape): ((person: ByteText, position: number) => ByteText) | undefined {
  if (item !== undefined) return (person, position) => fromTemplate(item, utc, person, position)
  // `atualizado_em` is the last field of a person.
  return utc === 'Z' ? undefined : (person) => person.replace(/Z"\}$/, `${utc}"}`)
}

function fromTemplate(template: Template, utc: string, person: ByteText, position: number): ByteText {
  const { cpf, nome, atualizado_em } = JSON.parse(Buffer.from(person, 'latin1').toString()) as PersonItem
  const slots = Object.assign(opaqueSlots(cpf), {
    cpf,
    nome,
    atualizado_em: atualizado_em.replace(/Z$/, utc),
    position,
  })
  return toByteText(JSON.stringify(render(template, slots)))
}
