import { ControlRefusal, type ControlRoute, type Schema, unknownOrganization } from './route.ts'

/** An organization as the control port shows it. */
export interface ControlOrganization {
  handle: string
  id: string
  name: string
  token: string
  enabled: boolean
  withdrawn: boolean
  persons: number
  minted: boolean
  /** When it is closed by itself, as ISO 8601 in UTC; null for never. */
  expires: string | null
  /** Up to 60 numbers of its undecided reports. */
  reports: string[]
}

/** What a caller asks of a new organization. */
export interface MintBody {
  fixture?: string | object
  profile?: string | object
  allowInvalidCpf?: boolean
  seed?: number
  persons?: number
  organizations?: number
  ttl?: number
}

/** What the routes need of the simulator. A handle is always one that exists. */
export interface Lifecycle {
  /** The first base URL of the data port. */
  url: string
  isReady(): boolean
  /** Returns why the database of a shared store cannot be used now; undefined if it can, or if there is none. */
  outage(): Promise<string | undefined>
  version(): string
  /** The hash of the data. */
  hash(): string
  handles(): string[]
  organization(handle: string): ControlOrganization | undefined
  /**
   * Opens an organization and the others of its fixture.
   * @returns their handles, its own first
   * @throws {OperatorError} when the fixture cannot be used
   */
  mint(options: Required<Pick<MintBody, 'ttl'>> & MintBody): Promise<string[]>
  close(handle: string): Promise<void>
  setWithdrawn(handle: string, isWithdrawn: boolean): Promise<void>
  /** Without a handle, these four are about every organization. */
  checkpoint(name: string, handle?: string): Promise<void>
  /** Returns false if the checkpoint is unknown. */
  restore(name: string, handle?: string): Promise<boolean>
  reset(handle?: string): Promise<void>
  /** Returns undefined if the checkpoint is unknown. */
  changes(since?: string, handle?: string): Promise<object[] | undefined>
}

/** How long a minted organization lives if its caller does not say, milliseconds: a killed test leaves none behind. */
export const DEFAULT_TTL = 3_600_000
const LONGEST_TTL = 7 * 86_400_000
const LONGEST_NAME = 200
/** An id may be as long as a name, and a handle has a number behind it. */
const LONGEST_HANDLE = 220

const text: Schema = { type: 'string' }
const name: Schema = { type: 'string', minLength: 1, maxLength: LONGEST_NAME }
const flag: Schema = { type: 'boolean' }
const handle: Schema = {
  ...name,
  maxLength: LONGEST_HANDLE,
  description: 'The handle of one organization; without it, the call applies to all.',
}
const whole = (description: string): Schema => ({ type: 'integer', minimum: 0, description })

const organizationFields = {
  handle: { ...text, description: 'Its name on this port: its id, or ID~N if it was minted.' },
  id: text,
  name: text,
  token: text,
  enabled: flag,
  withdrawn: { ...flag, description: 'Whether its token was withdrawn, and is refused with 401.' },
  persons: { type: 'integer' },
  minted: flag,
  expires: { type: ['string', 'null'], description: 'When it is closed, in UTC.' },
  reports: { type: 'array', items: text, description: 'Up to 60 numbers of reports that are undecided.' },
} as const satisfies Record<string, Schema>
const organizationSchema: Schema = {
  type: 'object',
  required: Object.keys(organizationFields),
  properties: organizationFields,
}
const mintedFields = {
  ...organizationFields,
  url: { ...text, description: 'The base URL of the data port.' },
  organizations: {
    type: 'array',
    items: organizationSchema,
    description: 'All organizations of its fixture.',
  },
} as const satisfies Record<string, Schema>

const mintBody: Schema = {
  type: 'object',
  properties: {
    fixture: {
      description: 'The name of a fixture that ships, or a fixture itself; a file cannot be named.',
      anyOf: [name, { type: 'object' }],
    },
    profile: {
      description: 'The name of a profile that ships, or a whole profile; a file cannot be named.',
      anyOf: [name, { type: 'object' }],
    },
    allowInvalidCpf: { ...flag, description: 'Accept invalid CPFs of the fixture.' },
    seed: whole('The seed of generated data, in place of a fixture.'),
    persons: whole('How many persons to generate.'),
    organizations: whole('How many enabled organizations to generate.'),
    ttl: {
      type: 'integer',
      minimum: 1,
      maximum: LONGEST_TTL,
      default: DEFAULT_TTL,
      description: 'After how many milliseconds of real time it is closed.',
    },
  },
}

const decisionSchema: Schema = {
  type: ['object', 'null'],
  required: ['aprovar', 'mensagem'],
  properties: { aprovar: flag, mensagem: text },
}
const changeFields = {
  organization: { ...text, description: 'The handle.' },
  organizacao: text,
  numero: text,
  cpf: text,
  nome: text,
  before: decisionSchema,
  after: decisionSchema,
  atualizado_em: text,
} as const satisfies Record<string, Schema>

