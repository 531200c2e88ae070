import { counted } from '../../src/contract/counted.ts'
import type { Exchange } from '../client/exchange.ts'
import { must, Undecided, Violation } from '../judging/judgement.ts'
import { type ListAnswer, objectOf, type Person, type Query } from '../service/lists.ts'
import { firstAndLast } from '../service/pages.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Numero, type Service, UNKNOWN_KEY } from '../service/service.ts'
import type { Check } from './check.ts'
import {
  answersAlong,
  circuit,
  drifted,
  judgeSequence,
  referenceOf,
  referencesOf,
  refused,
  type Step,
  unrepeated,
} from './interleave.ts'
import { HEADERS, instant } from './listed.ts'
import {
  compared,
  comparedUndisturbed,
  everyPair,
  mustNotDifferBeside,
  refusedTokens,
  takeReferences,
} from './sequences.ts'

/** The clauses of which each is about any list. */
export const CLAUSES = [
  '4.1-2',
  '4.1-query',
  '4.1-page',
  '4.1-rows',
  '4.1-cpf',
  '4.1-nome',
  '4.1-sort',
  '4.1-1',
  '2.2-busca',
  '2.2-total',
  '2.2-atual',
  '2.2-linhas',
] as const

/** An answer depends on the request, its token and the data, not on what was asked before. */
export const memory: readonly Check[] = [
  {
    id: 'MEM-01',
    clause: CLAUSES,
    level: 'required',
    risk: 'r',
    alone: 'but-wrong-tokens',
    rests: [...HEADERS, 'PAG-18'],
    needs: ['one-person'],
    title: 'returns the same answer to a list request, whatever other request came before',
    first: takeReferences,
    run: (service) =>
      comparedUndisturbed(service, async ({ references }, isRetry, anew) => {
        const { sequence, answers } = await everyPair(service, isRetry)
        await judgeSequence(sequence, answers, references)
        // What one of these questions left behind may show in the answer to one that was asked beside it.
        if (!anew) await mustNotDifferBeside(service, references)
        return `${sequence.length - 1} answers, each after another question`
      }),
  },
  {
    id: 'MEM-02',
    clause: [...CLAUSES, '4.1-5'],
    level: 'required',
    risk: 'r',
    alone: 'but-wrong-tokens',
    rests: [...HEADERS, 'PAG-18', 'MEM-01'],
    needs: ['one-person'],
    title: 'returns the same answer to a list request after a refused one',
    run: (service) =>
      comparedUndisturbed(service, async ({ references, steps }, isRetry) => {
        const afterTokens = await refusedTokens(service, isRetry || service.wasDisturbed)
        await judgeSequence(afterTokens.sequence, afterTokens.answers, references)
        const bad = refused('a request with page=0', () => service.get({ page: 0 }, { connection: 'same' }))
        const sequence = steps.flatMap((step) => [bad, step])
        await judgeSequence(sequence, await answersAlong(sequence), references)
        return `${afterTokens.sequence.filter(({ name }) => references.has(name)).length + steps.length} answers, each after a refusal or before one`
      }),
  },
  {
    id: 'MEM-03',
    clause: CLAUSES,
    level: 'required',
    risk: 'r',
    alone: true,
    rests: [...HEADERS, 'PAG-18', 'MEM-01'],
    needs: ['one-person'],
    title: 'answers different list requests at once as it answers each alone',
    run: (service) =>
      compared(service, async ({ steps, references }) => {
        // Each two questions come one after the other, so that they are in flight together even if only two may be.
        const asked = steps.flatMap((one, i) => steps.slice(i + 1).flatMap((other) => [one, other]))
        const answers = await Promise.all(asked.map((step) => step.ask()))
        for (const [i, step] of asked.entries()) {
          const reference = references.get(step.name) as ListAnswer
          const differs = step.differs(reference, answers[i] as ListAnswer)
          if (differs === undefined) continue
          if (step.differs(reference, await referenceOf(step)) !== undefined) throw drifted()
          const again = await Promise.all(asked.map((one) => one.ask()))
          if (!again.some((answer, k) => asked[k] === step && step.differs(reference, answer)))
            throw unrepeated(step)
          throw new Violation(
            `the same answer to ${step.name} as alone`,
            `another ${differs} among ${asked.length} questions at once`,
            [reference.exchange, (answers[i] as ListAnswer).exchange],
          )
        }
        return `${asked.length} questions at once`
      }),
  },
  {
    id: 'MEM-04',
    clause: ['4.2-1', '4.2-3', '4.2-4', '4.2-mensagem', '7-400', '7-401', '7-404', '8-mensagem'],
    level: 'required',
    risk: 'w0',
    alone: true,
    rests: ['VAL-01'],
    title: 'returns the same answer to a validation, whatever was refused before',
    async run(service) {
      const send = (name: string, body: unknown, key = service.keys.own): Step => ({
        name,
        async ask() {
          const exchange = await service.validate(service.unknownNumber(), body, { authorization: key })
          return { exchange, status: exchange.response.status, list: undefined }
        },
        differs: (a, b) => (refusalOf(a.exchange) === refusalOf(b.exchange) ? undefined : 'refusal'),
      })
      const steps = [
        send('a valid body', LEGAL_BODY),
        send('a rejection', LEGAL_REJECTION),
        send('an unknown field', { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }),
        send('a short mensagem', { ...LEGAL_BODY, mensagem: 'curta' }),
        send('no token', LEGAL_BODY, service.keys.none),
      ]
      const references = await referencesOf(steps)
      const sequence = circuit(steps)
      await judgeSequence(sequence, await answersAlong(sequence), references)
      return `${sequence.length - 1} answers, each after another question`
    },
  },
  {
    id: 'MEM-05',
    clause: ['4.2-2', '4.2-1', '8-mensagem', '4.2-mensagem', '7-400'],
    level: 'required',
    risk: 'w2',
    needs: ['report'],
    title: 'accepts a decision even after a refused one on the same report',
    async run(service) {
      const report = service.reports.at(-1) as Numero
      const bad = [
        { ...LEGAL_BODY, mensagem: 'curta' },
        { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 },
      ]
      let accepted = 0
      for (const body of bad) {
        await service.validate(report, body)
        const first = await service.validate(report, LEGAL_BODY)
        const second = await service.validate(report, LEGAL_BODY)
        if (first.response.status === 200) accepted++
        // A service that accepts the second decision allows several, so only the bad body explains the first refusal.
        else
          must(
            second.response.status !== 200,
            '200, the same as for the next one',
            first.response.status,
            first,
            second,
          )
      }
      if (accepted === 0) throw new Undecided('branch-not-taken', 'the report may be closed for decisions')
      return `${counted(accepted, 'decision')} after a refusal`
    },
  },
  {
    id: 'MEM-06',
    clause: ['2.1-atualizado_em', '4.1-1', '4.1-nome', '4.1-cpf', '1-1-order'],
    level: 'conditional',
    risk: 'w2',
    rests: ['MEM-01'],
    needs: ['report', 'one-person'],
    title: 'shows the last update after a decision in searches and in other orders, too',
    async run(service) {
      const report = service.reports.at(-1) as Numero
      const person = await whomItConcerns(service, report)
      const queries: Query[] = [
        { cpf: person.id },
        { nome: person.nome },
        { nome: person.nome, sort: '-atualizado_em', rows: 50 },
        { sort: '-atualizado_em' },
        { rows: 50 },
      ]
      const find = async (query: Query) => {
        const answer = await service.again(query)
        return { answer, found: answer.list?.people.find(({ id }) => id === person.id) }
      }
      // From now on, the service may have these answers in a cache.
      for (const query of queries) await find(query)
      await service.validate(report, LEGAL_BODY)
      const now = (await find({})).found ?? (await whereverListed(service, person))
      if (!now || instant(now) === instant(person))
        throw new Undecided(
          'branch-not-taken',
          'a second decision on a report does not change its atualizado_em',
        )
      for (const query of queries) {
        const { answer, found } = await find(query)
        if (!found || instant(found) === instant(now)) continue
        const later = (await whereverListed(service, person)) ?? now
        if (instant(later) !== instant(now)) throw drifted()
        throw new Violation(
          `the same atualizado_em as in the list with ${Object.keys(query).join(', ')}`,
          instant(found) === instant(person) ? 'the one from before the decision' : 'another one',
          [answer.exchange],
          'search-is-current',
        )
      }
      return `${queries.length} searches and orders`
    },
  },
]

/** Returns what a refusal says, without its text, which may quote the number. */
function refusalOf({ response: { status, json } }: Exchange): string {
  const { error, validation } = objectOf(json) ?? {}
  return JSON.stringify([status, error, validation])
}

/** Decides a report and returns the person whose last update it changes. */
async function whomItConcerns(service: Service, report: Numero): Promise<Person> {
  const before = new Map((await shownPersons(service)).map((person) => [person.id, instant(person)]))
  const { response } = await service.validate(report, LEGAL_BODY)
  if (response.status !== 200)
    throw new Undecided('branch-not-taken', `the decision returned ${response.status}`)
  const after = await shownPersons(service)
  const newest = [...after].sort((a, b) => (instant(a) < instant(b) ? 1 : -1))[0]
  if (!newest || before.get(newest.id) === instant(newest))
    throw new Undecided('branch-not-taken', 'a decision does not change the list')
  return newest
}

async function whereverListed(service: Service, { id }: Person): Promise<Person | undefined> {
  return (await shownPersons(service)).find((person) => person.id === id)
}

/** Returns the persons on the first and the last page. */
async function shownPersons(service: Service): Promise<Person[]> {
  return (await firstAndLast(service.again)).flatMap(({ list }) => list?.people ?? [])
}
