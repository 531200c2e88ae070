import type { Faker } from '@faker-js/faker'
import { faker as ptBR } from '@faker-js/faker/locale/pt_BR'
import { checkDigits } from '../contract/cpf.ts'
import type { Dataset, Organizacao, Pessoa, Relatorio } from '../contract/dataset.ts'
import { type Origin, originRanges } from './origin.ts'

/** Every seeded timestamp lies before this instant, whatever the day is. */
const REFERENCE = Date.UTC(2026, 0, 1)
/** Stamps spread over this many milliseconds before it, some 795 days; a power of two, so that an odd factor permutes it. */
const SPAN = 2 ** 36
const STAMP_FACTOR = 886_731_089
/** A prime, so that it has no factor in common with the number of CPFs. */
const CPF_FACTOR = 402_653_189
/** Nine digits that are all equal are no CPF: they cut the others into nine blocks of this many. */
const CPF_BLOCK = 111_111_110
const REPORTS_A_PERSON = 4

const NAMES = [
  'Aurora Crédito',
  'Horizonte Seguros',
  'Ipê Cobranças',
  'Maré Consórcios',
  'Sertão Cooperativa',
]
// biome-ignore format: a list to read, not a column
const SURNAMES = [
  "D'Ávila", "Sant'Anna", "D'Angelo", "Sant'Ana", "D'Almeida",
  'Gonçalves', 'Conceição', 'Assunção', 'Mendonça', 'França', 'Bragança', 'Lourenço', 'Araújo', 'Antônio',
  'Simões', 'Guimarães', 'Magalhães', 'Falcão', 'Leão', 'Brandão', 'Ramalhão', 'Sá', 'Lé', 'Luz', 'Paz',
  'Alves', 'Almeida', 'Barbosa', 'Borges', 'Camargo', 'Campos', 'Cardoso', 'Castro', 'Cavalcanti', 'Corrêa',
  'Cunha', 'Dias', 'Duarte', 'Farias', 'Fernandes', 'Ferreira', 'Figueiredo', 'Freitas', 'Gomes', 'Lima',
  'Lopes', 'Machado', 'Marques', 'Medeiros', 'Mendes', 'Monteiro', 'Moura', 'Müller', 'Nascimento', 'Neves',
  'Nunes', 'Pacheco', 'Pinto', 'Pires', 'Queirós', 'Ramos', 'Rezende', 'Ribeiro', 'Rocha', 'Rodrigues',
  'Sampaio', 'Siqueira', 'Soares', 'Tavares', 'Teixeira', 'Vargas', 'Vasconcelos', 'Viana', 'Vieira',
]
const PARTICLES = ['da', 'de', 'do', 'das', 'dos', 'e']

/**
 * A dataset from faker and a seed: person *i*, its reports and organization *k* depend on the seed and on their
 * own position alone, so the same origin gives the same bytes everywhere, and a larger one has the persons of the smaller first.
 * @param onProgress is told the share done, 0 to 1, now and then
 */
export function seedDataset(
  { seed, persons, organizations }: Origin,
  onProgress?: (share: number) => void,
): Dataset {
  const everyone = persons + exclusivePersons(persons)
  const dataset: Dataset = { organizacoes: [], pessoas: [], relatorios: [] }
  for (let k = 0; k <= organizations; k++) dataset.organizacoes.push(organization(seed, k, k < organizations))
  for (let i = 0; i < everyone; i++) {
    if (i % 50_000 === 0) onProgress?.(i / everyone)
    const pessoa = person(seed, i)
    dataset.pessoas.push(pessoa)
    for (let k = 0; k < organizations; k++) {
      if (!queried(i, k, persons)) continue
      for (let n = 0; n < (i % 5 === 2 ? 2 : 1); n++) {
        dataset.relatorios.push(report(seed, i, k, n, pessoa.cpf))
      }
    }
  }
  onProgress?.(1)
  return dataset
}

/** Persons that the first organization never queried, so that there is somebody it must not see. */
function exclusivePersons(persons: number): number {
  return Math.ceil(persons / 10)
}

/** The first organization queried all but the exclusive persons, every other one a third of everybody. */
function queried(i: number, k: number, persons: number): boolean {
  if (k === 0) return i < persons
  return i >= persons || i % 3 === k % 3
}

