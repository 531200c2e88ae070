import { URL } from 'node:url'
import { toByteText } from '../../src/contract/bytes.ts'
import { checkDigits } from '../../src/contract/cpf.ts'
import type { Dataset, Pessoa, Relatorio } from '../../src/contract/dataset.ts'
import { groupBy } from '../../src/contract/group-by.ts'
import { jsonValue } from '../../src/contract/json-value.ts'
import type { Profile } from '../../src/contract/profile.ts'
import type { TwinAnswer, TwinRequest } from '../../src/twin.ts'
import { TEXT_KEPT } from '../client/body.ts'
import type { Keyring } from '../client/credentials.ts'
import type { Question } from '../client/exchange.ts'
import { bytesOf, headersOf, urlOf } from '../client/request.ts'
import { type Spelling, spellingOf } from '../client/spelling.ts'
import type { NumberShape } from '../client/unknown-number.ts'
import { Undecided, Violation } from '../judging/judgement.ts'
import { byCodeUnit, collations, firstDisorder } from '../judging/order.ts'
import type { Person } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import { factsOf, type ItemFacts } from './item-facts.ts'
import { hasHomonyms, isFlipping, storedOrder } from './stored-order.ts'

/** The twin is made from these data; the rest of the suite knows no simulator. */
export { createTwin, type Twin } from '../../src/twin.ts'

/** What a probe knows of the data of a target: what its twin is made of, and what questions are drawn from. */
export interface TargetData {
  dataset: Dataset
  /** The persons in the order in which they were read, each once. */
  people: readonly Person[]
  /** Whether all persons of the list were read. */
  complete: boolean
  keys: Keyring
  /** Reports that may be decided. */
  reports: readonly string[]
  /** One of them that was approved, and one that was rejected, before anything was learned. */
  approved?: string | undefined
  rejected?: string | undefined
  /** What becomes of a second decision on them, as far as it is known. */
  seconds?: Readonly<Record<string, string>>
  foreignReport: string | undefined
  /** What its items say of reports. */
  facts?: ItemFacts | undefined
  /** Where the target is, if its twin has to know. */
  baseUrl?: string | undefined
  /** Returns a new report number that no report has. */
  unknownNumber(shape?: NumberShape): string
}

type Known = Omit<TargetData, 'dataset'>

const OWN = 'alvo'
const OTHER = 'outra'
const DISABLED = 'desabilitada'

/**
 * Reads the list of a target and builds a dataset with the same persons.
 * @param profile what is known of the target
 */
export async function readTargetData(
  service: Service,
  profile: Pick<Profile, 'sortFields'>,
): Promise<TargetData> {
  const { people: read, capped } = await service.everyone()
  const isTold = !capped && profile.sortFields.includes('nome') && hasHomonyms(read)
  const people = (await unsorted(service, read)) ?? (isTold ? await inStoredOrder(service, read) : read)
  const { keys, foreignReport } = service
  const reports = service.reports.map(({ value }) => value)
  return targetDataOf({
    people,
    complete: !capped,
    keys,
    reports,
    foreignReport: foreignReport?.value,
    facts: factsOf(read, reports),
    unknownNumber: (shape) => service.unknownNumber(shape).value,
  })
}

async function inStoredOrder(service: Service, read: readonly Person[]): Promise<readonly Person[]> {
  const byName = await inOrderOfNames(service, 'nome')
  const isFlipped = isFlipping(byName, await inOrderOfNames(service, '-nome'))
  return storedOrder(read, byName, isFlipped)
}

/** What names no field to sort by; a service may refuse some of these. */
const UNKNOWN_SORTS = ['campo_desconhecido', '-', 'NOME']

/** Returns the list in the order of a service that does not order it by what it does not know; undefined for any other. */
async function unsorted(service: Service, read: readonly Person[]): Promise<readonly Person[] | undefined> {
  const known = new Set(read.map(({ id }) => id))
  for (const sort of UNKNOWN_SORTS) {
    const { list } = await service.tryOut({ sort })
    if (list === undefined) continue
    const first = list.people
    if (isInOrder(first, read) || isByField(first)) return undefined
    const { people } = await service.pages({ sort })
    const isWhole = people.length === known.size && people.every(({ id }) => known.has(id))
    return isWhole && new Set(people.map(({ id }) => id)).size === known.size ? people : undefined
  }
  return undefined
}

/** Returns whether a page begins a list, apart from persons with equal times. */
function isInOrder(page: readonly Person[], list: readonly Person[]): boolean {
  return page.every(({ stamp }, i) => stamp === list[i]?.stamp)
}

/** Returns whether persons are ordered by one of their fields. */
function isByField(page: readonly Person[]): boolean {
  return (['id', 'nome', 'stamp'] as const).some((name) =>
    [false, true].some(
      (descending) =>
        firstDisorder(
          page.map((person) => person[name]),
          descending,
          name === 'nome' ? collations : [byCodeUnit],
        ) === undefined,
    ),
  )
}

/** Returns the list sorted by names; nobody where it cannot be read. */
async function inOrderOfNames(service: Service, sort: 'nome' | '-nome'): Promise<readonly Person[]> {
  try {
    return (await service.pages({ sort })).people
  } catch (error) {
    if (error instanceof Undecided || error instanceof Violation) return []
    throw error
  }
}

/** Returns a dataset of the persons, each with a made-up report, and of what the operator declared. */
export function targetDataOf({ people: read, ...known }: Known): TargetData {
  const people = [
    ...new Map(read.filter(({ id }) => id !== '').map((person) => [person.id, person])).values(),
  ]
  return { ...known, people, dataset: datasetOf({ ...known, people }) }
}

