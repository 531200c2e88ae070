import { counted } from '../../src/contract/counted.ts'
import { formDecodedOrSame } from '../../src/contract/decoded.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import { must, Undecided } from '../judging/judgement.ts'
import { firstWrongSize } from '../judging/pages.ts'
import { PAGE } from '../service/discover.ts'
import { pagesRead, wellFormed } from '../service/evidence.ts'
import { itemsOf, kind, paginacaoOf } from '../service/format.ts'
import { type List, numberOf, objectOf, type Person, textOf } from '../service/lists.ts'
import { personsByKind } from '../service/persons.ts'
import { lettersOfNobody } from '../service/searches.ts'
import type { Service } from '../service/service.ts'
import type { Check } from './check.ts'

/** Checks heading 2.2: the `result` of a list. */
export const listResult: readonly Check[] = [
  {
    id: 'ENV-03',
    clause: ['2.2-busca', '2.2-itens', '2.2-paginacao', '0-names', '4.1-4'],
    level: 'required',
    risk: 'r',
    title: 'returns a list with busca, a string, itens, an array, and paginacao, an object',
    after: 'lists',
    everyList: ({ response }) => {
      const result = objectOf(objectOf(response.json)?.result)
      if (!result) return undefined
      if (!Array.isArray(result.itens)) return ['itens is an array', `itens is ${kind(result.itens)}`]
      return objectOf(result.paginacao)
        ? undefined
        : ['paginacao is an object', `paginacao is ${kind(result.paginacao)}`]
    },
    async run(service) {
      await service.get({ nome: await lettersOfNobody(service) })
      const { exchange } = await service.get()
      const result = objectOf(objectOf(exchange.response.json)?.result)
      if (result === undefined) throw new Undecided('blocked', 'the answer has no result: see ENV-02')
      // BUSCA-02 checks busca for a search.
      const { busca } = result
      must(typeof busca === 'string', 'busca is a string', `busca is ${kind(busca)}`, exchange)
      return wellFormed(service, 'ENV-03')
    },
  },
  {
    id: 'PAG-01',
    clause: ['2.2-atual', '2.2-linhas'],
    level: 'required',
    risk: 'r',
    title: 'returns atual and linhas as JSON integers',
    after: 'lists',
    everyList: (exchange) => {
      const { atual, linhas } = paginacaoOf(exchange) ?? { atual: 1, linhas: 1 }
      if (!Number.isInteger(atual)) return ['atual is an integer', `atual is ${kind(atual)}`]
      return Number.isInteger(linhas) ? undefined : ['linhas is an integer', `linhas is ${kind(linhas)}`]
    },
    run: (service) => wellFormed(service, 'PAG-01'),
  },
  {
    id: 'PAG-02',
    clause: ['2.2-total'],
    level: 'required',
    risk: 'r',
    title: 'returns total as a string that contains a number',
    after: 'lists',
    everyList: (exchange) => {
      const { total } = paginacaoOf(exchange) ?? { total: '0' }
      if (typeof total !== 'string') return ['total is a string', `total is ${kind(total)}`]
      return /^\d+$/.test(total) ? undefined : ['total is digits', `total is ${kind(total)}`]
    },
    run: (service) => wellFormed(service, 'PAG-02'),
  },
  {
    id: 'PAG-04',
    clause: ['2.2-default'],
    level: 'required',
    risk: 'r',
    title: 'returns atual 1 and linhas 25 for a request without parameters',
    after: 'lists',
    everyList: (exchange) => {
      const { atual, linhas } = paginacaoOf(exchange) ?? {}
      if ((exchange.question.query ?? []).length > 0) return undefined
      if (numberOf(atual) !== 1) return ['atual 1 without parameters', `atual is ${kind(atual)}`]
      return numberOf(linhas) === ROWS_STEP
        ? undefined
        : ['linhas 25 without parameters', `linhas is ${kind(linhas)}`]
    },
    async run(service) {
      const list = await service.list()
      const { atual, linhas } = list.paginacao
      must(numberOf(atual) === 1, 'atual 1', `atual is ${kind(atual)}`, list.exchange)
      must(numberOf(linhas) === ROWS_STEP, 'linhas 25', `linhas is ${kind(linhas)}`, list.exchange)
      return `atual 1, linhas 25 without parameters; ${await wellFormed(service, 'PAG-04')}`
    },
  },
  {
    id: 'PAG-05',
    clause: ['2.2-linhas', '2.2-itens'],
    level: 'required',
    risk: 'r',
    needs: ['one-person'],
    title: 'returns at most as many persons on a page as linhas says',
    after: 'lists',
    everyList: (exchange) => {
      const linhas = numberOf(paginacaoOf(exchange)?.linhas)
      const { length } = itemsOf(exchange)
      return Number.isInteger(linhas) && length > linhas
        ? [`at most ${linhas} persons, as linhas says`, `${length} persons`]
        : undefined
    },
    run: (service) => wellFormed(service, 'PAG-05'),
  },
  {
    id: 'PAG-06',
    clause: ['2.2-total', '2.2-itens'],
    level: 'required',
    risk: 'r',
    title: 'returns total 0 exactly when the first page is empty',
    async run(service) {
      const { total, people, exchange } = await service.list()
      if (total === undefined) throw new Undecided('blocked', 'total contains no number: see PAG-02')
      must(
        (total === 0) === (people.length === 0),
        people.length === 0 ? 'total "0" for an empty page' : 'a total that includes the persons of the page',
        `total ${total} and ${counted(people.length, 'person')}`,
        exchange,
      )
      return `total ${total}, ${counted(people.length, 'person')} on the first page`
    },
  },
  {
    id: 'PAG-09',
    clause: ['2.2-atual', '4.1-page'],
    level: 'required',
    risk: 'r',
    needs: ['two-pages'],
    title: 'returns the page number in atual, counted from 1',
    async run(service) {
      const pages = await service.pages()
      for (const [i, { paginacao, exchange }] of pages.pages.entries()) {
        const { atual } = paginacao
        must(numberOf(atual) === i + 1, `atual ${i + 1}`, `atual is ${kind(atual)}`, exchange)
      }
      return pagesRead(pages)
    },
  },
  {
    id: 'PAG-24',
    clause: ['2.2-linhas', '4.1-page'],
    level: 'required',
    risk: 'r',
    needs: ['two-pages'],
    title: 'returns the same linhas on every page, including the last one',
    async run(service) {
      const pages = await service.pages()
      const [first] = pages.pages as [List]
      const said = kind(first.paginacao.linhas)
      for (const { paginacao, exchange } of pages.pages) {
        must(
          kind(paginacao.linhas) === said,
          `linhas is ${said}, the same as on page 1`,
          `linhas is ${kind(paginacao.linhas)}`,
          exchange,
        )
      }
      return pagesRead(pages)
    },
  },
  {
    id: 'PAG-10',
    clause: ['2.2-total', '2.2-linhas', '2.2-itens', '4.1-page'],
    level: 'required',
    risk: 'r',
    steady: true,
    title: 'fills every page except the last, which has the rest of total',
    async run(service) {
      const pages = await service.pages()
      const [first] = pages.pages as [List]
      const rows = first.linhas
      if (pages.total === undefined) throw new Undecided('blocked', 'total contains no number: see PAG-02')
      if (!Number.isInteger(rows) || rows < 1)
        throw new Undecided('blocked', 'linhas is not a number: see PAG-01')
      const sizes = pages.pages.map(({ people }) => people.length)
      if (pages.capped) {
        const full = firstWrongSize(sizes, sizes.length * rows, rows)
        const wrong = full === undefined ? undefined : pages.pages[full - 1]
        must(wrong === undefined, `${rows} persons on page ${full}`, wrong?.people.length, ...at(wrong))
        const last = await service.list({ page: pages.announced })
        const rest = pages.total - (pages.announced - 1) * rows
        must(
          last.people.length === rest,
          `${counted(rest, 'person')} on the last page`,
          last.people.length,
          last.exchange,
        )
        return `${pagesRead(pages)}, and the last page`
      }
      const wrong = firstWrongSize(sizes, pages.total, rows)
      must(
        wrong === undefined,
        `pages of ${rows} with as many persons as total says`,
        `total ${pages.total} and ${counted(pages.people.length, 'person')} on the pages, ${sizes[(wrong ?? 1) - 1] ?? 0} of them on page ${wrong}`,
        first.exchange,
        ...at(pages.pages[(wrong ?? 1) - 1]),
      )
      return pagesRead(pages)
    },
  },
  {
    id: 'PAG-12',
    clause: ['2.2-total', '4.1-page', '4.1-rows'],
    level: 'required',
    risk: 'r',
    steady: true,
    needs: ['two-pages'],
    title: 'returns the same total on every page and for every rows',
    async run(service) {
      const { pages, total, ...rest } = await service.pages()
      const [first] = pages as [List]
      for (const list of pages) {
        must(
          list.total === total,
          `total ${total}, the same as on page 1`,
          `total ${list.total}`,
          first.exchange,
          list.exchange,
        )
      }
      const { list: wide } = await service.get({ rows: 50 })
      if (wide)
        must(
          wide.total === total,
          `total ${total}, the same as for rows=25`,
          `total ${wide.total}`,
          first.exchange,
          wide.exchange,
        )
      return pagesRead({ pages, total, ...rest })
    },
  },
  {
    id: 'PAG-22',
    clause: ['2.2-total'],
    level: 'conditional',
    risk: 'r',
    steady: true,
    rests: ['PAG-11'],
    needs: ['one-person'],
    title: 'returns nobody after the last page that total announces',
    async run(service) {
      const { pages, people, total, announced, capped } = await service.pages()
      if (total === undefined) throw new Undecided('blocked', 'total contains no number: see PAG-02')
      if (capped) {
        const { list, status } = await service.get({ page: announced + 1 })
        if (!list) return `the page after the last returned ${status}`
        const last = await service.list({ page: announced })
        const known = new Set([...people, ...last.people].map(({ id }) => id))
        const found = list.people.filter(({ id }) => !known.has(id)).length
        must(found === 0, 'nobody on the page after the last', counted(found, 'person'), list.exchange)
        return 'the page after the last'
      }
      const beyond = pages[announced]
      must(
        beyond === undefined,
        `nobody after page ${announced}`,
        `${counted(beyond?.people.length ?? 0, 'person')} on page ${announced + 1}`,
        ...at(pages[0]),
        ...at(beyond),
      )
      // `readPages` asks for one page more only if the last one is full.
      const isFull = (pages.at(-1) as List).people.length >= Math.max(PAGE, (pages[0] as List).people.length)
      return `${counted(announced, 'page')} announced, ${isFull ? 'nobody after the last one' : 'the last one is not full'}`
    },
  },
  {
    id: 'BUSCA-01',
    clause: ['2.2-busca'],
    level: 'required',
    risk: 'r',
    title: 'returns an empty busca when the request is not a search',
    async run(service) {
      const queries = [{}, { page: 1 }, { rows: 25 }, { page: 1, rows: 25, sort: 'cpf' }]
      let asked = 0
      for (const query of queries) {
        const { list } = await service.get(query)
        if (!list || typeof list.result.busca !== 'string') continue
        must(
          list.result.busca === '',
          'busca ""',
          // The suite sent this word itself, so it names nobody and need not be redacted.
          list.result.busca === 'cpf'
            ? 'busca "cpf", the value of sort'
            : `busca ${service.redactor.nome(list.result.busca)}`,
          list.exchange,
        )
        asked++
      }
      if (asked === 0) throw new Undecided('blocked', 'no list has a busca: see ENV-03')
      return counted(asked, 'list')
    },
  },
  {
    id: 'BUSCA-02',
    clause: ['2.2-busca'],
    level: 'required',
    risk: 'r',
    needs: ['one-person'],
    title: 'returns busca as a string for a search',
    async run(service) {
      const [person] = (await service.facts()).people as readonly [Person]
      const searches = [
        ['nome', person.nome],
        ['cpf', person.id],
      ] as const
      const seen: string[] = []
      for (const [parameter, text] of searches) {
        const { list } = await service.get({ [parameter]: text })
        if (!list) continue
        const { busca } = list.result
        must(typeof busca === 'string', 'busca is a string', `busca is ${kind(busca)}`, list.exchange)
        const repeats = busca === text ? 'repeats the text' : busca === '' ? 'is empty' : 'is something else'
        seen.push(`busca ${repeats} for ${parameter}`)
      }
      if (seen.length === 0) throw new Undecided('blocked', 'no search returned a list')
      return seen.join(', ')
    },
  },
  {
    id: 'BUSCA-03',
    clause: ['2.2-busca'],
    level: 'required',
    risk: 'r',
    needs: ['one-person'],
    rests: ['BUSCA-02'],
    title: 'returns the search text in busca decoded',
    run: buscaAsText,
  },
  {
    id: 'BUSCA-04',
    clause: ['2.2-busca'],
    level: 'required',
    risk: 'r',
    rests: ['ENV-03', 'BUSCA-02'],
    title: 'returns busca as a string in every list',
    after: 'lists',
    everyList: ({ response }) => {
      const result = objectOf(objectOf(response.json)?.result)
      if (result === undefined || typeof result.busca === 'string') return undefined
      return ['busca is a string', `busca is ${kind(result.busca)}`]
    },
    run: (service) => wellFormed(service, 'BUSCA-04'),
  },
]

