import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { kind } from '../service/format.ts'
import { objectOf } from '../service/lists.ts'
import { namesJson } from '../service/media-type.ts'
import type { Check } from './check.ts'
import { BAD_QUERIES } from './listed.ts'

/** What a careful reader expects of refusals although the interface does not say it. */
export const refusalForms: readonly Check[] = [
  {
    id: 'ENV-10',
    clause: ['0-json'],
    level: 'conditional',
    risk: 'w0',
    partlyAtR: true,
    after: 'everything',
    rests: ['ENV-05'],
    reading: 'json-has-its-type',
    title: 'names JSON in the Content-Type of every refusal',
    async run(service) {
      const refusals = (await service.refusals()).filter(({ response }) => response.json !== undefined)
      if (refusals.length === 0) throw new Undecided('blocked', 'no refusal is JSON: see ENV-04')
      for (const exchange of refusals) {
        const type = exchange.response.headers['content-type']
        must(
          namesJson(type),
          'a Content-Type that names JSON',
          type === undefined ? 'none' : 'another one',
          exchange,
        )
      }
      return counted(refusals.length, 'refusal')
    },
  },
  {
    id: 'ENV-13',
    clause: ['0-json'],
    level: 'conditional',
    risk: 'r',
    after: 'everything',
    rests: ['ENV-01'],
    reading: 'json-has-its-type',
    title: 'names JSON in the Content-Type of every list and every decision',
    async run({ again, spoken }) {
      if (spoken.answers === 0) await again()
      const { successes, oddType } = spoken
      if (successes === 0) throw new Undecided('blocked', 'no list is JSON: see ENV-04')
      const isMissing = oddType?.response.headers['content-type'] === undefined
      must(
        oddType === undefined,
        'a Content-Type that names JSON',
        isMissing ? 'none' : 'another one',
        oddType as Exchange,
      )
      return counted(successes, 'answer')
    },
  },
  {
    id: 'ENV-11',
    clause: ['7-validation'],
    level: 'conditional',
    risk: 'r',
    reading: 'queries-validate-alike',
    title: 'includes validation with source and keys in the 400 for a query',
    async run(service) {
      const answers = await Promise.all(BAD_QUERIES.map((query) => service.get(query)))
      const refused = answers.filter(
        ({ status, exchange }) => status === 400 && objectOf(exchange.response.json) !== undefined,
      )
      if (refused.length === 0)
        throw new Undecided('branch-not-taken', 'the service refuses no query with a JSON object')
      for (const { exchange } of refused) {
        const { source, keys } = objectOf(objectOf(exchange.response.json)?.validation) ?? {}
        must(typeof source === 'string', 'validation with a source', `source is ${kind(source)}`, exchange)
        must(
          Array.isArray(keys) && keys.length > 0,
          'validation with keys',
          `keys is ${kind(keys)}`,
          exchange,
        )
      }
      return counted(refused.length, 'refusal')
    },
  },
]
