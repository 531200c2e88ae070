import { JSON_TYPE, type Question } from '../../client/exchange.ts'
import { cpfIn, legalRows, nameIn, oneOf, PAGE, pagesOf, wordsIn } from './listed.ts'
import { type Draw, listOf, type Stratum, strataOf } from './stratum.ts'
import { sorting } from './values/sort.ts'

const page = (draw: Draw, number: number): Question => listOf(draw, { page: String(number) })

const pages = strataOf('list', {
  plain: (draw) => listOf(draw, {}),
  'first-page': (draw) => page(draw, 1),
  'middle-page': (draw) => {
    const last = pagesOf(draw)
    return last < 3 ? undefined : page(draw, draw.chance.whole(2, last - 1))
  },
  'last-page': (draw) => page(draw, pagesOf(draw)),
  rows: (draw) => listOf(draw, { rows: String(legalRows(draw)) }),
  'rows-maximum': (draw) =>
    listOf(draw, { rows: String(draw.profile.rowsMaximum ?? PAGE * draw.chance.whole(11, 40)) }),
  'page-and-rows': (draw) => {
    const rows = legalRows(draw)
    const last = Math.max(1, Math.ceil(draw.data.people.length / rows))
    return listOf(draw, { page: String(draw.chance.whole(1, last + 1)), rows: String(rows) })
  },
  cpf: (draw) => about(draw, cpfIn(draw), (cpf) => ({ cpf })),
  'cpf-with-zero': (draw) =>
    about(
      draw,
      cpfIn(draw, (cpf) => cpf.startsWith('0')),
      (cpf) => ({ cpf }),
    ),
})

function about(
  draw: Draw,
  value: string | undefined,
  query: (value: string) => Readonly<Record<string, string>>,
): Question | undefined {
  return value === undefined ? undefined : listOf(draw, query(value))
}

const sorted = strataOf(
  'order',
  Object.fromEntries(
    ['cpf', '-cpf', 'nome', '-nome', 'atualizado_em', '-atualizado_em'].map((sort) => [
      sort,
      (draw: Draw) => {
        if (!draw.profile.sortFields.some((field) => field === sort.replace('-', ''))) return undefined
        // Collations differ in few names: a long page has most of them.
        if (sort.endsWith('nome')) return listOf(draw, { sort, ...aLongPage(draw) })
        const more = draw.chance.pick<Readonly<Record<string, string>>>([
          {},
          { page: String(draw.chance.whole(1, pagesOf(draw))) },
          { rows: String(legalRows(draw)) },
        ])
        return listOf(draw, { sort, ...more })
      },
    ]),
  ),
)

const MOST_ROWS = 250

const combined = strataOf('combined', {
  'nome-page': (draw) => about(draw, part(draw), (nome) => ({ nome, page: String(draw.chance.whole(1, 3)) })),
  'nome-rows': (draw) => about(draw, part(draw), (nome) => ({ nome, rows: String(legalRows(draw)) })),
  'nome-sort': (draw) => about(draw, part(draw), (nome) => ({ nome, sort: sorting(draw) })),
  'nome-all': (draw) =>
    about(draw, part(draw), (nome) => ({
      nome,
      sort: sorting(draw),
      page: String(draw.chance.whole(1, 2)),
      rows: String(legalRows(draw)),
    })),
  'cpf-nome': (draw) => {
    const person = oneOf(
      draw,
      draw.data.people.filter(({ nome }) => nome !== ''),
    )
    if (person === undefined) return undefined
    return listOf(draw, { cpf: person.id, nome: draw.chance.pick(person.nome.split(' ')) })
  },
  'empty-nome-cpf': (draw) => about(draw, cpfIn(draw), (cpf) => ({ nome: '', cpf })),
  'cpf-other-nome': (draw) => {
    const [cpf, nome] = [cpfIn(draw), nameIn(draw)]
    return cpf === undefined || nome === undefined
      ? undefined
      : listOf(draw, draw.chance.once(2) ? { cpf, nome } : { nome, cpf })
  },
  'cpf-sort-page': (draw) =>
    about(draw, cpfIn(draw), (cpf) => ({ cpf, sort: sorting(draw), page: String(draw.chance.whole(1, 2)) })),
  'sort-page': (draw) =>
    listOf(draw, { sort: sorting(draw), page: String(draw.chance.whole(1, pagesOf(draw))) }),
  'sort-rows': (draw) => listOf(draw, { rows: String(legalRows(draw)), sort: sorting(draw) }),
})

