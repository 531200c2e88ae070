import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedStore } from '../src/cli.ts'
import { seedDataset } from '../src/index.ts'
import { tellSkipped, testPostgres } from '../src/testing/postgres.ts'

// Kills replicas and the database under a load of decisions, and looks for every acknowledged one: run it with
// `tsx bench/shared-kills.ts [KILLS-OF-A-REPLICA] [KILLS-OF-THE-DATABASE]`.

const [replicaKills = 10, databaseKills = 5] = process.argv.slice(2).map(Number)
const CLIENTS = 8

interface Replica {
  process: ChildProcess
  url: string
}

const server = await testPostgres()
if (server === null) {
  tellSkipped('kills under load')
  process.exit(1)
}
const schema = 'kills'
const store = server.url(schema)
const origin = { persons: 5_000, organizations: 2 }
await seedStore(store, { origin })
const dataset = await seedDataset(origin)
const [own] = dataset.organizacoes
const token = own?.token as string
const numeros = dataset.relatorios.flatMap(({ organizacao, numero, aprovar }) =>
  organizacao === own?.id && aprovar === undefined ? [numero] : [],
)

async function startReplica(): Promise<Replica> {
  const flags = [
    '--port',
    '0',
    '--no-control',
    '--log',
    'silent',
    '--json',
    '--set',
    'revalidation=refuse-409',
  ]
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/pessoas-sim.ts', ...flags], {
    env: { ...process.env, PESSOAS_SIM_STORE: store },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  for await (const piece of child.stdout) {
    text += piece
    if (text.includes('\n')) break
  }
  return { process: child, url: (JSON.parse(text) as { url: string }).url }
}

const replicas = [await startReplica(), await startReplica()]
const statuses = new Map<string, number>()
/** What was acknowledged of each report, and what was sent for it. */
const acknowledged = new Map<string, string>()
const sent = new Map<string, string[]>()
let isOver = false
let next = 0

/** Decides one report after another, and again until each has an answer; every attempt has a message of its own. */
async function client(id: number): Promise<void> {
  while (!isOver && next < numeros.length) {
    const numero = numeros[next++] as string
    for (let attempt = 0; !isOver; attempt++) {
      const mensagem = `Tentativa ${attempt} do cliente ${id}, para este relatório.`
      sent.set(numero, [...(sent.get(numero) ?? []), mensagem])
      const { url } = replicas[(id + attempt) % 2] as Replica
      const status = await fetch(`${url}/relatorios/validar/${numero}`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ aprovar: true, mensagem }),
      }).then(
        async (response) => {
          await response.text()
          return String(response.status)
        },
        () => 'cut off',
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === '200') acknowledged.set(numero, mensagem)
      if (status === '200' || status === '409') break
      await sleep(20)
    }
  }
}

const clients = Array.from({ length: CLIENTS }, (_, id) => client(id))
for (let kill = 0; kill < replicaKills + databaseKills; kill++) {
  await sleep(300 + Math.random() * 400)
  const isDatabase = kill % 3 === 2 ? kill < 3 * databaseKills : kill >= replicaKills + databaseKills / 2
  if (isDatabase) {
    await server.kill()
    await sleep(Math.random() * 500)
    await server.start()
  } else {
    const at = kill % 2
    const { process: victim } = replicas[at] as Replica
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    replicas[at] = await startReplica()
  }
}
await sleep(1_000)
isOver = true
await Promise.all(clients)

const rows = await server.query(
  `SELECT numero, array_agg(mensagem) AS said FROM ${schema}.decisions GROUP BY numero`,
)
const recorded = new Map(rows.map(({ numero, said }) => [numero as string, said as string[]]))
const lost = [...acknowledged].filter(([numero, mensagem]) => !recorded.get(numero)?.includes(mensagem))
const doubled = [...recorded].filter(([, said]) => said.length > 1)
const unsent = [...recorded].filter(([numero, said]) => !said.every((one) => sent.get(numero)?.includes(one)))
const shown = {
  'kills of a replica or of the database': replicaKills + databaseKills,
  acknowledged: acknowledged.size,
  'recorded reports': recorded.size,
  'acknowledged and lost': lost.length,
  'recorded twice': doubled.length,
  'recorded and never sent': unsent.length,
  ...Object.fromEntries([...statuses].map(([status, count]) => [`answers ${status}`, count])),
}
console.table(shown)
for (const { process: replica } of replicas) replica.kill('SIGTERM')
await server.stop()
process.exit(lost.length + doubled.length + unsent.length + (statuses.get('500') ?? 0) > 0 ? 1 : 0)