function datasetOf({ people, keys, reports, foreignReport, facts = {} }: Known): Dataset {
  const pessoas: Pessoa[] = people.map(({ id, nome }) => ({ cpf: id, nome }))
  const told = new Set(facts.numbers?.values())
  const unknown = reports.filter((numero) => !told.has(numero))
  let before = 0
  const relatorios: Relatorio[] = people.map(({ id, stamp }, i) => {
    const instant = instantOf(stamp)
    // An unreadable time leaves the person where it was read.
    before = Number.isNaN(instant) ? before : instant
    const numero = facts.numbers?.get(id) ?? unknown[i] ?? madeUpNumber(i)
    return { numero, organizacao: OWN, cpf: id, atualizado_em: new Date(before).toISOString() }
  })
  for (const [i, numero] of unknown.slice(facts.numbers ? 0 : people.length).entries()) {
    const same = relatorios[i % people.length]
    if (same) relatorios.push({ ...same, numero, ...(facts.numbers && { atualizado_em: LONG_AGO }) })
  }
  relatorios.push(...furtherReports(relatorios, facts))
  if (foreignReport !== undefined) {
    const cpf = absentCpf(people)
    pessoas.push({ cpf, nome: 'Pessoa de outra organização' })
    const atualizado_em = new Date(before).toISOString()
    relatorios.push({ numero: foreignReport, organizacao: OTHER, cpf, atualizado_em })
  }
  const token = (header: string | undefined, instead: string) => tokenIn(header) ?? instead
  return {
    organizacoes: [
      { id: OWN, nome: 'Organização do token', token: token(keys.own.value, 'token-do-alvo') },
      { id: OTHER, nome: 'Outra organização', token: token(keys.other?.value, 'token-da-outra') },
      {
        id: DISABLED,
        nome: 'Organização desabilitada',
        token: token(keys.disabled?.value, 'token-da-desabilitada'),
        habilitada: false,
      },
    ],
    pessoas,
    relatorios,
  }
}

/** The last update of reports that are not the newest of their persons. */
const LONG_AGO = new Date(0).toISOString()

/** Returns as many reports as persons have beyond those that are there. */
function furtherReports(relatorios: readonly Relatorio[], { counts }: ItemFacts): Relatorio[] {
  if (counts === undefined) return []
  let made = relatorios.length
  return [...groupBy(relatorios, ({ cpf }) => cpf)].flatMap(([cpf, [own, ...others]]) =>
    Array.from({ length: Math.max(0, (counts.get(cpf) ?? 1) - 1 - others.length) }, () => ({
      ...own,
      numero: madeUpNumber(made++),
      atualizado_em: LONG_AGO,
    })),
  )
}

/** Returns the token in a header, without the word before it, as a fixture has it. */
function tokenIn(header: string | undefined) {
  return /^[A-Za-z]+ +(\S+)$/.exec(header ?? '')?.[1] ?? header
}

/** Returns milliseconds since 1970; a time without a zone is UTC, as the interface says. */
export function instantOf(stamp: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(stamp) ? stamp : `${stamp}Z`)
}

function madeUpNumber(i: number): string {
  return `7a3c0000-0000-4000-8000-${String(i).padStart(12, '0')}`
}

/** Returns a CPF with valid check digits that none of these persons has; always the same one. */
function absentCpf(people: readonly Person[]): string {
  const known = new Set(people.map(({ id }) => id))
  for (let base = 529_982_247; ; base++) {
    const cpf = `${base}${checkDigits(String(base))}`
    if (!known.has(cpf)) return cpf
  }
}

const NOWHERE = 'http://localhost'

/** Returns a question of the suite as a twin is asked it, with the headers that a target gets. */
export function twinRequest(question: Question, baseUrl?: string): TwinRequest {
  const { base: _, ...own } = question
  return {
    method: question.method,
    url: toByteText(urlOf(NOWHERE, own).slice(NOWHERE.length)),
    headers: {
      ...headersOf(question, 'pessoas-sim (twin)'),
      ...(question.chunked && { 'transfer-encoding': 'chunked' }),
      ...(baseUrl && hostOf(baseUrl)),
    },
    body: bytesOf(question),
  }
}

/** Returns the headers with which a service knows its own URL. */
function hostOf(baseUrl: string): Record<string, string> {
  const { host, protocol, pathname } = new URL(baseUrl)
  const isPlain = protocol === 'http:'
  const prefix = pathname.replace(/\/$/, '')
  return {
    host,
    ...(!isPlain && { 'x-forwarded-proto': protocol.slice(0, -1) }),
    ...(prefix !== '' && { 'x-forwarded-prefix': prefix }),
  }
}

/** An answer of a target or of a twin, as both are compared. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Undefined for a body that is not valid JSON. */
  json: unknown
  /** The beginning of a body that is not valid JSON; empty for valid JSON. */
  text: string
  /** How the JSON is written, if not compactly. */
  spelling?: Spelling | undefined
}

/** Returns the answer of a twin in the form of a target's: of a text that is not JSON, as much is kept. */
export function answerOfTwin({ status, headers, text }: TwinAnswer): Answer {
  const json = jsonValue(text)
  return json === undefined
    ? { status, headers, json, text: Buffer.from(text).toString('utf8', 0, TEXT_KEPT) }
    : { status, headers, json, text: '', spelling: spellingOf(text, json) }
}
