import type { URLSearchParams } from 'node:url'
import { sleep } from '../../contract/real-globals.ts'
import type { PersonItem } from '../../contract/wire.ts'
import { refusal } from '../refusal.ts'
import { broken } from './breaks.ts'
import {
  by,
  cut,
  given,
  newestPerson,
  onItens,
  onResult,
  onSelection,
  textOf,
  tiesTurned,
  where,
} from './on-list.ts'
import { numeroOf } from './on-validation.ts'
import {
  answer,
  forValidations,
  isList,
  isValidation,
  parse,
  type Quirk,
  type QuirkRequest,
  refuse,
} from './quirk.ts'

/** Digits of a cpf, one fewer than it has. */
const TEN = 10
/** How long a decision takes, so that a list meanwhile shows it. */
const MEANWHILE = 15

const isPlain = (query: URLSearchParams) => !query.has('cpf') && !query.has('nome')
const approves = ({ body }: QuirkRequest) => (parse(body) as { aprovar?: unknown } | undefined)?.aprovar

/** Quirks that break a clause only for some numbers, names or moments. */
export const rareContexts: readonly Quirk[] = [
  {
    name: 'cpf-with-two-zeros-not-found',
    clause: ['4.1-cpf'],
    says: 'Finds nobody by a cpf that begins with 00.',
    apply: where(
      (query) => /^00/.test(textOf(query, 'cpf')),
      onSelection(() => []),
    ),
  },
  {
    name: 'cpf-of-ten-digits-is-a-beginning',
    clause: ['4.1-cpf'],
    says: 'Finds every cpf that begins with the ten requested digits.',
    apply: where(
      (query) => textOf(query, 'cpf').length === TEN,
      onResult(async (result, call) => {
        const everyone = await call.everyone({ cpf: undefined })
        return cut(
          result,
          everyone.filter(({ cpf }) => cpf.startsWith(textOf(call.query, 'cpf'))),
        )
      }),
    ),
  },
  {
    name: 'nome-finds-one-of-a-name',
    clause: ['4.1-nome', '4.1-2'],
    says: 'Finds only one of several persons with the same name.',
    apply: given(
      ['nome'],
      onSelection((people) => {
        const first = new Map(
          people
            .toSorted(by(({ cpf }) => cpf))
            .toReversed()
            .map((one) => [one.nome, one.cpf]),
        )
        return people.filter(({ nome, cpf }) => first.get(nome) === cpf)
      }),
    ),
  },
  {
    name: 'busca-missing-for-nobody',
    clause: ['2.2-busca'],
    says: 'Leaves busca out of a search by nome that finds nobody.',
    apply: given(
      ['nome'],
      onResult(({ busca, ...result }) => (result.itens.length > 0 ? { busca, ...result } : result)),
    ),
  },
  {
    name: 'body-read-up-to-its-end',
    clause: ['0-json', '4.2-aprovar'],
    says: 'Reads a body up to the end of its object, whatever follows.',
    apply: forValidations((asked, next) => {
      const [object] = /^\s*\{[^{}]*\}/.exec(asked.body.toString()) ?? []
      return next(object === undefined ? asked : { ...asked, body: object })
    }),
  },
  {
    name: 'report-number-is-a-pattern',
    clause: ['4.2-3', '7-404'],
    says: 'Reads _ and % in a report number as any digit.',
    apply: forValidations(async (asked, next, { memory }) => {
      const answered = await next(asked)
      const numero = numeroOf(asked)
      const known = (memory.get('numbers') ?? []) as readonly string[]
      if (answered.status === 200) memory.set('numbers', [...known, numero])
      if (answered.status !== 404 || !/[_%]/.test(numero)) return answered
      const found = known.find((one) => isLike(one, numero))
      return found === undefined ? answered : answer(200, { result: { numero: found }, status_code: 200 })
    }),
  },
  {
    name: 'text-number-rejected-breaks',
    clause: ['4.2-3', '7-404'],
    says: 'Answers 500 to a rejection of a number that is not a UUID.',
    apply: forValidations(async (asked, next) =>
      approves(asked) === false && !/^[\da-f-]{36}$/i.test(numeroOf(asked)) ? broken() : next(asked),
    ),
  },
  {
    name: 'number-of-another-version-refused',
    clause: ['4.2-3', '7-404'],
    says: 'Answers 400 to an unknown number that is not a random UUID.',
    apply: forValidations(async (asked, next) => {
      const answered = await next(asked)
      const isRandom = /^[\da-f]{8}-[\da-f]{4}-4/i.test(numeroOf(asked))
      if (answered.status !== 404 || isRandom) return answered
      return answer(400, { error: 'Bad Request', message: 'numero inválido', status_code: 400 })
    }),
  },
  {
    name: 'approval-after-rejection-unknown',
    clause: ['4.2-3', '7-404', '4.2-2'],
    says: 'Answers 404 to an approval of a report that it rejected last.',
    apply: forValidations(async (asked, next, { memory, profile }) => {
      const slot = `rejected ${numeroOf(asked)}`
      if (approves(asked) === true && memory.get(slot) === true) return refuse(refusal.reportUnknown(profile))
      const answered = await next(asked)
      if (answered.status === 200) memory.set(slot, approves(asked) === false)
      return answered
    }),
  },
  {
    name: 'ties-lost-between-pages',
    clause: ['4.1-sort'],
    says: 'Orders persons with equal last updates differently on even pages, so that some are on no page.',
    apply: where(
      (query) => textOf(query, 'sort') === 'atualizado_em' && isPlain(query),
      onResult(async (result, call) => {
        const everyone = await call.everyone()
        const isEven = result.paginacao.atual % 2 === 0
        return cut(result, isEven ? tiesTurned(everyone, 'atualizado_em') : everyone)
      }),
    ),
  },
]

