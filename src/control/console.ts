import { createHash, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, URL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from '../server/fastify.ts'
import { allOf, ControlRefusal, type ControlRoute, route, text } from './route.ts'

/** What the build made of src/console: beside this file in dist, or seen from the source. */
const FOLDERS = ['../../console/', '../../dist/console/']
/** The guides of the package, as the page links to them: beside dist, or seen from dist/cjs/src. */
const DOCS = ['../../docs/', '../../../docs/']
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  md: 'text/plain; charset=utf-8',
}
const POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'connect', 'img'].map((kind) => `${kind}-src 'self'`),
  ...['base-uri', 'form-action', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
].join('; ')

/** The paths that a browser asks for before the page has a token. */
export const CONSOLE_PATHS = ['/', '/console/:file', '/docs/:file', '/docs/pt-BR/:file']

/** Serves the page and the guides that it links to; each file is read when somebody asks for it, so that a start pays nothing. */
export function serveConsole(app: FastifyInstance): void {
  const send = (folders: readonly string[], path: string, reply: FastifyReply) => {
    const [, type = ''] = /^(?:pt-BR\/)?[\w-]+\.(\w+)$/.exec(path) ?? []
    const file = Object.hasOwn(TYPES, type) ? read(folders, path) : undefined
    if (file === undefined)
      throw new ControlRefusal(404, 'path', 'The console has no such file.', 'npm run build makes it.')
    return reply
      .header('content-security-policy', POLICY)
      .type(TYPES[type] as string)
      .send(file)
  }
  const fileOf = ({ params }: FastifyRequest) => (params as { file: string }).file
  app.get('/', (_, reply) => send(FOLDERS, 'index.html', reply))
  app.get('/console/:file', (request, reply) => send(FOLDERS, fileOf(request), reply))
  app.get('/docs/:file', (request, reply) => send(DOCS, fileOf(request), reply))
  app.get('/docs/pt-BR/:file', (request, reply) => send(DOCS, `pt-BR/${fileOf(request)}`, reply))
}

function read(folders: readonly string[], path: string): Buffer | undefined {
  const found = folders
    .map((folder) => fileURLToPath(new URL(folder + path, import.meta.url)))
    .find((path) => existsSync(path))
  return found === undefined ? undefined : readFileSync(found)
}

/** Returns the route that gives the control token for the code of the link, once. */
export function sessionRoute(code: string, token: string): ControlRoute {
  let isUsed = false
  const digest = (given: string) => createHash('sha256').update(given).digest()
  return route({
    method: 'POST',
    path: '/session',
    summary: 'Exchanges the one-time code of the link to the console for the control token.',
    isOpen: true,
    body: { type: 'object', required: ['code'], properties: { code: text } },
    answer: allOf({ token: text }),
    handle: ({ body }) => {
      if (isUsed || !timingSafeEqual(digest(body.code), digest(code))) {
        const remedy = 'Paste the control token that the simulator printed when it started.'
        throw new ControlRefusal(403, 'code', 'This link was used already, or is of another run.', remedy)
      }
      isUsed = true
      return { token }
    },
  })
}
