import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OperatorError } from '../operator/operator-error.ts'
import { inFolder } from '../testing/world.ts'
import { FixtureFollower } from './follow.ts'

const test = suite('follow')
const persons = (count: number) => JSON.stringify({ gerar: { pessoas: count } })

interface Following {
  file: string
  /** A count of persons for each world, and a text for each notice. */
  heard: (number | string)[]
  until(is: number | RegExp): Promise<void>
  close(): void
}

/** Follows a file while it is edited. */
function following(
  use: (following: Following) => Promise<void>,
  hear: (following: Following, one: number | string) => void = () => {},
): Promise<void> {
  return inFolder(async (folder) => {
    const file = join(folder, 'mundo.json')
    writeFileSync(file, persons(1))
    const heard: (number | string)[] = []
    const take = (one: number | string) => {
      heard.push(one)
      hear(following, one)
    }
    const follower = new FixtureFollower(file, {}, take)
    const following: Following = {
      file,
      heard,
      close: () => follower.close(),
      async until(is) {
        const end = Date.now() + 10_000
        while (!heard.some((one) => one === is || (is instanceof RegExp && is.test(String(one))))) {
          if (Date.now() > end) throw new Error(`waited in vain; heard ${heard.join(', ')}`)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      },
    }
    follower.start(({ counts }) => take(counts.pessoas))
    try {
      await use(following)
    } finally {
      follower.close()
    }
  })
}

test('serves a valid change, also of a file that an editor renamed over the first', () =>
  following(async ({ file, heard, until }) => {
    writeFileSync(file, persons(2))
    await until(2)
    await until(/mundo\.json changed and is now served: 1 organization, 2 persons, 2 reports\.$/)
    writeFileSync(`${file}.new`, persons(3))
    renameSync(`${file}.new`, file)
    await until(3)
    assert.equal(
      heard.filter((one) => typeof one === 'number'),
      [2, 3],
    )
  }))

test('reads a file that is being written only when it is complete', () =>
  following(async ({ file, heard, until }) => {
    for (let i = 0; i < 10; i++) {
      writeFileSync(file, persons(50 + i).slice(0, -3 - i))
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    writeFileSync(file, persons(5))
    await until(5)
    assert.is(heard[0], 5)
  }))

const refused: [what: string, make: (file: string) => void, message: RegExp][] = [
  [
    'an error',
    (file) => writeFileSync(file, '{"pessoas": [{"nome": 3}]}'),
    /json:1:15: error: pessoas\[0\]\.nome: must be a string.*\nThe change is not served\. The previous/s,
  ],
  ['nothing', () => {}, /^\S+mundo\.json was deleted\. The previous data is still served\.$/],
  ['a device', (file) => symlinkSync('/dev/null', file), /cannot be read: it is not a file/],
  ['a pipe', (file) => void execFileSync('mkfifo', [file]), /is a pipe, not a file\.\nThe change is not/],
  [
    'characters that act on a terminal',
    (file) =>
      writeFileSync(file, '{"pessoas":[{"nome":"A","organizacao":"org-1\\u001b"}],"a\\n::error::":1}'),
    /"org-1\\u001b": did you mean org-1\?/,
  ],
]
for (const [what, make, message] of refused) {
  test(`${what} in place of the file: prints it, and serves the next valid change`, () =>
    following(async ({ file, heard, until }) => {
      rmSync(file)
      make(file)
      await until(message)
      assert.is(heard.length, 1)
      rmSync(file, { force: true })
      writeFileSync(file, persons(4))
      await until(4)
    }))
}

test('prints why a world was refused', () =>
  following(
    async ({ file, until }) => {
      writeFileSync(file, persons(2))
      await until(/^Too many tokens\.\nThe change is not served/)
    },
    (_, one) => {
      if (one === 2) throw new OperatorError('Too many tokens.')
    },
  ))

test.run()
