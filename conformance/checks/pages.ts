import { FORM_TYPE, JSON_TYPE } from '../client/exchange.ts'
import type { Cell } from '../model/cells.ts'
import { type Fault, fault, Undecided } from '../model/judgement.ts'
import { isJudgedElsewhere, judgeList, LIST_ASPECTS } from '../model/list-faults.ts'
import { type ListAnswer, numberOf } from '../model/lists.ts'
import type { Query } from '../model/questions.ts'
import type { Service } from '../model/service.ts'
import { contradictions, PAGE, ROWS } from '../model/world.ts'
import { askAll, check, type Judged, shows, type Table } from './table.ts'

const ASPECTS = ['type', ...LIST_ASPECTS, 'size', 'persons', 'end', 'default', 'grid'] as const
type Aspect = (typeof ASPECTS)[number]

const OFF_GRID = [24, 30]
/** In so many bits, the number of the first person of a page may begin again. */
const WRAPS = [2n ** 32n, 2n ** 64n]

const isLater = ({ page }: Cell) => page !== 'none' && page !== '1'

/** The list without a search and in its own order: what all other tables rely on. */
export const pages: Table<Aspect> = {
  name: 'pages',
  risk: 'r',
  steady: true,
  axes: { page: ['none', '1', 'second', 'inner', 'last'] },
  aspects: ASPECTS,
  checks: [
    check('ENV-01', '4.1-4 4.1-headers 0-paths', 'status', 'returns 200 for GET /pessoas', { of: ({ page }) => page === 'none' }),
    check('HDR-01', '4.1-headers', 'type', 'accepts the documented Content-Type for each kind of GET'),
    check('PAG-04', '2.2-default', 'paginacao', 'returns atual 1 and linhas 25 for a request without parameters', {
      of: ({ page }) => page === 'none',
    }),
    check('PAG-08', '4.1-page 1-1-select', 'status', 'returns every page that total announces', { of: isLater }),
    check('PAG-09', '2.2-atual 2.2-linhas 4.1-page', 'paginacao', 'returns the number of every page in atual, and linhas 25', {
      of: isLater,
    }),
    check('PAG-10', '2.2-total 2.2-linhas 2.2-itens 4.1-page', 'size', 'fills every page except the last, which has the rest of total'),
    check('PAG-11', '1-1 2.2-itens 4.1-page 2.1-cpf', 'persons', 'lists every person once on the pages of a list'),
    check('PAG-12', '2.2-total 4.1-page', 'total', 'returns the same total on every page'),
    check('BUSCA-01', '2.2-busca', 'busca', 'returns an empty busca when the request is not a search'),
  ],
  async ask(service) {
    const first = await service.get()
    const last = lastOf(first)
    const numbers = Array.from({ length: Math.min(last, service.mostPages) - 1 }, (_, i) => i + 2)
    const others = [...new Set([...numbers, last])].filter((page) => page > 1)
    const placeOf = (page: number) => (page === last ? 'last' : page === 2 ? 'second' : 'inner')
    const asked = [{ cell: { page: 'none' }, query: {} }, ...others.map((page) => ({ cell: { page: placeOf(page) }, query: { page } }))]
    return [
      ...(await askAll<Asked, Aspect>(asked, ({ query }) => judgePage(service, query, last, first))),
      ...(await askAll<Asked, Aspect>([{ cell: { page: '1' }, query: { page: 1 } }], async ({ query }) => {
        const answer = await service.get(query)
        return shows(answer, [await ofType(service, query, answer)], ['type'])
      })),
    ]
  },
}

const isWide = ({ rows }: Cell) => Number(rows) > PAGE && Number(rows) % PAGE === 0
const isAfterEnd = ({ page }: Cell) => page === 'after-last' || page === 'far'

export const rows: Table<Aspect> = {
  name: 'rows',
  risk: 'r',
  steady: true,
  axes: { rows: ['none', '25', ...[...ROWS, ...OFF_GRID].map(String)], page: ['none', '1', 'second', 'after-last', 'far'] },
  aspects: ASPECTS,
  checks: [
    check('PAG-07', '4.1-page 4.1-query 2.2-default', 'default', 'returns the same list for page=1 as without page', {
      of: ({ page }) => page === '1',
    }),
    check('PAG-13', '4.1-rows 2.2-default', 'default', 'returns the same list for rows=25 as without rows', {
      of: ({ rows }) => rows === '25',
    }),
    check('PAG-14', '4.1-rows 8-rows 2.2-linhas', 'status paginacao', 'honours rows=50, and no rows above with anything but fewer rows', {
      of: isWide,
    }),
    check('PAG-15', '4.1-rows 4.1-page 2.2-itens', 'selection window item', 'returns the persons of several pages on one of more rows', {
      of: isWide,
    }),
    check('PAG-28', '4.1-page 2.2-itens 2.2-total', 'end', 'shows nobody on a page after the last one, however far', {
      of: isAfterEnd,
    }),
    check('PAG-29', '2.2-total 4.1-page 4.1-rows', 'total', 'returns the same total after the last page and for every rows'),
    check('PAG-27', '4.1-rows 8-rows 2.2-linhas', 'grid', 'honours every multiple of 25 up to the largest that it honours', {
      of: isWide,
      should: 'Every multiple of 25 is legal, and a maximum is a bound, not a gap.',
    }),
    check('PAG-21', '4.1-rows 8-rows', 'grid', 'returns only multiples of 25 as linhas', {
      of: ({ rows }) => Number(rows) % PAGE > 0,
      should: 'rows must always be a multiple of 25, and what another number gives is not shown.',
    }),
  ],
  async ask(service) {
    const { total } = await service.list()
    if (total === undefined) throw new Undecided('blocked', 'total contains no number: see PAG-02')
    const last = lastOf(await service.get())
    const cases: readonly Asked[] = [
      { cell: { page: '1', rows: 'none' }, query: { page: 1 } },
      { cell: { page: 'none', rows: '25' }, query: { rows: 25 } },
      ...[...ROWS, ...OFF_GRID].map((rows) => ({ cell: { page: 'none', rows: String(rows) }, query: { rows } })),
      ...(total > 50 ? [{ cell: { page: 'second', rows: '50' }, query: { rows: 50, page: 2 } }] : []),
      { cell: { page: 'after-last', rows: 'none' }, query: { page: last + 1 } },
      ...WRAPS.map((size) => ({ cell: { page: 'far', rows: 'none' }, query: { page: String(size / BigInt(PAGE) + 2n) } })),
    ]
    return askAll<Asked, Aspect>(cases, ({ cell, query }) => (isAfterEnd(cell) ? judgeEnd : judgeRows)(service, query, total))
  },
}

