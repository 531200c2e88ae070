import type { Credentials, Exchange } from '../client/exchange.ts'
import { Undecided } from '../judging/judgement.ts'
import { PAGE } from '../service/discover.ts'
import type { ListAnswer, Query } from '../service/lists.ts'
import { longSearch } from '../service/searches.ts'
import type { Service } from '../service/service.ts'
import {
  answersAlong,
  circuit,
  drifted,
  type References,
  referencesOf,
  refused,
  type Step,
} from './interleave.ts'
import { answerOf } from './judge-cells.ts'
import { listDiffers } from './list-differs.ts'

/** Questions that were asked one after the other on one connection, and their answers. */
export interface AskedSequence {
  sequence: readonly Step[]
  answers: readonly ListAnswer[]
}

/** A question of a sequence, and what it asks. */
export interface Asking extends Step {
  query: Query
}

interface Compared {
  steps: readonly Asking[]
  references: References
}

/**
 * Runs work with the questions of the sequences and the references that checks share; once more with new references, if the
 * list has changed since they were taken.
 */
export async function compared<T>(
  service: Service,
  work: (compared: Compared, isRetry: boolean) => Promise<T>,
  anew = false,
): Promise<T> {
  const steps = await questions(service)
  const shared = await service.once('references', async (): Promise<{ taken?: References }> => ({}))
  if (anew) shared.taken = await referencesOf(steps)
  shared.taken ??= await earlyReferences(service, steps)
  try {
    return await work({ steps, references: shared.taken }, anew)
  } catch (error) {
    if (anew || !(error instanceof Undecided) || error.reason !== 'data-drift') throw error
    shared.taken = await referencesOf(steps)
    return work({ steps, references: shared.taken }, true)
  }
}

/** Like {@link compared}; where a difference was found beside other checks, again without them, with new references. */
export function comparedUndisturbed<T>(
  service: Service,
  work: (compared: Compared, isRetry: boolean, anew: boolean) => Promise<T>,
): Promise<T> {
  return service.undisturbed((anew) => compared(service, (all, isRetry) => work(all, isRetry, anew), anew))
}

/** Asks each question on a new connection, early in the run; checks share the answers. */
async function earlyReferences(service: Service, steps: readonly Asking[]): Promise<References> {
  return new Map(
    await Promise.all(steps.map(async ({ name, query }) => [name, await service.fresh(query)] as const)),
  )
}

/** Takes the references before other checks ask the same on connections that were used. */
export async function takeReferences(service: Service): Promise<void> {
  const { people } = await service.facts()
  // Each is asked as soon as the answers are there on which it relies.
  await Promise.all([
    ...people.slice(-1).map(({ id }) => service.fresh({ cpf: id })),
    sortedQuery(service).then(service.fresh),
    questions(service).then((steps) => earlyReferences(service, steps)),
  ])
}

/** Asks every question after each of the others and after itself, once for all checks that judge the answers. */
export async function everyPair(service: Service, anew = false): Promise<AskedSequence> {
  const shared = await service.once(
    'every pair of questions',
    async (): Promise<{ asked?: AskedSequence }> => ({}),
  )
  if (anew || !shared.asked) {
    const sequence = circuit(await questions(service))
    shared.asked = { sequence, answers: await answersAlong(sequence) }
  }
  return shared.asked
}

const BOTH_MOMENTS = ['after a 200', 'after a refusal'] as const
/** How many wrong tokens are sent twice, the second time after a refusal. */
const TWICE = 2

/** An answer to a wrong token, and the one that the same request got with the right token just before. */
export interface WrongToken {
  moment: (typeof BOTH_MOMENTS)[number]
  accepted: Exchange
  exchange: Exchange
}

interface AskedWithTokens extends AskedSequence {
  wrong: readonly WrongToken[]
  keys: number
}

/**
 * Sends a question with the token, then with a wrong one, for each wrong token: what comes after a refusal is another
 * question. It is asked once for all checks that judge the answers.
 */
