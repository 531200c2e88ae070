import { execFileSync } from 'node:child_process'
import { closeSync, openSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { OperatorError } from '../operator/operator-error.ts'
import { inFolder } from '../testing/world.ts'
import { FixtureFollower } from './follow.ts'

const test = suite('follow')
const persons = (count: number) => JSON.stringify({ gerar: { pessoas: count } })

/** Follows a file while it is edited; what is heard is a count of persons for each world, and a text for each notice. */
function following(
  use: (
    file: string,
    heard: (number | string)[],
    until: (is: (last: number | string) => boolean) => Promise<void>,
  ) => Promise<void>,
  take = (count: number) => count,
): Promise<void> {
  return inFolder(async (folder) => {
    const file = join(folder, 'mundo.json')
    writeFileSync(file, persons(1))
    const heard: (number | string)[] = []
    const follower = new FixtureFollower(file, {}, (line) => heard.push(line))
    follower.start(({ counts }) => void heard.push(take(counts.pessoas)))
    const until = async (is: (last: number | string) => boolean) => {
      const end = Date.now() + 10_000
      while (!heard.some(is)) {
        if (Date.now() > end) throw new Error(`waited in vain; heard ${heard.join(', ')}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    try {
      await use(file, heard, until)
    } finally {
      follower.close()
    }
  })
}

test('a change that is sound is handed on, and said', () =>
  following(async (file, heard, until) => {
    writeFileSync(file, persons(2))
    await until((one) => one === 2)
    assert.match(
      String(heard[1]),
      /mundo\.json changed and is now served: 1 organization, 2 persons, 2 reports\.$/,
    )
    // Editors write another file, and rename it over the first.
    writeFileSync(`${file}.new`, persons(3))
    renameSync(`${file}.new`, file)
    await until((one) => one === 3)
  }))

test('one that is not is told, and the next sound one is handed on', () =>
  following(async (file, heard, until) => {
    writeFileSync(file, '{"pessoas": [{"nome": 3}]}')
    await until((one) => typeof one === 'string')
    assert.match(
      String(heard[0]),
      /mundo\.json:1:15: error: pessoas\[0\]\.nome: must be a string.*\nThe change is not served\. The previous data is still served\.$/s,
    )
    rmSync(file)
    await until((one) => /mundo\.json was deleted\. The previous data is still served\.$/.test(String(one)))
    writeFileSync(file, persons(4))
    await until((one) => one === 4)
  }))

test('a file that goes on being written is read when it is done', () =>
  following(async (file, heard, until) => {
    for (let i = 0; i < 10; i++) {
      writeFileSync(file, persons(50 + i).slice(0, -3 - i))
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    writeFileSync(file, persons(5))
    await until((one) => one === 5)
    assert.equal(
      heard.filter((one) => typeof one === 'number'),
      [5],
    )
  }))

const hostile: [what: string, make: (file: string) => void, message: RegExp][] = [
  ['nothing', () => {}, /^\S+mundo\.json was deleted\. The previous data is still served\.$/],
  ['zeros without end', (file) => symlinkSync('/dev/zero', file), /cannot be read: it is a device/],
  ['a circle of links', (file) => symlinkSync(file, file), /cannot be read: its symbolic links form a loop/],
  ['a pipe', (file) => void execFileSync('mkfifo', [file]), /it is an empty pipe\./],
  [
    'what acts on a terminal',
    (file) =>
      writeFileSync(file, '{"pessoas":[{"nome":"A","organizacao":"org-1\\u001b"}],"a\\n::error::":1}'),
    /"org-1\\u001b": did you mean org-1\?.*"a\\u000a\\u003a:error::" is unknown/s,
  ],
]
for (const [what, make, message] of hostile) {
  test(`${what} in the place of the file is told, and the next sound one is handed on`, () =>
    following(async (file, heard, until) => {
      rmSync(file)
      make(file)
      await until((one) => message.test(String(one)))
      const told = heard.filter((one) => message.test(String(one)))
      assert.is(told.length, 1)
      assert.match(
        String(told[0]),
        /(\nThe change is not served: what was there before is|is still served)\.$/,
      )
      assert.not.match(String(told[0]), /(?!\n)\p{Cc}/u)
      rmSync(file, { recursive: true, force: true })
      writeFileSync(file, persons(4))
      await until((one) => one === 4)
    }))
}

test('a pipe that somebody holds open holds nobody up', () =>
  following(async (file, _, until) => {
    rmSync(file)
    execFileSync('mkfifo', [file])
    const writer = openSync(file, 'r+')
    await until((one) => /the pipe did not end\. Use a file\./.test(String(one)))
    closeSync(writer)
    rmSync(file)
    writeFileSync(file, persons(4))
    await until((one) => one === 4)
  }))

test('a world that is refused is told', () =>
  following(
    async (file, heard, until) => {
      writeFileSync(file, persons(2))
      await until((one) => typeof one === 'string')
      assert.match(String(heard[0]), /^Too many tokens\.\nThe change is not served/)
    },
    () => {
      throw new OperatorError('Too many tokens.')
    },
  ))

test('a listener that fails keeps nothing from being followed', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mundo.json')
    writeFileSync(file, persons(1))
    const heard: number[] = []
    const follower = new FixtureFollower(file, {}, () => {
      throw new Error('nobody reads it')
    })
    follower.start(({ counts }) => void heard.push(counts.pessoas))
    try {
      for (const count of [2, 3]) {
        writeFileSync(file, persons(count))
        const end = Date.now() + 10_000
        while (!heard.includes(count) && Date.now() < end)
          await new Promise((resolve) => setTimeout(resolve, 20))
      }
      assert.equal(heard, [2, 3])
    } finally {
      follower.close()
    }
  }))

test('what is closed while it reads hands nothing on', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mundo.json')
    writeFileSync(file, persons(1))
    const heard: string[] = []
    const follower = new FixtureFollower(file, {}, (line) => {
      heard.push(line)
      follower.close()
    })
    follower.start(() => assert.unreachable('it was handed on'))
    // The warning comes before the world.
    writeFileSync(file, '{"pessoas": [{"nome": "ana@example.com"}]}')
    const end = Date.now() + 10_000
    while (heard.length === 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
    await new Promise((resolve) => setTimeout(resolve, 200))
    assert.match(heard.join(), /^\S+: warning: pessoas\[0\]\.nome: [^\n]*$/)
  }))

test('nothing is heard after it is closed, nor without a change', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'mundo.json')
    writeFileSync(file, persons(1))
    const heard: unknown[] = []
    const follower = new FixtureFollower(file, {}, (line) => heard.push(line))
    follower.start((dataset) => heard.push(dataset))
    await new Promise((resolve) => setTimeout(resolve, 300))
    follower.close()
    writeFileSync(file, persons(2))
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.equal(heard, [])
  }))

test.run()
