/** The one place that imports fastify: the build puts fastify itself into this file. */
export {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify'
