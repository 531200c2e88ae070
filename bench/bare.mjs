// The limits to compare with: `node bare.mjs node|fastify` sends what it got in a message { headers, page, decision }.
import { createServer } from 'node:http'
import fastify from 'fastify'

const keepAliveTimeout = 72_000
let headers, page, decision
set({ headers: { 'content-type': 'application/json' }, page: '{}', decision: '{}' })

if (process.argv[2] === 'node') {
  const send = (response, { body, head }) => response.writeHead(200, head).end(body)
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    if (request.method === 'GET') return send(response, page)
    request.resume().on('end', () => send(response, decision))
  })
  server.listen(0, '127.0.0.1', () => print(`http://127.0.0.1:${server.address().port}`))
} else {
  const app = fastify({ keepAliveTimeout })
  app.get('/pessoas', (_, reply) => void reply.headers(headers).send(page.text))
  app.post('/relatorios/validar/:n', (_, reply) => void reply.headers(headers).send(decision.text))
  print(await app.listen({ port: 0, host: '127.0.0.1' }))
}

process.on('message', (given) => {
  set(given)
  process.send('set')
})

function set(given) {
  headers = given.headers
  const lengthOf = (body) => ({ ...headers, 'content-length': body.length })
  const ready = (text, body = Buffer.from(text)) => ({ text, body, head: lengthOf(body) })
  page = ready(given.page)
  decision = ready(given.decision)
}

function print(url) {
  console.log(JSON.stringify({ url }))
}
