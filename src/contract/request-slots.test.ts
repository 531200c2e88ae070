import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { requestSlots } from './request-slots.ts'

const test = suite('request slots')

test('say what a refusal may repeat of a request', () => {
  assert.equal(requestSlots('POST', '/relatorios/validar/7/?x=1'), {
    method: 'POST',
    url: '/relatorios/validar/7/?x=1',
    path: '/relatorios/validar/7/',
    resource: 'relatorios/validar/7/',
    route: 'relatorios/validar/7',
    numero: '7',
    base: '',
  })
  assert.is(requestSlots('GET', '/', 'http://127.0.0.1:3000').base, 'http://127.0.0.1:3000')
  assert.is(requestSlots('POST', '/relatorios/validar/').numero, '')
  assert.is(requestSlots('POST', '/relatorios/validar/a%2Fb').numero, 'a/b')
  assert.is(requestSlots('GET', '/').route, '/')
  assert.is(requestSlots('GET', '//a//b//').route, 'a//b')
})

test('have the digest of a header, which gateways of AWS tell', () => {
  const slots = requestSlots('GET', '/', '', 'Bearer abc')
  const digest = createHash('sha256').update('Bearer abc').digest('base64')
  assert.is(slots['authorization-sha256'], digest)
})

test.run()
