import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { drawn, firstMinute, pictures } from './first-minute.ts'

const test = suite('pictures')

test('the pictures show what the program prints: npm run pictures draws them', async () => {
  const scenes = await firstMinute()
  const words = scenes.flatMap(({ printed }) => printed).join('\n')
  assert.match(words, /401/)
  if (!words.includes('[::1]')) return console.log('This machine has no ::1: the pictures were not compared')
  for (const [name, columns] of Object.entries(pictures)) {
    assert.is(readFileSync(new URL(name, import.meta.url), 'utf8'), drawn(scenes, columns), name)
  }
})

test('no line is wider than its picture, and nothing of it is markup', () => {
  const scenes = [
    {
      terminal: 'terminal 1' as const,
      printed: ['<a & b>', 'x'.repeat(100), `${' '.repeat(13)}${'y'.repeat(40)}`],
    },
  ]
  const lines = [...drawn(scenes, 42).matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, text]) => text as string)
  assert.ok(lines.every((line) => line.length <= 42 || line.includes('&')))
  assert.is(lines.join('').replace(/\s/g, ''), `terminal1&lt;a&amp;b>${'x'.repeat(100)}${'y'.repeat(40)}`)
})

test.run()
