import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inFolder } from './world.ts'

const test = suite('a lane of tests')
const LANE = fileURLToPath(new URL('../../test-lane.mjs', import.meta.url))
const UVU = JSON.stringify(import.meta.resolve('uvu'))
const MARK = '[mark] '

interface Ended {
  status: number
  text: string
}

/** Runs test files of this content in one lane, one after the other, and returns how each ended. */
function inLane(...contents: string[]): Promise<Ended[]> {
  return inFolder(async (folder) => {
    const lane = fork(LANE, [MARK], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    const closed = once(lane, 'close')
    const ended: Ended[] = []
    try {
      for (const [i, content] of contents.entries()) {
        const file = join(folder, `${i}.test.mjs`)
        writeFileSync(file, `import { suite } from ${UVU}\nconst test = suite('x')\n${content}\n`)
        let text = ''
        const told = new Promise<string>((resolve) => {
          lane.stdout?.on('data', (piece) => {
            text += piece
            const [own, told] = text.split(MARK)
            if (!told?.endsWith('\n')) return
            text = own as string
            resolve(told)
          })
        })
        lane.send(pathToFileURL(file).href)
        const { status } = JSON.parse(await told)
        lane.stdout?.removeAllListeners('data')
        ended.push({ status, text })
      }
      lane.send('')
      assert.equal(await closed, [0, null])
    } finally {
      lane.kill('SIGKILL')
    }
    return ended
  })
}

const passes = `test('a', () => {})\ntest.run()`

test('runs files apart, and one that fails fails alone', async () => {
  const fails = `test('a', () => { throw new Error('own words') })\ntest('b', () => {})\ntest.run()`
  const [one, two, three] = (await inLane(passes, fails, passes)) as [Ended, Ended, Ended]
  assert.equal([one.status, two.status, three.status], [0, 1, 0])
  assert.match(two.text, /own words/)
  assert.match(two.text, /Total: +2\n +Passed: +1\n/)
  for (const { text } of [one, three]) {
    assert.match(text, /Total: +1\n +Passed: +1\n/)
    assert.not.match(text, 'own words')
  }
})

test('says nothing of a file that forgets its run, whatever ran before', async () => {
  const [, { text }] = (await inLane(passes, `test('a', () => {})`)) as [Ended, Ended]
  assert.is(text, '')
})

test('waits for what a file leaves to happen', async () => {
  const [{ text }] = (await inLane(`${passes}\nsetTimeout(() => console.log('late'), 50)`)) as [Ended]
  assert.match(text, /Passed: +1\n[\s\S]*late/)
})

test('a file that never ends its top level, or leaves something changed, fails', async () => {
  const [endless] = (await inLane(`${passes}\nawait new Promise(() => {})`)) as [Ended]
  assert.is(endless.status, 1)
  assert.match(endless.text, 'A top-level await never ends.')
  for (const [left, what] of [
    ["process.env.LEFT = '1'", 'the environment'],
    ["process.chdir('/')", 'the working folder'],
    ['globalThis.left = 1', 'the global names'],
    ['globalThis.fetch = () => undefined', 'a global value'],
    ["process.on('uncaughtException', () => undefined)", 'what handles errors'],
    ['process.stderr.write = () => true', 'standard output'],
  ] as const) {
    const [changed, next] = (await inLane(`${left}\n${passes}`, passes)) as [Ended, Ended]
    assert.equal([changed.status, next.status], [1, 0], what)
    assert.match(changed.text, `The file leaves ${what} changed`)
  }
})

test.run()
