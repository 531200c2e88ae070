import type { ControlHost } from './host.ts'
import { type ControlRoute, route } from './route.ts'

/** Returns the route of the OpenAPI document of the service. */
export function serviceDocumentRoutes({ serviceDocument }: ControlHost): readonly ControlRoute[] {
  return [
    route({
      method: 'GET',
      path: '/service/openapi.json',
      summary: 'Returns the OpenAPI document of the service under the profile of the start.',
      answer: { type: 'object' },
      handle: serviceDocument,
    }),
  ]
}
