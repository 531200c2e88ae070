import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type StartOptions, startSimulator } from '../../src/index.ts'
import { inFolder } from '../../src/testing/world.ts'
import { COMMAND } from '../testing/command.ts'
import { Running } from '../testing/running.ts'
import { banner } from './banner.ts'

const test = suite('banner')

const facts = { turned: {}, sources: [], fixture: null, log: 'pretty' } as const

interface Shown {
  text: string
  /** What stands between the organizations and the data. */
  block: string
  organizations: string[]
}

/** Starts a simulator, and gives its banner in parts while it runs. */
async function showing(options: StartOptions, use: (shown: Shown) => Promise<void>): Promise<void> {
  await using sim = await startSimulator(options)
  const text = banner(sim, facts)
  const [, organizations, block] = text.split('\n\n') as [string, string, string]
  await use({ text, block, organizations: organizations.split('\n') })
}

/** Pastes the block into a shell, and gives the answer. */
async function paste(block: string) {
  const { stdout } = await promisify(execFile)('sh', ['-c', block])
  return JSON.parse(stdout) as { status_code: number; result: { paginacao: { total: string } } }
}

const approved = { aprovar: true, mensagem: 'Aprovado após conferência dos dados.' }
const decided = { nome: 'Ana', organizacao: 'decidida', relatorios: [approved] }
const blocks: [what: string, options: StartOptions, query: string, total: string][] = [
  ['the default data', {}, 'rows=50&sort=nome', '137'],
  [
    'nobody in the first organization, and an undecided report in the third',
    {
      fixture: {
        organizacoes: [{ id: 'vazia' }, { id: 'decidida' }, { id: 'cheia' }],
        pessoas: [decided, decided, { nome: 'Bia', organizacao: 'cheia' }],
      },
    },
    'rows=50&sort=nome',
    '1',
  ],
  [
    'a short page by another field',
    { profile: { rowsMaximum: 25, sortFields: ['cpf'] } },
    'rows=25&sort=cpf',
    '137',
  ],
  ['a token behind Bearer', { profile: { authorization: 'bearer' } }, 'rows=50&sort=nome', '137'],
  ['every address', { host: '0.0.0.0' }, 'rows=50&sort=nome', '137'],
]
for (const [what, options, query, total] of blocks) {
  test(`with ${what}, the banner has one command, which can be pasted`, () =>
    showing(options, async ({ text, block }) => {
      assert.is(text.match(/curl /g)?.length, 1)
      assert.ok(block.includes(`/pessoas?${query}'`), block)
      const answer = await paste(block)
      assert.equal([answer.status_code, answer.result.paginacao.total], [200, total])
    }))
}

test('columns are as wide as what is in them, and nothing in them acts', () =>
  showing(
    {
      fixture: {
        organizacoes: [
          { id: 'a', token: 't' },
          {
            id: 'a-very-long-identifier-of-an-organization',
            nome: 'Ipe\u0302 Cobranças',
            token: 'x'.repeat(50),
          },
          { id: 'tokyo', nome: 'x'.repeat(300), token: 'tokyo', habilitada: false },
          { id: 'r\u001b\u202e', nome: 'a\nb', token: 'r' },
        ],
        pessoas: [{ nome: 'Ana', organizacao: 'a' }],
      },
    },
    async ({ organizations, text }) => {
      assert.is(organizations.length, 4)
      const places = [/ t +1 person$/, / x{50} +0 persons$/, / tokyo +disabled: 401$/, / r +0 persons$/].map(
        (token, k) => {
          const line = organizations[k] as string
          assert.match(line, token)
          return line.search(token)
        },
      )
      assert.is(new Set(places).size, 1, organizations.join('\n'))
      assert.match(organizations[3] as string, /r\\u001b\\u202e {2,}a\\u000ab /)
      assert.match(organizations[2] as string, / x{17}… /)
      assert.not.match(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u)
    },
  ))

test('names of files and folders do not act either', () =>
  inFolder(async (folder) => {
    await using sim = await startSimulator({ state: `${folder}/\u001b[2J` })
    const text = banner(sim, {
      turned: { faults: 'first' },
      sources: [{ name: 'a\u0007.json' }],
      fixture: 'b\u202e.yaml',
      log: 'pretty',
    })
    assert.match(text, /State {4}.*\/\\u001b\[2J \(no decisions yet\)/)
    assert.match(text, /Profile {2}a\\u0007\.json \(1 choice differs/)
    assert.match(text, /\(fixture b\\u202e\.yaml\)/)
  }))

test('the control port is shown with its token, unless a variable has it', async () => {
  await using without = await startSimulator()
  assert.match(banner(without, facts), /^ {2}Control {2}none$/m)
  await using sim = await startSimulator({ control: true })
  const { url, token } = sim.control as NonNullable<typeof sim.control>
  assert.ok(banner(sim, facts).includes(`  Control  ${url}/v1  (Bearer ${token})\n`))
  assert.ok(banner(sim, facts).includes(`  Console  ${sim.control?.console}  (works once)\n`))
  const pinned = banner(sim, { ...facts, tokenVariable: 'PESSOAS_SIM_CONTROL_TOKEN' })
  assert.ok(pinned.includes('(Bearer $PESSOAS_SIM_CONTROL_TOKEN)\n'))
  assert.ok(pinned.includes(`  Console  ${url}/  (asks for $PESSOAS_SIM_CONTROL_TOKEN)\n`))
  assert.not.ok(pinned.includes(token))
  assert.not.match(pinned, '#code=')
})

test('in a terminal with colour, the command of the banner has none, so that it can be copied', async () => {
  const sim = new Running(process.execPath, [...COMMAND, '--memory', '--port', '0'], {
    env: { FORCE_COLOR: '1' },
  })
  try {
    const text = await sim.says(/not for production/)
    assert.ok(text.includes('\u001b['))
    assert.match(text, /^ {2}curl -s -H 'Authorization: [\w-]+' \\\n {4}'[\w:/.?&=]+'$/m)
  } finally {
    sim.child.kill('SIGKILL')
  }
})

test.run()