function organization(seed: number, k: number, habilitada: boolean): Organizacao {
  const random = sfc32(seed, k, 1)
  const token = `sim-${hex(random)}${hex(random)}${hex(random)}${hex(random)}`
  return { id: `org-${k + 1}`, nome: NAMES[k] ?? `Organização ${k + 1}`, token, habilitada }
}

function person(seed: number, i: number): Pessoa {
  // Every 17th person bears the name of the one before: homonyms.
  return { cpf: cpf(seed, i), nome: name(seed, i % 17 === 16 ? i - 1 : i) }
}

/** A position becomes nine digits by a permutation, so that no two persons share a CPF; one in ten begins with 0. */
function cpf(seed: number, i: number): string {
  const position = (314_159_265 + i * CPF_FACTOR + seed * 104_729) % (9 * CPF_BLOCK)
  const base = Math.floor(position / CPF_BLOCK) * (CPF_BLOCK + 1) + 1 + (position % CPF_BLOCK)
  const digits = String(base).padStart(9, '0')
  return digits + checkDigits(digits)
}

function name(seed: number, i: number): string {
  draw = sfc32(seed, i, 2)
  const { person } = faker
  const chance = sfc32(seed, i, 3)
  const pick = <T>(list: readonly T[]): T => list[Math.floor((chance() / 2 ** 32) * list.length)] as T
  const surname = () => (chance() % 3 === 0 ? person.lastName() : pick(SURNAMES))
  const first = person.firstName()
  if (i % 25 === 11) return `${first.slice(0, 3).trim()} ${pick(['Sá', 'Lé', 'Luz'])}`
  if (i % 25 === 7) {
    return `${first} ${person.firstName()} ${surname()} dos ${surname()} e ${surname()} de ${surname()} da ${surname()}`
  }
  if (i % 25 === 18) return `${first} ${pick(SURNAMES.slice(0, 5))}`
  if (i % 25 === 3) return `${first} ${pick(PARTICLES)} ${pick(SURNAMES.slice(5, 12))}`
  const middle = chance() % 2 === 0 ? `${surname()} ` : ''
  const particle = chance() % 3 === 0 ? `${pick(PARTICLES)} ` : ''
  return `${first} ${middle}${particle}${surname()}`
}

function report(seed: number, i: number, k: number, n: number, cpf: string): Relatorio {
  const random = sfc32(seed, i, 4 + k * REPORTS_A_PERSON + n)
  const position = (i * originRanges.organizations[1] + k) * REPORTS_A_PERSON + n
  return {
    numero: uuid(random),
    organizacao: `org-${k + 1}`,
    cpf,
    atualizado_em: new Date(REFERENCE - 1 - permuted(position, seed)).toISOString(),
  }
}

/** An odd factor permutes the powers of two: different positions get different milliseconds. */
function permuted(position: number, seed: number): number {
  const high = ((Math.floor(position / 2 ** 15) * STAMP_FACTOR) % SPAN) * 2 ** 15
  const low = (position % 2 ** 15) * STAMP_FACTOR
  return ((high % SPAN) + low + seed * 104_729) % SPAN
}

/** A version 4 UUID, its 122 free bits from the generator. */
function uuid(random: () => number): string {
  const text = hex(random) + hex(random) + hex(random) + hex(random)
  const variant = '89ab'[random() % 4]
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-${variant}${text.slice(17, 20)}-${text.slice(20)}`
}

function hex(random: () => number): string {
  return random().toString(16).padStart(8, '0')
}

/**
 * The generator "sfc32", begun anew for each thing that is drawn: its whole state is the seed, the position and
 * what is drawn there, so nothing depends on how much was drawn before. Gives whole numbers of 32 bits.
 */
function sfc32(seed: number, position: number, purpose: number): () => number {
  let a = seed | 0
  let b = position | 0
  let c = purpose | 0
  let counter = 1
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let i = 0; i < 15; i++) next()
  return next
}

/** Faker's own generator costs more to begin anew than a name does, so it draws from ours. */
let draw: () => number
const faker = new (ptBR.constructor as new (options: ConstructorParameters<typeof Faker>[0]) => Faker)({
  locale: ptBR.rawDefinitions,
  randomizer: { next: () => draw() / 2 ** 32, seed: () => {} },
})
