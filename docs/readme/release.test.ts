import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from '../../src/testing/world.ts'
import { read } from './pages.ts'
import { runProgram, writeProgram } from './shell.ts'

const test = suite('npm run release')

const { version } = JSON.parse(read('package.json'))
const NEXT = '99.1.0'
const pages = ['README.md', 'docs/ci.md', 'docs/image.md', 'docs/command-line.md', 'docs/control.md']

interface Repository {
  folder: string
  git(...args: string[]): string
  write(file: string, text: string): void
  commit(): void
  release(args: string[], env?: Record<string, string>): Promise<{ status: number | null; said: string }>
}

/** Makes a repository with what a release reads, whose checks and build take no time. */
const inRepository = (work: (repository: Repository) => Promise<void>) =>
  inFolder(async (outside) => {
    const folder = join(outside, 'clone')
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
    const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
    const commit = () => git('commit', '--quiet', '--all', '--message', 'a change')
    for (const file of [
      'package.json',
      'package-lock.json',
      'CHANGELOG.md',
      '.gitignore',
      '.ci/release.mjs',
      ...pages,
    ])
      cpSync(file, join(folder, file))
    const { scripts, ...manifest } = JSON.parse(read('package.json'))
    const { prepack, ...quick } = scripts
    assert.is(prepack, 'npm run build')
    write('package.json', JSON.stringify({ ...manifest, scripts: quick }))
    write('.ci/run', 'exit 0\n')
    write(
      'CHANGELOG.md',
      '# Changelog\n\n## [Unreleased]\n\n- Something new.\n\n## [0.1.0]\n\n- Something old.\n',
    )
    git('init', '--quiet', '--initial-branch', 'main')
    for (const [key, value] of Object.entries({ name: 'Somebody', email: 'somebody@example.invalid' }))
      git('config', `user.${key}`, value)
    git('add', '--all')
    commit()
    const release: Repository['release'] = async (args, env = {}) => {
      const quiet = { npm_config_cache: join(outside, 'cache'), npm_config_update_notifier: 'false' }
      const all = { ...quiet, ACTIONS_ID_TOKEN_REQUEST_URL: '', SIGSTORE_ID_TOKEN: '', ...env }
      const ended = await runProgram(process.execPath, ['.ci/release.mjs', ...args], folder, all)
      return { status: ended.status, said: ended.stdout + ended.stderr }
    }
    await work({ folder, git, write, commit, release })
  })

const place = ({ git }: Repository) => [git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag')]

test('without a flag, the checks run and nothing is changed', () =>
  inRepository(async (repository) => {
    const before = place(repository)
    const { status, said } = await repository.release([NEXT])
    assert.is(status, 0, said)
    assert.match(
      said,
      new RegExp(
        `pessoas-sim ${version} → ${NEXT}.*docs/ci\\.md.*Something new\\..*\\$ bash \\.ci/run\\n`,
        's',
      ),
    )
    assert.match(said, 'nothing was changed')
    assert.equal(place(repository), before)
  }))

const refusals: [what: string, args: string[], prepare: (repository: Repository) => void, says: RegExp][] = [
  ['no version', [], () => {}, /usage: npm run release -- 1\.2\.3/],
  ['half a version', ['1.2', '--write'], () => {}, /usage/],
  ['an unknown flag', [NEXT, '--dry-run'], () => {}, /usage/],
  ['the same version', [version, '--write'], () => {}, /must be higher than/],
  ['a lower version', ['0.0.10', '--write'], () => {}, /must be higher than/],
  ['changed files', [NEXT, '--write'], ({ write }) => write('new', ''), /the working tree has changes/],
  [
    'failing checks',
    [NEXT, '--write'],
    ({ write, commit }) => {
      write('.ci/run', 'exit 1\n')
      commit()
    },
    /"bash \.ci\/run" failed\. Nothing after it was done/,
  ],
  [
    'an empty changelog',
    [NEXT, '--write'],
    ({ write, commit }) => {
      write('CHANGELOG.md', '## [Unreleased]\n\n## [0.1.0]\n')
      commit()
    },
    /nothing under Unreleased/,
  ],
  ['a tag that exists', [NEXT, '--write'], ({ git }) => git('tag', `v${NEXT}`), /the tag v99\.1\.0 exists/],
  ['no tag', [version, '--publish'], () => {}, /HEAD is not the release/],
  [
    'no repository',
    [version, '--publish'],
    ({ git }) => git('tag', `v${version}`),
    /package\.json has no repository, no homepage, no bugs\./,
  ],
]
for (const [what, args, prepare, says] of refusals)
  test(`${what}: it refuses, and changes nothing`, () =>
    inRepository(async (repository) => {
      prepare(repository)
      const before = place(repository)
      const { status, said } = await repository.release(args)
      assert.is(status, 1, said)
      assert.match(said, says)
      assert.equal(place(repository), before)
    }))

test('--write makes the commit, its tag, the tarball and its checksum', () =>
  inRepository(async (repository) => {
    const { folder, git, release } = repository
    const { status, said } = await release([NEXT, '--write'])
    assert.is(status, 0, said)
    assert.equal(
      [git('status', '--porcelain'), git('log', '-1', '--format=%s')],
      ['', `release: pessoas-sim ${NEXT}`],
    )
    assert.is(git('cat-file', '-t', `v${NEXT}`), 'tag')
    const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')
    const lock = JSON.parse(textOf('package-lock.json'))
    assert.equal(
      [JSON.parse(textOf('package.json')).version, lock.version, lock.packages[''].version],
      [NEXT, NEXT, NEXT],
    )
    assert.match(
      textOf('CHANGELOG.md'),
      /## \[Unreleased\]\n\n## \[99\.1\.0\] - \d{4}-\d\d-\d\d\n\n- Something new\./,
    )
    for (const page of pages) {
      assert.is(textOf(page), read(page).replaceAll(version, NEXT), page)
      assert.match(textOf(page), NEXT)
    }
    const tarball = `pessoas-sim-${NEXT}.tgz`
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, tarball)))
      .digest('hex')
    assert.is(textOf(`${tarball}.sha256`), `${sum}  ${tarball}\n`)
    assert.match(said, `npm publish ./${tarball} --provenance --access public`)
  }))

