import type { IncomingMessage, ServerResponse } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { composeTraffic, unheard } from './compose-traffic.ts'
import type { Traffic } from './traffic.ts'

const test = suite('several listeners of the traffic')

const request = {} as IncomingMessage
const response = {} as ServerResponse
const answer = { status: 200, body: '' }

function listener(name: string, heard: string[], delivers = false): Required<Traffic> {
  return {
    admit: (_, __, serve) => {
      heard.push(`${name} admit`)
      serve()
    },
    deliver: () => {
      heard.push(`${name} deliver`)
      return delivers
    },
    body: () => void heard.push(`${name} body`),
    stray: () => void heard.push(`${name} stray`),
  }
}

test('they hear in their order, and the first that delivers an answer is the last that sees it', () => {
  const heard: string[] = []
  const traffic = composeTraffic([listener('a', heard), listener('b', heard, true), listener('c', heard)])
  traffic.admit(request, response, () => void heard.push('serve'))
  assert.equal(heard.splice(0), ['a admit', 'b admit', 'c admit', 'serve'])
  assert.ok(traffic.deliver(request, response, answer))
  assert.equal(heard.splice(0), ['a deliver', 'b deliver'])
  traffic.body(request, Buffer.alloc(0))
  traffic.stray?.(answer)
  assert.equal(heard, ['a body', 'b body', 'c body', 'a stray', 'b stray', 'c stray'])
})

test('a request that nobody is to hear of is served, and the others pass as before', () => {
  const heard: string[] = []
  const traffic = unheard(listener('a', heard), ({ url }) => url === '/quiet')
  for (const url of ['/quiet', '/loud']) {
    traffic.admit({ ...request, url } as IncomingMessage, response, () => void heard.push(`serve ${url}`))
  }
  traffic.body(request, Buffer.alloc(0))
  assert.equal(heard, ['serve /quiet', 'a admit', 'serve /loud', 'a body'])
})

test.run()
