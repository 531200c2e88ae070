import type { Exchange } from '../client/exchange.ts'
import type { Cell } from '../model/cells.ts'
import { unless } from '../model/judgement.ts'
import { LIST_ASPECTS, LIST_CLAUSES, type ListAspect } from '../model/list-faults.ts'
import { plainPerson } from '../model/persons.ts'
import { APPROVAL, type How, listQuestion, REJECTION, UNKNOWN_KEY } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { PAGE } from '../model/world.ts'
import { type Asked, judgeAsked, queryOf, searchOfMany } from './asked.ts'
import { askAll, check, type Judged, shows, type Table } from './table.ts'

/** Returns the lists that every context is asked with, by name, as far as the data allows them. */
async function canonicalLists(service: Service): Promise<Record<string, Asked>> {
  const world = await service.world()
  const [sorts, rows, word] = [await world.sorts(), await world.rows(), await searchOfMany(world)]
  const sort = ['-cpf', '-nome', 'atualizado_em'].find((one) => sorts.includes(one))
  const person = plainPerson(world.named) ?? world.people[0]
  const { other } = service.keys
  const { size } = world
  const hits = word === undefined ? 0 : ((await world.expected({ nome: word })).total ?? 0)
  const lists: Record<string, Asked | false | undefined> = {
    plain: {},
    'other-organization': other && { who: other },
    search: word !== undefined && { filter: { nome: word }, ...(PAGE < hits && { page: 2 }) },
    cpf: person && { filter: { cpf: person.id } },
    'sort-and-rows': { sort, ...(rows.includes(50) && { rows: 50, ...(size > 50 && { page: 2 }) }) },
    beyond: (await world.ends()) && { page: Math.ceil(size / PAGE) + 1 },
  }
  return Object.fromEntries(Object.entries(lists).filter((entry): entry is [string, Asked] => Boolean(entry[1])))
}

const judgeAnew = (service: Service, asked: Asked, how: How = {}) =>
  judgeAsked(service, asked, service.again(queryOf(asked), { authorization: asked.who, ...how }))

const LISTS = ['plain', 'other-organization', 'search', 'cpf', 'sort-and-rows', 'beyond']

/** Everything that a list shows: a context breaks any of it. */
const ALL = Object.values(LIST_CLAUSES).join(' ')
const ASPECTS = LIST_ASPECTS.join(' ')
const common = { steady: true, aspects: LIST_ASPECTS, clauses: LIST_CLAUSES } as const

/** An answer depends on the request, its token and the data, never on what was asked before. */
export const sequences: Table<ListAspect> = {
  name: 'sequences',
  risk: 'r',
  axes: { list: LISTS, after: [...LISTS, 'refused-token'] },
  ...common,
  checks: [check('MEM-01', ALL, ASPECTS, 'returns the same answer to a list request, whatever request came before')],
  async ask(service) {
    const lists = await canonicalLists(service)
    // What the answers must be is known before the first of them.
    for (const one of Object.values(lists)) await judgeAsked(service, one)
    const results: Judged<ListAspect>[] = []
    let after = 'plain'
    for (const name of circuit([...Object.keys(lists).filter((name) => name !== 'cpf'), 'refused-token'])) {
      const asked = lists[name]
      if (asked) results.push({ cell: { list: name, after }, ...(await judgeAnew(service, asked, { connection: 'same' })) })
      else await service.again({ page: 2 }, { authorization: service.keys.random, connection: 'same' })
      after = name
    }
    return results
  },
}

/** Returns a sequence in which every step follows each other one exactly once. */
function circuit<T>(steps: readonly T[]): T[] {
  const left = steps.map((_, from) => steps.map((_, to) => to).filter((to) => to !== from))
  const path = [0]
  const sequence: number[] = []
  while (path.length > 0) {
    const next = left[path.at(-1) as number]?.pop()
    if (next === undefined) sequence.push(path.pop() as number)
    else path.push(next)
  }
  return sequence.reverse().map((i) => steps[i] as T)
}

const ROUNDS = 3
/** Requests at the same moment are answered as each of them alone. */
export const atOnce: Table<ListAspect> = {
  name: 'lists at once',
  risk: 'r',
  axes: { list: LISTS, order: ['first-to-last', 'last-to-first'] },
  ...common,
  checks: [check('MEM-03', ALL, ASPECTS, 'answers different list requests at once as it answers each alone')],
  async ask(service) {
    const lists = Object.entries(await canonicalLists(service)).filter(([name]) => name !== 'beyond')
    const results: Judged<ListAspect>[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const order = round % 2 === 0 ? 'first-to-last' : 'last-to-first'
      const inTurn = round % 2 === 0 ? lists : lists.toReversed()
      const cases = inTurn.map(([list, asked]) => ({ cell: { list, order }, asked }))
      results.push(...(await askAll(cases, ({ asked }) => judgeAnew(service, asked))))
    }
    return results
  },
}

const refusals: Record<string, (service: Service) => Promise<Exchange>> = {
  'unknown-number': (service) => service.decide(service.unknownNumber(), APPROVAL),
  'unknown-number-rejected': (service) => service.decide(service.unknownNumber(), REJECTION),
  'unknown-field': (service) => service.decide(service.unknownNumber(), { ...REJECTION, [UNKNOWN_KEY]: 1 }),
  'missing-field': (service) => service.decide(service.unknownNumber(), {}),
  'wrong-token': (service) => service.decide(service.unknownNumber(), APPROVAL, { authorization: service.keys.random }),
}

