// Says at http://127.0.0.1:8080 how many persons the organization queried.
import { createServer } from 'node:http'

const { PESSOAS_URL, PESSOAS_SIM_TOKEN } = process.env

createServer(async (_request, response) => {
  const answer = await fetch(`${PESSOAS_URL}/pessoas`, { headers: { authorization: PESSOAS_SIM_TOKEN } })
  const { result } = await answer.json()
  response.end(`${result.paginacao.total} persons\n`)
}).listen(8080)
