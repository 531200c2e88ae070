import { counted } from '../contract/counted.ts'
import { cpfAt } from '../contract/cpf.ts'
import type { Organizacao } from '../contract/dataset.ts'
import { printable } from '../contract/printable.ts'
import { MENSAGEM_MINIMUM } from '../contract/wire.ts'
import { hint } from '../operator/hint.ts'
import { unicodeOf } from '../operator/odd-character.ts'
import { pathText } from '../operator/path-text.ts'
import { walkShape } from '../operator/shape.ts'
import { countsOf } from './counts.ts'
import { cpfFault } from './cpf-fault.ts'
import { token as tokenAt, uuidAt } from './draw.ts'
import { error, type Finding, type Path, shownKey } from './finding.ts'
import {
  bounds,
  type Fixture,
  type FixturePerson,
  type FixtureReport,
  fixtureSchema,
  GENERATED_MAXIMUM,
  type Generated,
  ORGANIZATIONS_MAXIMUM,
} from './fixture.ts'
import type { Origin } from './origin.ts'
import type { DatasetSource, GivenDecision } from './source.ts'
import { instantOf, isLocal, timeFault } from './time.ts'

export interface CheckOptions {
  /** Accept CPFs with a mask, another length or wrong check digits. */
  allowInvalidCpf?: boolean | undefined
}

/**
 * Default times of written persons go back from here, an hour a person, so the first in the file is the first in the
 * list.
 */
const [WRITTEN, HOUR] = [Date.UTC(2026, 0, 1), 3_600_000]
/** Default times of generated persons go back from here, a minute a person. */
const [GENERATED, MINUTE] = [Date.UTC(2025, 0, 1), 60_000]
/** The first position of generated persons: adding a written person does not change them. */
const GENERATED_POSITION = 2 ** 21
/** If a CPF is taken, the next candidate is this far away, beyond every other person. */
const ASIDE = 2 ** 22
/**
 * The purpose of draws for a report of the list. Those of a person begin at PERSON_PURPOSE, one for each organization
 * and report.
 */
const LIST_PURPOSE = 0
const PERSON_PURPOSE = 2 ** 10
/** Looking for the nearest id is slow. */
const HINTS = 20

const STRANGER = { rule: 'unknown-person', message: 'is unknown: no person in this file has this CPF' }
const UNLISTED =
  'appears in no list: in a file with a list of reports, a person without organizacao gets no generated report'
const PERSONAL =
  'does this come from production? A fixture must not contain real people (LGPD). Use gerar to generate persons, or "npx pessoas-sim fixture from-csv --anonymize" to replace those of an export.'
const PERSONAL_DATA: readonly [pattern: RegExp, what: string][] = [
  [/[\w.+-]@[\w-]{1,63}\.\w{2}/, 'an e-mail address'],
  [/(?<!\d)(?:\+55\s?)?(?:\(\d{2}\)\s?|\d{2}\s)9?\d{4}[-\s]?\d{4}(?!\d)/, 'a phone number'],
]

/** Ends a check at the maximum number of errors or records. */
class Enough extends Error {}

interface Report {
  numero: string
  organization: number
  person: number
  stamp: number
  decision: GivenDecision | null
}

interface Group extends Generated {
  path: Path
}

/**
 * Checks a fixture, and generates what it leaves out; each such value depends only on the seed and its own position.
 * Removes from the value what has an error.
 * @param now the base of relative times, in milliseconds since 1970
 * @param nameAt returns the name of a generated person
 */