type Asked = { cell: Cell; query: Query }
const lastOf = ({ list }: ListAnswer) => Math.max(1, Math.ceil((list?.total ?? 0) / PAGE))

type Judgement = Omit<Judged<Aspect>, 'cell'>

async function judgePage(service: Service, query: Query, last: number, first: ListAnswer): Promise<Judgement> {
  const answer = await service.get(query)
  const { list, status } = answer
  const page = Number(query.page ?? 1)
  if (!list && isJudgedElsewhere(status)) return shows(answer, [], [])
  if (!list) return shows(answer, [await ofType(service, query, answer), fault('status', '200 and a list', status)], ['type', 'status'])
  const plain = await service.plain().catch(() => undefined)
  const wrong = plain ? contradictions(plain).filter((one) => one.page === page) : []
  const { atual, linhas } = list.paginacao
  const rest = (first.list?.total ?? 0) - (last - 1) * PAGE
  const isShort = page > service.mostPages && list.people.length !== rest
  return shows(
    answer,
    [
      numberOf(atual) !== page && fault('paginacao', `atual ${page}`, `atual ${numberOf(atual)}`),
      numberOf(linhas) !== PAGE && fault('paginacao', `linhas ${PAGE}`, `linhas ${numberOf(linhas)}`),
      list.total !== first.list?.total && fault('total', `total ${first.list?.total}`, `total ${list.total}`),
      list.result.busca !== '' && typeof list.result.busca === 'string' && fault('busca', 'an empty busca', 'another'),
      isShort && fault('size', `${rest} persons on the last page`, list.people.length),
      ...wrong.map(({ check, expected, actual }) => fault(check === 'PAG-10' ? 'size' : 'persons', expected, actual)),
    ],
    ['type', 'status', 'paginacao', 'total', 'busca', ...(plain ? (['size', 'persons'] as const) : [])],
  )
}

/** Judges a list of other rows by the pages that were read, as far as the service honours them. */
async function judgeRows(service: Service, query: Query): Promise<Judgement> {
  const answer = await service.get(query)
  const { list, status } = answer
  const { linhas = 0 } = list ?? {}
  const rows = Number(query.rows ?? PAGE)
  const isOff = linhas % PAGE > 0
  if (rows % PAGE > 0)
    return shows(answer, [isOff && fault('grid', 'a refusal, or linhas that is a multiple of 25', `linhas ${linhas}`)], ['grid'])
  const world = await service.world()
  // The maximum of rows is open.
  const isCapped = list ? rows > 2 * PAGE && linhas > 0 && linhas < rows && !isOff : rows > PAGE && status < 500
  const isGap =
    isCapped && (list || !isJudgedElsewhere(status)) && query.page === undefined && (await world.rows()).some((more) => more > rows)
  const gap = isGap && fault<Aspect>('grid', `linhas ${rows}, as for more rows`, list ? `linhas ${linhas}` : status)
  if (isCapped && !list) return shows(answer, [gap], ['grid'])
  const want = await world.expected({}, undefined, isCapped ? linhas : rows, Number(query.page ?? 1))
  const { faults, shown } = judgeList(want, answer)
  if (rows > PAGE) return shows(answer, [...faults, gap], [...shown, 'grid'])
  // These have checks of their own.
  const own = faults.filter(({ aspect }) => !['order', 'total', 'busca'].includes(aspect))
  return shows<Aspect>(
    answer,
    own.map((one) => ({ ...one, aspect: 'default' })),
    ['default'],
  )
}

/** Judges a page after the last one. A service may refuse it or show another one, if atual says so. */
async function judgeEnd(service: Service, query: Query, total: number): Promise<Judgement> {
  const answer = await service.get(query)
  const { list, status } = answer
  if (status >= 500) return shows(answer, [fault('end', 'an answer', status)], ['end'])
  if (list?.paginacao.atual !== Number(query.page)) return shows(answer, [], ['end'])
  // That somebody else's persons are listed is told by the checks of organizations.
  const world = await service.world().catch(() => undefined)
  const { length } = list.people.filter(({ id }) => !world?.isWhole || world.known.has(id))
  return shows(
    answer,
    [
      length > 0 && fault('end', 'nobody', `${length} persons`),
      list.total !== total && fault('total', `total ${total}`, `total ${list.total}`),
    ],
    ['end', 'total'],
  )
}

/** Returns a fault if the request is refused only because of its documented Content-Type. */
async function ofType(service: Service, query: Query, { status }: ListAnswer): Promise<Fault<Aspect> | false> {
  if (status < 400) return false
  const contentType = Object.keys(query).length > 0 ? JSON_TYPE : FORM_TYPE
  const other = await service.get(query, { contentType })
  return other.status === 200 && fault('type', '200 with the documented Content-Type', `${status}, and 200 with ${contentType}`)
}
