import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runConformance } from '../index.ts'
import { littleServer, littleService } from '../testing/little-server.ts'

const test = suite('a byte order mark before answers')
const TOKEN = 'segredo-de-teste-0123456789'
const people = Array.from({ length: 30 }, (_, i) => ({
  cpf: String(i * 104_729_003).padStart(11, '0'),
  nome: `Ana Silva ${i}`,
  atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
}))
const service = littleService(people, TOKEN)

async function verdictsWith(mark: string): Promise<Map<string, string>> {
  const server = await littleServer((asked) => ({
    ...service(asked),
    body: mark + JSON.stringify(service(asked).body),
    headers: { 'content-type': 'application/json' },
  }))
  const { results } = await runConformance({ url: server.url, token: TOKEN }).report()
  await server.close()
  return new Map(results.map(({ id, verdict, detail }) => [id, id === 'ENV-04' ? detail : verdict]))
}

test('one check fails for it, and all others but one that rests on it are decided as without it', async () => {
  const [plain, marked] = [await verdictsWith(''), await verdictsWith('\ufeff')]
  const differ = [...marked].filter(([id, verdict]) => plain.get(id) !== verdict)
  assert.equal(differ, [
    ['ENV-04', 'expected a body that is valid JSON, got a byte order mark before the JSON'],
    ['HDR-05', 'inconclusive'],
  ])
})

test.run()
