import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { datasetText } from '../fixture/dataset-text.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { atOnce } from '../store/soon.ts'
import type { Organization, OwnWorld } from '../store/store.ts'
import { inFolder, OWN_REPORT, smallWorld } from '../testing/world.ts'
import { reportChanges } from './changes.ts'
import { type Opened, type OpenOptions, openWorld, resetState } from './state.ts'

const test = suite('state')
const order = { by: 'atualizado_em', descending: true, collation: 'pt-BR' } as const
const decision = { aprovar: true, mensagem: 'Aprovado após conferência manual.' }
const rules = { once: false, touch: true }

const first = ({ world }: Opened) => world.organizations[0] as Organization
const listOf = (opened: Opened) =>
  atOnce(opened.world.list(first(opened), { page: 1, rows: 1000, order })).items

async function refused(options: OpenOptions, message: RegExp): Promise<void> {
  try {
    const { world } = await openWorld(options)
    await world.close()
  } catch (error) {
    assert.instance(error, OperatorError)
    assert.match((error as Error).message, message)
    return
  }
  assert.unreachable(`${JSON.stringify(options)} was not refused`)
}

/** Opens a world, uses it, closes it; tells the notices. */
async function visit(options: OpenOptions, use: (opened: Opened) => unknown = () => {}): Promise<string[]> {
  const notices: string[] = []
  const world = await openWorld({ ...options, notice: (line) => notices.push(line) })
  try {
    await use(world)
  } finally {
    await world.world.close()
  }
  return notices
}

async function decideFirst(world: Opened): Promise<string> {
  const [numero] = world.world.undecided(first(world), 1) as [string]
  assert.ok(await world.world.decide(first(world), numero, decision, rules))
  return numero
}

test('in memory the default data has 137 persons and a hash', async () => {
  await visit({}, (world) => {
    assert.is(first(world).persons, 137)
    assert.is(world.seed, 1)
    assert.match(world.hash, /^[0-9a-f]{12}$/)
  })
})

test('the default data is the same from the file that ships and from a state folder', () =>
  inFolder(async (folder) => {
    let hash = ''
    await visit({}, (world) => {
      hash = world.hash
    })
    for (let start = 0; start < 2; start++) {
      const notices = await visit({ state: folder }, (world) => assert.is(world.hash, hash))
      assert.equal(notices, [])
    }
    assert.is(readFileSync(join(folder, '.gitignore'), 'utf8'), '*\n')
    assert.equal(readdirSync(folder).sort(), [
      '.gitignore',
      'dataset.json',
      'decisions.json',
      'lock',
      'seed.json',
    ])
  }))

test('another seed or size gives other data', async () => {
  const hashes = new Set<string>()
  for (const origin of [{}, { seed: 2 }, { persons: 30 }, { organizations: 1 }]) {
    await visit({ origin }, ({ hash }) => hashes.add(hash))
  }
  assert.is(hashes.size, 4)
})

test('a restart shows what was decided, whatever was asked the first time', () =>
  inFolder(async (folder) => {
    let before: string[] = []
    let numero = ''
    await visit({ state: folder, origin: { persons: 30, seed: 9 } }, async (world) => {
      numero = await decideFirst(world)
      before = listOf(world)
    })
    await visit({ state: folder }, (world) => {
      assert.is(world.seed, 9)
      assert.equal(listOf(world), before)
      assert.match(String(world.world.report(first(world), numero)), /approved|rejected/)
    })
  }))

test('other data on demand: the decisions on reports that are still there stay', () =>
  inFolder(async (folder) => {
    let numero = ''
    await visit({ state: folder, origin: { persons: 30 } }, async (world) => {
      numero = await decideFirst(world)
    })
    const larger = await visit({ state: folder, origin: { persons: 60 } }, (world) => {
      assert.is(first(world).persons, 60)
      assert.match(String(world.world.report(first(world), numero)), /approved|rejected/)
    })
    assert.match(larger.join(), /^New data was generated with persons 60; before, it was persons 30\./)
    const other = await visit({ state: folder, origin: { seed: 5 } }, (world) => {
      assert.is(world.world.report(first(world), numero), 'unknown')
    })
    assert.match(other.join(), /has decisions on 1 report not in this data/)
    await visit({ state: folder, origin: { seed: 1 } }, (world) => {
      assert.match(String(world.world.report(first(world), numero)), /approved|rejected/)
    })
  }))

test('where it fails at the last step, the data is what it was, and the folder free', () =>
  inFolder(async (folder) => {
    await visit({ state: folder, origin: { persons: 30 } })
    const notice = (line: string) => {
      if (line.startsWith('New data')) throw new Error('nobody listens')
    }
    try {
      await openWorld({ state: folder, origin: { persons: 3 }, notice })
      assert.unreachable()
    } catch (error) {
      assert.is((error as Error).message, 'nobody listens')
    }
    assert.equal(
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
      [],
    )
    await visit({ state: folder }, (world) => assert.is(first(world).persons, 30))
  }))

