import { pageFacts } from '../../src/contract/page-facts.ts'
import { dateNow } from '../../src/contract/real-globals.ts'
import type { Seen, SeenHeaders } from '../../src/contract/seen.ts'
import type { Slots, Template } from '../../src/contract/slots.ts'
import type { Question } from '../client/exchange.ts'
import { urlOf } from '../client/request.ts'
import { objectOf } from '../model/lists.ts'
import { absentCpf } from '../model/persons.ts'
import { listQuestion, type Query } from '../model/questions.ts'
import { PAGE } from '../model/world.ts'
import { listIn } from './answer.ts'
import type { Lab } from './experiment.ts'
import { generalise, isEqual, type Sample } from './generalise.ts'
import { blanked, commonHeaders, headersBeside, toldHeaders, usualHeaders } from './headers.ts'
import type { Learner } from './recorded.ts'
import { withoutNow } from './volatile.ts'

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
export async function pagesOf(
  { lab, ask, isKept }: Learner,
  questions: readonly Question[],
): Promise<{ seen: Seen; findings: string[] }> {
  const findings = new Set<string>()
  const now = dateNow()
  const bodies: Sample[] = []
  const items: Sample[] = []
  const told: Told[] = []
  for (const question of questions) {
    const answer = await ask(question)
    const list = answer && listIn(answer)
    const twin = listIn(await lab.twin.ask({ ...lab.profile, seen: {} }, question))
    if (!list || !twin || list.people.length !== twin.people.length || list.total !== twin.total) continue
    const { busca, paginacao } = twin.result as { busca: string; paginacao: Record<string, number> }
    const [{ atual = 1, linhas = PAGE }, url] = [paginacao, urlOf('', question)]
    const facts = pageFacts({ atual, linhas, total: twin.total ?? 0, quantidade: twin.people.length, url })
    const slots = { busca, ...facts }
    bodies.push({ value: withoutNow(withoutItems(answer.json), now), slots })
    told.push({ headers: toldHeaders(answer), slots })
    const core = new Map(twin.people.map(({ id, raw }) => [id, raw]))
    for (const { id, raw } of list.people) {
      const slots = core.get(id)
      if (slots) items.push({ value: raw, slots })
    }
  }
  const neutral = (place: string, [sample]: readonly Sample[]): Template => {
    findings.add(`Nothing explains the field ${JSON.stringify(place)} of a list or of its items.`)
    const { value } = sample as Sample
    if (typeof value === 'boolean') return value
    return typeof value === 'number' ? 0 : typeof value === 'string' ? '' : null
  }
  const decisions = lab.interview.decisions.filter(({ answer }) => answer.status === 200)
  const decisionOf = (aprovar: boolean) => {
    const own = decisions.filter(({ body }) => body.aprovar === aprovar)
    const samples = own.map(({ numero, body, answer }): Sample => {
      const text = JSON.stringify(withoutNow(answer.json, now, [numero])).replaceAll(numero, '{numero}')
      return { value: JSON.parse(text), slots: { ...body } }
    })
    return samples.length === 0 ? undefined : generalise(samples, neutral)
  }
  const list = bodies.length === 0 ? undefined : generalise(bodies, neutral)
  const rejection = decisionOf(false)
  const decision = decisionOf(true) ?? rejection ?? (list && assumedDecision(list))
  /** Returns a template that says more than the usual one and may be kept. */
  const kept = <Name extends keyof Seen>(name: Name, template: Template | undefined, usual?: Template) => {
    if (template === undefined || isEqual(template, usual)) return {}
    if (isKept(JSON.stringify(template))) return { [name]: template }
    findings.add('A template of successes cannot be kept in a profile.')
    return {}
  }
  const seen: Seen = {
    ...kept('list', list, USUAL_LIST),
    ...kept(
      'item',
      items.length > 1 ? generalise(spread(items, MOST_ITEMS), neutral) : undefined,
      USUAL_ITEM,
    ),
    ...kept('decision', decision, USUAL_DECISION),
    ...kept('rejection', rejection, decision),
    ...headersOf(
      told,
      decisions.map(({ answer }) => toldHeaders(answer)),
    ),
  }
  return { seen, findings: [...findings] }
}

/** Returns a few legal lists that differ in all that a list may say of its page. */
export function legalLists({ data, profile }: Lab): Question[] {
  const { people, keys } = data
  const last = Math.max(1, Math.ceil(people.length / PAGE))
  const one = people.find(({ nome }) => /^\p{L}+ \p{L}+/u.test(nome)) ?? people[0]
  const queries: Query[] = [
    ...[{}, { page: 2 }, { page: last }, { rows: 50 }, { page: 2, rows: 50 }],
    { sort: profile.sortFields[0] ?? 'cpf' },
    ...(one ? [{ nome: one.nome }, { cpf: one.id }] : []),
    { nome: 'bcdfghjklm' },
    { cpf: absentCpf(people) },
  ]
  const isThere = ({ page = 1, rows = PAGE }: Query) =>
    Number(page) <= Math.max(1, Math.ceil(people.length / Number(rows)))
  return queries.filter(isThere).map((query) => listQuestion(keys.own, query))
}

function withoutItems(json: unknown): unknown {
  const body = objectOf(json)
  return { ...body, result: { ...objectOf(body?.result), itens: '{itens}' } }
}

/** A decision that was not seen is assumed to have the fields around `result` that a list has. */
function assumedDecision(list: Template): Template {
  const around = { ...(objectOf(list) as Record<string, Template>), result: { numero: '{numero}' } }
  return JSON.stringify(around).includes('{atual') ? USUAL_DECISION : around
}

function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.floor(all.length / most))
  return all.filter((_, i) => i % step === 0)
}

interface Told {
  headers: Readonly<Record<string, string>>
  slots: Slots
}

function headersOf(
  lists: readonly Told[],
  decisions: readonly Told['headers'][],
): Pick<Seen, 'headers' | 'decisionHeaders'> {
  if (lists.length === 0) return {}
  const [first] = lists as [Told]
  const common = Object.keys(first.headers).filter((name) =>
    lists.every(({ headers }) => headers[name] !== undefined),
  )
  const samples = lists.map(({ headers, slots }): Sample => {
    return { value: Object.fromEntries(common.map((name) => [name, headers[name]])), slots }
  })
  const own = generalise(samples, (_, [sample]) => blanked(String(sample?.value))) as SeenHeaders
  const isUsual = isEqual(sorted(own), sorted(usualHeaders))
  const ofDecisions = headersBeside(commonHeaders(decisions), isUsual ? usualHeaders : own)
  return {
    ...(!isUsual && { headers: own }),
    ...(decisions.length > 0 && Object.keys(ofDecisions).length > 0 && { decisionHeaders: ofDecisions }),
  }
}

const sorted = (headers: SeenHeaders) => Object.entries(headers).sort()
