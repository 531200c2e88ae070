import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type SimulatorOrganization, type StartOptions, startSimulator } from '../../src/index.ts'
import { inFolder } from '../../src/testing/world.ts'
import { banner } from './banner.ts'
import { widthOf } from './columns.ts'

const test = suite('banner')

const facts = { turned: {}, sources: [], fixture: null }

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

/** Pastes the block into a shell, and gives the status of each answer under the label before it. */
async function paste(block: string): Promise<[label: string, status: number][]> {
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    block.replaceAll(/^ *curl -s/gm, 'echo; curl -s'),
  ])
  const labels = block.split('\n').filter((line) => line.startsWith('  # '))
  const answers = stdout.trim().split('\n')
  assert.is(labels.length, answers.length, stdout)
  return labels.map((label, k) => [label.trim(), JSON.parse(answers[k] as string).status_code])
}

const WHOLE = /^# list 50 persons sorted by nome$/
const APPROVE = /^# approve a report$/
const MISTAKE = /^# send message instead of mensagem, which is refused with 400$/
const UNDECIDED = /^# no report is undecided, so approve an unknown one, which returns 404$/
const blocks: [what: string, options: StartOptions, answers: [label: RegExp, status: number][]][] = [
  [
    'the default data',
    {},
    [
      [WHOLE, 200],
      [APPROVE, 200],
      [MISTAKE, 400],
    ],
  ],
  [
    'nobody in the first organization, and only decided reports in the second',
    {
      fixture: {
        organizacoes: [{ id: 'vazia' }, { id: 'decidida' }, { id: 'cheia' }],
        pessoas: [
          {
            nome: 'Ana',
            organizacao: 'decidida',
            relatorios: [{ aprovar: true, mensagem: 'Aprovado após conferência dos dados.' }],
          },
          { nome: 'Bia', organizacao: 'cheia' },
        ],
      },
    },
    [
      [WHOLE, 200],
      [APPROVE, 200],
      [MISTAKE, 400],
    ],
  ],
  [
    'nobody in the first organization, and only decided reports elsewhere',
    {
      fixture: {
        organizacoes: [{ id: 'vazia' }, { id: 'decidida' }],
        pessoas: [
          {
            nome: 'Ana',
            organizacao: 'decidida',
            relatorios: [{ aprovar: true, mensagem: 'Aprovado após conferência dos dados.' }],
          },
        ],
      },
    },
    [
      [WHOLE, 200],
      [UNDECIDED, 404],
    ],
  ],
  [
    'nobody',
    { persons: 0 },
    [
      [/^# list persons, the list is empty$/, 200],
      [UNDECIDED, 404],
    ],
  ],
  [
    'nothing undecided',
    {
      fixture: {
        pessoas: [{ nome: 'Ana', relatorios: [{ aprovar: true, mensagem: 'Aprovado após conferência.' }] }],
      },
    },
    [
      [WHOLE, 200],
      [UNDECIDED, 404],
    ],
  ],
  [
    'a short page by another field',
    { profile: { rowsMaximum: 25, sortFields: ['cpf'] } },
    [
      [/^# list 25 persons sorted by cpf$/, 200],
      [APPROVE, 200],
      [MISTAKE, 400],
    ],
  ],
  [
    'a token behind Bearer',
    { profile: { authorization: 'bearer' } },
    [
      [WHOLE, 200],
      [APPROVE, 200],
      [MISTAKE, 400],
    ],
  ],
  [
    'every address',
    { host: '0.0.0.0' },
    [
      [WHOLE, 200],
      [APPROVE, 200],
      [MISTAKE, 400],
    ],
  ],
]
for (const [what, options, expected] of blocks) {
  test(`with ${what}, the block can be pasted, and each line answers as its label says`, () =>
    showing(options, async ({ block }) => {
      const answers = await paste(block)
      assert.is(answers.length, expected.length)
      for (const [k, [label, status]] of expected.entries()) {
        assert.match(answers[k]?.[0] as string, label)
        assert.is(answers[k]?.[1], status)
      }
      // To a zsh at a terminal they are commands: no quote, glob or parenthesis of theirs may reach the next line.
      for (const [label] of answers) assert.match(label, /^# [\w, ]+$/)
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
          { id: '東京', nome: 'x'.repeat(300), token: 'tokyo', habilitada: false },
          { id: 'red\u001b[31m\u202e', nome: 'two\nlines', token: 'r' },
        ],
        pessoas: [{ nome: 'Ana', organizacao: 'a' }],
      },
    },
    async ({ organizations, text }) => {
      assert.is(organizations.length, 4)
      const places = [
        / t +1 person$/,
        / x{50} +0 persons$/,
        / tokyo +not enabled: 401$/,
        / r +0 persons$/,
      ].map((token, k) => {
        const line = organizations[k] as string
        assert.match(line, token)
        return widthOf(line.slice(0, line.search(token)))
      })
      assert.is(new Set(places).size, 1, organizations.join('\n'))
      assert.match(organizations[3] as string, /red\\u001b\[31m\\u202e {2,}two\\u000alines/)
      assert.match(organizations[2] as string, / x{39}… /)
      assert.not.match(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u)
    },
  ))

test('names of files and folders do not act either', () =>
  inFolder(async (folder) => {
    await using sim = await startSimulator({ state: `${folder}/\u001b[2J` })
    const text = banner(sim, {
      turned: { faults: 'first' },
      sources: [{ name: 'a\u0007.json', choices: {} }],
      fixture: 'b\u202e.yaml',
    })
    assert.match(text, /State {4}.*\/\\u001b\[2J \(no decisions yet; /)
    assert.match(text, /Profile {2}a\\u0007\.json \(1 choice that differs/)
    assert.match(text, /\(fixture b\\u202e\.yaml\)/)
  }))

test('the decisions of a state folder are counted', () =>
  inFolder(async (state) => {
    const count = async () => {
      await using sim = await startSimulator({ state })
      const [said] = /State .*/.exec(banner(sim, facts)) as RegExpExecArray
      const [{ token, reports }] = sim.organizations as [SimulatorOrganization]
      await fetch(`${sim.url}/relatorios/validar/${reports[0]}`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ aprovar: true, mensagem: 'Aprovado após conferência.' }),
      })
      return said
    }
    assert.match(
      await count(),
      /\(no decisions yet; every decision is written to a file before it is answered\)$/,
    )
    assert.match(await count(), /\(1 decision; /)
    assert.match(await count(), /\(2 decisions; /)
  }))

test('each of many addresses has a line of its own', async () => {
  await using sim = await startSimulator()
  assert.match(banner(sim, facts), /^\npessoas-sim {2}http:\/\/127\.0\.0\.1:\d+ {2}http:\/\/\[::1\]:\d+\n/)
  const urls = ['http://127.0.0.1:1', 'http://10.0.0.1:1', 'http://10.0.0.2:1']
  const { organizations } = sim
  const many = banner({ ...sim, organizations, hash: sim.hash, decisions: 0, urls }, facts)
  assert.match(
    many,
    /^\npessoas-sim {2}http:\/\/127\.0\.0\.1:1\n {13}http:\/\/10\.0\.0\.1:1\n {13}http:\/\/10\.0\.0\.2:1\n\n/,
  )
})

test('the control port is shown with its token, unless a variable has it', async () => {
  await using without = await startSimulator()
  assert.match(banner(without, facts), /^ {2}Control {2}none$/m)
  await using sim = await startSimulator({ control: true })
  const { url, token } = sim.control as NonNullable<typeof sim.control>
  assert.ok(banner(sim, facts).includes(`  Control  ${url}/v1  (Authorization: Bearer ${token})\n`))
  const pinned = banner(sim, { ...facts, tokenVariable: 'PESSOAS_SIM_CONTROL_TOKEN' })
  assert.ok(pinned.includes('(Authorization: Bearer $PESSOAS_SIM_CONTROL_TOKEN)\n'))
  assert.not.ok(pinned.includes(token))
})

test.run()
