import type { Profile } from '../../contract/profile.ts'
import type { ListResponse } from '../../contract/wire.ts'
import type { Answer } from '../ask.ts'
import {
  above, after, decisions, given, lists, meanwhile, others, rejection, sinceDecided, when, whole, without,
} from './contexts.ts'
import {
  ask, asOwner, byCpf, cut, decided, everyoneOf, foreigners, itens, LEGAL, on, result, selection, total,
} from './mutations.ts'
import {
  as, callerOf, credentials, enabledFor, json, type Mutation, notFound, type Quirk, queryOf, quirk, read, refusal,
} from './quirk.ts'

const asFirst: Mutation = (next, context) => (request) => {
  const [first] = enabledFor(request, context)
  return next(first && callerOf(request, context) ? as(first, request, context) : request)
}

/** Asks as the organization that asks for the same a moment later. */
const mixed: Mutation = when(
  (request, context) => callerOf(request, context) !== undefined,
  meanwhile(5, (_, later) => (next) => (request) => {
    const other = later.findLast(({ request: { url } }) => url === request.url)?.request
    return next(other ? { ...request, headers: other.headers } : request)
  }),
)

/** Asks as the owner of a report, where a decision on it is answered with a status. */
const owned = (
  status: number,
  edit: (own: Answer | undefined, answer: Answer, profile: Profile) => Answer,
  body?: Buffer,
) =>
  decisions(
    on([status], async (answer, request, context, next) =>
      edit(await asOwner(body ? { ...request, body } : request, context, next), answer, context.profile),
    ),
  )

/** Headings 1 and 4: whose persons and reports they are. */
export const organizations: readonly Quirk[] = [
  quirk('organizations-merged', '1-1 4.1-2 4.1-1 2.1-atualizado_em',
    'Lists the persons of the first organization to every organization.', lists(asFirst)),
  quirk('cpf-across-organizations', '4.1-2 4.1-cpf',
    'Also finds by cpf the persons that only other organizations queried.',
    given('cpf', result(async (result, { everyone, request, context }) => {
      if (result.itens.length > 0) return result
      const found = await Promise.all(enabledFor(request, context).map((other) => everyone({}, other)))
      return cut(result, found.flat().slice(0, 1))
    }))),
  quirk('cpf-not-found-for-all', '4.1-cpf 4.1-2 1-1',
    'Remembers a CPF that one organization did not find as unknown to all of them.',
    given('cpf', after(({ answer, request }) => {
      const { result } = (read(answer) ?? {}) as Partial<ListResponse>
      return result?.itens?.length === 0 ? { by: credentials(request) } : undefined
    }, ({ by }, request) => ask(by === credentials(request) ? {} : { cpf: '00000000000' }),
      { key: (request) => queryOf(request).get('cpf') ?? '' }))),
  quirk('total-knows-foreign-cpf', '2.2-total 4.1-2',
    'Returns total 1 and nobody for the cpf of a person that only another organization queried.',
    given('cpf', without('nome', total(async (total, _, call) => {
      if (total > 0) return String(total)
      return (await foreigners(call)).some(({ cpf }) => cpf === call.query.get('cpf')) ? '1' : '0'
    })))),
  quirk('far-page-of-others', '4.1-2 1-1', "Shows other organizations' persons on a page far beyond the end.",
    whole(above('page', 20, itens(async (itens, _, call) =>
      itens.length > 0 ? itens : (await foreigners(call)).slice(0, 25))))),
  quirk('nome-adds-foreigner', '4.1-2 4.1-nome 4.1-3',
    'Also finds by nome a person that only another organization queried.',
    given('nome', without('sort', without('cpf', selection(async (people, call) =>
      people.length > 0 ? people.concat((await foreigners(call)).slice(0, 1)) : people))))),
  quirk('nome-of-another-organization', '4.1-2 4.1-nome',
    'Searches for nome among the persons of another organization.',
    given('nome', selection(async (people, call) => (await foreigners(call)).slice(0, people.length)))),
  quirk('shared-person-not-found-by-name', '4.1-nome 4.1-2',
    'Omits persons that the first organization also has from a search by nome of every other organization.',
    others(given('nome', selection(async (people, call) => {
      const known = new Set((await everyoneOf(call, enabledFor(call.request, call.context)[0])).map(({ cpf }) => cpf))
      return people.filter(({ cpf }) => !known.has(cpf))
    })))),
  quirk('last-update-of-any-organization', '2.1-atualizado_em 4.1-2 4.1-1 1-1',
    'Shows the last update of the first organization for a person that several queried.',
    itens(async (itens, _, call) => {
      const first = await everyoneOf(call, enabledFor(call.request, call.context)[0])
      const stamps = new Map(first.map(({ cpf, atualizado_em }) => [cpf, atualizado_em]))
      return itens.map((one) => ({ ...one, atualizado_em: stamps.get(one.cpf) ?? one.atualizado_em }))
    })),
  quirk('other-organization-ordered-by-cpf', '4.1-1 1-1-order',
    'Orders a list with rows and without sort by CPF for every organization but the first.',
    others(given('rows', without('sort', selection((people) => people.sort(byCpf)))))),
  quirk('other-organization-rejects-otherwise', '4.2-2 2.3-numero',
    'Answers a rejection without numero to every organization but the first.',
    others(rejection(decided((_, numero) => json(200, { result: { relatorio: numero }, status_code: 200 }))))),
  quirk('decision-moves-all-lists', '4.1-2 1-1 1-1-order 2.1-atualizado_em',
    "Changes atualizado_em of the first person in every other organization's list when an organization decides a report.",
    sinceDecided((decided) => itens(([first, ...itens]) =>
      first ? [{ ...first, atualizado_em: decided.at(-1)?.atualizado_em }, ...itens] : []), (decider, reader) => decider !== reader)),
  quirk('lists-mixed-at-once', '4.1-2 1-1 4.1-5',
    'Answers equal requests of two organizations at the same moment with the list of the later one.', lists(mixed)),
  quirk('foreign-report-before-body', '4.2-3 1-1',
    "Answers 404 to a bad body for another organization's report, which it approves, and 400 for an unknown one.",
    owned(400, (own, answer, profile) => own ? notFound(profile) : answer, Buffer.from(JSON.stringify(LEGAL)))),
  quirk('foreign-report-rejectable', '4.2-3 1-1',
    "Rejects another organization's report, but answers 404 to its approval.",
    rejection(owned(404, (own, answer) => own ?? answer))),
  quirk('foreign-report-decided-with-404', '4.2-3 1-1',
    "Answers 404 to a decision on another organization's report, and records it.", owned(404, (_, answer) => answer)),
  quirk('foreign-report-breaks', '4.2-3 1-1', "Decides another organization's report, and answers 500.",
    owned(404, (own, answer) => own ? refusal(500, 'Internal Server Error', 'An internal server error occurred') : answer)),
]