/** How an encoded text is decoded. */
const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it stands in the URL': formDecodedOrSame,
  'escaped for HTML': htmlDecoded,
  'escaped for SQL': (text) => text.replace(/''|\\'/g, "'"),
}
/** Searches for signs that are escaped in one place or another; a service may refuse them. */
const ESCAPED = ["d'Ávila", 'Silva & Souza']

async function buscaAsText(service: Service): Promise<string> {
  const { named } = await service.facts()
  const person = named.find(({ nome }) => /\S [^ -~]*\S/.test(nome))
  const [own] = personsByKind(named).get('apostrophe') ?? []
  const texts = [...(person ? [person.nome] : []), ...(own ? [own.nome] : []), ...ESCAPED]
  let found = 0
  for (const text of texts) {
    const { list, exchange } = await service.get({ nome: text })
    if (!list) continue
    found++
    const busca = textOf(list.result.busca)
    for (const [encoding, decode] of Object.entries(ENCODINGS))
      must(busca === text || decode(busca) !== text, 'busca as text', `busca ${encoding}`, exchange)
  }
  if (found === 0) throw new Undecided('blocked', 'no search by nome returned a list')
  return counted(found, 'search', 'searches')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', lt: '<', gt: '>' }

function htmlDecoded(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,4}));/gi, (whole, digits, hex, name) =>
    name === undefined
      ? String.fromCodePoint(digits === undefined ? Number.parseInt(hex, 16) : Number(digits))
      : (ENTITIES[String(name).toLowerCase()] ?? whole),
  )
}

function at(list: List | undefined) {
  return list === undefined ? [] : [list.exchange]
}
