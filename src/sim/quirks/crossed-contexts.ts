import type { URLSearchParams } from 'node:url'
import { type ListResponse, MENSAGEM_MINIMUM, type ValidationBody } from '../../contract/wire.ts'
import { broken } from './breaks.ts'
import { firstEnabled, isOther, letIn } from './let-in.ts'
import {
  by,
  isDescending,
  newestPerson,
  onItem,
  onItens,
  onResult,
  onSelection,
  onTotal,
  queryOf,
  rewrite,
  rowsIn,
  textOf,
  where,
} from './on-list.ts'
import { ignoreAllUnknownKeys, ignoreUnknownKeys, isChunked } from './on-validation.ts'
import {
  type Apply,
  forLists,
  forValidations,
  isList,
  isValidation,
  parse,
  type Quirk,
  type QuirkRequest,
  type QuirkResponse,
} from './quirk.ts'

/** More rows than anybody has persons. */
const EVERYBODY = 100_000

const pageIn = (query: URLSearchParams) => Number(query.get('page') ?? 1)
const bodyOf = ({ body }: QuirkRequest) => (parse(body) ?? {}) as Partial<ValidationBody>

/** Persons of the first page in place of nobody. */
const firstPageAgain = onResult(async (result, { list }) => {
  const { itens } = result.itens.length > 0 ? result : (await list({ page: '1' })).result
  return { ...result, itens }
})

const emptied = onItens(() => [])

/** Changes the next list of a caller after an answer to a validation. */
function listAfter(isMeant: (asked: QuirkRequest, answered: QuirkResponse) => boolean, change: Apply): Apply {
  return async (asked, next, context) => {
    const slot = `validated just before ${asked.headers.authorization}`
    if (isList(asked) && context.memory.delete(slot)) return change(asked, next, context)
    const answered = await next(asked)
    if (isValidation(asked) && isMeant(asked, answered)) context.memory.set(slot, true)
    return answered
  }
}

interface Decided {
  /** Whose report was decided first. */
  cpf: string
  /** The last updates before that, by CPF. */
  stamps: ReadonlyMap<string, string>
}

/** The quirk, for lists, once an organization decided a report. */
function afterFirstDecision(applyTo: (decided: Decided) => Apply): Apply {
  return async (asked, next, context) => {
    const { authorization } = asked.headers
    const slot = `first decided ${authorization}`
    const decided = context.memory.get(slot) as Decided | undefined
    if (isList(asked)) return decided ? applyTo(decided)(asked, next, context) : next(asked)
    if (decided || !isValidation(asked)) return next(asked)
    const url = `/pessoas?rows=${EVERYBODY}`
    const before = await next({ method: 'GET', url, headers: { authorization }, body: '' })
    const answered = await next(asked)
    const cpf = (await newestPerson(asked, next))?.cpf
    const itens = (parse(before.body) as Partial<ListResponse> | undefined)?.result?.itens
    if (answered.status !== 200 || cpf === undefined || !itens) return answered
    const stamps = new Map(itens.map((one) => [one.cpf, one.atualizado_em]))
    context.memory.set(slot, { cpf, stamps } satisfies Decided)
    return answered
  }
}