test('--publish sends the tarball of the tag to a registry that has the name, from CI', () =>
  inRepository(async (repository) => {
    const { folder, git, write, commit, release } = repository
    const fields = {
      repository: 'https://example.invalid/pessoas-sim',
      homepage: 'https://example.invalid',
      bugs: 'https://example.invalid/bugs',
    }
    write(
      'package.json',
      JSON.stringify({ ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), ...fields }),
    )
    commit()
    assert.is((await release([NEXT, '--write'])).status, 0)
    const before = place(repository)

    let isTaken = false
    const sent: { versions: object; _attachments: object }[] = []
    const registry = createServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += piece
      if (request.method === 'PUT') sent.push(JSON.parse(body))
      const known = {
        name: 'pessoas-sim',
        'dist-tags': { latest: '0.0.0' },
        versions: { '0.0.0': { name: 'pessoas-sim', version: '0.0.0' } },
      }
      response
        .writeHead(isTaken ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(isTaken ? known : {}))
    })
    await once(registry.listen(0, '127.0.0.1'), 'listening')
    const address = `127.0.0.1:${(registry.address() as AddressInfo).port}`
    try {
      // Only in CI can npm prove where it built: this one sends the rest, and writes down what it was told.
      const bin = join(folder, '..', 'bin')
      const [npm] = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).split('\n') as [string]
      writeProgram(
        join(bin, 'npm'),
        `#!/bin/sh\n[ "$1" != publish ] || { echo "npm $*" > '${bin}/said'; set -- publish "$2" --access public; }\nexec '${npm}' "$@"\n`,
      )
      writeFileSync(join(bin, 'npmrc'), `registry=http://${address}/\n//${address}/:_authToken=made-up\n`)
      const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, npm_config_userconfig: join(bin, 'npmrc') }

      assert.match((await release([NEXT, '--publish'], env)).said, /Take the name first/)
      isTaken = true
      assert.match((await release([NEXT, '--publish'], env)).said, /only in CI: .*id-token: write/)
      assert.equal([place(repository), sent.length], [before, 0])
      const { status, said } = await release([NEXT, '--publish'], { ...env, SIGSTORE_ID_TOKEN: 'made-up' })
      assert.is(status, 0, said)
      assert.is(
        readFileSync(join(bin, 'said'), 'utf8'),
        `npm publish ./pessoas-sim-${NEXT}.tgz --provenance --access public\n`,
      )
      assert.equal(
        sent.map(({ versions }) => Object.keys(versions)),
        [[NEXT]],
      )
      assert.equal(Object.keys(sent[0]?._attachments ?? {}), [`pessoas-sim-${NEXT}.tgz`])
      assert.equal([git('status', '--porcelain'), git('rev-parse', 'HEAD')], before.slice(0, 2))
    } finally {
      registry.close()
    }
  }))

test.run()
