// What the framework and the statement take: a bare fastify route that runs the simulator's own statement for one page,
// with the rows known beforehand, and joins the persons to a body that was made before.
import fastify from 'fastify'
import pg from 'pg'

const { STORE, PAGES, POOL = '10' } = process.env
const pages = new Map(Object.entries(JSON.parse(PAGES)))
const pool = new pg.Pool({ connectionString: STORE, max: Number(POOL) })
const app = fastify()
app.get('/pessoas', async (request, reply) => {
  const { name, text, values, order, head, tail } = pages.get(request.url)
  const { rows } = await pool.query({ name, text, values })
  const found = new Map(rows.map((row) => [row.row_no, row]))
  const items = order.map((row) => {
    const { cpf, nome, stamp } = found.get(row)
    return `{"cpf":"${cpf}","nome":"${nome}","atualizado_em":"${new Date(Number(stamp)).toISOString()}"}`
  })
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.header('cache-control', 'no-cache')
  return head + items.join(',') + tail
})
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ url: `http://127.0.0.1:${app.server.address().port}` }))