export async function refusedTokens(service: Service, anew = false): Promise<AskedWithTokens> {
  const askAll = async () => {
    const keys = wrongKeys(service)
    const steps = inOrderOfLoss(await questions(service))
    const sequence: Step[] = []
    const answers: ListAnswer[] = []
    const wrong: WrongToken[] = []
    const ask = async (step: Step) => {
      sequence.push(step)
      // Another sequence may be under way on the first of the two connections.
      const answer = await step.ask('other-same')
      answers.push(answer)
      return answer.exchange
    }
    for (const [i, key] of keys.entries()) {
      const step = steps[i % steps.length] as Asking
      const accepted = await ask(step)
      for (const moment of i < TWICE ? BOTH_MOMENTS : BOTH_MOMENTS.slice(0, 1)) {
        wrong.push({ moment, accepted, exchange: await ask(withToken(service, step, key)) })
      }
    }
    await ask(steps[keys.length % steps.length] as Asking)
    return { sequence, answers, wrong, keys: keys.length }
  }
  const shared = await askedBeside(service)
  if (anew) return askAll()
  shared.taken ??= askAll()
  return shared.taken
}

/** @throws {Undecided} if questions that were asked beside others got other answers, which may be what the others left */
export async function mustNotDifferBeside(service: Service, references: References): Promise<void> {
  const { sequence = [], answers = [] } = (await (await askedBeside(service)).taken) ?? {}
  for (const [i, step] of sequence.entries()) {
    const reference = references.get(step.name)
    if (reference && step.differs(reference, answers[i] as ListAnswer) !== undefined) throw drifted()
  }
}

function askedBeside(service: Service): Promise<{ taken?: Promise<AskedWithTokens> }> {
  return service.once('wrong tokens in turn', async () => ({}))
}

function wrongKeys({ keys: { none, random, changed, longer, half } }: Service): Credentials[] {
  return [none, random, changed, longer, half].filter((key) => key !== undefined)
}

/** A wrong token has the question of the request before it, so that an answer that was kept for it would show. */
function withToken(service: Service, { query }: Asking, authorization: Credentials): Step {
  return refused(`a request with a wrong token (${authorization.label || 'none'})`, async () => {
    let answer: ListAnswer | undefined
    const exchange = await answerOf(async () => {
      answer = await service.get(query, { authorization, connection: 'other-same' })
      return answer.exchange
    })
    return answer ?? { exchange, status: exchange.response.status, list: undefined }
  })
}

/** Returns the questions so that what one of them says would show in the next one, if it were left over. */
function inOrderOfLoss(steps: readonly Asking[]): Asking[] {
  const named = (...names: string[]) =>
    names.flatMap((name) => steps.find((step) => step.name === name) ?? [])
  return named(PLAIN, PAGE_OF_SEARCH, BY_CPF, SORTED)
}

/** The name of the question for the list without parameters. */
export const PLAIN = 'a list without parameters'
const BY_CPF = 'a search by cpf'
const SORTED = 'a list with sort and rows'
const PAGE_OF_SEARCH = 'a page of a search'

/** Returns questions of different kinds: each parameter is in one of them at least, and is missing in others. */
async function questions(service: Service): Promise<Asking[]> {
  const { people, named, commonWords, size } = await service.facts()
  const [sorted, long] = await Promise.all([sortedQuery(service), longSearch(service)])
  const word = long ?? commonWords[0] ?? named[0]?.nome ?? 'a'
  const page = size > PAGE ? 2 : 1
  const asking = (name: string, query: Query, lead: Query = query): Asking => ({
    name,
    query,
    ask: (connection) => service.again(query, connection ? { connection } : {}),
    lead: () => service.get({ page: 1, rows: PAGE, ...lead }, { connection: 'new' }),
    differs: (a, b) => listDiffers(a, b, query),
  })
  return [
    asking(PLAIN, {}),
    ...people.slice(-1).map(({ id }) => asking(BY_CPF, { cpf: id })),
    asking(SORTED, sorted),
    asking(PAGE_OF_SEARCH, { nome: word, page }, { nome: word }),
  ]
}

async function sortedQuery(service: Service): Promise<Query> {
  const { size } = await service.facts()
  const sort = await service.once('an accepted sort', () => acceptedSort(service))
  return { ...sort, rows: 2 * PAGE, ...(size > 2 * PAGE && { page: 2 }) }
}

async function acceptedSort(service: Service): Promise<Query> {
  for (const sort of ['-cpf', '-nome', '-atualizado_em']) {
    if ((await service.get({ sort })).status === 200) return { sort }
  }
  return {}
}
