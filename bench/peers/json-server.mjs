// A peer: json-server 0.17.4 on the same persons.
import { createRequire } from 'node:module'

const jsonServer = createRequire(import.meta.url)('json-server')
const app = jsonServer.create()
app.use(jsonServer.router(process.env.DB))
const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }))
})
