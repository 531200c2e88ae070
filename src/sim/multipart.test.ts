import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { multipartFields } from './multipart.ts'

const test = suite('multipart')

const BODY =
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n2\r\n' +
  '--x\r\nContent-Type: text/plain\r\ncontent-disposition: form-data; name=b; filename="f"\r\n\r\n\r\n--x--\r\n'
const FIELDS = [
  ['a', '1\r\n2'],
  ['b', ''],
]

const cases: [body: string, type: string, fields: string[][]][] = [
  [BODY, 'multipart/form-data; boundary=x', FIELDS],
  [BODY, 'multipart/form-data; boundary="x"; charset=utf-8', FIELDS],
  [BODY, 'multipart/form-data; boundary=y', []],
  [BODY, 'multipart/form-data', []],
  ['{}', 'multipart/form-data; boundary=x', []],
  ['--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--', 'multipart/form-data; boundary=x', []],
]
for (const [body, type, fields] of cases) {
  test(`${JSON.stringify(body.slice(0, 30))} as ${type} has ${fields.length} fields`, () => {
    assert.equal(multipartFields(body, type), fields)
  })
}

test.run()
