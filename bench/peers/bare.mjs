// The limit: node:http and one buffer that was made before.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const body = readFileSync(process.env.BODY)
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
  'content-length': body.length,
}
const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }))
})
