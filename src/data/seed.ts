import { faker } from '@faker-js/faker/locale/pt_BR'
import { cpfAt } from '../contract/cpf.ts'
import type { Organizacao } from '../contract/dataset.ts'
import { wordSet } from '../contract/word-set.ts'
import { draws, token, uuidAt } from './draw.ts'
import { digest, type Origin, originRanges, recipeText } from './origin.ts'
import type { DatasetSink, DatasetSource, GivenDecision } from './source.ts'

/** Every seeded timestamp lies before this instant, so that the data does not depend on today's date. */
const REFERENCE = Date.UTC(2026, 0, 1)
/** Stamps spread over this many milliseconds (about 795 days) before it. An odd factor permutes a power of two. */
const SPAN = 2 ** 36
const STAMP_FACTOR = 886_731_089
const REPORTS_A_PERSON = 4

const NAMES = [
  'Aurora Crédito',
  'Horizonte Seguros',
  'Ipê Cobranças',
  'Maré Consórcios',
  'Sertão Cooperativa',
]
const APOSTROPHES = [...wordSet("D'Ávila Sant'Anna D'Angelo Sant'Ana D'Almeida")]
const CEDILLAS = [...wordSet('Gonçalves Conceição Assunção Mendonça França Bragança Lourenço')]
const SURNAMES = [
  ...APOSTROPHES,
  ...CEDILLAS,
  ...wordSet(`
    Araújo Antônio Simões Guimarães Magalhães Falcão Leão Brandão Ramalhão Sá Lé Luz Paz Alves Almeida
    Barbosa Borges Camargo Campos Cardoso Castro Cavalcanti Corrêa Cunha Dias Duarte Farias Fernandes
    Ferreira Figueiredo Freitas Gomes Lima Lopes Machado Marques Medeiros Mendes Monteiro Moura Müller
    Nascimento Neves Nunes Pacheco Pinto Pires Queirós Ramos Rezende Ribeiro Rocha Rodrigues Sampaio
    Siqueira Soares Tavares Teixeira Vargas Vasconcelos Viana Vieira
  `),
]
const PARTICLES = ['da', 'de', 'do', 'das', 'dos', 'e']
/** The surnames that do not take `de`, by the particle that agrees with them. */
const agreeing = {
  da: `
    Assunção Conceição Costa Cruz Cunha Fonseca Gama Luz Maia Mata Mota Paz Penha Rocha Rosa Serra Silva
    Silveira Trindade Veiga
  `,
  do: 'Amaral Amparo Carmo Nascimento Prado Rosário Vale',
  das: 'Chagas Dores Flores Graças Mercês Neves Virgens',
  dos: 'Anjos Passos Prazeres Reis Santos',
}
const particleOf = new Map(
  Object.entries(agreeing).flatMap(([particle, names]) =>
    [...wordSet(names)].map((name) => [name, particle]),
  ),
)

/**
 * Generates a dataset. Person *i*, its reports and organization *k* depend only on the seed and on their own position.
 * So the same origin gives the same bytes on every machine, and a larger dataset begins with the persons of a smaller
 * one.
 * @param onProgress receives the completed share, 0 to 1, now and then
 */
export function seedSource(origin: Origin, onProgress?: (share: number) => void): DatasetSource {
  const { seed, persons, organizations } = origin
  // The first organization never queried these, and so must not see them.
  const everyone = persons + Math.ceil(persons / 10)
  const write = (sink: DatasetSink) => {
    for (let k = 0; k <= organizations; k++) sink.organization(organization(seed, k, k < organizations))
    for (let i = 0; i < everyone; i++) {
      if (i % 50_000 === 0) onProgress?.(i / everyone)
      // Every 17th person repeats the name of the one before, so that homonyms exist.
      sink.person(cpfAt(seed, i), name(seed, i % 17 === 16 ? i - 1 : i))
      for (let k = 0; k < organizations; k++) {
        if (!queried(i, k, persons)) continue
        for (let n = 0; n < reportsOn(i); n++) {
          const numero = uuidAt(seed, i, 4 + k * REPORTS_A_PERSON + n)
          sink.report(numero, k, i, stampOf(seed, i, k, n), n === 0 ? (decisions[i % 8] ?? null) : null)
        }
      }
    }
    onProgress?.(1)
  }
  const counts = {
    organizacoes: organizations + 1,
    pessoas: everyone,
    relatorios: countReports(origin, everyone),
  }
  return { hash: digest([recipeText(origin)]), seed, counts, write }
}

/**
 * Returns whether organization *k* queried person *i*. The first one queried all but the exclusive persons; each other
 * one queried those and a third of the rest.
 */
function queried(i: number, k: number, persons: number): boolean {
  if (k === 0) return i < persons
  return i >= persons || i % 3 === k % 3
}

