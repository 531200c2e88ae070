import { jsonValue } from '../contract/json-value.ts'
import { type ControlHost, organizationOf } from './host.ts'
import { allOf, type ControlRoute, handleSchema, route, text } from './route.ts'

const organization = handleSchema('The handle of the organization as which the service is asked.')
const path = { ...text, description: 'Such as `/pessoas?nome=silva`.' } as const
const answer = allOf({ status: { type: 'integer' }, body: { description: 'The JSON value, or the text.' } })

/** Returns the routes that ask the service as a client does, for a page that shows what a client would see. */
export function askRoutes(host: ControlHost): ControlRoute[] {
  const ask = async (handle: string, request: Parameters<ControlHost['ask']>[1]) => {
    const { status, body } = await host.ask(organizationOf(host, handle).organization, request)
    return { status, body: jsonValue(body) ?? body }
  }
  return [
    route({
      method: 'GET',
      path: '/ask',
      summary: 'Asks the service as an organization: no fault strikes, and the journal does not hear of it.',
      query: { type: 'object', required: ['organization', 'path'], properties: { organization, path } },
      answer,
      handle: ({ query }) => ask(query.organization, { method: 'GET', path: query.path }),
    }),
    route({
      method: 'POST',
      path: '/ask',
      summary: 'Sends a body to the service as an organization, such as a decision.',
      body: {
        type: 'object',
        required: ['organization', 'path', 'body'],
        properties: { organization, path, body: { ...text, description: 'The text of the body.' } },
      },
      answer,
      handle: ({ body: { organization, path, body } }) => ask(organization, { method: 'POST', path, body }),
    }),
  ]
}
