export * from '../server/fastify.ts'
