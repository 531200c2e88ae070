import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startSimulator } from '../../index.ts'

const test = suite('journal as text')

test('says what was sent, why, what was answered and how to send it again, without the token', async () => {
  await using sim = await startSimulator()
  const own = await sim.organization({ fixture: 'one-person' })
  const [report] = own.reports
  const send = (
    path: string,
    body?: object,
    headers: Record<string, string> = { authorization: own.token },
  ) =>
    fetch(sim.url + path, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  assert.is(own.journal.text(), 'No request is in this journal.\n')
  await send('/pessoas', undefined, {})
  assert.match(own.journal.text(), /^No request .*\n1 had no token that is known: .*\n$/)
  assert.match(sim.journal.text(), / {2}why: token\.missing: the header Authorization is missing\. Send .*\n/)

  await send(`/relatorios/validar/${report}`, { aprovar: true, mensagem: 'curta', [own.token]: 1 })
  const entry = new RegExp(
    `^#2 POST /relatorios/validar/${report} → 400 \\(${own.handle}\\)
  why: mensagem\\.short: mensagem has 5 of at least 25 characters, .*
  why: payload\\.unknown: .*
  answer: \\{"error":"Bad Request",.*\\}
  curl -sSig .*Authorization: \\$CLIENT_TOKEN.*--data-raw '\\{"aprovar":true,"mensagem":"curta".*
$`,
  )
  assert.match(own.journal.text(), entry)
  assert.not.match(own.journal.text(), own.token)

  for (let page = 1; page <= 20; page++) await send(`/pessoas?page=${page}`)
  const text = own.journal.text()
  assert.match(text, /^1 earlier exchanges are not shown\.\n#3 GET \/pessoas\?page=1 → 200 /)
  assert.is(text.match(/^#/gm)?.length, 20)
  assert.match(own.journal.text({ method: 'POST' }), entry)
})

test('cuts a long answer, and shows one that was lost as such', async () => {
  await using sim = await startSimulator()
  const own = await sim.organization()
  own.faults.add({ name: 'lost', fault: { kind: 'drop' }, times: 1 })
  const list = () => fetch(`${sim.url}/pessoas`, { headers: { authorization: own.token } })
  assert.is(await list().catch(() => 'no answer'), 'no answer')
  await list()
  const [lost, whole] = own.journal.text().split(/(?<=\n)(?=#)/) as [string, string]
  assert.match(
    lost,
    /^#1 GET \/pessoas → 200, unanswered .*fault lost\n {2}why: service\.fault: the fault lost strikes/,
  )
  assert.match(whole, /^ {2}answer: \{"result":.{290}…$/m)
})

test.run()