test('a dataset of the operator is read, checked and never written', () =>
  inFolder(async (folder) => {
    const data = join(folder, 'mine.json')
    const text = [...datasetText(smallWorld())].join('')
    writeFileSync(data, text)
    const state = join(folder, 'state')
    await visit({ fixture: data, allowInvalidCpf: true, state }, async (world) => {
      assert.is(world.seed, null)
      assert.is(first(world).persons, 60)
      assert.ok(await world.world.decide(first(world), OWN_REPORT, decision, rules))
    })
    assert.is(readFileSync(data, 'utf8'), text)
    assert.not(existsSync(join(state, 'dataset.json')))
    await visit({ fixture: data, allowInvalidCpf: true, state }, (world) =>
      assert.match(String(world.world.report(first(world), OWN_REPORT)), /approved|rejected/),
    )
    await visit({ fixture: data, allowInvalidCpf: true }, (world) =>
      assert.is(world.world.report(first(world), OWN_REPORT), 'undecided'),
    )
  }))

test('a dataset that cannot be used is refused with what is wrong', () =>
  inFolder(async (folder) => {
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const world = smallWorld()
    for (const pessoa of world.pessoas) pessoa.cpf = 'x'
    await refused(
      { fixture: join(folder, 'none.json') },
      /no file .*none\.json\. The fixtures of this package are/,
    )
    await refused({ fixture: folder }, /cannot be read/)
    await refused({ fixture: file('a.json', '{"pessoas":') }, /a\.json:1:12: error: not valid JSON/)
    await refused({ fixture: file('b.json', '{"pessoas":{}}') }, /pessoas: must be a list, not an object/)
    await refused(
      { fixture: file('c.json', JSON.stringify(world)) },
      /c\.json:1:\d+: error: pessoas\[0\]\.cpf: must consist of eleven digits[\s\S]*and \d+ more/,
    )
    await refused({ origin: { persons: -1 } }, /persons must be a whole number/)
  }))

test('what a state folder decided is taken back when nobody uses it', () =>
  inFolder(async (folder) => {
    const notices: string[] = []
    const reset = () => resetState(folder, (line) => notices.push(line))
    let numero = ''
    await visit({ state: folder }, async (opened) => {
      numero = await decideFirst(opened)
      assert.throws(reset, /in use by this very process/)
    })
    await visit({ state: folder, origin: { persons: 3, seed: 2 } }, (opened) => {
      assert.is((opened.world as OwnWorld).describe(numero), null)
      assert.equal(reportChanges(opened.world as OwnWorld, []), [])
    })
    assert.is(reset(), 1)
    assert.is(reset(), 0)
    await visit({ state: folder, origin: { persons: 137, seed: 1 } }, (opened) =>
      assert.is(opened.world.report(first(opened), numero), 'undecided'),
    )
    writeFileSync(join(folder, 'decisions.json'), 'damaged')
    assert.is(reset(), 0)
    assert.match(notices.join(), /decisions\.json could not be read .*renamed to decisions\.json\./)
    mkdirSync(join(folder, 'strange', 'decisions.json'), { recursive: true })
    assert.throws(() => resetState(join(folder, 'strange'), () => {}), /cannot be used: EISDIR/)
    mkdirSync(join(folder, 'other'))
    for (const [name, says] of [
      ['none', /^The state folder \S+none does not exist\. Use --state to name another one\.$/],
      ['other', /is not a state folder: it has no decisions\.json/],
    ] as const)
      assert.throws(
        () => resetState(join(folder, name), () => {}),
        ({ message }: Error) => says.test(message),
      )
    assert.not(existsSync(join(folder, 'none')))
    assert.equal(readdirSync(join(folder, 'other')), [])
  }))

test('tokens can be given, and are kept nowhere', () =>
  inFolder(async (folder) => {
    await visit({ state: folder, tokens: ['one-secret', 'two-secret'] }, ({ world }) => {
      assert.equal(
        world.organizations.slice(0, 2).map(({ token }) => token),
        ['one-secret', 'two-secret'],
      )
    })
    for (const name of readdirSync(folder))
      assert.not.match(readFileSync(join(folder, name), 'utf8'), /secret/)
    await refused({ tokens: ['a b'] }, /visible ASCII/)
    await refused({ tokens: [''] }, /visible ASCII/)
    await refused({ tokens: ['same', 'same'] }, /the same token/)
    await refused({ tokens: ['1', '2', '3', '4'] }, /4 tokens for 3 organizations/)
  }))

test('files that cannot be read are set aside, whole, with a line each', () =>
  inFolder(async (folder) => {
    await visit({ state: folder })
    const damaged = ['dataset.json', 'decisions.json', 'seed.json']
    for (const name of damaged) writeFileSync(join(folder, name), `damaged ${name}`)
    const notices = await visit({ state: folder }, (world) => assert.is(first(world).persons, 137))
    assert.is(notices.length, 3)
    for (const name of damaged) {
      const [aside] = readdirSync(folder).filter(
        (other) => other.startsWith(name) && other.endsWith('.aside'),
      ) as [string]
      assert.is(readFileSync(join(folder, aside), 'utf8'), `damaged ${name}`)
      assert.ok(
        notices.some((line) => line.includes(aside)),
        aside,
      )
    }
    assert.equal(await visit({ state: folder }), [])
  }))

