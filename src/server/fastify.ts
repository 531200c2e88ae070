/** The one place that imports fastify: the build puts fastify itself into this file. */
export {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'

// The data port has no schemas, and the control port compiles its own.
const noCompiler = (): never => {
  throw new TypeError('fastify compiles a schema')
}
/** The option `schemaController` without which Fastify loads its compilers of schemas, a tenth of a start. */
export const withoutCompilers = {
  compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
}
