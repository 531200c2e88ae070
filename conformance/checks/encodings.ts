import { counted } from '../../src/contract/counted.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { PAGE } from '../service/discover.ts'
import type { Query } from '../service/lists.ts'
import { plainPerson } from '../service/persons.ts'
import type { How, Service } from '../service/service.ts'
import type { Check } from './check.ts'
import { waitForAll } from './judge-cells.ts'
import { listDiffers } from './list-differs.ts'
import { HEADERS } from './listed.ts'

/** Other spellings of a query that mean the same in every URL. */
const SPELLINGS = {
  upper: 'every byte of the values percent-encoded',
  lower: 'every byte of the values percent-encoded in lower case',
  names: 'every byte of the names percent-encoded',
  'first-letters': 'the first letter of each name percent-encoded',
} as const
/** The spellings of one request; where the answer to two of them differs, each is asked by itself. */
const TOGETHER = [['upper', 'first-letters'], ['lower'], ['names']] as const

/** A query means the same in every encoding that is legal in a URL. */
export const encodings: readonly Check[] = [
  {
    id: 'CELL-49',
    clause: ['4.1-query', '4.1-sort', '4.1-nome', '4.1-cpf', '4.1-page', '4.1-rows'],
    level: 'required',
    risk: 'r',
    after: 'memory',
    steady: true,
    rests: [...HEADERS, 'PAG-18', 'MEM-01'],
    needs: ['one-person'],
    title: 'returns the same answer to a query, however it is percent-encoded',
    async run(service) {
      const queries = await queriesOf(service)
      await waitForAll(
        queries.flatMap((query) =>
          TOGETHER.map(async (together) => {
            if (!(await differs(service, query, { escapes: together }))) return
            for (const one of together) await mustBeAlike(service, query, SPELLINGS[one], { escapes: [one] })
            const both = together.map((one) => SPELLINGS[one]).join(' and ')
            await mustBeAlike(service, query, both, { escapes: together })
          }),
        ),
      )
      return `${counted(queries.length, 'query', 'queries')}, each in ${Object.keys(SPELLINGS).length} encodings`
    },
  },
  {
    id: 'NOME-11',
    clause: ['4.1-nome', '4.1-query', '4.1-headers'],
    level: 'required',
    risk: 'r',
    after: 'memory',
    steady: true,
    reading: 'plus-is-blank',
    rests: [...HEADERS, 'NOME-01', 'MEM-01'],
    needs: ['one-person'],
    title: 'decodes + as a space in nome',
    async run(service) {
      const { named } = await service.facts()
      // The cells of the list are asked for this one, too.
      const person = [plainPerson(named), ...named].find((one) => one && /^\S+ \S/.test(one.nome))
      if (!person) throw new Undecided('thin-data', 'no name that can be searched for has a space')
      await mustBeAlike(service, { nome: person.nome }, '+ for every space', { blank: '+' })
      return '1 name'
    },
  },
]

async function queriesOf(service: Service): Promise<Query[]> {
  const { people, named, size } = await service.facts()
  const field = (await service.sortsBy('cpf')) ? 'cpf' : 'nome'
  const name = named.find(({ nome }) => /[^ -~]/.test(nome)) ?? named[0]
  return [
    { sort: `-${field}`, rows: 2 * PAGE, ...(size > 2 * PAGE && { page: 2 }) },
    ...people.slice(-1).map(({ id }) => ({ cpf: id })),
    ...(name ? [{ nome: name.nome }] : []),
  ]
}

/** Returns what differs between the answers to a query in two spellings; undefined if nothing does. */
async function differs(service: Service, query: Query, how: How) {
  const [plain, other] = await Promise.all([service.get(query), service.get(query, how)])
  const what = listDiffers(plain, other, query)
  return what === undefined ? undefined : { what, plain, other }
}

async function mustBeAlike(service: Service, query: Query, spelling: string, how: How): Promise<void> {
  const found = await differs(service, query, how)
  if (!found) return
  const { what, plain, other } = found
  if (listDiffers(plain, await service.again(query), query) !== undefined)
    throw new Undecided('data-drift', 'the list changed while its answers were compared')
  const names = Object.keys(query).join(' and ')
  throw new Violation(`the same answer for ${names} with ${spelling}`, `another ${what}`, [
    plain.exchange,
    other.exchange,
  ])
}
