import { stringify } from 'yaml'
import { askable, type Example, type FaultRow, faults } from '../../src/contract/faults.ts'
import { type Knob, knobs } from '../../src/contract/knobs.ts'
import { type RunningSimulator, startSimulator } from '../../src/index.ts'
import { read } from './pages.ts'

// The collection for Postman and Bruno. A row of the table of faults has an example request; what succeeds has one here.

const ABOUT =
  'What the service offers, and one request for everything that can be wrong. Each has the status that pessoas-sim answers by default. Set token to one that it prints when it starts; the reports are those of its default data.'

const MENSAGEM = 'Aprovado após conferência manual.'

/** What succeeds. */
const successes: Record<string, Example> = {
  'the first page': {},
  'another page': { query: 'page=2' },
  'fifty persons on a page': { query: 'rows=50' },
  'one person by CPF': { query: 'cpf=31426399774' },
  'persons by a name with an accent': { query: `nome=${encodeURIComponent('joão')}` },
  nobody: { query: `nome=${encodeURIComponent('Ninguém')}` },
  'by name': { query: 'sort=nome' },
  'by last update, newest first': { query: 'sort=-atualizado_em' },
  'parameters together': { query: 'page=1&rows=25&nome=silva&sort=-nome' },
  'approve a report': { body: JSON.stringify({ aprovar: true, mensagem: MENSAGEM }) },
  'reject a report': {
    body: JSON.stringify({ aprovar: false, mensagem: 'Rejeitado porque os dados divergem.' }),
  },
}
// A body of a megabyte is nothing to keep in a file.
const refused = askable
  .filter((name) => name !== 'body.too-large')
  .map((name) => requestOf(name, faults[name].ask?.[0] as Example, faults[name]))
const accepted = Object.entries(successes).map(([name, example]) => requestOf(name, example))

/** Returns a request, with the status that the simulator answers by default. */
function requestOf(name: string, example: Example, row?: FaultRow) {
  const { query, body, type, token = 'right', numero = 'own' } = example
  const isDecision = (body ?? type ?? example.numero) !== undefined
  const tokens = {
    right: '{{token}}',
    none: '',
    scheme: 'Basic {{token}}',
    wrong: 'wrong',
    disabled: '{{disabledToken}}',
  }
  const unknown = '00000000-0000-4000-8000-000000000000'
  const numbers = {
    own: '{{report}}',
    unknown,
    shape: 'x',
    foreign: '{{foreignReport}}',
    decided: '{{decidedReport}}',
  }
  const path = isDecision ? `/relatorios/validar/${numbers[numero]}` : (example.path ?? '/pessoas')
  const status = row ? statusOf(row) : 200
  return {
    ...{ name, status, method: example.method ?? (isDecision ? 'POST' : 'GET') },
    url: `{{baseUrl}}${path}${query === undefined ? '' : `?${query}`}`,
    headers: {
      ...(token !== 'none' && { Authorization: tokens[token] }),
      ...(isDecision && { 'Content-Type': type ?? 'application/json' }),
    },
    body: isDecision ? (body ?? JSON.stringify({ aprovar: true, mensagem: MENSAGEM })) : undefined,
    says: row && status === 200 ? `Accepted by default (knob ${row.knob}).` : name,
  }
}

/** Returns the status by default: 200 where a knob tolerates it, or is a limit, which is null by default. */
function statusOf({ knob, status = 400, told = {} }: FaultRow): number {
  const row: Knob | undefined = knob && knobs[knob]
  const choice = row?.kind === 'choice' ? row.choices[0] : ''
  if (row?.kind === 'limit' || ['any', 'ignore', 'empty', 'allow'].includes(choice)) return 200
  return told[choice]?.status ?? status
}

type Request = ReturnType<typeof requestOf>

