import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bodyTemplateOf, type RefusedBody } from './body-template.ts'

const test = suite('body template')

const of = (name: string, key: string): RefusedBody => ({
  body: { errors: { [name]: ['Não aceito.'] } },
  slots: { key },
})

const paths: [name: string, bodies: [RefusedBody, ...RefusedBody[]], path: string][] = [
  ['a key', [of('a', 'a'), of('b', 'b')], '{key}'],
  ['a path to a key', [of('$.a', 'a'), of('$.b.c', 'b.c')], '$.{key}'],
  ['one path', [of('body.extra', 'extra')], 'body.{key}'],
  ['a word that ends as a key does', [of('data', 'a')], 'data'],
  ['a path to something else', [of('$.a', 'a'), of('$.b', 'c')], '$.a'],
  ['no key', [of('$.', '')], '$.'],
]
for (const [says, bodies, path] of paths) {
  test(`the only name of an object is ${says}`, () => {
    const template = bodyTemplateOf(bodies) as { errors: object }
    assert.equal(Object.keys(template.errors), [path])
  })
}

test('a number that is a place in a body that is no JSON is told as that place', () => {
  const slots = { position: 14, start: 12, line: 1, column: 15 }
  const pos = (body: unknown) => (bodyTemplateOf([{ body: { pos: body }, slots }]) as { pos: unknown }).pos
  assert.equal([14, 12, 15, 1, 28].map(pos), ['{position}', '{start}', '{column}', 1, 28])
})

test('of several places that have a number, the likeliest one is told; those that only texts name are none', () => {
  const slots = { start: 15, column: 15, position: 15, 'byte-column': 17, 'end-character': 18 }
  const pos = (body: unknown) => (bodyTemplateOf([{ body: { pos: body }, slots }]) as { pos: unknown }).pos
  assert.equal([15, 17, 18].map(pos), ['{position}', 17, 18])
})

test.run()
