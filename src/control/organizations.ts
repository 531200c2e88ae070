import { packageVersion } from '../contract/package-version.ts'
import { fixtureOf } from '../world/fixture.ts'
import {
  type ControlHost,
  DEFAULT_TTL,
  type HostedWorld,
  organizationOf,
  organizationOrFirst,
  REPORTS_SHOWN,
} from './host.ts'
import {
  allOf,
  ControlRefusal,
  type ControlRoute,
  ControlStream,
  flag,
  handleSchema,
  route,
  text,
} from './route.ts'

const LONGEST_TTL = 7 * 86_400_000

const name = { type: 'string', minLength: 1, maxLength: 200 } as const
const organization = handleSchema('The handle of one organization; without it, the call applies to all.')
const whole = <const Description extends string>(description: Description) =>
  ({ type: 'integer', minimum: 0, description }) as const

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
  reports: {
    type: 'array',
    items: text,
    description: `Up to ${REPORTS_SHOWN} numbers of reports that are undecided.`,
  },
} as const
const url = { ...text, description: 'The base URL of the data port.' } as const
const organizationSchema = allOf(organizationFields)

const mintBody = {
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
} as const

const decision = {
  type: ['object', 'null'],
  required: ['aprovar', 'mensagem'],
  properties: { aprovar: flag, mensagem: text },
} as const
const changeSchema = allOf({
  organization: { ...text, description: 'The handle.' },
  ...{ organizacao: text, numero: text, cpf: text, nome: text },
  before: decision,
  after: decision,
  atualizado_em: text,
})

