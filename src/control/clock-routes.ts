import { LAST, type WorldClock } from './clock.ts'
import { ControlRefusal, type ControlRoute, handleSchema, type Schema, unknownOrganization } from './route.ts'

const handle = handleSchema(
  'The handle of the organization whose clock is meant; by default, that of the organizations of the start.',
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
    ahead: {
      type: 'integer',
      description: "Milliseconds that it is ahead of the machine's clock; negative if it is behind.",
    },
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
      summary: 'Returns the time and the mode of a clock.',
      query: { type: 'object', properties: { organization: handle } },
      answer: stateSchema,
      handle: ({ query }) => known(query.organization).state,
    },
    {
      method: 'PUT',
      path: '/clock',
      summary:
        'Freezes, sets, shifts or resets a clock. Send exactly one of freeze, set, offset, advance and real.',
      body: {
        type: 'object',
        properties: {
          organization: handle,
          freeze: {
            anyOf: [{ const: true }, ...moment],
            description: 'Freezes it: now, or at this time, ISO 8601 or milliseconds since 1970.',
          },
          set: {
            anyOf: moment,
            description: 'Sets it to this time, ISO 8601 or milliseconds since 1970; it runs on from there.',
          },
          offset: milliseconds(
            "Runs it this many milliseconds ahead of the machine's clock, or behind if negative.",
          ),
          advance: milliseconds('Moves it by this many milliseconds, frozen or not.'),
          real: { const: true, description: "Follows the machine's clock again." },
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
