import { pageFacts } from '../../src/contract/page-facts.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import type { Seen, SeenHeaders } from '../../src/contract/seen.ts'
import type { Slots, Template } from '../../src/contract/slots.ts'
import type { Question } from '../client/exchange.ts'
import { urlOf } from '../client/request.ts'
import { type List, objectOf } from '../model/lists.ts'
import { PAGE } from '../model/world.ts'
import { type Answer, listIn } from './answer.ts'
import { absentCpf } from './data.ts'
import { listQuestion } from './examples.ts'
import type { Lab } from './experiment.ts'
import { generalise, isEqual, type Sample } from './generalise.ts'
import { commonHeaders, headersBeside, toldHeaders, usualHeaders } from './headers.ts'
import { withoutNow } from './volatile.ts'

/** The forms of a list and of a decision, as far as they are not those of the interface. */
interface SeenPages {
  seen: Seen
  findings: string[]
}

interface Options {
  lab: Lab
  questions: readonly Question[]
  ask: (question: Question) => Promise<Answer | undefined>
  isKept: (text: string) => boolean
}

const USUAL_LIST: Template = {
  result: {
    busca: '{busca}',
    itens: '{itens}',
    paginacao: { atual: '{atual}', linhas: '{linhas}', total: '{total}' },
  },
  status_code: 200,
}
const USUAL_ITEM: Template = { cpf: '{cpf}', nome: '{nome}', atualizado_em: '{atualizado_em}' }
const USUAL_DECISION: Template = { result: { numero: '{numero}' }, status_code: 200 }
const MOST_ITEMS = 60

/** Learns the form of lists from a few legal ones, and that of decisions from those that the run made. */
export async function pagesOf({ lab, questions, ask, isKept }: Options): Promise<SeenPages> {
  const findings: string[] = []
  const lists: { question: Question; answer: Answer; list: List; items: unknown[]; facts: Slots }[] = []
  for (const question of questions) {
    const answer = await ask(question)
    const list = answer && listIn(answer)
    const twin = await lab.twin.ask({ ...lab.profile, seen: {} }, question)
    const other = listIn(twin)
    if (!list || !other || list.people.length !== other.people.length || list.total !== other.total) continue
    const { busca, paginacao } = other.result as { busca: string; paginacao: Record<string, number> }
    const [{ atual = 1, linhas = PAGE }, url] = [paginacao, urlOf('', question)]
    const facts = pageFacts({ atual, linhas, total: other.total ?? 0, quantidade: other.people.length, url })
    lists.push({ question, answer, list, items: other.result.itens as unknown[], facts: { busca, ...facts } })
  }
  const neutral = (place: string, [sample]: readonly Sample[]): Template => {
    findings.push(`Nothing explains the field ${JSON.stringify(place)} of a list or of its items.`)
    const { value } = sample as Sample
    if (typeof value === 'boolean') return value
    return typeof value === 'number' ? 0 : typeof value === 'string' ? '' : null
  }
  const now = dateNow()
  const list =
    lists.length > 0 &&
    generalise(
      lists.map(({ answer, facts }) => ({ value: withoutNow(withoutItems(answer.json), now), slots: facts })),
      neutral,
    )
  const items = lists.flatMap(({ list, items }) => {
    const place = new Map(items.map((one) => [objectOf(one)?.cpf, one]))
    return list.people.flatMap(({ id, raw }): Sample[] => {
      const core = objectOf(place.get(id))
      return core ? [{ value: raw, slots: core }] : []
    })
  })
  const item = items.length > 1 && generalise(spread(items, MOST_ITEMS), neutral)
  const decisions = lab.interview.decisions.filter(({ answer }) => answer.status === 200)
  const decisionOf = (aprovar: boolean) => {
    const own = decisions.filter(({ body }) => body.aprovar === aprovar)
    if (own.length === 0) return undefined
    const samples = own.map(({ numero, body, answer }): Sample => {
      const text = JSON.stringify(withoutNow(answer.json, now, [numero])).replaceAll(numero, '{numero}')
      return { value: JSON.parse(text), slots: { ...body } }
    })
    return generalise(samples, neutral)
  }
  const approval = decisionOf(true) ?? decisionOf(false)
  const rejection = decisionOf(false)
  const decision = approval ?? (list && assumedDecision(list))
  const seen: Seen = {
    ...(list && !isEqual(list, USUAL_LIST) && keptOr(list) && { list }),
    ...(item && !isEqual(item, USUAL_ITEM) && keptOr(item) && { item }),
    ...(decision && !isEqual(decision, USUAL_DECISION) && keptOr(decision) && { decision }),
    ...(rejection && !isEqual(rejection, decision) && keptOr(rejection) && { rejection }),
    ...headersOf(
      lists.map((one) => ({ ...one, slots: one.facts })),
      decisions.map(({ answer }) => answer),
    ),
  }
  function keptOr(template: Template): boolean {
    const is = isKept(JSON.stringify(template))
    if (!is) findings.push('A template of successes cannot be kept in a profile.')
    return is
  }
  return { seen, findings: [...new Set(findings)] }
}

