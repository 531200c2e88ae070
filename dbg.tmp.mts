import { probe } from './conformance/index.ts'
import { Fit } from './conformance/twin/fit.ts'
import { readFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
const dir = process.argv[2] as string
const p = spawn('bash', [dir + '/run'], { cwd: dir, env: { ...process.env, PORT: '23458', DATA: '/tmp/blind/data.json' }, stdio: 'ignore', detached: true })
await new Promise(r => setTimeout(r, 3000))
const data = JSON.parse(readFileSync('/tmp/blind/data.json', 'utf8')); const [own, other] = data.organizacoes
const proto = Fit.prototype as any
const old = proto.settle
proto.settle = async function (point: any) {
  await old.call(this, point)
  if (point.name !== 'steps') return
  console.log('STEPS', this.profile.dialect.steps.join(), JSON.stringify(this.profile.dialect.routes.unknown ?? {}))
  const own = this.evidence.filter(({ asked }: any) => /^precedence/.test(asked.stratum))
  for (const one of own) if (/shape-/.test(one.asked.stratum)) console.log(one.asked.stratum, one.asked.question.path, one.asked.question.body, one.answer.status, JSON.stringify(one.answer.json))
  const want = JSON.parse(process.argv[3] as string)
  const { unknown: _, ...routes } = this.profile.dialect.routes
  const alt = { ...this.profile, dialect: { ...this.profile.dialect, steps: want, routes } }
  for (const one of own) { const a = await this.cost(this.profile, [one]), b = await this.cost(alt, [one]); if (a !== b) console.log(one.asked.stratum, one.asked.question.method, one.asked.question.path.slice(0,30), one.answer.status, 'now', a, 'alt', b) }
}
const r = await probe({ url: 'http://127.0.0.1:23458', token: (process.env.SCHEME ?? '') + own.token, reports: own.relatorios.slice(-40, -28).map((r: any) => r.numero), allowWrites: true, foreignReport: other.relatorios[0].numero } as any).report()
console.log(JSON.stringify(r.profile.dialect.steps), JSON.stringify(r.profile.dialect.routes))
process.kill(-(p.pid as number), 'SIGKILL'); process.exit()
