import type { ErrorObject } from 'ajv'

/** Organizations, persons and reports as one JSON document, in the words of the wire. */
export interface Dataset {
  $schema?: string
  organizacoes: Organizacao[]
  pessoas: Pessoa[]
  relatorios: Relatorio[]
}

export interface Organizacao {
  id: string
  nome: string
  /** Visible ASCII. */
  token: string
  /** Whether its token is accepted; it is, unless this is false. */
  habilitada?: boolean
}

export interface Pessoa {
  /** Digits only. */
  cpf: string
  nome: string
}

/** A report: that there is one says that the organization queried the person. */
export interface Relatorio {
  /** A UUID. */
  numero: string
  /** The id of an organization. */
  organizacao: string
  cpf: string
  /** The last update, ISO 8601 in UTC with milliseconds. */
  atualizado_em: string
  /** A decision that was made before: both of these, or none. */
  aprovar?: boolean
  mensagem?: string
}

/** What a header can carry: visible ASCII without blanks. */
export const TOKEN = /^[!-~]+$/

/** The form of a {@link Dataset}, as JSON Schema. */
export const datasetSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['organizacoes', 'pessoas', 'relatorios'],
  properties: {
    $schema: { type: 'string' },
    organizacoes: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'nome', 'token'],
        properties: {
          id: { type: 'string', minLength: 1 },
          nome: { type: 'string', minLength: 1 },
          token: { type: 'string', pattern: TOKEN.source },
          habilitada: { type: 'boolean' },
        },
      },
    },
    pessoas: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['cpf', 'nome'],
        properties: { cpf: { type: 'string', pattern: '^[0-9]+$' }, nome: { type: 'string', minLength: 1 } },
      },
    },
    relatorios: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['numero', 'organizacao', 'cpf', 'atualizado_em'],
        properties: {
          numero: { type: 'string', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' },
          organizacao: { type: 'string' },
          cpf: { type: 'string' },
          atualizado_em: { type: 'string' },
          aprovar: { type: 'boolean' },
          mensagem: { type: 'string' },
        },
      },
    },
  },
} as const

/** What the patterns of the schema mean, for the person who wrote the value. */
const patterns: Record<string, string> = {
  token: 'must be visible ASCII without blanks, or no header can carry it',
  cpf: 'must be digits only, without mask',
  numero: 'must be a UUID (8-4-4-4-12 hexadecimal digits)',
}

/** Every fault of a dataset, one line each, beginning with the path of the value; none for a sound one. */
export async function datasetFaults(value: unknown): Promise<string[]> {
  // Loaded only for data that somebody else wrote: a cold start does without it.
  /* c8 ignore next: it runs; tsx adds a branch of its own to every dynamic import */
  const { Ajv } = await import('ajv')
  const validate = new Ajv({ allErrors: true, strict: false }).compile<Dataset>(datasetSchema)
  if (!validate(value)) return (validate.errors as ErrorObject[]).map(shapeFault)
  return [...referenceFaults(value)]
}

function shapeFault({ instancePath, keyword, params, message }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.') || 'the document'
  if (keyword === 'additionalProperties') return `${path}: unknown key "${params.additionalProperty}"`
  if (keyword === 'pattern') return `${path}: ${patterns[path.slice(path.lastIndexOf('.') + 1)]}`
  return `${path}: ${message}`
}

function* referenceFaults({ organizacoes, pessoas, relatorios }: Dataset): Generator<string> {
  if (organizacoes.length === 0) yield 'organizacoes: at least one is needed, or no token is accepted'
  const ids = new Set<string>()
  const tokens = new Set<string>()
  for (const [i, { id, token }] of organizacoes.entries()) {
    if (ids.has(id)) yield `organizacoes.${i}.id: "${id}" stands twice`
    if (tokens.has(token)) yield `organizacoes.${i}.token: the same token as another organization`
    ids.add(id)
    tokens.add(token)
  }
  const cpfs = new Set<string>()
  for (const [i, { cpf }] of pessoas.entries()) {
    if (cpfs.has(cpf)) yield `pessoas.${i}.cpf: "${cpf}" stands twice`
    cpfs.add(cpf)
  }
  const numeros = new Set<string>()
  for (const [i, relatorio] of relatorios.entries()) {
    const { numero, organizacao, cpf, atualizado_em, aprovar, mensagem } = relatorio
    if (numeros.has(numero)) yield `relatorios.${i}.numero: "${numero}" stands twice`
    numeros.add(numero)
    if (!ids.has(organizacao))
      yield `relatorios.${i}.organizacao: no organization has the id "${organizacao}"`
    if (!cpfs.has(cpf)) yield `relatorios.${i}.cpf: no person has the CPF "${cpf}"`
    if (!isInstant(atualizado_em))
      yield `relatorios.${i}.atualizado_em: must be an instant in UTC with milliseconds, like 2026-01-31T12:00:00.000Z`
    if ((aprovar === undefined) !== (mensagem === undefined))
      yield `relatorios.${i}: aprovar and mensagem come together, or not at all`
  }
}

function isInstant(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}

/** The one way a dataset is written, in pieces of text: a record a line, so that a difference is a line too. */
export function* datasetText({ organizacoes, pessoas, relatorios }: Dataset): Generator<string> {
  yield '{\n"organizacoes": ['
  yield* lines(organizacoes)
  yield '],\n"pessoas": ['
  yield* lines(pessoas)
  yield '],\n"relatorios": ['
  yield* lines(relatorios)
  yield ']\n}\n'
}

const LINES_A_PIECE = 1000

function* lines(records: readonly object[]): Generator<string> {
  for (let i = 0; i < records.length; i += LINES_A_PIECE) {
    const piece = records.slice(i, i + LINES_A_PIECE).map((record) => JSON.stringify(record))
    yield (i === 0 ? '\n' : ',\n') + piece.join(',\n')
  }
  if (records.length > 0) yield '\n'
}