/** Quirks that break a clause only if two conditions come together, such as `sort` with many rows, or a list after a refusal. */
export const crossedContexts: readonly Quirk[] = [
  {
    name: 'search-lost-from-125-rows',
    clause: ['4.1-nome', '4.1-3'],
    says: 'Ignores nome with 125 rows or more.',
    apply: where(
      (query) => rowsIn(query) >= 125,
      rewrite(() => ({ nome: undefined })),
    ),
  },
  {
    name: 'sign-lost-from-500-rows',
    clause: ['4.1-sort', '4.1-3'],
    says: 'Orders ascending with 500 rows or more, whatever the sign of sort.',
    apply: where(
      (query) => rowsIn(query) >= 500 && isDescending(query),
      rewrite((query) => ({ sort: textOf(query, 'sort').slice(1) })),
    ),
  },
  {
    name: 'cpf-on-every-page-of-an-order',
    clause: ['4.1-page', '2.2-itens', '4.1-3'],
    says: 'Shows the person of a cpf on every page if sort is given.',
    apply: where((query) => query.has('cpf') && query.has('sort'), firstPageAgain),
  },
  {
    name: 'page-by-its-first-digit',
    clause: ['4.1-page', '2.2-itens'],
    says: 'Shows the persons of page 1 on pages 10 to 19, and so on, if they are after the end.',
    apply: where(
      (query) => pageIn(query) >= 10 && pageIn(query) < 100 && query.size === 1,
      onItens(async (itens, _, { list, query }) => {
        if (itens.length > 0) return itens
        return (await list({ page: textOf(query, 'page').slice(0, 1) })).result.itens
      }),
    ),
  },
  {
    name: 'token-skipped-from-100-rows',
    clause: ['5-1', '5-2', '4.1-5'],
    says: 'Does not check the token if 100 rows or more are requested.',
    apply: (asked, next, context) => {
      const isLong = isList(asked) && rowsIn(queryOf(asked)) >= 100
      return isLong ? letIn((_, known) => firstEnabled(known))(asked, next, context) : next(asked)
    },
  },
  {
    name: 'stamp-as-in-brazil',
    clause: ['2.1-atualizado_em'],
    says: 'Sends atualizado_em with a space in place of the T if the request prefers Portuguese.',
    apply: (asked, next, context) =>
      /^pt/i.test(asked.headers['accept-language'] ?? '')
        ? onItem((item) => ({ ...item, atualizado_em: item.atualizado_em.replace('T', ' ') }))(
            asked,
            next,
            context,
          )
        : next(asked),
  },
  {
    name: 'list-empty-after-the-end',
    clause: ['2.2-itens', '4.1-query'],
    says: 'Shows nobody in a list without parameters right after a page after the end.',
    apply: forLists(async (asked, next, context) => {
      const slot = `ended ${asked.headers.authorization}`
      const query = queryOf(asked)
      const isNext = context.memory.delete(slot) && query.size === 0
      const answered = isNext ? await emptied(asked, next, context) : await next(asked)
      const list = parse(answered.body) as { result?: { itens?: unknown[] } } | undefined
      if (pageIn(query) > 1 && list?.result?.itens?.length === 0) context.memory.set(slot, true)
      return answered
    }),
  },
  {
    name: 'list-after-refused-rejection-breaks',
    clause: ['4.1-4'],
    says: 'Answers 500 to the list right after a rejection that it refused with 400.',
    apply: listAfter(
      (asked, { status }) => status === 400 && bodyOf(asked).aprovar === false,
      async () => broken(),
    ),
  },
  {
    name: 'total-zero-after-unknown-report',
    clause: ['2.2-total', '4.1-2', '1-1'],
    says: 'Returns total 0 in the list right after an unknown report number.',
    apply: listAfter(
      (_, { status }) => status === 404,
      onTotal(() => '0'),
    ),
  },
  {
    name: 'decided-person-missing-from-100-rows',
    clause: ['4.1-2', '2.2-total', '2.2-itens', '1-1'],
    says: 'Omits the person whose report was decided first from lists of 100 rows and more.',
    apply: afterFirstDecision(({ cpf }) =>
      where(
        (query) => rowsIn(query) >= 100,
        onSelection((people) => people.filter((one) => one.cpf !== cpf)),
      ),
    ),
  },
  {
    name: 'total-smaller-with-rows-once-decided',
    clause: ['2.2-total'],
    says: 'Counts one person fewer in lists with rows once a report was decided.',
    apply: afterFirstDecision(() =>
      where(
        (query) => query.has('rows') && !query.has('cpf'),
        onTotal((total) => String(Math.max(0, total - 1))),
      ),
    ),
  },
  {
    name: 'stamps-of-the-start-in-order-of-cpf',
    clause: ['2.1-atualizado_em'],
    says: 'Shows the last updates from before the first decision in lists by CPF.',
    apply: afterFirstDecision(({ stamps }) =>
      where(
        (query) => /cpf$/.test(textOf(query, 'sort')),
        onItem((item) => ({ ...item, atualizado_em: stamps.get(item.cpf) ?? item.atualizado_em })),
      ),
    ),
  },
  {
    name: 'order-of-the-start-from-100-rows',
    clause: ['4.1-1', '1-1-order'],
    says: 'Keeps the order from before the first decision in lists of 100 rows and more without sort.',
    apply: afterFirstDecision(({ stamps }) =>
      where(
        (query) => rowsIn(query) >= 100 && !query.has('sort'),
        onSelection((people) =>
          people.toSorted(by(({ cpf, atualizado_em }) => stamps.get(cpf) ?? atualizado_em)).reverse(),
        ),
      ),
    ),
  },
  {
    name: 'cpf-in-an-order-shared',
    clause: ['4.1-2', '1-1', '4.1-cpf', '2.2-total'],
    says: 'Answers a search by cpf with sort as it answered the same search of another organization before.',
    apply: where(
      (query) => query.has('cpf') && query.has('sort'),
      async (asked, next, { memory }) => {
        const slot = `asked first ${asked.url}`
        const { authorization } = asked.headers
        const known = memory.get(slot) as { by: unknown; answered: QuirkResponse } | undefined
        const answered = await next(asked)
        if (answered.status === 200 && known && known.by !== authorization) return known.answered
        if (answered.status === 200) memory.set(slot, { by: authorization, answered })
        return answered
      },
    ),
  },
  {
    name: 'unknown-key-before-blank-ignored',
    clause: ['4.2-1'],
    says: 'Ignores unknown fields with a space before their colon.',
    apply: ignoreAllUnknownKeys(({ body }) => /"\s+:/.test(String(body))),
  },
  {
    name: 'unknown-key-in-chunks-ignored',
    clause: ['4.2-1'],
    says: 'Ignores unknown fields of a body that is sent in chunks.',
    apply: ignoreAllUnknownKeys(isChunked),
  },
  {
    name: 'unknown-key-negative-ignored',
    clause: ['4.2-1'],
    says: 'Ignores unknown fields with a number below 0.',
    apply: ignoreUnknownKeys((_, value) => typeof value === 'number' && value < 0),
  },
  {
    name: 'unknown-key-full-list-ignored',
    clause: ['4.2-1'],
    says: 'Ignores unknown fields with a list that is not empty.',
    apply: ignoreUnknownKeys((_, value) => Array.isArray(value) && value.length > 0),
  },
  {
    name: 'unknown-key-with-hyphen-ignored',
    clause: ['4.2-1'],
    says: 'Ignores unknown fields with a hyphen in the name.',
    apply: ignoreUnknownKeys((key) => key.includes('-')),
  },
  {
    name: 'unknown-key-with-emoji-ignored',
    clause: ['4.2-1'],
    says: 'Ignores unknown fields with an emoji in the name.',
    apply: ignoreUnknownKeys((key) => /\p{Extended_Pictographic}/u.test(key)),
  },
  {
    name: 'decision-with-nul-breaks',
    clause: ['4.2-mensagem', '8-mensagem'],
    says: 'Answers 500 to a decision whose mensagem has the character of the code 0.',
    apply: breaksWith(/\0/),
  },
  {
    name: 'decision-with-half-emoji-breaks',
    clause: ['4.2-mensagem', '8-mensagem'],
    says: 'Answers 500 to a decision whose mensagem has half an emoji.',
    apply: breaksWith(/\p{Surrogate}/u),
  },
  {
    name: 'other-organization-exact-mensagem-refused',
    clause: ['8-mensagem', '4.2-mensagem'],
    says: 'Refuses a mensagem of exactly 25 characters of every organization but the first.',
    apply: forValidations((asked, next, context) => {
      const { mensagem } = bodyOf(asked)
      const isExact = typeof mensagem === 'string' && mensagem.length === MENSAGEM_MINIMUM
      const short = { ...bodyOf(asked), mensagem: 'curta' }
      return next(isExact && isOther(asked, context) ? { ...asked, body: JSON.stringify(short) } : asked)
    }),
  },
]

/** Answers 500 to a decision that is recorded with such a mensagem. */
function breaksWith(pattern: RegExp): Apply {
  return forValidations(async (asked, next) => {
    const answered = await next(asked)
    const isRecorded = answered.status === 200
    return isRecorded && pattern.test(String(bodyOf(asked).mensagem)) ? broken() : answered
  })
}
