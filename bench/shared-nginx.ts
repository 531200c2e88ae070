import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedStore } from '../src/cli.ts'
import { seedDataset } from '../src/index.ts'
import { tellSkipped } from '../src/testing/postgres.ts'
import { testPair } from '../src/testing/postgres-pair.ts'

// Runs what the compose file of docs/shared-state.md describes as plain processes: two replicas behind nginx, a primary
// and a standby. Then it runs the conformance suite and `probe --verify` through nginx, while replicas and databases are
// killed; at last clients decide through nginx, without pause, while replicas are killed, and while they are restarted:
// `npm run -s build && npx tsx bench/shared-nginx.ts [RUNS-OF-EACH] [SECONDS-BETWEEN-BLOWS] [KILLS] [plain]`.
// 0 seconds: no blows. `plain`: nginx names no request, so it sends no POST again.

const [, , runs = '1', seconds = '4', kills = '20', kind = 'named'] = process.argv
const pause = Number(seconds) * 1_000
const [first, second, front] = await Promise.all([freePort(), freePort(), freePort()])
const pair = await testPair()
if (pair === null) {
  tellSkipped('the suite through nginx')
  process.exit(1)
}
const isNamed = kind !== 'plain'
const store = `${pair.url('nginx')}${isNamed ? '&request_header=x-request-id' : ''}`
const origin = { persons: 400, organizations: 3 }
await seedStore(store, { origin })
const dataset = await seedDataset(origin)

const folder = mkdtempSync(join(tmpdir(), 'pessoas-sim-nginx-'))
mkdirSync(join(folder, 'logs'))
writeFileSync(
  join(folder, 'nginx.conf'),
  `
  pid nginx.pid;
  error_log logs/error.log;
  ${process.getuid?.() === 0 ? 'user root;' : ''}
  events {}
  http {
    log_format failed '$request_method $request_uri: $status after $upstream_status of $upstream_addr';
    map $status $is_failed { default 0; ~^5 1; }
    access_log logs/failed.log failed if=$is_failed;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${one};`).join('\n    ')}
    upstream sims { server 127.0.0.1:${first} max_fails=0; server 127.0.0.1:${second} max_fails=0; }
    server {
      listen 127.0.0.1:${front};
      location / {
        proxy_pass http://sims;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_connect_timeout 1s;
        ${isNamed ? 'proxy_set_header X-Request-ID $request_id; proxy_next_upstream error timeout non_idempotent;' : ''}
      }
    }
  }`,
)
const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;'], { stdio: 'inherit' })
process.once('exit', () => nginx.kill('SIGTERM'))

async function startReplica(port: number): Promise<ChildProcess> {
  const flags = ['--port', String(port), '--no-control', '--log', 'silent', '--json']
  for (;;) {
    const child = spawn(process.execPath, ['dist/bin/pessoas-sim.js', ...flags], {
      env: { ...process.env, PESSOAS_SIM_STORE: store },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    for await (const _ of child.stdout) return child
    await sleep(100)
  }
}

const ports = [first, second]
const replicas = await Promise.all(ports.map(startReplica))
const blows: string[] = []
let isOver = false

async function restart(at: number, signal: NodeJS.Signals): Promise<void> {
  const victim = replicas[at] as ChildProcess
  victim.kill(signal)
  await once(victim, 'exit')
  replicas[at] = await startReplica(ports[at] as number)
}

/** Kills one thing after another: either replica, the primary, and the primary for good. */
async function strike(): Promise<void> {
  for (let turn = 0; pause > 0 && !isOver; turn++) {
    await sleep(pause)
    if (isOver) return
    const blow = ['replica 0', 'database', 'replica 1', 'fail-over'][turn % 4] as string
    blows.push(blow)
    if (blow.startsWith('replica')) await restart(Number(blow.slice(-1)), 'SIGKILL')
    else if (blow === 'database') {
      await pair?.kill()
      await pair?.start()
    } else {
      await pair?.failOver()
      await pair?.rebuild()
    }
  }
}

const [own, other] = dataset.organizacoes
const disabled = dataset.organizacoes.find(({ habilitada }) => habilitada === false)
const undecided = dataset.relatorios.filter(
  ({ organizacao, aprovar }) => organizacao === own?.id && aprovar === undefined,
)
const foreign = dataset.relatorios.find(({ organizacao }) => organizacao === other?.id)
const EACH = 20

/** Runs a command against nginx, with reports of its own to decide. */
async function run(command: readonly string[], nth: number): Promise<void> {
  const reports = undecided.slice(nth * EACH, (nth + 1) * EACH).flatMap(({ numero }) => ['--report', numero])
  const known = [
    '--other-token',
    String(other?.token),
    ...(disabled ? ['--disabled-token', disabled.token] : []),
  ]
  const flags = [
    `http://127.0.0.1:${front}`,
    ...(command[0] === 'conformance' ? known : []),
    '--foreign-report',
    String(foreign?.numero),
  ]
  const before = blows.length
  const failedBefore = failures().length
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    ['dist/bin/pessoas-sim.js', ...command, ...flags, '--allow-writes', ...reports],
    { env: { ...process.env, PESSOAS_SIM_TOKEN: own?.token }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
  }
  const [code] = await once(child, 'close')
  const took = ((performance.now() - begun) / 1_000).toFixed(1)
  console.log(
    `\n== ${command.join(' ')}: exit ${code} after ${took} s; meanwhile: ${blows.slice(before).join(', ') || 'nothing'}`,
  )
  for (const failure of failures().slice(failedBefore)) console.log(`nginx: ${failure}`)
  console.log(text.split('\n').slice(-200).join('\n'))
}

