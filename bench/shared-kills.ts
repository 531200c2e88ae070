import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedStore } from '../src/cli.ts'
import { seedDataset } from '../src/index.ts'
import { isLinearizable, type Operation } from '../src/testing/linearizability.ts'
import { tellSkipped } from '../src/testing/postgres.ts'
import { testPair } from '../src/testing/postgres-pair.ts'

// Kills replicas and the database, and fails over to the standby, under a load of decisions and looks. Then it looks for
// every acknowledged decision, and for an order of all operations that explains every answer, report by report:
// `npm run -s build && npx tsx bench/shared-kills.ts [KILLS-OF-A-REPLICA] [KILLS-OF-THE-DATABASE] [FAIL-OVERS] [RULE]`.
// RULE is refuse-409 (the default) or allow.

const [, , replicaKills = '6', databaseKills = '3', failOvers = '2', rule = 'refuse-409'] = process.argv
const TEAMS = 4
/** The clients that decide on the same report at the same time. */
const TEAM = 3
/** The pause of a client after an answer, in milliseconds: killing takes longer than deciding. */
const PAUSE = 15
/** The decisions on one report that each client makes where nothing is refused. */
const AGAIN = 3

interface Replica {
  process: ChildProcess
  url: string
}

const pair = await testPair()
if (pair === null) {
  tellSkipped('kills under load')
  process.exit(1)
}
const schema = 'kills'
const store = `${pair.url(schema)}&timeout=5`
const origin = { persons: 60_000, organizations: 2 }
await seedStore(store, { origin })
const dataset = await seedDataset(origin)
const [own] = dataset.organizacoes
const token = own?.token as string
const numeros = dataset.relatorios.flatMap(({ organizacao, numero, aprovar }) =>
  organizacao === own?.id && aprovar === undefined ? [numero] : [],
)

