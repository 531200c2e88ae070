import { TOKEN } from '../contract/dataset.ts'
import { MENSAGEM_MINIMUM } from '../contract/wire.ts'
import { DEPTH } from '../operator/json-text.ts'
import { originRanges } from './origin.ts'

/**
 * A dataset as a person writes it: missing values are generated, a person may contain its reports, and times may be
 * relative. Every {@link Dataset} is also a fixture.
 */
export interface Fixture {
  $schema?: string
  /** What this world is for. */
  descricao?: string
  /** Generated values depend on this number and on their position; 1 by default. */
  semente?: number
  organizacoes?: FixtureOrganization[]
  pessoas?: FixturePerson[]
  relatorios?: (FixtureReport & { cpf: string })[]
  gerar?: Generated | Generated[] | Recipe
}

interface FixtureOrganization {
  id: string
  nome?: string
  token?: string
  habilitada?: boolean
}

export interface FixturePerson {
  nome: string
  cpf?: string
  /** The organizations that queried this person, for reports that name none. */
  organizacao?: string | string[]
  /** The last update of reports that have none of their own. */
  atualizado_em?: string
  relatorios?: FixtureReport[]
}

export interface FixtureReport {
  numero?: string
  organizacao?: string
  atualizado_em?: string
  aprovar?: boolean
  mensagem?: string
}

/** A group of persons to generate in addition to the written ones. */
export interface Generated {
  pessoas: number
  /** The last word of each of their names. */
  nome?: string
  organizacao?: string | string[]
  atualizado_em?: string
}

/** Stands for exactly the data of `--persons`, `--organizations` and, as `semente`, `--seed`. */
export interface Recipe {
  pessoas: number
  organizacoes: number
}

/** The maximum number of persons that a fixture may generate beside its own. */
export const GENERATED_MAXIMUM = 1_500_000

export const ORGANIZATIONS_MAXIMUM = 2000

/** What a fixture may have, so that none exhausts the memory. */
export const bounds = {
  /** Bytes of a file, by its form. */
  bytes: { json: 536_870_888, lines: 2_147_483_648, yaml: 4_194_304, csv: 33_554_432 },
  /** Levels of nested lists and objects. */
  depth: DEPTH,
  /** How often YAML may refer to an anchor, counted through anchors that refer to others. */
  aliases: 10_000,
  /** Persons and reports together, including generated ones. */
  records: 5_000_000,
  /** Findings that are reported for one fixture. */
  findings: 10_000,
} as const

/** The maximum length of each string, in characters. */
export const lengths = {
  /** The id of an organization. */
  id: 200,
  /** Names of persons and organizations, and other text for people. */
  nome: 10_000,
  /** A token: half of what all headers of a request may have together. */
  token: 8_192,
  /** A message: the maximum size of a request body, in bytes. */
  mensagem: 1_048_576,
  /** A CPF or a time. */
  word: 100,
} as const

/** An object of these keys alone. */
function record<const Required extends readonly string[], const Properties>(
  required: Required,
  properties: Properties,
) {
  return { type: 'object', additionalProperties: false, required, properties } as const
}

function integer([minimum, maximum]: readonly [number, number], description: string) {
  return { type: 'integer', minimum, maximum, description } as const
}

// allOf and dependencies serve editors only: check.ts covers more, with better messages.

