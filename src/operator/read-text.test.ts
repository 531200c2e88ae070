import { execFileSync } from 'node:child_process'
import fs, {
  closeSync,
  mkdirSync,
  openSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { programOf } from '../../bin/testing/program.ts'
import { inFolder } from '../testing/world.ts'
import { OperatorError } from './operator-error.ts'
import { isMissing, type NamedFile, readBytes, readText } from './read-text.ts'

const test = suite('read-text')

/** What the operator is told, with the folder left out; any other error goes on. */
function told(file: Partial<NamedFile> & { path: string }, folder = ''): string {
  try {
    readText({ what: 'profile', ...file })
  } catch (error) {
    if (error instanceof OperatorError) return error.message.replaceAll(`${folder}/`, '')
    throw error
  }
  return assert.unreachable('it was read') as never
}

const unreadable: [what: string, make: (path: string) => void, message: string][] = [
  ['nothing', () => {}, 'There is no file x.'],
  ['a link to nothing', (path) => symlinkSync('nowhere', path), 'There is no file x.'],
  ['a folder', (path) => mkdirSync(path), 'The profile x cannot be read: it is a folder.'],
  [
    'a circle of links',
    (path) => symlinkSync(path, path),
    'The profile x cannot be read: its symbolic links form a loop (ELOOP).',
  ],
  [
    'a pipe that nobody writes to',
    (path) => void execFileSync('mkfifo', [path]),
    'The profile x cannot be read: it is an empty pipe.',
  ],
  [
    'zeros without end',
    (path) => symlinkSync('/dev/zero', path),
    'The profile x cannot be read: it is a device, not a file.',
  ],
  [
    'the memory of a process',
    (path) => symlinkSync('/proc/self/mem', path),
    'The profile x cannot be read: EIO.',
  ],
  [
    'three gigabytes',
    (path) => {
      writeFileSync(path, '')
      truncateSync(path, 3 * 2 ** 30)
    },
    'The profile x has 3221225472 bytes, and the maximum is 536870888.',
  ],
  [
    'another encoding',
    (path) => writeFileSync(path, Buffer.from('a\nJosé', 'latin1')),
    'The profile x is not valid UTF-8 (line 2, column 4). Save it as UTF-8.',
  ],
  [
    'UTF-16',
    (path) => writeFileSync(path, Buffer.from('\ufeffa', 'utf16le')),
    'The profile x is not valid UTF-8, but UTF-16, which PowerShell writes with >. Save it as UTF-8.',
  ],
]
for (const [what, make, message] of unreadable) {
  test(`${what} ends with one line`, () =>
    inFolder((folder) => {
      const path = join(folder, 'x')
      make(path)
      assert.is(told({ path }, folder), message)
      assert.is(isMissing(path), message.startsWith('There is no file'))
    }))
}

test('a socket ends with one line', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'x')
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(path, resolve))
    assert.is(told({ path }, folder), 'The profile x cannot be read: it is a socket, not a file.')
    server.close()
  }))

test('a path through a file, one that is too long, and one that acts on a terminal end with one line', () =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'x'), '')
    assert.is(told({ path: join(folder, 'x/y') }, folder), 'There is no file x/y.')
    assert.match(
      told({ path: 'x'.repeat(1e6) }),
      /^The profile x{300}… cannot be read: its name is too long \(ENAMETOOLONG\)\.$/,
    )
    assert.is(told({ path: '::error::\u001b[2J\n' }), 'There is no file \\u003a:error::\\u001b[2J\\u000a.')
    assert.match(told({ path: 'a\0b' }), /^The profile a\\u0000b cannot be read: \w+\.$/)
  }))

test('a pipe that stays open is waited for, and not for ever; what never ends is read up to its bound', () =>
  inFolder((folder) => {
    const path = join(folder, 'x')
    execFileSync('mkfifo', [path])
    const writer = openSync(path, 'r+')
    writeSync(writer, 'a token')
    assert.is(
      told({ path, patience: 50 }, folder),
      'The profile x cannot be read: the pipe did not end within 0.05 seconds. Use a file.',
    )
    writeSync(writer, 'x'.repeat(30_000))
    assert.is(
      told({ path, most: 20_000, instead: 'Use another.' }, folder),
      'The profile x has more than 20000 bytes, and the maximum is 20000. Use another.',
    )
    closeSync(writer)
  }))

test('what has no size, or just the most, is read whole', () =>
  inFolder((folder) => {
    assert.match(readText({ path: '/proc/version', what: 'file' }), /^Linux version .*\n$/)
    const path = join(folder, 'x')
    const bytes = Buffer.alloc(200_000, 'é')
    writeFileSync(path, bytes)
    assert.ok(readBytes({ path, what: 'file', most: 200_000 }).equals(bytes))
    assert.is(
      told({ path, most: 199_999 }, folder),
      'The profile x has 200000 bytes, and the maximum is 199999.',
    )
    writeFileSync(path, '\ufeffa')
    assert.is(readText({ path, what: 'file', most: 4 }), 'a')
    writeFileSync(path, '')
    assert.is(readText({ path, what: 'file' }), '')
  }))

test('UTF-16 of both orders is text where it is allowed', () =>
  inFolder((folder) => {
    const path = join(folder, 'x')
    const bytes = Buffer.from('\ufeffJosé', 'utf16le')
    for (const written of [bytes, Buffer.from(bytes).swap16()]) {
      writeFileSync(path, written)
      assert.is(readText({ path, what: 'file', also: 'utf-16' }), 'José')
    }
  }))

test('standard input is read to its end, and named in errors', () => {
  const { nodeArgs, url } = programOf(new URL('./read-text.ts', import.meta.url).href)
  const code = `
    import { readText } from ${JSON.stringify(url)}
    try {
      console.log(readText({ path: 0, what: 'token', most: 10 }))
    } catch (error) {
      console.log(error.message)
    }`
  const args = [...nodeArgs, '--input-type', 'module', '--eval', code]
  const read = (input: string) => execFileSync(process.execPath, args, { input, encoding: 'utf8' })
  assert.is(read('a token'), 'a token\n')
  assert.is(
    read('a longer token'),
    'The token on standard input has more than 10 bytes, and the maximum is 10.\n',
  )
})

for (const [what, failure, expected] of [
  ['the end of standard input on Windows is an end', { code: 'EOF' }, ''],
  ['a failure without a code is told by its message', {}, 'The profile x cannot be read: read failed.'],
] as const) {
  test(what, () =>
    inFolder((folder) => {
      const path = join(folder, 'x')
      writeFileSync(path, 'unread')
      const { readSync } = fs
      fs.readSync = () => {
        throw Object.assign(new Error('read failed'), failure)
      }
      syncBuiltinESMExports()
      try {
        if (expected === '') assert.is(readText({ path, what: 'profile' }), '')
        else assert.is(told({ path }, folder), expected)
      } finally {
        fs.readSync = readSync
        syncBuiltinESMExports()
      }
    }),
  )
}

test.run()