/** Starts a replica, as a supervisor would: again until the database lets it. */
async function startReplica(): Promise<Replica> {
  const flags = ['--port', '0', '--no-control', '--log', 'silent', '--json', '--set', `revalidation=${rule}`]
  for (;;) {
    const child = spawn(process.execPath, ['dist/bin/pessoas-sim.js', ...flags], {
      env: { ...process.env, PESSOAS_SIM_STORE: store },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let text = ''
    for await (const piece of child.stdout) {
      text += piece
      if (text.includes('\n')) return { process: child, url: (JSON.parse(text) as { url: string }).url }
    }
    await sleep(100)
  }
}

const replicas = await Promise.all([startReplica(), startReplica()])
const counts = new Map<string, number>()
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
const histories = new Map<string, Operation[]>()
let longest = 0
let isOver = false
let next = 0

/** Sends one decision and writes down what its client knows of it then. */
async function decide(numero: string, mensagem: string, replica: number): Promise<Operation['outcome']> {
  const start = performance.now()
  const status = await fetch(`${(replicas[replica] as Replica).url}/relatorios/validar/${numero}`, {
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
  const end = performance.now()
  longest = Math.max(longest, end - start)
  count(`answers ${status}`)
  const outcome = status === '200' ? 'ok' : status === '409' ? 'refused' : 'unknown'
  histories.get(numero)?.push({ act: 'decide', value: mensagem, start, end, outcome })
  return outcome
}

/** Decides on the reports of its team, each until it has an answer; every attempt has a message of its own. */
async function client(team: number, member: number): Promise<void> {
  for (let nth = 0; !isOver; nth++) {
    const numero = reportOf(team, nth)
    if (numero === undefined) return
    const wanted = rule === 'allow' ? AGAIN : 1
    for (let answered = 0, attempt = 0; answered < wanted && !isOver; attempt++) {
      const mensagem = `Tentativa ${attempt} do cliente ${member}, para este relatório.`
      const outcome = await decide(numero, mensagem, (member + attempt) % 2)
      if (outcome !== 'unknown') answered++
      await sleep(PAUSE)
    }
  }
}

const reports = Array.from({ length: TEAMS }, () => [] as string[])

/** Returns the report that a team decides on as its nth: the first member who comes there takes a new one. */
function reportOf(team: number, nth: number): string | undefined {
  const own = reports[team] as string[]
  if (own[nth] === undefined && numeros[next] !== undefined) {
    own[nth] = numeros[next++] as string
    histories.set(own[nth] as string, [])
  }
  return own[nth]
}

/** Looks at reports that are being decided, in the primary. */
async function look(): Promise<void> {
  for (let turn = 0; !isOver; turn++) {
    await sleep(10)
    const numero = reports[turn % TEAMS]?.at(-1)
    if (numero === undefined) continue
    const start = performance.now()
    const [seen] = (await pair?.query(CURRENT.replace('$1', `'${numero}'`)).catch(() => [])) ?? []
    // A standby may be late.
    if (seen?.standby !== false) continue
    const value = seen.mensagem as string | null
    histories.get(numero)?.push({ act: 'read', value, start, end: performance.now(), outcome: 'ok' })
    count('looks')
  }
}

/** The first decision on a report holds where a second one is refused; such a one is a row, too. */
const ORDER = rule === 'allow' ? 'DESC' : 'ASC'
const CURRENT = `SELECT pg_is_in_recovery() AS standby,
  (SELECT mensagem FROM ${schema}.events WHERE event = 'decision' AND numero = $1 ORDER BY seq ${ORDER} LIMIT 1)`

type Blow = 'replica' | 'database' | 'fail-over'
const blows: Blow[] = [
  ...Array<Blow>(Number(replicaKills)).fill('replica'),
  ...Array<Blow>(Number(databaseKills)).fill('database'),
  ...Array<Blow>(Number(failOvers)).fill('fail-over'),
].sort(() => Math.random() - 0.5)

async function strike(blow: Blow, turn: number): Promise<void> {
  if (blow === 'replica') {
    const { process: victim } = replicas[turn % 2] as Replica
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    replicas[turn % 2] = await startReplica()
  } else if (blow === 'database') {
    await pair?.kill()
    await sleep(Math.random() * 1_000)
    await pair?.start()
  } else {
    await pair?.failOver()
    await sleep(Math.random() * 500)
    await pair?.rebuild()
  }
}

const load = [
  ...Array.from({ length: TEAMS * TEAM }, (_, id) => client(id % TEAMS, Math.floor(id / TEAMS))),
  look(),
]
const begun = performance.now()
for (const [turn, blow] of blows.entries()) {
  await sleep(300 + Math.random() * 500)
  await strike(blow, turn)
}
await sleep(1_000)
isOver = true
await Promise.all(load)
const seconds = Math.round((performance.now() - begun) / 1_000)

const rows = await pair.query(
  `SELECT numero, array_agg(mensagem ORDER BY seq) AS said, (array_agg(mensagem ORDER BY seq ${ORDER}))[1] AS last
   FROM ${schema}.events WHERE event = 'decision' GROUP BY numero`,
)
interface Recorded {
  said: string[]
  last: string | null
}
const recorded = new Map(
  rows.map(({ numero, said, last }) => {
    const held = rule === 'allow' ? (said as string[]) : [last as string]
    return [numero as string, { said: held, last } as Recorded]
  }),
)
const NOTHING: Recorded = { said: [], last: null }
let acknowledged = 0
let lost = 0
let doubled = 0
let unsent = 0
let unexplained = 0
for (const [numero, history] of histories) {
  const { said, last } = recorded.get(numero) ?? NOTHING
  const decided = history.filter(({ act }) => act === 'decide')
  const confirmed = decided.filter(({ outcome }) => outcome === 'ok')
  acknowledged += confirmed.length
  lost += confirmed.filter(({ value }) => !said.includes(value as string)).length
  doubled += rule === 'allow' ? said.length - new Set(said).size : Math.max(0, said.length - 1)
  unsent += said.filter((one) => !decided.some(({ value }) => value === one)).length
  const [start, end] = [performance.now(), performance.now()]
  const whole: Operation[] = [...history, { act: 'read', value: last, start, end, outcome: 'ok' }]
  if (isLinearizable(whole, rule === 'allow' ? 'allow' : 'refuse-again')) continue
  unexplained++
  console.log('not linearizable:', numero, whole)
}
for (const numero of recorded.keys()) if (!histories.has(numero)) unsent++
const many = (blow: Blow) => blows.filter((one) => one === blow).length
console.table({
  'kills of a replica': many('replica'),
  'kills of the database': many('database'),
  'fail-overs': many('fail-over'),
  seconds,
  'reports decided on': recorded.size,
  'decisions acknowledged': acknowledged,
  'acknowledged and lost': lost,
  'recorded twice': doubled,
  'recorded and never sent': unsent,
  'reports whose history no order explains': unexplained,
  'longest answer, in milliseconds': Math.round(longest),
  ...Object.fromEntries([...counts].sort()),
})
for (const { process: replica } of replicas) replica.kill('SIGTERM')
await pair.stop()
process.exit(lost + doubled + unsent + unexplained + (counts.get('answers 500') ?? 0) > 0 ? 1 : 0)
