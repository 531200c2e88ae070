import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultProfile } from '../contract/profile.ts'
import { MemoryStore } from '../store/memory.ts'
import { MENSAGEM, OWN_REPORT, smallWorld, TOKEN } from '../testing/world.ts'
import { createAccessLog, maskedPath } from './access-log.ts'
import { createSimulator } from './sim.ts'

const test = suite('access log')

const masked: [url: string, path: string][] = [
  ['/pessoas', '/pessoas'],
  ['/pessoas?', '/pessoas?***'],
  ['/pessoas?page=2&rows=50&sort=-nome', '/pessoas?page=2&rows=50&sort=-nome'],
  ['/pessoas?cpf=11144477735&nome=Ana%20Silva', '/pessoas?cpf=***&nome=***'],
  ['/pessoas?cpf=&nome=&page', '/pessoas?cpf=&nome=&page'],
  ['/pessoas?page=11144477735&sort=Ana', '/pessoas?page=***&sort=***'],
  ['/pessoas?token=secret&CPF=111&Ana', '/pessoas?***&***&***'],
  ['/pessoas?constructor=1&nome=a=b', '/pessoas?***&nome=***'],
  ['/pessoas?nome=a?b', '/pessoas?nome=***'],
  ['/pessoas/11144477735', '/pessoas/***'],
  ['/Ana/Silva', '/***/***'],
  [`/relatorios/validar/${OWN_REPORT}`, `/relatorios/validar/${OWN_REPORT}`],
  ['/relatorios/validar/11144477735', '/relatorios/validar/***'],
  [`/${OWN_REPORT}`, '/***'],
  ['*', '***'],
]
for (const [url, path] of masked) test(url, () => assert.is(maskedPath(url), path))

for (const format of ['pretty', 'json'] as const) {
  test(`${format}: one line a request, without persons and tokens`, async () => {
    const lines: string[] = []
    const accessLog = createAccessLog(format, (line) => lines.push(line))
    const app = createSimulator({ store: new MemoryStore(smallWorld()), profile: defaultProfile, accessLog })
    const headers = { authorization: TOKEN }
    await app.inject({ url: '/pessoas?nome=ana&cpf=00000001118', headers })
    await app.inject({ url: '/pessoas' })
    await app.inject({ url: '/nada', headers })
    await app.inject({ url: '/%E0%A4%A', headers })
    await app.inject({
      method: 'POST',
      url: `/relatorios/validar/${OWN_REPORT}`,
      headers,
      payload: { aprovar: true, mensagem: MENSAGEM },
    })
    accessLog({ status: 431, reason: 'HPE_HEADER_OVERFLOW' })
    accessLog({ status: 400 })
    assert.is(lines.length, 7)
    assert.not.match(lines.join('\n'), /ana|00000001118|token/i)
    if (format === 'json') {
      const told = lines.map((line) => JSON.parse(line))
      assert.equal(
        told.map(({ status }) => status),
        [200, 401, 404, 400, 200, 431, 400],
      )
      assert.equal(
        told.map(({ organization }) => organization),
        ['a', null, null, null, 'a', null, null],
      )
      assert.equal(Object.keys(told[0]), ['time', 'method', 'path', 'status', 'ms', 'organization'])
    } else {
      assert.match(lines[0] as string, /^GET \/pessoas\?nome=\*\*\*&cpf=\*\*\* 200 [\d.]+ ms a$/)
      assert.match(lines[5] as string, /^- HPE_HEADER_OVERFLOW 431 0 ms -$/)
    }
  })
}

test.run()