/** Returns the routes that are about the run itself, its organizations and their decisions. */
export function lifecycleRoutes(lifecycle: Lifecycle): ControlRoute[] {
  const known = (handle: string) => {
    const found = lifecycle.organization(handle)
    if (found) return found
    throw unknownOrganization()
  }
  /** The organization that a call selects; undefined for all. */
  const selected = (selector: unknown): string | undefined => {
    const { organization } = (selector ?? {}) as { organization?: string }
    return organization === undefined ? undefined : known(organization).handle
  }
  const noCheckpoint = () =>
    new ControlRefusal(
      404,
      'checkpoint',
      'No checkpoint has this name.',
      'PUT /v1/checkpoints/NAME saves one.',
    )

  return [
    {
      method: 'GET',
      path: '/health',
      summary:
        'Returns whether the simulator is ready, and with which data; 503 while it or its database is not.',
      isOpen: true,
      answer: {
        type: 'object',
        required: ['ready', 'version', 'data'],
        properties: {
          ready: flag,
          version: { ...text, description: 'The version of pessoas-sim.' },
          data: {
            ...text,
            description: 'The hash of the data that is served now, at first that of the banner.',
          },
        },
      },
      handle: async () => {
        if (!lifecycle.isReady())
          throw new ControlRefusal(503, 'closing', 'The simulator is closing. Start another one.')
        const outage = await lifecycle.outage()
        if (outage !== undefined) {
          throw new ControlRefusal(
            503,
            'database',
            outage,
            'The simulator continues by itself as soon as the database answers.',
          )
        }
        return { ready: true, version: lifecycle.version(), data: lifecycle.hash() }
      },
    },
    {
      method: 'GET',
      path: '/organizations',
      summary: 'Lists every organization, those of the start first.',
      answer: {
        type: 'object',
        required: ['organizations'],
        properties: { organizations: { type: 'array', items: organizationSchema } },
      },
      handle: () => ({ organizations: lifecycle.handles().map(known) }),
    },
    {
      method: 'POST',
      path: '/organizations',
      summary:
        'Opens an organization with a new token in a world of its own, with the others of its fixture.',
      body: mintBody,
      status: 201,
      answer: { type: 'object', required: Object.keys(mintedFields), properties: mintedFields },
      handle: async ({ body }) => {
        const handles = await lifecycle.mint({ ttl: DEFAULT_TTL, ...(body as MintBody | undefined) })
        const organizations = handles.map(known)
        return { ...organizations[0], url: lifecycle.url, organizations }
      },
    },
    {
      method: 'GET',
      path: '/organizations/{handle}',
      summary: 'Returns one organization.',
      answer: organizationSchema,
      handle: ({ params }) => known(params.handle as string),
    },
    {
      method: 'DELETE',
      path: '/organizations/{handle}',
      summary: 'Closes a minted organization, with the others of its fixture: their tokens are refused.',
      handle: async ({ params }) => {
        const { handle, minted } = known(params.handle as string)
        if (!minted)
          throw new ControlRefusal(
            409,
            'organization-of-start',
            'Only minted organizations can be closed.',
            'GET /v1/organizations says which are minted.',
          )
        await lifecycle.close(handle)
      },
    },
    {
      method: 'PUT',
      path: '/organizations/{handle}/token',
      summary: 'Withdraws the token of an organization, which is then refused with 401, or accepts it again.',
      body: { type: 'object', required: ['withdrawn'], properties: { withdrawn: flag } },
      answer: organizationSchema,
      handle: async ({ params, body }) => {
        const { handle } = known(params.handle as string)
        await lifecycle.setWithdrawn(handle, (body as { withdrawn: boolean }).withdrawn)
        return known(handle)
      },
    },
    {
      method: 'PUT',
      path: '/checkpoints/{name}',
      summary: 'Saves the current decisions as a checkpoint, and replaces one with the same name.',
      body: { type: 'object', properties: { organization: handle } },
      handle: ({ params, body }) => lifecycle.checkpoint(params.name as string, selected(body)),
    },
    {
      method: 'POST',
      path: '/restore',
      summary: 'Returns to the decisions of a checkpoint.',
      body: {
        type: 'object',
        required: ['checkpoint'],
        properties: { checkpoint: name, organization: handle },
      },
      handle: async ({ body }) => {
        const { checkpoint } = body as { checkpoint: string }
        if (!(await lifecycle.restore(checkpoint, selected(body)))) throw noCheckpoint()
      },
    },
    {
      method: 'POST',
      path: '/reset',
      summary:
        "Takes every decision back, accepts withdrawn tokens again, restores the faults of the start, and sets the clock to the machine's time.",
      body: { type: 'object', properties: { organization: handle } },
      handle: ({ body }) => lifecycle.reset(selected(body)),
    },
    {
      method: 'GET',
      path: '/changes',
      summary: 'Returns what changed since the start, or since a checkpoint.',
      query: {
        type: 'object',
        properties: { since: { ...name, description: 'The name of a checkpoint.' }, organization: handle },
      },
      answer: {
        type: 'object',
        required: ['changes'],
        properties: {
          changes: {
            type: 'array',
            items: { type: 'object', required: Object.keys(changeFields), properties: changeFields },
          },
        },
      },
      handle: async ({ query }) => {
        const changes = await lifecycle.changes(query.since, selected(query))
        if (changes === undefined) throw noCheckpoint()
        return { changes }
      },
    },
  ]
}
