import { LAST, type WorldClock } from './clock.ts'
import { ControlRefusal, type ControlRoute, handleSchema, type Schema, unknownOrganization } from './route.ts'

const handle = handleSchema(
  'The handle of an organization, whose world has the clock; without it, the world of the start.',
)
const milliseconds = (description: string): Schema => ({
  type: 'integer',
  minimum: -LAST,
  maximum: LAST,
  description,
})
const stateSchema: Schema = {
  type: 'object',
  required: ['mode', 'now', 'ahead'],
  properties: {
    mode: { enum: ['real', 'offset', 'frozen'] },
    now: { type: 'string', description: 'Its time, ISO 8601 in UTC.' },
    ahead: { type: 'integer', description: "Milliseconds that it is ahead of the machine's." },
  },
}

const moment: Schema[] = [{ type: 'string' }, { type: 'integer' }]

/** What a caller does to a clock: one thing. */
interface ClockBody {
  organization?: string
  freeze?: true | string | number
  set?: string | number
  offset?: number
  advance?: number
  real?: true
}

/** Returns the routes about clocks. `clockOf` returns undefined for a handle that is unknown. */
export function clockRoutes(clockOf: (handle?: string) => WorldClock | undefined): ControlRoute[] {
  const known = (handle: string | undefined): WorldClock => {
    const found = clockOf(handle)
    if (found) return found
    throw unknownOrganization()
  }
  return [
    {
      method: 'GET',
      path: '/clock',
      summary: 'Returns the time of a world, and how its clock goes.',
      query: { type: 'object', properties: { organization: handle } },
      answer: stateSchema,
      handle: ({ query }) => known(query.organization).state,
    },
    {
      method: 'PUT',
      path: '/clock',
      summary: 'Freezes, sets, moves or frees the clock of a world: exactly one of these.',
      body: {
        type: 'object',
        properties: {
          organization: handle,
          freeze: {
            anyOf: [{ const: true }, ...moment],
            description: 'Stops it: now, or at this time, ISO 8601 or milliseconds since 1970.',
          },
          set: {
            anyOf: moment,
            description: 'Lets it run from this time on, ISO 8601 or milliseconds since 1970.',
          },
          offset: milliseconds('Lets it run so many milliseconds ahead, or behind if negative.'),
          advance: milliseconds('Moves it, frozen or not, by milliseconds.'),
          real: { const: true, description: 'Lets it go as that of the machine.' },
        },
      },
      answer: stateSchema,
      handle: ({ body }) => {
        const { organization, ...acts } = (body ?? {}) as ClockBody
        const clock = known(organization)
        if (Object.keys(acts).length !== 1) {
          throw new ControlRefusal(
            400,
            'body',
            'body must have exactly one of freeze, set, offset, advance, real.',
          )
        }
        const { freeze, set, offset, advance } = acts
        if (freeze !== undefined) clock.freeze(freeze === true ? undefined : freeze)
        else if (set !== undefined) clock.set(set)
        else if (offset !== undefined) clock.offset(offset)
        else if (advance !== undefined) clock.advance(advance)
        else clock.real()
        return clock.state
      },
    },
  ]
}