const text = {
  type: 'string',
  pattern: '\\S',
  $comment: 'must not be blank',
  maxLength: lengths.nome,
} as const
const id = { ...text, maxLength: lengths.id } as const
const owners = {
  description: 'The ids of the organizations that queried them; by default the first enabled one.',
  anyOf: [id, { type: 'array', minItems: 1, uniqueItems: true, items: id }],
} as const
/** The pattern accepts 30 February; time.ts refuses it. */
const DAY = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const HOUR = '([01][0-9]|2[0-4]):[0-5][0-9](:[0-5][0-9]([.,][0-9]{1,9})?)?'
const ZONE = ' ?(Z|UTC|GMT|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)'
const time = {
  type: 'string',
  maxLength: lengths.word,
  allOf: [{ pattern: `^(${DAY}([T ]${HOUR}(${ZONE})?)?|[+-][0-9]{1,6}[smhd])$` }],
  description:
    'ISO 8601 or as PostgreSQL prints it (2026-01-31, 2026-01-31T12:00:00.000Z or 2026-01-31 12:00:00-03; UTC where no time zone is named), or relative to the start: -3d, -2h, -30m, -10s, or +1d for tomorrow.',
} as const
/** Eleven digits, not all the same. A pattern cannot compute check digits. */
const cpf = {
  ...text,
  maxLength: lengths.word,
  allOf: [{ pattern: '^(?!([0-9])\\1{10}$)[0-9]{11}$' }],
} as const
/** A character that UTF-16 writes as two units: JSON Schema counts it as one, the service as two. */
const BEYOND = '[^\\u0000-\\ud7ff\\ue000-\\uffff]'
const report = {
  numero: {
    type: 'string',
    pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    $comment: 'must be a UUID (8-4-4-4-12 hexadecimal digits)',
    description: 'The number of the report, a UUID; generated by default.',
  },
  organizacao: { ...id, description: 'The id of an organization; by default the first enabled one.' },
  atualizado_em: time,
  aprovar: {
    type: 'boolean',
    description: 'An earlier decision, together with mensagem: true means approved, false rejected.',
  },
  mensagem: {
    type: 'string',
    maxLength: lengths.mensagem,
    allOf: [
      {
        anyOf: [
          { minLength: MENSAGEM_MINIMUM },
          { minLength: Math.ceil(MENSAGEM_MINIMUM / 2), pattern: BEYOND },
        ],
      },
    ],
    description: 'The message of that decision, at least 25 characters.',
  },
} as const
/** A decision has both keys or neither. */
const decision = { aprovar: ['mensagem'], mensagem: ['aprovar'] } as const
const generate = record(['pessoas'], {
  pessoas: integer([1, GENERATED_MAXIMUM], 'How many persons to generate.'),
  nome: { ...text, maxLength: lengths.id, description: 'The last word of each of their names.' },
  organizacao: owners,
  atualizado_em: time,
})

const recipe = record(['pessoas', 'organizacoes'], {
  pessoas: integer(originRanges.persons, 'How many persons the first organization has, as --persons.'),
  organizacoes: integer(
    originRanges.organizations,
    'How many organizations to generate, as --organizations. Nothing else can be in this fixture.',
  ),
})

/** The JSON Schema of a {@link Fixture}, for the check and for editors. */
export const fixtureSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A fixture of pessoas-sim: organizations, persons and reports, with the field names of the wire',
  type: 'object',
  additionalProperties: false,
  patternProperties: { '^x-': { description: 'Ignored: a place for YAML anchors.' } },
  properties: {
    $schema: { type: 'string', maxLength: lengths.nome, description: 'Where this schema is, for editors.' },
    descricao: { type: 'string', maxLength: lengths.nome, description: 'What this world is for.' },
    semente: integer(
      originRanges.seed,
      'Generated values depend on this number and on their position; 1 by default.',
    ),
    organizacoes: {
      type: 'array',
      minItems: 1,
      maxItems: ORGANIZATIONS_MAXIMUM,
      description: 'The callers of the service; by default one, with a generated token.',
      items: record(['id'], {
        id: { ...id, description: 'The name by which persons and reports refer to it.' },
        nome: { ...text, description: 'The name in the banner; by default the id.' },
        token: {
          type: 'string',
          pattern: TOKEN.source,
          $comment: 'must be visible ASCII without spaces, because a header has to carry it',
          maxLength: lengths.token,
          description: 'The value of the header Authorization, visible ASCII; generated by default.',
        },
        habilitada: { type: 'boolean', description: 'Set to false to refuse its token with 401.' },
      }),
    },
    pessoas: {
      type: 'array',
      description: 'Persons that were queried.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['nome'],
        properties: {
          nome: { ...text, description: 'The whole name.' },
          cpf: {
            ...cpf,
            description: 'Eleven digits in quotes, without a mask; a valid CPF is generated by default.',
          },
          organizacao: owners,
          atualizado_em: time,
          relatorios: {
            type: 'array',
            description: 'The reports on this person; by default one, unless the file has a list of reports.',
            items: {
              type: 'object',
              additionalProperties: false,
              properties: report,
              dependencies: decision,
            },
          },
        },
      },
    },
    relatorios: {
      type: 'array',
      description:
        'Reports on persons by their CPF. With this list, persons without organizacao get no generated report.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['cpf'],
        properties: { ...report, cpf: { ...cpf, description: 'The CPF of a person in this file.' } },
        dependencies: decision,
      },
    },
    gerar: {
      description: 'Persons to generate in addition to the written ones.',
      anyOf: [generate, { type: 'array', items: generate }, recipe],
    },
  },
} as const