test('a record of the seed in another form is set aside', () =>
  inFolder(async (folder) => {
    const half = ['{"seed":1,"persons":1,"organizations":1}', '{"hash":"x"}']
    for (const text of ['null', '1', '{"seed":"x"}', ...half]) {
      await visit({ state: folder })
      writeFileSync(join(folder, 'seed.json'), text)
      assert.match((await visit({ state: folder })).join(), /seed\.json could not be read/)
    }
  }))

test('a dataset that somebody has edited is served, and set aside when other data is asked for', () =>
  inFolder(async (folder) => {
    await visit({ state: folder })
    writeFileSync(join(folder, 'dataset.json'), [...datasetText(smallWorld())].join(''))
    const kept = await visit({ state: folder }, (world) => {
      assert.is(first(world).persons, 60)
      assert.is(world.seed, null)
    })
    assert.equal(kept, [])
    const replaced = await visit({ state: folder, origin: { seed: 3 } }, (world) =>
      assert.is(first(world).persons, 137),
    )
    assert.match(
      replaced.join(),
      /was edited, and other data was requested. It was renamed to dataset\.json\./,
    )
  }))

test('a folder that cannot be used is refused, and one whose data is refused is let go', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'file'), '')
    await refused(
      { state: join(folder, 'file') },
      /cannot be used: .*file is not a folder\. Use .*--state.*--memory/,
    )
    await refused({ state: '/proc/self' }, /cannot be used/)
    const state = join(folder, 'state')
    await refused({ state, tokens: ['a b'] }, /visible ASCII/)
    await visit({ state })
    for (const name of ['decisions.json', 'seed.json', 'dataset.json']) {
      mkdirSync(join(folder, name, name), { recursive: true })
      await refused({ state: join(folder, name) }, /cannot be used: EISDIR/)
    }
  }))

test('wherever a start ends, the next one finds data and record of one origin', () =>
  inFolder(async (folder) => {
    const at = (name: string) => join(folder, name)
    await visit({ state: folder, origin: { persons: 30 } })
    // Ended before the record was written, and before the data was.
    writeFileSync(at('dataset.json'), '')
    await visit({ state: folder }, (world) => assert.equal([world.seed, first(world).persons], [1, 30]))
    writeFileSync(at('dataset.json'), '')
    writeFileSync(at('seed.json'), readFileSync(at('seed.json'), 'utf8').replace('30', '40'))
    writeFileSync(at('dataset.json.01234567-0123-4123-8123-0123456789ab.tmp'), '{')
    const notices = await visit({ state: folder }, (world) =>
      assert.equal([world.seed, first(world).persons], [1, 40]),
    )
    assert.equal(notices, [])
    assert.not(readdirSync(folder).some((name) => name.endsWith('.tmp')))
  }))

test('a folder that is deleted while it is in use comes back with its data, so that the next start finds it', () =>
  inFolder(async (outer) => {
    const state = join(outer, 'state')
    let before: string[] = []
    const notices = await visit({ state, origin: { persons: 30, seed: 9 } }, async (world) => {
      rmSync(state, { recursive: true })
      await decideFirst(world)
      before = listOf(world)
    })
    assert.match(notices.join(), /state was deleted or replaced while/)
    assert.equal(await visit({ state }, (world) => assert.equal(listOf(world), before)), [])

    // Data that somebody has edited cannot be generated again.
    for (const hasSeed of [true, false]) {
      const edited = [...datasetText(smallWorld())].join('')
      writeFileSync(join(state, 'dataset.json'), edited)
      if (!hasSeed) rmSync(join(state, 'seed.json'))
      const files = readdirSync(state).sort()
      await visit({ state }, async (world) => {
        rmSync(state, { recursive: true })
        await decideFirst(world)
        before = listOf(world)
      })
      assert.equal(readdirSync(state).sort(), files)
      assert.is(readFileSync(join(state, 'dataset.json'), 'utf8'), edited)
      const notices = await visit({ state }, (world) => assert.equal(listOf(world), before))
      assert.not.match(notices.join(), /renamed|generated/)
    }
  }))

test('data that is too large to be read is told in one line', () =>
  inFolder(async (state) => {
    writeFileSync(join(state, 'dataset.json'), '')
    truncateSync(join(state, 'dataset.json'), 2 ** 31 + 1)
    await refused({ state }, /cannot be used: .*dataset\.json has 2147483649 bytes, and the maximum is/)
  }))

test('a large seeding says that it takes a while', () =>
  inFolder(async (folder) => {
    const notices = await visit({ state: folder, origin: { persons: 50_000 } })
    assert.match(notices.join(), /Generating 50000 persons/)
  }))

test.run()
