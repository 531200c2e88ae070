import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { risks } from '../client/exchange.ts'
import { readings } from '../judging/readings.ts'
import { samples } from '../testing/sample-reports.ts'
import { json, schemaAddress } from './json.ts'

const test = suite('json')
const schema = JSON.parse(
  readFileSync(new URL('../../fixtures/conformance-report.schema.json', import.meta.url), 'utf8'),
)
const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema)

for (const [name, report] of Object.entries(samples)) {
  test(`${name}: is what the schema that ships says`, () => {
    const text = json(report)
    const read: Record<string, unknown> = JSON.parse(text)
    assert.ok(validate(read), JSON.stringify(validate.errors))
    assert.is(Object.keys(read)[0], '$schema')
    assert.equal(read, { $schema: schemaAddress, ...report })
    assert.not.match(text, /\p{Cs}/u)
  })
}

interface ObjectSchema {
  additionalProperties: unknown
  properties: Record<string, Record<string, unknown>>
}

test('the schema allows no other field and describes each', () => {
  const objects: ObjectSchema[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'object') objects.push(node as unknown as ObjectSchema)
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(schema)
  assert.ok(objects.length >= 12)
  for (const { additionalProperties, properties } of objects) {
    assert.is(additionalProperties, false)
    for (const [name, field] of Object.entries(properties)) assert.ok(field.description ?? field.$ref, name)
  }
})

test('the schema names what the code names', () => {
  const { settings, requests } = schema.properties
  assert.is(schema.$id, schemaAddress)
  assert.equal(settings.properties.risk.enum, [...risks])
  assert.equal(Object.keys(requests.properties.byRisk.properties), [...risks])
  assert.equal(Object.keys(settings.properties.readings.properties), Object.keys(readings))
})

test('a report with anything else is refused', () => {
  const read = JSON.parse(json(samples.violated))
  assert.not.ok(validate({ ...read, token: 'secret' }))
  const [first, ...rest] = read.results
  assert.not.ok(validate({ ...read, results: [{ ...first, verdict: 'maybe' }, ...rest] }))
})

test.run()
