import { LAST, type WorldClock } from './clock.ts'
import { type ControlHost, organizationOrFirst } from './host.ts'
import { allOf, ControlRefusal, type ControlRoute, handleSchema, route, text } from './route.ts'

const organization = handleSchema(
  'The handle of the organization whose clock is meant; by default, that of the organizations of the start.',
)
const milliseconds = <const Description extends string>(description: Description) =>
  ({ type: 'integer', minimum: -LAST, maximum: LAST, description }) as const
const moment = [{ type: 'string' }, { type: 'integer' }] as const
const answer = allOf({
  mode: { enum: ['real', 'offset', 'frozen'] },
  now: { ...text, description: 'Its time, ISO 8601 in UTC.' },
  ahead: {
    type: 'integer',
    description: "Milliseconds that it is ahead of the machine's clock; negative if it is behind.",
  },
})

/** Returns the routes about clocks. */
export function clockRoutes(host: ControlHost): ControlRoute[] {
  const clockOf = (handle: string | undefined): WorldClock => organizationOrFirst(host, handle).hosted.clock
  return [
    route({
      method: 'GET',
      path: '/clock',
      summary: 'Returns the time and the mode of a clock.',
      query: { type: 'object', properties: { organization } },
      answer,
      handle: ({ query }) => clockOf(query.organization).state,
    }),
    route({
      method: 'PUT',
      path: '/clock',
      summary:
        'Freezes, sets, shifts or resets a clock. Send exactly one of freeze, set, offset, advance and real.',
      body: {
        type: 'object',
        properties: {
          organization,
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
      answer,
      handle: ({ body: { organization, ...acts } }) => {
        const clock = clockOf(organization)
        if (Object.keys(acts).length !== 1) {
          const message = 'body must have exactly one of freeze, set, offset, advance, real.'
          throw new ControlRefusal(400, 'body', message)
        }
        const { freeze, set, offset, advance } = acts
        if (freeze !== undefined) clock.freeze(freeze === true ? undefined : freeze)
        else if (set !== undefined) clock.set(set)
        else if (offset !== undefined) clock.offset(offset)
        else if (advance !== undefined) clock.advance(advance)
        else clock.real()
        return clock.state
      },
    }),
  ]
}
