import {
  changeFields,
  type ListedPerson,
  NotListed,
  type People,
  personFields,
  reportChangeFields,
} from '../world/people.ts'
import { type ControlHost, organizationOrFirst } from './host.ts'
import { allOf, ControlRefusal, type ControlRoute, handleSchema, route, text } from './route.ts'

const organization = handleSchema(
  'The handle of an organization; by default the first enabled one of the start.',
)
const answer = allOf({
  organization: text,
  cpf: text,
  nome: text,
  atualizado_em: text,
  relatorios: {
    type: 'array',
    items: allOf({
      numero: text,
      atualizado_em: text,
      status: { enum: ['undecided', 'approved', 'rejected'] },
    }),
  },
})
const query = { type: 'object', properties: { organization } } as const

/** Returns the routes that change data while clients read. */
export function personRoutes(host: ControlHost): ControlRoute[] {
  const call = async (
    handle: string | undefined,
    act: (people: People, id: string) => Promise<ListedPerson>,
  ) => {
    const { hosted, organization } = organizationOrFirst(host, handle)
    try {
      const person = await act(hosted.people, organization.id)
      return { organization: host.worlds.handleOf(organization), ...person }
    } catch (error) {
      if (error instanceof NotListed) throw new ControlRefusal(404, 'not-listed', error.message)
      throw error
    }
  }

  return [
    route({
      method: 'POST',
      path: '/persons',
      summary:
        'Adds a person with reports; what is left out is generated. A person that is listed gets more.',
      body: { type: 'object', properties: { organization, ...personFields } },
      answer,
      status: 201,
      handle: ({ body: { organization, ...person } }) =>
        call(organization, (people, id) => people.add(person, id)),
    }),
    route({
      method: 'GET',
      path: '/persons/{cpf}',
      summary: 'Returns a person of an organization, with its reports.',
      query,
      answer,
      handle: ({ params: { cpf = '' }, query }) =>
        call(query.organization, (people, id) => people.get(cpf, id)),
    }),
    route({
      method: 'PATCH',
      path: '/persons/{cpf}',
      summary: 'Changes the name or the last update of a person; without both, it is updated now.',
      body: { type: 'object', properties: { organization, ...changeFields } },
      answer,
      handle: ({ params: { cpf = '' }, body: { organization, ...change } }) =>
        call(organization, (people, id) => people.update(cpf, change, id)),
    }),
    route({
      method: 'DELETE',
      path: '/persons/{cpf}',
      summary: 'Removes a person with its reports from an organization, and returns it as it was.',
      query,
      answer,
      handle: ({ params: { cpf = '' }, query }) =>
        call(query.organization, (people, id) => people.remove(cpf, id)),
    }),
    route({
      method: 'PATCH',
      path: '/reports/{numero}',
      summary: 'Changes the last update of a report, now by default; returns its person.',
      body: { type: 'object', properties: { organization, ...reportChangeFields } },
      answer,
      handle: ({ params: { numero = '' }, body: { organization, ...change } }) =>
        call(organization, (people, id) => people.updateReport(numero, change, id)),
    }),
    route({
      method: 'DELETE',
      path: '/reports/{numero}',
      summary: 'Removes a report, and its person with the last one; returns the person as it was.',
      query,
      answer,
      handle: ({ params: { numero = '' }, query }) =>
        call(query.organization, (people, id) => people.removeReport(numero, id)),
    }),
  ]
}