/** What shows only at the same moment as a decision or after it. */
export const meanwhile: readonly Quirk[] = [
  {
    name: 'decided-person-missing-meanwhile',
    clause: ['4.1-2', '1-1', '4.1-4', '2.2-itens'],
    says: 'Leaves the first person out of a list while a report is decided.',
    async apply(asked, next, context) {
      const { memory } = context
      const slot = `deciding ${asked.headers.authorization}`
      const deciding = Number(memory.get(slot) ?? 0)
      if (isList(asked) && deciding > 0) return onItens((itens) => itens.slice(1))(asked, next, context)
      if (!isValidation(asked)) return next(asked)
      memory.set(slot, deciding + 1)
      const answered = await next(asked)
      if (answered.status === 200) await sleep(MEANWHILE)
      memory.set(slot, Number(memory.get(slot)) - 1)
      return answered
    },
  },
  {
    name: 'two-first-decisions-at-once',
    clause: ['4.2-2'],
    says: 'Refuses a second decision on a report with 409, but takes two that come at the same time.',
    apply: forValidations(async (asked, next, { memory }) => {
      const slot = `decided ${numeroOf(asked)}`
      if (memory.get(slot)) {
        // Without a body, nothing is recorded, and only what would be taken is refused with 400.
        const answered = await next({ ...asked, body: '{}' })
        return answered.status === 400 ? refuse(refusal.alreadyDecided(409)) : answered
      }
      const answered = await next(asked)
      if (answered.status !== 200) return answered
      await sleep(MEANWHILE)
      memory.set(slot, true)
      return answered
    }),
  },
  {
    name: 'decided-person-in-every-list',
    clause: ['4.1-2', '1-1', '1-1-order'],
    says: 'Puts the person whose report was decided last at the top of GET /pessoas for every other organization.',
    async apply(asked, next, context) {
      const { memory } = context
      const { authorization } = asked.headers
      const decided = memory.get('decided person') as { by: unknown; item: PersonItem } | undefined
      if (isList(asked)) {
        if (!decided || decided.by === authorization || asked.url !== '/pessoas') return next(asked)
        return onItens((itens) => [decided.item, ...itens.slice(0, -1)])(asked, next, context)
      }
      const answered = await next(asked)
      if (answered.status !== 200 || !isValidation(asked)) return answered
      const item = await newestPerson(asked, next)
      if (item) memory.set('decided person', { by: authorization, item })
      return answered
    },
  },
]

/** Returns whether a number is like a pattern in which _ and % stand for one digit. */
function isLike(numero: string, pattern: string): boolean {
  if (numero.length !== pattern.length) return false
  return [...pattern].every((char, i) => char === '_' || char === '%' || char === numero[i])
}