/** Returns a few legal lists that differ in all that a list may say of its page. */
export function legalLists({ data, profile }: Lab): Question[] {
  const { people, keys } = data
  const last = Math.max(1, Math.ceil(people.length / PAGE))
  const one = people.find(({ nome }) => /^\p{L}+ \p{L}+/u.test(nome)) ?? people[0]
  const queries: Record<string, string | number>[] = [
    ...[{}, { page: 2 }, { page: last }, { rows: 50 }, { page: 2, rows: 50 }],
    { sort: profile.sortFields[0] ?? 'cpf' },
    ...(one ? [{ nome: one.nome }, { cpf: one.id }] : []),
    { nome: 'bcdfghjklm' },
    { cpf: absentCpf(people) },
  ]
  return queries
    .filter(
      ({ page = 1, rows = PAGE }) => Number(page) <= Math.max(1, Math.ceil(people.length / Number(rows))),
    )
    .map((query) =>
      listQuestion(
        keys.own,
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      ),
    )
}

/** Returns a list with a slot for its items. */
function withoutItems(json: unknown): unknown {
  const body = objectOf(json)
  const result = objectOf(body?.result)
  if (!body || !result) return json
  const put = (object: Record<string, unknown>, name: string, value: unknown) =>
    Object.fromEntries(Object.entries(object).map(([key, own]) => [key, key === name ? value : own]))
  return put(body, 'result', put(result, 'itens', '{itens}'))
}

/** A decision that was not seen is assumed to have the fields around `result` that a list has. */
function assumedDecision(list: Template): Template {
  const body = objectOf(list) as Record<string, Template>
  const around = Object.entries(body).map(([name, own]): [string, Template] => [
    name,
    name === 'result' ? { numero: '{numero}' } : own,
  ])
  return JSON.stringify(around).includes('{atual') ? USUAL_DECISION : Object.fromEntries(around)
}

function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.floor(all.length / most))
  return all.filter((_, i) => i % step === 0)
}

function headersOf(
  lists: readonly { answer: Answer; slots: Slots }[],
  decisions: readonly Answer[],
): Pick<Seen, 'headers' | 'decisionHeaders'> {
  if (lists.length === 0) return {}
  const told = lists.map(({ answer }) => toldHeaders(answer))
  const names = Object.keys(told[0] ?? {}).filter((name) => told.every((one) => one[name] !== undefined))
  const samples = told.map(
    (one, i): Sample => ({
      value: Object.fromEntries(names.map((name) => [name, one[name]])),
      slots: lists[i]?.slots ?? {},
    }),
  )
  const own = generalise(samples, (_, [sample]) => String(sample?.value).replace(/[\da-z]/gi, '0')) as Record<
    string,
    string
  >
  const headers = isEqual(sorted(own), sorted(usualHeaders)) ? undefined : own
  const ofDecisions =
    decisions.length > 0
      ? headersBeside(commonHeaders(decisions.map(toldHeaders)), headers ?? usualHeaders)
      : {}
  return {
    ...(headers && { headers }),
    ...(Object.keys(ofDecisions).length > 0 && { decisionHeaders: ofDecisions }),
  }
}

const sorted = (headers: SeenHeaders) => Object.entries(headers).sort()