/** Returns the requests that nginx answered with 5xx so far. */
function failures(): string[] {
  return readFileSync(join(folder, 'logs/failed.log'), 'utf8').split('\n').slice(0, -1)
}

const CLIENTS = 8

/** Has clients decide through nginx while replicas end, and counts what they hear and what is recorded then. */
async function decideWhile(signal: NodeJS.Signals): Promise<void> {
  const third = dataset.organizacoes[2]
  const numeros = dataset.relatorios.flatMap(({ organizacao, numero }) =>
    organizacao === third?.id ? [numero] : [],
  )
  const heard = new Map<string, string>()
  let isDone = false
  const client = async (id: number) => {
    for (let nth = 0; !isDone; nth++) {
      const mensagem = `Decisão ${nth} do cliente ${id}, ${signal}.`
      const numero = numeros[(nth * CLIENTS + id) % numeros.length]
      const status = await fetch(`http://127.0.0.1:${front}/relatorios/validar/${numero}`, {
        method: 'POST',
        headers: { authorization: String(third?.token), 'content-type': 'application/json' },
        body: JSON.stringify({ aprovar: nth % 2 === 0, mensagem }),
      }).then(
        async (response) => {
          await response.text()
          return String(response.status)
        },
        () => 'cut off',
      )
      heard.set(mensagem, status)
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, id) => client(id))
  for (let turn = 0; turn < Number(kills); turn++) {
    await sleep(100 + Math.random() * 300)
    await restart(turn % 2, signal)
  }
  isDone = true
  await Promise.all(clients)
  const rows = (await pair?.query(
    `SELECT mensagem, count(*)::int AS times FROM nginx.events WHERE event = 'decision' AND mensagem LIKE '%${signal}.' GROUP BY mensagem`,
  )) as { mensagem: string; times: number }[]
  const recorded = new Map(rows.map(({ mensagem, times }) => [mensagem, times]))
  const answers = new Map<string, number>()
  for (const status of heard.values()) answers.set(status, (answers.get(status) ?? 0) + 1)
  const lost = [...heard].filter(([mensagem, status]) => status === '200' && !recorded.has(mensagem)).length
  const doubled = rows.filter(({ times }) => times > 1).length
  const told = Array.from(answers, ([status, many]) => `${many} answers ${status}`).join(', ')
  console.log(
    `\n== ${kills} times ${signal} to a replica: ${told}; ${lost} acknowledged and lost, ${doubled} recorded twice`,
  )
}

const striking = strike()
for (let nth = 0; nth < Number(runs); nth++) {
  await run(['conformance'], 2 * nth)
  await run(['probe', '--verify', '300', '--at-least', '0.9'], 2 * nth + 1)
}
isOver = true
await striking
for (const signal of ['SIGKILL', 'SIGTERM'] as const) if (Number(kills) > 0) await decideWhile(signal)
for (const replica of replicas) replica.kill('SIGTERM')
nginx.kill('SIGTERM')
await once(nginx, 'exit')
await pair.stop()
rmSync(folder, { recursive: true })

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
