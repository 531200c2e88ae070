import type { Schema } from '../route.ts'

const word: Schema = { type: 'string', minLength: 1, maxLength: 100 }
const name: Schema = { type: 'string', minLength: 1, maxLength: 10_000 }
const time: Schema = { ...word, description: 'ISO 8601, or relative to now, such as -3d.' }
const cpf: Schema = { ...word, description: 'Eleven digits.' }
const numero: Schema = { ...word, description: 'A report number, a UUID.' }

const whichFields = {
  cpf,
  place: { type: 'integer', minimum: 1, description: 'A place in the list.' },
  numero,
  sort: { ...word, description: 'The order in which places are counted.' },
  nome: { ...name, description: 'The search in which places are counted.' },
} as const satisfies Record<string, Schema>

export const newPersonSchema: Schema = {
  type: 'object',
  description: 'A person that appears; what is left out is generated.',
  properties: {
    cpf,
    nome: name,
    atualizado_em: time,
    relatorios: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      items: {
        type: 'object',
        properties: {
          numero,
          atualizado_em: time,
          aprovar: { type: 'boolean' },
          mensagem: { type: 'string', maxLength: 100_000 },
        },
      },
    },
  },
}
export const whichSchema: Schema = {
  type: 'object',
  description: 'Exactly one of cpf, place and numero; sort and nome go with place.',
  properties: whichFields,
}
export const changeSchema: Schema = {
  type: 'object',
  description: 'A new last update, now by default, or a new name.',
  properties: { atualizado_em: time, nome: name },
}
export const planFields = {
  name: word,
  after: {
    type: 'object',
    description: 'The page of a walk that starts it, the first by default.',
    properties: {
      page: { type: 'integer', minimum: 1 },
      rows: { type: 'integer', minimum: 1, description: 'Only walks with this many rows a page.' },
      sort: { ...word, description: 'Only walks in this order.' },
      nome: {
        ...name,
        description: 'Only walks of this search; without it, only walks without a search.',
      },
    },
  },
  makes: {
    enum: ['skipped-row', 'doubled-row'],
    description: 'Whether the next page skips a person or repeats one.',
  },
  add: newPersonSchema,
  update: {
    type: 'object',
    properties: { ...whichFields, atualizado_em: time, to: { enum: ['front', 'end'] } },
  },
  remove: whichSchema,
  times: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  ttl: {
    type: ['integer', 'null'],
    minimum: 1,
    // A later end could be beyond the last date of JavaScript.
    maximum: 31_536_000_000,
    description:
      "Milliseconds of its world's clock, a year at most; null for never. By default 600000 of the machine's clock.",
  },
} as const satisfies Record<string, Schema>
export const planSchema: Schema = { type: 'object', properties: planFields }