export function checkFixtureValue(
  value: unknown,
  now: number,
  options: CheckOptions,
  nameAt: (seed: number, i: number, last?: string) => string,
): FixtureCheck {
  const check = new FixtureCheck(now, options)
  try {
    check.run(value, nameAt)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return check
}

class FixtureCheck {
  /** In no order. */
  readonly findings: Finding[] = []
  /** What the fixture stands for, if it is only the recipe of a seeded dataset. */
  origin: Origin | undefined
  readonly #organizations: Organizacao[] = []
  readonly #persons: { cpf: string; nome: string }[] = []
  readonly #reports: Report[] = []
  readonly #positions = new Map<string, number>()
  readonly #byCpf = new Map<string, number>()
  /** By their number in lower case. */
  readonly #byNumero = new Map<string, number>()
  readonly #now: number
  readonly #allowInvalidCpf: boolean
  /** The paths whose shape has an error, so that no other check needs to report them. */
  readonly #told = new Set<string>()
  /** The warnings by rule and message: one is told, about the first value, with the number of others. */
  readonly #warnings = new Map<string, { finding: Finding; others: number }>()
  #seed = 1
  #groups: Group[] = []
  #hasList = false
  /** The id of the first enabled organization, else of the first. */
  #first = ''
  #isAlone = false
  /** False if the ids or CPFs themselves have errors; references to them are then not checked. */
  #knowsOrganizations = true
  #knowsPersons = true
  /** The first report of the list. */
  #listed = Number.POSITIVE_INFINITY
  #hints = HINTS

  constructor(now: number, { allowInvalidCpf = false }: CheckOptions) {
    this.#now = now
    this.#allowInvalidCpf = allowInvalidCpf
  }

  /** Returns the data, if there is no error. */
  source(hash: string): DatasetSource {
    const [organizations, persons, reports] = [this.#organizations, this.#persons, this.#reports]
    return {
      hash,
      seed: null,
      counts: countsOf({ organizacoes: organizations, pessoas: persons, relatorios: reports }),
      write(sink) {
        for (const organization of organizations) sink.organization(organization)
        for (const { cpf, nome } of persons) sink.person(cpf, nome)
        for (const { numero, organization, person, stamp, decision } of reports)
          sink.report(numero, organization, person, stamp, decision)
      },
    }
  }

  run(value: unknown, nameAt: (seed: number, i: number, last?: string) => string): void {
    if (value === undefined || value === null)
      return void this.#add(error('empty', [], 'is empty: write {} for one organization without persons'))
    this.#hasList = Object.hasOwn(value, 'relatorios')
    const fixture = this.#wellShaped(value)
    this.#head(fixture)
    this.#gerar(fixture)
    for (const [i, person] of fixture.pessoas?.entries() ?? []) this.#person(person, i)
    for (const [i, person] of this.#persons.entries()) {
      if (fixture.pessoas?.[i]?.cpf !== undefined) continue
      person.cpf = this.#freeCpf(i)
      this.#byCpf.set(person.cpf, i)
    }
    this.#listed = this.#reports.length
    for (const [n, report] of fixture.relatorios?.entries() ?? []) this.#listedReport(report, n)
    if (!this.findings.some(({ severity }) => severity === 'error')) this.#generate(nameAt)
    for (const { finding, others } of this.#warnings.values()) {
      const message = finding.message + (others === 0 ? '' : ` (${counted(others, 'other')} like it)`)
      this.findings.push({ ...finding, message })
    }
  }

  /** Returns a value without the parts that do not fit the schema, which are reported. */
  #wellShaped(value: unknown): Fixture {
    const wrong: Path[] = []
    const words = { string: 'a string, in quotes', value: kindOf }
    walkShape(fixtureSchema, value, words, ({ rule, path, message, near }) => {
      const key = near === undefined ? shownKey(String(path.at(-1))) : printable(String(path.at(-1)))
      this.#add(error(rule, path, rule === 'unknown-key' ? `the key "${key}" ${message}` : message))
      if (rule !== 'missing-key') wrong.push(path)
      // A misspelled key counts as the key that was meant, so that it is not also reported as missing.
      const meant = [...path.slice(0, -1), near ?? '']
      if (valueAt(value, meant) === undefined) this.#told.add(JSON.stringify(meant))
    })
    for (const path of wrong) {
      this.#told.add(JSON.stringify(path))
      remove(value, path)
    }
    const isKnown = (list: string, key: string) =>
      !wrong.some((path) => path[0] === list && (path.length <= 2 || path[2] === key))
    this.#knowsOrganizations = isKnown('organizacoes', 'id')
    this.#knowsPersons = isKnown('pessoas', 'cpf')
    return wrong.some((path) => path.length === 0) ? {} : (value as Fixture)
  }

  #head({ organizacoes, semente = 1 }: Fixture): void {
    this.#seed = semente
    this.#isAlone = organizacoes === undefined
    const written = organizacoes ?? [{ id: 'org-1', nome: 'Aurora Crédito' }]
    this.#first = (written.find(({ habilitada }) => habilitada !== false) ?? written[0])?.id ?? ''
    const tokens = new Map<string, number>()
    const unique = (known: Map<string, number>, value: string, k: number, key: string, rule: string) => {
      const first = known.get(value)
      if (first === undefined) return void known.set(value, k)
      this.#add(error(rule, ['organizacoes', k, key], repeated(`this ${key}`, ['organizacoes', first])))
    }
    for (const [k, { id, nome = id, token = tokenAt(semente, k), habilitada }] of written.entries()) {
      if (id !== undefined) unique(this.#positions, id, k, 'id', 'repeated-organization')
      unique(tokens, token, k, 'token', 'repeated-token')
      this.#doubtName(nome, ['organizacoes', k])
      this.#organizations.push({ id, nome, token, ...(habilitada !== undefined && { habilitada }) })
    }
  }

  #gerar(fixture: Fixture): void {
    const { gerar = [] } = fixture
    if ('organizacoes' in gerar) {
      this.origin = { seed: this.#seed, persons: gerar.pessoas, organizations: gerar.organizacoes }
      const beside = ['organizacoes', 'pessoas', 'relatorios'].find((key) => Object.hasOwn(fixture, key))
      if (beside === undefined) return
      const message = 'cannot be used beside gerar.organizacoes, which generates all of the data'
      return void this.#add(error('recipe', [beside], message))
    }
    this.#groups = [gerar].flat().map((group, n) => {
      return { ...group, path: Array.isArray(gerar) ? ['gerar', n] : ['gerar'] }
    })
    let [persons, reports] = [0, 0]
    for (const { pessoas = 0, nome, organizacao = '', atualizado_em, path } of this.#groups) {
      persons += pessoas
      reports += pessoas * [organizacao].flat().length
      this.#doubtName(nome, path)
      if (organizacao !== '') this.#owners(organizacao, [...path, 'organizacao'])
      this.#time(atualizado_em, path)
    }
    const message =
      persons > GENERATED_MAXIMUM
        ? `generates ${persons} persons: at most ${GENERATED_MAXIMUM} are allowed`
        : `expands to ${persons} persons and ${reports} reports: together at most ${bounds.records} are allowed`
    if (persons <= GENERATED_MAXIMUM && persons + reports <= bounds.records) return
    this.#add(error('range', ['gerar'], message))
    throw new Enough()
  }

  #person(person: FixturePerson, i: number): void {
    const path = ['pessoas', i]
    const { nome = '', cpf, organizacao, atualizado_em, relatorios: own } = person
    const fault = cpf === undefined || this.#allowInvalidCpf ? undefined : cpfFault(cpf)
    if (fault) this.#add(error(fault.rule, [...path, 'cpf'], fault.message))
    const first = cpf === undefined ? undefined : this.#byCpf.get(cpf)
    if (first !== undefined)
      this.#add(error('repeated-cpf', [...path, 'cpf'], repeated('this CPF', ['pessoas', first])))
    else if (cpf !== undefined) this.#byCpf.set(cpf, i)
    this.#persons.push({ cpf: cpf ?? '', nome })
    this.#doubtName(nome, path)
    if (organizacao !== undefined) this.#owners(organizacao, [...path, 'organizacao'])
    const stamp = this.#time(atualizado_em, path) ?? WRITTEN - (i + 1) * HOUR
    if (organizacao === undefined && own === undefined && cpf === undefined && this.#hasList)
      this.#warn('no-effect', path, UNLISTED)

    const named = [organizacao ?? []].flat().filter((id) => id !== undefined)
    const standard = named[0] ?? this.#first
    const numberOf = this.#numbers(i)
    for (const [n, report] of (own ?? []).entries()) {
      const owner = report.organizacao ?? standard
      this.#report(report, [...path, 'relatorios', n], owner, i, stamp, () => numberOf(owner))
    }
    const withReport = new Set(own?.map((report) => report.organizacao ?? standard))
    const others = own === undefined && named.length === 0 && !this.#hasList ? [this.#first] : named
    for (const id of others) if (!withReport.has(id)) this.#addReport(numberOf(id), id, i, stamp, null, true)
  }

  /** Returns a function that generates the numbers of the reports on a person, by the id of their organization. */
  #numbers(i: number): (id: string) => string {
    const counts = new Map<string, number>()
    return (id) => {
      const nth = counts.get(id) ?? 0
      counts.set(id, nth + 1)
      const position = this.#positions.get(id) ?? ORGANIZATIONS_MAXIMUM - 1
      return uuidAt(this.#seed, i, PERSON_PURPOSE + nth * ORGANIZATIONS_MAXIMUM + position)
    }
  }

  #listedReport(report: FixtureReport & { cpf?: string }, n: number): void {
    const path = ['relatorios', n]
    const { cpf, organizacao: owner = this.#first } = report
    const person = cpf === undefined ? undefined : this.#byCpf.get(cpf)
    if (cpf !== undefined && person === undefined && this.#knowsPersons) {
      const { rule, message } = (this.#allowInvalidCpf ? undefined : cpfFault(cpf)) ?? STRANGER
      this.#add(error(rule, [...path, 'cpf'], message))
    }
    const numero = () => uuidAt(this.#seed, n, LIST_PURPOSE)
    this.#report(report, path, owner, person ?? 0, WRITTEN - (n + 1) * HOUR, numero)
  }

  #report(
    report: FixtureReport,
    path: Path,
    owner: string,
    person: number,
    stamp: number,
    generated: () => string,
  ): void {
    const { numero, organizacao, atualizado_em, aprovar, mensagem } = report
    if (organizacao !== undefined) this.#owners(organizacao, [...path, 'organizacao'])
    const time = this.#time(atualizado_em, path) ?? stamp
    if ((aprovar === undefined) !== (mensagem === undefined)) {
      const missing = aprovar === undefined ? 'aprovar' : 'mensagem'
      const message = 'is missing: a decision needs both aprovar and mensagem'
      this.#add(error('half-decision', [...path, missing], message))
    }
    if (mensagem !== undefined && mensagem.length < MENSAGEM_MINIMUM) {
      const message = `is too short: it has ${mensagem.length} characters and needs at least ${MENSAGEM_MINIMUM}`
      this.#add(error('short-mensagem', [...path, 'mensagem'], message))
    }
    if (mensagem !== undefined) this.#doubtPersonal(mensagem, [...path, 'mensagem'])
    const decision = aprovar === undefined || mensagem === undefined ? null : { aprovar, mensagem }
    // Later numbers must not depend on whether this one is written.
    const own = generated()
    this.#addReport(numero ?? own, owner, person, time, decision, numero === undefined)
  }

  #addReport(
    numero: string,
    owner: string,
    person: number,
    stamp: number,
    decision: GivenDecision | null,
    isGenerated: boolean,
  ): void {
    if (this.#persons.length + this.#reports.length >= bounds.records) {
      this.#add(error('range', [], `expands to more than ${bounds.records} persons and reports`))
      throw new Enough()
    }
    const key = numero.toLowerCase()
    const first = this.#byNumero.get(key)
    if (first === undefined) this.#byNumero.set(key, this.#reports.length)
    const organization = this.#positions.get(owner) ?? 0
    this.#reports.push({ numero, organization, person, stamp, decision })
    if (first === undefined || (isGenerated && !this.#positions.has(owner))) return
    const path = this.#pathOfReport(isGenerated ? first : this.#reports.length - 1)
    const message = isGenerated
      ? 'is repeated: a generated report has this number. Use another one'
      : repeated('this report number', this.#pathOfReport(first))
    this.#add(error('repeated-report', [...path, 'numero'], message))
  }

  #pathOfReport(report: number): Path {
    if (report >= this.#listed) return ['relatorios', report - this.#listed]
    const person = this.#reports[report]?.person as number
    const first = this.#reports.findIndex((one) => one.person === person)
    return ['pessoas', person, 'relatorios', report - first]
  }

  #generate(nameAt: (seed: number, i: number, last?: string) => string): void {
    let i = GENERATED_POSITION
    let count = 0
    for (const { pessoas, nome, organizacao, atualizado_em } of this.#groups) {
      for (let n = 0; n < pessoas; n++, i++) {
        const cpf = this.#freeCpf(i)
        const person = this.#persons.push({ cpf, nome: nameAt(this.#seed, i, nome) }) - 1
        this.#byCpf.set(cpf, person)
        count++
        const written = atualizado_em === undefined ? undefined : instantOf(atualizado_em, this.#now)
        const numberOf = this.#numbers(i)
        for (const id of [organizacao ?? this.#first].flat())
          this.#addReport(numberOf(id), id, person, written ?? GENERATED - count * MINUTE, null, true)
      }
    }
  }

  /** Returns a CPF that nobody has. */
  #freeCpf(i: number): string {
    for (let at = i; ; at += ASIDE) {
      const cpf = cpfAt(this.#seed, at)
      if (!this.#byCpf.has(cpf)) return cpf
    }
  }

  /** @param given items of a list that were invalid, and already reported, are undefined */
  #owners(given: string | (string | undefined)[], path: Path): void {
    if (!this.#knowsOrganizations) return
    for (const [n, id] of [given].flat().entries()) {
      if (id === undefined || this.#positions.has(id)) continue
      // An id that resembles no known one may be personal data, so the message does not repeat it.
      const near = this.#hints-- > 0 ? this.#nearestId(id) : ''
      const only = this.#isAlone ? ': without organizacoes, the only id is org-1' : ''
      const message =
        near === ''
          ? `no organization has this id${only}`
          : `no organization has the id "${printable(id)}"${near}`
      this.#add(error('unknown-organization', Array.isArray(given) ? [...path, n] : path, message))
    }
  }

  #nearestId(id: string): string {
    const parts = id.split(',').map((part) => part.trim())
    if (parts.length > 1 && parts.every((part) => this.#positions.has(part)))
      return `: for several, write [${printable(parts.join(', '))}]`
    return printable(hint(id, [...this.#positions.keys()]))
  }

  /** Returns the instant of `atualizado_em`; undefined if there is none. */
  #time(text: string | undefined, record: Path): number | undefined {
    if (text === undefined) return undefined
    const path = [...record, 'atualizado_em']
    const instant = instantOf(text, this.#now)
    if (instant === undefined) this.#add(error('time', path, timeFault(text)))
    else if (text.includes(':') && isLocal(text)) {
      const time = new Date(instant).toISOString()
      this.#warn('time-zone', path, `"${text}" names no time zone, so it is read as UTC: write ${time}`, '')
    }
    return instant
  }

  #doubtName(nome: string | undefined, record: Path): void {
    if (nome === undefined || /^[A-Za-zÀ-ÖØ-öø-ÿ .'-]*$/.test(nome)) return
    const path = [...record, 'nome']
    const [control] = /\p{Cc}/u.exec(nome) ?? []
    if (control !== undefined) {
      const what = `contains the control character ${unicodeOf(control)}`
      const message = `${what}: was it read in another encoding? Save the original file as UTF-8`
      this.#warn('control-character', path, message)
    }
    this.#doubtPersonal(nome, path)
  }

  #doubtPersonal(text: string, path: Path): void {
    for (const [pattern, what] of PERSONAL_DATA)
      if (pattern.test(text)) this.#warn('personal-data', path, `contains ${what}: ${PERSONAL}`)
  }

  /** @param kind distinguishes warnings with the same rule */
  #warn(rule: string, path: Path, message: string, kind = message): void {
    const found = this.#warnings.get(rule + kind)
    if (found) found.others++
    else this.#warnings.set(rule + kind, { finding: { severity: 'warning', rule, path, message }, others: 0 })
  }

  #add(finding: Finding): void {
    // What has a wrong shape was reported as that, when it was removed.
    if (this.#told.size > 0 && this.#told.has(JSON.stringify(finding.path))) return
    if (this.findings.length >= bounds.findings) {
      const message = `has more than ${bounds.findings} errors: only the first ones are listed`
      this.findings.push(error('range', [], message))
      throw new Enough()
    }
    this.findings.push(finding)
  }
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, part) => Object(inner)[part], value)
}

/** Returns what kind of value it is, without the value, which may be personal data. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction'
  return typeof value === 'string' ? 'a string' : 'an object'
}

/** Removes the part of a value at a path; an item of a list stays as an empty record or as undefined. */
function remove(value: unknown, path: Path): void {
  const key = path.at(-1)
  const holder = valueAt(value, path.slice(0, -1))
  if (key === undefined || typeof holder !== 'object' || holder === null) return
  if (Array.isArray(holder)) holder[key as number] = RECORDS.has(String(path.at(-2))) ? {} : undefined
  else Reflect.deleteProperty(holder, key)
}

/** The lists whose items are records. */
const RECORDS = new Set(['organizacoes', 'pessoas', 'relatorios', 'gerar'])

function repeated(what: string, first: Path): string {
  return `${what} is repeated; first at ${pathText(first)}`
}