/** Returns the number of reports. */
function countReports({ persons, organizations }: Origin, everyone: number): number {
  let reports = 0
  for (let i = 0; i < everyone; i++)
    for (let k = 0; k < organizations; k++) if (queried(i, k, persons)) reports += reportsOn(i)
  return reports
}

/** Returns how many reports an organization that queried a person has on it. */
function reportsOn(i: number): number {
  return i % 5 === 2 ? 2 : 1
}

function organization(seed: number, k: number, habilitada: boolean): Organizacao {
  return { id: `org-${k + 1}`, nome: NAMES[k] ?? `Organização ${k + 1}`, token: token(seed, k), habilitada }
}

const WORD = 2 ** 32
const { first_name, last_name } = faker.rawDefinitions.person as Record<string, Record<string, string[]>>
const [FEMALE, MALE] = [first_name?.female, first_name?.male] as [string[], string[]]
const LAST = last_name?.generic as string[]

/** The values of the two generators of a name, and how many of them were used; no name uses more. */
const [drawn, chances] = [new Uint32Array(24), new Uint32Array(24)]
let [used, taken] = [0, 0]

function draw(): number {
  return (drawn[used++] as number) / WORD
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(((chances[taken++] as number) / WORD) * list.length)] as T
}

function firstName(): string {
  const list = draw() < 0.5 ? FEMALE : MALE
  return list[Math.floor(draw() * list.length)] as string
}

function surname(): string {
  if ((chances[taken++] as number) % 3 > 0) return pick(SURNAMES)
  // Faker draws a sex and a pattern first, of which there is one.
  used += 2
  return LAST[Math.floor(draw() * LAST.length)] as string
}

/** Returns a surname after its particle. One with `D'` has it already; a given one has none that is not in the table. */
function withParticle(surname: string, isGiven = false): string {
  const particle = particleOf.get(surname) ?? (isGiven || surname.startsWith("D'") ? undefined : 'de')
  return particle === undefined ? surname : `${particle} ${surname}`
}

/**
 * Returns the name of person *i*. Names have accents, particles and apostrophes; some are very long or very short. They
 * are the words of Faker, drawn as Faker draws them, whose own functions take ten times as long.
 * @param given its last name, in place of a drawn one
 */
export function name(seed: number, i: number, given?: string): string {
  draws(seed, i, 2, drawn)
  draws(seed, i, 3, chances)
  used = taken = 0
  const isGiven = given !== undefined
  const first = firstName()
  if (i % 25 === 11) return `${first.slice(0, 3).trim()} ${given ?? pick(['Sá', 'Lé', 'Luz'])}`
  if (i % 25 === 7) {
    const start = `${first} ${firstName()} ${surname()} ${withParticle(surname())} e ${surname()}`
    return `${start} ${withParticle(surname())} ${withParticle(given ?? surname(), isGiven)}`
  }
  if (i % 25 === 18) return `${first} ${given ?? pick(APOSTROPHES)}`
  const isShort = i % 25 === 3
  const middle = !isShort && (chances[taken++] as number) % 2 === 0 ? ` ${surname()}` : ''
  const particle = isShort || (chances[taken++] as number) % 3 === 0 ? pick(PARTICLES) : undefined
  const last = given ?? (isShort ? pick(CEDILLAS) : surname())
  // "e" joins two surnames.
  const isJoined = particle === 'e' && middle !== '' && !isGiven
  const end = isJoined ? `e ${last}` : particle === undefined ? last : withParticle(last, isGiven)
  return `${first}${middle} ${end}`
}

/** Returns the single words of which names are generated. */
export function nameWords(): { first: string[]; last: string[] } {
  const isSingle = (word: string) => !word.includes(' ')
  return { first: [...FEMALE, ...MALE].filter(isSingle), last: [...SURNAMES, ...LAST].filter(isSingle) }
}

function stampOf(seed: number, i: number, k: number, n: number): number {
  const position = (i * originRanges.organizations[1] + k) * REPORTS_A_PERSON + n
  return REFERENCE - 1 - permuted(position, seed)
}

/** Of every eight persons, two have a decision on their first report. */
const decisions: Record<number, GivenDecision> = {
  5: { aprovar: true, mensagem: 'Aprovado após conferência dos documentos.' },
  6: { aprovar: false, mensagem: 'Rejeitado: os documentos não conferem.' },
}

/** Maps positions to distinct milliseconds, because an odd factor permutes a power of two. */
function permuted(position: number, seed: number): number {
  const high = ((Math.floor(position / 2 ** 15) * STAMP_FACTOR) % SPAN) * 2 ** 15
  const low = (position % 2 ** 15) * STAMP_FACTOR
  return ((high % SPAN) + low + seed * 104_729) % SPAN
}