/** A refused validation changes no list. */
export const afterRefusals: Table<ListAspect> = {
  name: 'lists after refused validations',
  risk: 'w0',
  axes: { list: LISTS, after: Object.keys(refusals) },
  ...common,
  checks: [check('MEM-15', ALL, ASPECTS, 'returns the same list after a refused validation')],
  async ask(service) {
    const lists = Object.entries(await canonicalLists(service)).filter(([name]) => !['beyond', 'other-organization'].includes(name))
    const results: Judged<ListAspect>[] = []
    for (const [after, refuse] of Object.entries(refusals)) {
      for (const [list, asked] of following(after, lists)) {
        await refuse(service)
        results.push({ cell: { list, after }, ...(await judgeAnew(service, asked, { connection: 'same' })) })
      }
    }
    return results

    /** The plain list follows every refusal, the others follow one of them each. */
    function following(after: string, all: typeof lists): typeof lists {
      const place = Object.keys(refusals).indexOf(after)
      return all.filter(([name], i) => name === 'plain' || i % Object.keys(refusals).length === place)
    }
  },
}

/** Other ways to send the same request. */
const FORMS: Record<string, How> = {
  'upper-case-escapes': { escapes: 'upper' },
  'lower-case-escapes': { escapes: 'lower' },
  'escaped-names': { escapes: 'names' },
  'escaped-first-letters': { escapes: 'first-letters' },
  'plus-for-blank': { blank: '+' },
  'type-with-charset': { contentType: 'application/x-www-form-urlencoded; charset=utf-8' },
  'type-in-capitals': { contentType: 'APPLICATION/X-WWW-FORM-URLENCODED' },
  'accept-gzip': { acceptEncoding: 'gzip, deflate, br' },
  'accept-anything': { accept: '*/*', acceptLanguage: 'pt-BR' },
  'accept-a-page': { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', acceptLanguage: 'en' },
  'no-accept': { accept: null },
  'headers-in-capitals': { headerNames: 'capitals' },
  'headers-as-documented': { headerNames: 'as-documented' },
  'new-connection': { connection: 'new' },
}
const isHeader = ({ form = '' }: Cell) => /accept|headers|connection/.test(form)

/** A request means the same however it is sent. */
export const forms: Table<ListAspect> = {
  name: 'forms of requests',
  risk: 'r',
  needs: ['one-person'],
  axes: { form: Object.keys(FORMS), list: ['search', 'sort-and-rows'] },
  ...common,
  checks: [
    check(
      'CELL-49',
      '4.1-query 4.1-sort 4.1-nome 4.1-cpf 4.1-page 4.1-rows',
      ASPECTS,
      'returns the same answer to a query, however it is percent-encoded',
      { of: ({ form = '' }) => form.includes('escape') },
    ),
    check('NOME-11', '4.1-nome 4.1-query 4.1-headers', ASPECTS, 'decodes + as a space in nome', {
      of: ({ form }) => form === 'plus-for-blank',
      should: 'A + in a query stands for a space, as in every form.',
    }),
    check('HDR-08', '4.1-headers', ASPECTS, 'accepts the documented Content-Type of a list with a charset and in capitals', {
      of: ({ form = '' }) => form.startsWith('type'),
      should: 'A Content-Type means the same with charset=utf-8 and in capitals.',
    }),
    check(
      'HDR-06',
      '0-json 5-1 4.1-headers',
      ASPECTS,
      'returns the same list, whatever a request accepts and however its headers are named',
      { of: isHeader },
    ),
  ],
  async ask(service) {
    const world = await service.world()
    const named = world.named.find(({ nome }) => /[^ -~]/.test(nome) && nome.includes(' ')) ?? plainPerson(world.named)
    const lists: Record<string, Asked | undefined> = {
      search: named && { filter: { nome: named.nome } },
      'sort-and-rows': (await canonicalLists(service))['sort-and-rows'],
    }
    const cases = Object.entries(FORMS).flatMap(([form, how]) =>
      Object.entries(lists).flatMap(([list, asked]) => (asked ? [{ cell: { form, list }, how, asked }] : [])),
    )
    const isMeant = ({ cell: { form = '', list } }: { cell: Cell }) => list === 'search' || form.includes('escape')
    return askAll(cases.filter(isMeant), ({ how, asked }) => judgeAnew(service, asked, how))
  },
}

/** What a request accepts changes no refusal. */
export const formsOfRefused: Table<'status'> = {
  name: 'forms of refused requests',
  risk: 'w0',
  axes: { form: Object.keys(FORMS).filter((form) => isHeader({ form })), request: ['wrong-token', 'unknown-number'] },
  aspects: ['status'],
  checks: [
    check(
      'HDR-05',
      '0-json 4.2-3 7-404 7-401 5-2 5-1 4.1-headers',
      'status',
      'refuses as documented, whatever a request accepts and however its headers are named',
    ),
  ],
  async ask(service) {
    const { own, random } = service.keys
    const cases = Object.entries(FORMS).flatMap(([form, how]) =>
      isHeader({ form }) ? ['wrong-token', 'unknown-number'].map((request) => ({ cell: { form, request }, how })) : [],
    )
    return askAll(cases, async ({ cell: { request }, how }) => {
      const isList = request === 'wrong-token'
      const exchange = isList
        ? await service.send(listQuestion(own, {}, { ...how, authorization: random }))
        : await service.decide(service.unknownNumber(), APPROVAL, how)
      const [wanted, { status }] = [isList ? 401 : 404, exchange.response]
      return shows({ exchange }, unless(status === wanted, 'status', String(wanted), status), ['status'])
    })
  },
}
