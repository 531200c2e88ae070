import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { risks } from '../client/exchange.ts'
import { samples } from '../testing/sample-reports.ts'
import { reporters, schemaAddress } from './index.ts'

const test = suite('json')
const { json } = reporters
const file = new URL('../../fixtures/conformance-report.schema.json', import.meta.url)
const schema = JSON.parse(readFileSync(file, 'utf8'))
const validate = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema)

for (const [name, report] of Object.entries(samples))
  test(`${name}: is the whole report, as the schema in the package describes it`, () => {
    const read = JSON.parse(json(report))
    assert.ok(validate(read), JSON.stringify(validate.errors))
    assert.equal(read, { $schema: schemaAddress, ...report })
    assert.not.match(json(report), /\p{Cs}/u)
  })

test('the schema describes every field and allows no other', () => {
  const visit = (node: Record<string, unknown>) => {
    if (node.type === 'object') assert.is(node.additionalProperties, false)
    for (const [name, field] of Object.entries((node.type === 'object' && node.properties) || {}))
      assert.ok(field.description ?? field.$ref, name)
    for (const inner of Object.values(node)) if (inner instanceof Object) visit(inner as typeof node)
  }
  visit(schema)
  assert.is(schema.$id, schemaAddress)
  assert.equal(schema.properties.settings.properties.risk.enum, risks)
  assert.not(validate({ ...JSON.parse(json(samples.violated)), token: 'secret' }))
})

test.run()
