import { counted } from '../../src/contract/counted.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { wellFormed } from '../service/evidence.ts'
import { kind } from '../service/format.ts'
import { objectOf } from '../service/lists.ts'
import { lettersOfNobody } from '../service/searches.ts'
import type { Check } from './check.ts'

/** Checks heading 2.4 and what the preamble says about every answer. */
export const envelope: readonly Check[] = [
  {
    id: 'ENV-01',
    clause: ['4.1-4', '4.1-headers', '0-paths'],
    level: 'required',
    risk: 'r',
    title: 'returns 200 for GET /pessoas',
    async run(service) {
      const { status, exchange } = await service.get()
      must(status === 200, '200', status, exchange)
      return '1 answer'
    },
  },
  {
    id: 'ENV-02',
    clause: ['2.4-success', '4.1-4'],
    level: 'required',
    risk: 'r',
    title: 'returns a list in an envelope with result, an object, and status_code, the integer 200',
    after: 'lists',
    everyList: ({ response }) => {
      const body = objectOf(response.json)
      if (response.json === undefined) return undefined
      if (!body) return ['the body is an object', `the body is ${kind(response.json)}`]
      if (!objectOf(body.result)) return ['result is an object', `result is ${kind(body.result)}`]
      return body.status_code === 200
        ? undefined
        : ['status_code is the integer 200', `status_code is ${kind(body.status_code)}`]
    },
    async run(service) {
      const { status, exchange } = await service.get()
      if (status !== 200) throw new Undecided('blocked', `GET /pessoas returned ${status}: see ENV-01`)
      if (exchange.response.json === undefined)
        throw new Undecided('blocked', 'the answer is not valid JSON: see ENV-04')
      return wellFormed(service, 'ENV-02')
    },
  },
  {
    id: 'ENV-04',
    clause: ['0-json'],
    level: 'required',
    risk: 'w0',
    partlyAtR: true,
    after: 'everything',
    title: 'returns valid JSON with 200, 400, 401 and 404',
    async run(service) {
      await service.get()
      await service.refusals()
      const { answers, notJson } = service.spoken
      const [odd] = notJson
      // RFC 8259, section 8.1: a sender must not put a byte order mark before JSON.
      const actual = odd?.response.hasMark ? 'a byte order mark before the JSON' : 'a body that is not'
      must(odd === undefined, 'a body that is valid JSON', actual, ...notJson.slice(0, 2))
      return counted(answers, 'answer')
    },
  },
  {
    id: 'ENV-12',
    clause: ['4.1-4', '2.4-success'],
    level: 'required',
    risk: 'r',
    after: 'everything',
    rests: ['ENV-01'],
    title: 'answers a list with 200 and no other success, whomever it selects',
    async run(service) {
      await service.get({ nome: await lettersOfNobody(service) })
      const { answers, otherSuccesses } = service.spoken
      const [odd] = otherSuccesses
      must(odd === undefined, '200', odd?.response.status, ...otherSuccesses.slice(0, 1))
      return counted(answers, 'answer')
    },
  },
]
