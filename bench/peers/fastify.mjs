// What the framework takes: one route, one string that was made before.
import { readFileSync } from 'node:fs'
import fastify from 'fastify'

const body = readFileSync(process.env.BODY, 'utf8')
const app = fastify()
app.get('/pessoas', (_, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.header('cache-control', 'no-cache')
  reply.send(body)
})
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ url: `http://127.0.0.1:${app.server.address().port}` }))
