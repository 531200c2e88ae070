import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { programOf } from '../../bin/testing/program.ts'
import { inFolder } from '../testing/world.ts'
import { OperatorError } from './operator-error.ts'
import { isMissing, type NamedFile, readBytes, readText } from './read-text.ts'

const test = suite('read text')

/** Returns the error without the folder; any other error goes on. */
function refusal(file: Partial<NamedFile> & { path: string }, folder = ''): string {
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
    'zeros without end',
    (path) => symlinkSync('/dev/zero', path),
    'The profile x cannot be read: it is not a file.',
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
]
for (const [what, make, message] of unreadable) {
  test(`${what}: one line says what is wrong`, () =>
    inFolder((folder) => {
      const path = join(folder, 'x')
      make(path)
      assert.is(refusal({ path }, folder), message)
      assert.is(isMissing(path), message.startsWith('There is no file'))
    }))
}

test('a path through a file, one that is too long, and one that acts on a terminal', () =>
  inFolder((folder) => {
    writeFileSync(join(folder, 'x'), '')
    assert.is(refusal({ path: join(folder, 'x/y') }, folder), 'There is no file x/y.')
    assert.match(refusal({ path: 'x'.repeat(1e6) }), /^The profile x{300}… .* too long \(ENAMETOOLONG\)\.$/)
    assert.is(refusal({ path: '::error::\u001b[2J\n' }), 'There is no file \\u003a:error::\\u001b[2J\\u000a.')
    assert.match(refusal({ path: 'a\0b' }), /^The profile a\\u0000b cannot be read: \w+\.$/)
  }))

test('a file with no size or the maximum size is read whole, a larger one is refused', () =>
  inFolder((folder) => {
    assert.match(readText({ path: '/proc/version', what: 'file' }), /^Linux version .*\n$/)
    const path = join(folder, 'x')
    const bytes = Buffer.alloc(200_000, 'é')
    writeFileSync(path, bytes)
    assert.ok(readBytes({ path, what: 'file', most: 200_000 }).equals(bytes))
    assert.is(
      refusal({ path, most: 199_999, instead: 'Use another.' }, folder),
      'The profile x has 200000 bytes, and the maximum is 199999. Use another.',
    )
  }))

test('a byte order mark is removed, and says which UTF-16 it is', () =>
  inFolder((folder) => {
    const path = join(folder, 'x')
    const bytes = Buffer.from('\ufeffJosé', 'utf16le')
    for (const written of [bytes, Buffer.from(bytes).swap16(), '\ufeffJosé', 'José']) {
      writeFileSync(path, written)
      assert.is(readText({ path, what: 'file' }), 'José')
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
  assert.match(read('a longer token'), /^The token on standard input has 14 bytes, and the maximum is 10\.$/m)
})

test.run()