/** Returns a page of as many rows as the target may send. */
function aLongPage({ chance, data, profile: { rowsMaximum } }: Draw): Record<string, string> {
  const rows = PAGE * Math.max(1, Math.floor(Math.min(rowsMaximum ?? MOST_ROWS, MOST_ROWS) / PAGE))
  const last = Math.max(1, Math.ceil(data.people.length / rows))
  return { rows: String(rows), ...(last > 1 && { page: String(chance.whole(1, last)) }) }
}

/** Returns a part of a name that several persons may have. */
function part(draw: Draw): string | undefined {
  const word = wordsIn(draw)?.[draw.chance.whole(0, 1)]
  return word === undefined || draw.chance.once(2) ? word : Array.from(word).slice(0, 3).join('')
}

/** Returns a list with a query that is written out. */
const written = (draw: Draw, query: string): Question =>
  listOf(draw, { page: '' }, { path: `/pessoas?${query}`, query: [] })

function withoutToken(draw: Draw, query: string): Question {
  return { ...written(draw, query), authorization: draw.data.keys.none }
}

const nomeEscapes = strataOf('nome', {
  'not-utf-8': (draw) =>
    written(draw, draw.chance.pick(['nome=Jo%E3o', 'nome=%C3', 'nome=%FF', 'nome=Concei%E7%E3o'])),
  'not-utf-8.half': (draw) => written(draw, 'nome=%ED%A0%80'),
  escape: (draw) => written(draw, draw.chance.pick(['nome=%', 'nome=%zz', 'nome=%2', 'nome=100%'])),
})

const signs = [
  ...strataOf('others', {
    semicolon: (draw) => written(draw, 'page=2;rows=50'),
    // Many services refuse numbers with a comma in the words for several numbers.
    comma: (draw) => {
      const cpfs = [cpfIn(draw), cpfIn(draw)].join(',')
      const texts = ['sort=nome,-cpf', `cpf=${cpfs}`]
      return written(draw, draw.chance.pick(draw.chance.once(5) ? ['page=2,3', 'rows=50,75'] : texts))
    },
  }),
  ...strataOf('path', {
    'raw-signs': (draw) => written(draw, draw.chance.pick(['nome=[ana]', 'nome={ana}', 'nome=ana|ana'])),
    // Who refuses the escapes of a search may do so before anybody looks at the token.
    'query-escapes': (draw) => withoutToken(draw, draw.chance.pick(['nome=%zz', 'nome=%', 'nome=100%'])),
    'query-escapes.bytes': (draw) => withoutToken(draw, draw.chance.pick(['nome=Jo%E3o', 'nome=%FF'])),
    // Long enough for every least length, so that what refuses such a URL refuses its bytes.
    'raw-bytes': (draw) => ({
      ...written(draw, draw.chance.pick(['nome=João', 'nome=Conceição', 'nome=José'])),
      unescaped: true,
    }),
  }),
]

const forms = strataOf('query', {
  separators: (draw) =>
    written(
      draw,
      draw.chance.pick(['', '&', '&&', '=', '&page=2', 'page=2&', 'page=1;rows=50', 'page=1&amp;rows=50']),
    ),
  escapes: (draw) => written(draw, draw.chance.pick(['page=%32', 'nome=%41na', '%70age=2'])),
  'plus-as-blank': (draw) => {
    const words = wordsIn(draw, 2)
    return words && listOf(draw, { nome: words.join(' ') }, { blank: '+' })
  },
})

const ofOthers = strataOf('others', {
  // A word may be refused as one of these parameters and ignored as the other.
  'nested.page': (draw) => listOf(draw, { 'page[number]': '2' }),
  'no-value': (draw) => written(draw, draw.chance.pick(['nome', 'cpf', 'sort'])),
  'no-value.number': (draw) => written(draw, draw.chance.pick(['page', 'rows'])),
  'question-mark': (draw) => written(draw, draw.chance.pick(['?page=2', '?rows=50'])),
  'padded-name': (draw) => written(draw, draw.chance.pick(['+page=2', '%20rows=50'])),
})

const conditional = strataOf('list', {
  'if-none-match': (draw) => listOf(draw, draw.chance.pick([{}, { page: '2' }]), { ifNoneMatch: '*' }),
  // Where the body counts beside the query, the same parameter in both shows which of them comes first.
  body: (draw) =>
    listOf(draw, draw.chance.once(4) ? { page: '1' } : { rows: '50' }, {
      contentType: JSON_TYPE,
      body: '{"page":2}',
    }),
})

/** Lists that are not refused, and odd forms of a query. */
export const listStrata: readonly Stratum[] = [
  ...pages,
  ...sorted,
  ...combined,
  ...nomeEscapes,
  ...signs,
  ...forms,
  ...ofOthers,
  ...conditional,
]