/** Returns the routes about the run itself, its organizations and their decisions. */
export function organizationRoutes(host: ControlHost): ControlRoute[] {
  const { worlds } = host

  const shown = (handle: string) => {
    const { organization, hosted } = organizationOf(host, handle)
    const { id, name, token, enabled, persons } = organization
    const { expires } = hosted
    return {
      ...{ handle, id, name, token, enabled, persons },
      withdrawn: worlds.isWithdrawn(organization),
      minted: hosted.close !== undefined,
      expires: expires === null ? null : new Date(expires).toISOString(),
      reports: enabled ? hosted.world().undecided(organization, REPORTS_SHOWN) : [],
    }
  }
  const selected = (handle: string | undefined): { hosted: HostedWorld; id?: string }[] => {
    if (handle === undefined) return host.hosted().map((hosted) => ({ hosted }))
    const { hosted, organization } = organizationOf(host, handle)
    return [{ hosted, id: organization.id }]
  }
  /** Returns those that have something in a checkpoint. */
  const knowing = async (name: string, handle: string | undefined) => {
    const all = selected(handle)
    const known = await Promise.all(all.map(({ hosted, id }) => hosted.knows(name, id)))
    const those = all.filter((_, i) => known[i])
    if (those.length > 0) return those
    const remedy = 'PUT /v1/checkpoints/NAME saves one.'
    throw new ControlRefusal(404, 'checkpoint', 'No checkpoint has this name.', remedy)
  }

  return [
    route({
      method: 'GET',
      path: '/health',
      summary:
        'Returns whether the simulator is ready, and with which data; 503 while it or its database is not.',
      isOpen: true,
      answer: allOf({
        ready: flag,
        version: { ...text, description: 'The version of pessoas-sim.' },
        data: {
          ...text,
          description: 'The hash of the data that is served now, at first that of the banner.',
        },
      }),
      handle: async () => {
        if (!host.isReady())
          throw new ControlRefusal(503, 'closing', 'The simulator is closing. Start another one.')
        const outage = await host.outage()
        const remedy = 'The simulator continues by itself as soon as the database answers.'
        if (outage !== undefined) throw new ControlRefusal(503, 'database', outage, remedy)
        return { ready: true, version: packageVersion(), data: host.hash() }
      },
    }),
    route({
      method: 'GET',
      path: '/organizations',
      summary: 'Lists every organization, those of the start first.',
      answer: allOf({ url, organizations: { type: 'array', items: organizationSchema } }),
      handle: () => ({
        url: host.url,
        organizations: worlds.all().map((one) => shown(worlds.handleOf(one))),
      }),
    }),
    route({
      method: 'POST',
      path: '/organizations',
      summary:
        'Opens an organization with a new token in a world of its own, with the others of its fixture.',
      body: mintBody,
      status: 201,
      answer: allOf({
        ...organizationFields,
        url,
        organizations: {
          type: 'array',
          items: organizationSchema,
          description: 'All organizations of its fixture.',
        },
      }),
      handle: async ({ body }) => {
        const own = await host.mint({ ttl: DEFAULT_TTL, ...body })
        const { hosted } = organizationOf(host, own)
        const handles = hosted.world().organizations.map((one) => worlds.handleOf(one))
        const organizations = [own, ...handles.filter((handle) => handle !== own)].map(shown)
        return { ...organizations[0], url: host.url, organizations }
      },
    }),
    route({
      method: 'GET',
      path: '/organizations/{handle}',
      summary: 'Returns one organization.',
      answer: organizationSchema,
      handle: ({ params: { handle = '' } }) => shown(handle),
    }),
    route({
      method: 'DELETE',
      path: '/organizations/{handle}',
      summary: 'Closes a minted organization, with the others of its fixture: their tokens are refused.',
      handle: async ({ params: { handle = '' } }) => {
        const { close } = organizationOf(host, handle).hosted
        if (close) return close()
        const remedy = 'GET /v1/organizations says which are minted.'
        const message = 'Only minted organizations can be closed.'
        throw new ControlRefusal(409, 'organization-of-start', message, remedy)
      },
    }),
    route({
      method: 'PUT',
      path: '/organizations/{handle}/token',
      summary: 'Withdraws the token of an organization, which is then refused with 401, or accepts it again.',
      body: { type: 'object', required: ['withdrawn'], properties: { withdrawn: flag } },
      answer: organizationSchema,
      handle: async ({ params: { handle = '' }, body: { withdrawn } }) => {
        const { hosted, organization } = organizationOf(host, handle)
        await (withdrawn ? hosted.withdrawToken(organization.id) : hosted.giveTokenBack(organization.id))
        return shown(handle)
      },
    }),
    route({
      method: 'GET',
      path: '/checkpoints',
      summary: 'Returns the names of the checkpoints.',
      query: { type: 'object', properties: { organization } },
      answer: allOf({ checkpoints: { type: 'array', items: text } }),
      handle: ({ query }) => {
        const names = selected(query.organization).flatMap(({ hosted, id }) =>
          hosted.world().checkpoints.filter((name) => hosted.world().knows(name, id)),
        )
        return { checkpoints: [...new Set(names)] }
      },
    }),
    route({
      method: 'GET',
      path: '/fixture',
      summary: 'Returns what the world of an organization has now, with decisions, as a fixture.',
      query: { type: 'object', properties: { organization } },
      answer: { type: 'application/json' },
      handle: async ({ query }) => {
        const world = organizationOrFirst(host, query.organization).hosted.world()
        await world.fresh?.()
        return new ControlStream('application/json', fixtureOf(world))
      },
    }),
    route({
      method: 'PUT',
      path: '/checkpoints/{name}',
      summary:
        'Saves the current decisions and persons as a checkpoint, and replaces one with the same name.',
      body: { type: 'object', properties: { organization } },
      handle: async ({ params: { name = '' }, body }) => {
        for (const { hosted, id } of selected(body.organization)) await hosted.checkpoint(name, id)
      },
    }),
    route({
      method: 'POST',
      path: '/restore',
      summary: 'Returns to the decisions and persons of a checkpoint.',
      body: { type: 'object', required: ['checkpoint'], properties: { checkpoint: name, organization } },
      handle: async ({ body: { checkpoint, organization } }) => {
        const those = await knowing(checkpoint, organization)
        await Promise.all(those.map(({ hosted, id }) => hosted.restore(checkpoint, id)))
      },
    }),
    route({
      method: 'POST',
      path: '/reset',
      summary:
        "Takes back every decision and change of persons, accepts withdrawn tokens again, restores the faults of the start, and sets the clock to the machine's time.",
      body: { type: 'object', properties: { organization } },
      handle: async ({ body }) => {
        await Promise.all(selected(body.organization).map(({ hosted, id }) => hosted.reset(id)))
      },
    }),
    route({
      method: 'GET',
      path: '/changes',
      summary: 'Returns which reports changed since the start, or since a checkpoint.',
      query: {
        type: 'object',
        properties: { since: { ...name, description: 'The name of a checkpoint.' }, organization },
      },
      answer: allOf({ changes: { type: 'array', items: changeSchema } }),
      handle: async ({ query: { since, organization } }) => {
        const those = since === undefined ? selected(organization) : await knowing(since, organization)
        const changes = those.map(async ({ hosted, id }) => {
          const suffix = worlds.suffixOf(hosted.world())
          const found = await hosted.changes(since, id)
          return found.map((change) => ({ organization: `${change.organizacao}${suffix}`, ...change }))
        })
        return { changes: (await Promise.all(changes)).flat() }
      },
    }),
  ]
}
