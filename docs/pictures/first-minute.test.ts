import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages, read } from '../readme/pages.ts'
import { drawn, firstMinute, pictures } from './first-minute.ts'

const test = suite('pictures')

test('the pictures show what the program prints: npm run pictures draws them', async () => {
  const scenes = await firstMinute()
  const words = scenes.flatMap(({ printed }) => printed).join('\n')
  assert.match(words, /401/)
  if (!words.includes('[::1]')) return console.log('This machine has no ::1: the pictures were not compared')
  for (const [name, look] of Object.entries(pictures)) {
    assert.is(readFileSync(new URL(name, import.meta.url), 'utf8'), drawn(scenes, look), name)
  }
})

test('each README offers every picture, by width and theme', () => {
  for (const { readme } of Object.values(languages)) {
    const [whole = ''] = /<picture>.*?<\/picture>/s.exec(read(readme)) ?? []
    const offered = [
      ...whole.matchAll(/<source media="(.*?)" srcset="docs\/pictures\/(.*?)">/g),
      ...whole.matchAll(/<img ()alt="[^"]+" src="docs\/pictures\/(.*?)">/g),
    ].map(([, media = '', name = '']) => ({ media, name }))
    assert.equal(
      offered.map(({ name }) => name),
      Object.keys(pictures),
    )
    for (const { media, name } of offered) {
      const look = pictures[name]
      assert.is(media.includes('(prefers-color-scheme: dark)'), look?.theme === 'dark', name)
      assert.is(media.includes('(max-width: 640px)'), look?.columns === 53, name)
    }
  }
})

test('no line is wider than its picture, and nothing of it is markup', () => {
  const scenes = [
    {
      terminal: 'terminal 1' as const,
      printed: ['<a & b>', 'x'.repeat(100), `${' '.repeat(13)}${'y'.repeat(40)}`],
    },
  ]
  const lines = [...drawn(scenes, { columns: 42, theme: 'dark' }).matchAll(/<text [^>]*>(.*)<\/text>/g)].map(
    ([, text]) => text as string,
  )
  assert.ok(lines.every((line) => line.length <= 42 || line.includes('&')))
  assert.is(lines.join('').replace(/\s/g, ''), `terminal1&lt;a&amp;b>${'x'.repeat(100)}${'y'.repeat(40)}`)
})

test.run()
