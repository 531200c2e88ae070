import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
// killed: `npm run -s build && npx tsx bench/shared-nginx.ts [RUNS-OF-EACH] [SECONDS-BETWEEN-BLOWS]`; 0 seconds: no blows.

const [, , runs = '1', seconds = '4'] = process.argv
const pause = Number(seconds) * 1_000
const [first, second, front] = await Promise.all([freePort(), freePort(), freePort()])
const pair = await testPair()
if (pair === null) {
  tellSkipped('the suite through nginx')
  process.exit(1)
}
const store = pair.url('nginx')
const origin = { persons: 400, organizations: 2 }
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
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${one};`).join('\n    ')}
    upstream sims { server 127.0.0.1:${first} max_fails=0; server 127.0.0.1:${second} max_fails=0; }
    server {
      listen 127.0.0.1:${front};
      location / {
        proxy_pass http://sims;
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_connect_timeout 1s;
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

/** Kills one thing after another: either replica, the primary, and the primary for good. */
async function strike(): Promise<void> {
  for (let turn = 0; pause > 0 && !isOver; turn++) {
    await sleep(pause)
    if (isOver) return
    const blow = ['replica 0', 'database', 'replica 1', 'fail-over'][turn % 4] as string
    blows.push(blow)
    if (blow.startsWith('replica')) {
      const at = Number(blow.slice(-1))
      const victim = replicas[at] as ChildProcess
      victim.kill('SIGKILL')
      await once(victim, 'exit')
      replicas[at] = await startReplica(ports[at] as number)
    } else if (blow === 'database') {
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
  console.log(text.split('\n').slice(-200).join('\n'))
}

const striking = strike()
for (let nth = 0; nth < Number(runs); nth++) {
  await run(['conformance'], 2 * nth)
  await run(['probe', '--verify', '300', '--at-least', '0.9'], 2 * nth + 1)
}
isOver = true
await striking
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