/** Sends a request that is refused, and returns it with what the service says of it. */
async function told(one: Request, sim: RunningSimulator): Promise<Request> {
  if (one.status < 400) return one
  const [own, , disabled] = sim.organizations
  const tokens = { token: own?.token, disabledToken: disabled?.token }
  const values: Record<string, string | undefined> = { ...variables(), baseUrl: sim.url, ...tokens }
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] as string)
  const { method, body = null } = one
  const headers = Object.entries(one.headers).map(([name, value]): [string, string] => [name, filled(value)])
  await (await fetch(filled(one.url), { method, body, headers })).text()
  const [exchange] = sim.journal.find({}, { limit: 1 })
  const whys = exchange?.why ?? []
  const why = whys.find(({ code }) => code === one.name) ?? whys[0]
  if (why === undefined) throw new Error(`The service does not say ${one.name}.`)
  return { ...one, says: [`${why.reason}.`, why.remedy].join(' ').trim() }
}

/** Returns the variables; tokens are in no file. */
function variables(): Record<string, string> {
  const { relatorios } = JSON.parse(read('fixtures/default.json')) as { relatorios: Record<string, string>[] }
  const first = (id: string, isDecided: boolean) =>
    relatorios.find(({ organizacao, aprovar }) => organizacao === id && isDecided === (aprovar !== undefined))
      ?.numero as string
  const reports = {
    report: first('org-1', false),
    decidedReport: first('org-1', true),
    foreignReport: first('org-2', false),
  }
  return { baseUrl: 'http://127.0.0.1:3210', token: '', disabledToken: '', ...reports }
}

const pairs = (key: string, values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ [key]: name, value }))

/** Returns the files of the collection: one for Postman (2.1), and for Bruno 3 and newer (OpenCollection) one a request. */
export async function collectionFiles(): Promise<Record<string, string>> {
  await using sim = await startSimulator()
  const folders: { name: string; items: Request[] }[] = [
    { name: 'Requests', items: accepted },
    { name: 'Refusals', items: [] },
  ]
  for (const one of refused) folders[1]?.items.push(await told(one, sim))
  const postman = {
    info: {
      name: 'pessoas-sim',
      description: ABOUT,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: folders.map(({ name, items }) => ({
      name,
      item: items.map(({ name, status, says, method, url, headers, body }) => ({
        name,
        event: [
          {
            listen: 'test',
            script: { exec: [`pm.test('${status}', () => pm.response.to.have.status(${status}))`] },
          },
        ],
        request: {
          method,
          url,
          description: says,
          header: pairs('key', headers),
          ...(body !== undefined && { body: { mode: 'raw', raw: body } }),
        },
      })),
    })),
    variable: pairs('key', variables()),
  }
  const bruno: [string, object][] = folders.flatMap((folder, i) => [
    [`${folder.name}/folder.yml`, { info: { name: folder.name, type: 'folder', seq: i + 1 } }],
    ...folder.items.map(({ name, status, says, method, url, headers, body }, seq): [string, object] => [
      `${folder.name}/${name}.yml`,
      {
        info: { name, type: 'http', seq: seq + 1 },
        http: {
          method,
          url,
          headers: pairs('name', headers),
          ...(body !== undefined && { body: { type: 'text', data: body } }),
        },
        runtime: { assertions: [{ expression: 'res.status', operator: 'eq', value: String(status) }] },
        settings: { encodeUrl: false },
        docs: says,
      },
    ]),
  ])
  const local = pairs('name', variables()).map((one) =>
    one.value === '' ? { secret: true, name: one.name } : one,
  )
  bruno.push([
    'opencollection.yml',
    { opencollection: '1.0.0', info: { name: 'pessoas-sim' }, docs: ABOUT, bundled: false },
  ])
  bruno.push(['environments/local.yml', { name: 'local', variables: local }])
  const yaml = bruno.map(([name, value]) => [`bruno/${name}`, stringify(value)])
  return { 'postman.json': `${JSON.stringify(postman, null, 2)}\n`, ...Object.fromEntries(yaml) }
}
