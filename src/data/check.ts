import { counted } from '../contract/counted.ts'
import { cpfAt } from '../contract/cpf.ts'
import type { Organizacao } from '../contract/dataset.ts'
import { printable } from '../contract/printable.ts'
import { MENSAGEM_MINIMUM } from '../contract/wire.ts'
import { hint } from '../operator/hint.ts'
import { unicodeOf } from '../operator/odd-character.ts'
import { pathText } from '../operator/path-text.ts'
import { cpfFault } from './cpf-fault.ts'
import { token as tokenAt, uuidAt } from './draw.ts'
import { error, type Finding, type Path } from './finding.ts'
import {
  bounds,
  type Fixture,
  type FixturePerson,
  type FixtureReport,
  fixtureSchema,
  GENERATED_MAXIMUM,
  type Generated,
  ORGANIZATIONS_MAXIMUM,
  type Recipe,
} from './fixture.ts'
import type { FixtureText } from './fixture-text.ts'
import type { Origin } from './origin.ts'
import { Records } from './records.ts'
import { ShapeCheck } from './shape.ts'
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
const EMPTY = error('empty', [], 'is empty: write {} for one organization without persons')
const TOO_MANY = error('range', [], `has more than ${bounds.findings} errors: only the first ones are listed`)

/** A record as a dataset writes it, that needs no closer look: reading it so is several times as fast. */
const PERSON = /^\{"cpf":"(\d{11})","nome":"([^"\\]+)"\}$/
const ORDINARY = /^ *[A-Za-zÀ-ÖØ-öø-ÿ.'-][A-Za-zÀ-ÖØ-öø-ÿ .'-]*$/
const NUMERO = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const REPORT =
  /^\{"numero":"([^"]{36})","organizacao":"([^"\\]+)","cpf":"(\d{11})","atualizado_em":"([^"]{24})"(?:,"aprovar":(true|false),"mensagem":"([^"\\\p{Cc}]+)")?\}$/u

const PERSONAL = (what: string) =>
  `contains ${what}: does this come from production? A fixture must not contain real people (LGPD). Use gerar to generate persons, or "npx pessoas-sim fixture from-csv --anonymize" to replace those of an export.`
const PERSONAL_DATA: readonly [pattern: RegExp, message: string][] = [
  [/[\w.+-]@[\w-]{1,63}\.\w{2}/, PERSONAL('an e-mail address')],
  [/(?<!\d)(?:\+55\s?)?(?:\(\d{2}\)\s?|\d{2}\s)9?\d{4}[-\s]?\d{4}(?!\d)/, PERSONAL('a phone number')],
]

/** Ends a check at the maximum number of errors or records. */
class Enough extends Error {}

interface CheckedText {
  /** In no order. */
  findings: Finding[]
  organizations: readonly Organizacao[]
  /** The data, if there is no error. */
  records: Records
  /** What the fixture stands for, if it is only the recipe of a seeded dataset. */
  origin: Origin | undefined
}

/**
 * Checks a fixture, and generates what it leaves out; each such value depends only on the seed and its own position.
 * @param now the base of relative times, in milliseconds since 1970
 * @param nameAt returns the name of a generated person
 */
export function checkText(
  text: FixtureText,
  now: number,
  options: CheckOptions,
  nameAt: (seed: number, i: number) => string,
): CheckedText {
  const check = new FixtureCheck(text, now, options)
  try {
    check.run(text, nameAt)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return check
}

class FixtureCheck implements CheckedText {
  readonly findings: Finding[] = []
  organizations: Organizacao[] = []
  origin: Origin | undefined
  readonly records: Records
  readonly #now: number
  readonly #allowInvalidCpf: boolean
  readonly #shape = new ShapeCheck((finding) => this.#add(finding))
  /** Warnings of which one is told, about the first, with the number of others. */
  readonly #doubts = new Map<string, { finding: Finding; others: number }>()
  #hasList = false
  readonly #positions = new Map<string, number>()
  #seed = 1
  #groups: (Generated & { path: Path })[] = []
  /** The id of the first enabled organization, else of the first. */
  #first = ''
  #isAlone = false
  /** False if the ids or CPFs themselves have errors; references to them are then not checked. */
  #knowsOrganizations = true
  #knowsPersons = true
  /** The persons whose CPF is left out. */
  readonly #withoutCpf: number[] = []
  /** The first report of the list. */
  #listed = Number.POSITIVE_INFINITY
  #hints = HINTS

  constructor({ lines }: FixtureText, now: number, { allowInvalidCpf = false }: CheckOptions) {
    this.#now = now
    this.#allowInvalidCpf = allowInvalidCpf
    this.records = new Records(lines?.size)
  }

  run({ value, lines }: FixtureText, nameAt: (seed: number, i: number) => string): void {
    if (value === undefined || value === null) return void this.#add(EMPTY)
    const pessoas = listOf(value, 'pessoas')
    const relatorios = listOf(value, 'relatorios')
    const head = {
      ...(value as object),
      ...(pessoas && { pessoas: [] }),
      ...(relatorios && { relatorios: [] }),
    }
    const fixture = (this.#shape.visit(fixtureSchema, isObject(value) ? head : value, []) ?? {}) as Fixture
    this.#hasList = lines !== undefined || Object.hasOwn(head, 'relatorios')
    this.#head(fixture)
    for (const [i, person] of (pessoas ?? []).entries()) this.#personIn(person, ['pessoas', i])
    lines?.each('pessoas', (line, path) => {
      const [, cpf, nome] = PERSON.exec(line) ?? []
      if (!this.#isPlainPerson(cpf, nome)) this.#personIn(lines.read(line, path), path)
    })
    for (const i of this.#withoutCpf) this.records.setCpf(i, this.#freeCpf(i))
    this.#listed = this.records.reports
    for (const [i, report] of (relatorios ?? []).entries()) this.#reportIn(report, ['relatorios', i])
    lines?.each('relatorios', (line, path) => {
      const [, numero, organizacao, cpf, atualizado_em, aprovar, mensagem] = REPORT.exec(line) ?? []
      const plain = {
        numero,
        organizacao,
        cpf,
        atualizado_em,
        mensagem,
        aprovar: aprovar && aprovar === 'true',
      }
      if (!this.#isPlainReport(plain)) this.#reportIn(lines.read(line, path), path)
    })
    if (!this.findings.some(({ severity }) => severity === 'error')) this.#generate(nameAt)
    for (const { finding, others } of this.#doubts.values()) {
      const message = finding.message + (others === 0 ? '' : ` (${counted(others, 'other')} like it)`)
      this.findings.push({ ...finding, message })
    }
  }

  #personIn(value: unknown, path: Path): void {
    if (isObject(value) && Object.keys(value).length === 2 && this.#isPlainPerson(value.cpf, value.nome))
      return
    const { items } = fixtureSchema.properties.pessoas
    this.#person((this.#shape.visit(items, value, path) ?? {}) as FixturePerson)
    this.#knowsPersons &&= this.#knows('pessoas', 'cpf')
    this.#shape.told.clear()
  }

  /** Adds a person that needs no closer look, as nearly all of a dataset; the whole check takes ten times as long. */
  #isPlainPerson(cpf: unknown, nome: unknown): boolean {
    if (typeof cpf !== 'string' || typeof nome !== 'string' || nome.length > 1000 || !ORDINARY.test(nome))
      return false
    const isNew =
      this.#hasList && this.#knowsOrganizations && !cpfFault(cpf) && this.records.personOf(cpf) < 0
    if (isNew) this.records.addPerson(cpf, nome)
    return isNew
  }

  #reportIn(value: unknown, path: Path): void {
    if (isObject(value) && Object.keys(value).length === (value.mensagem === undefined ? 4 : 6))
      if (this.#isPlainReport(value)) return
    const { items } = fixtureSchema.properties.relatorios
    this.#listedReport((this.#shape.visit(items, value, path) ?? {}) as ListedReport)
    this.#shape.told.clear()
  }

  #isPlainReport({ numero, organizacao, cpf, atualizado_em, aprovar, mensagem }: PlainReport): boolean {
    if (typeof numero !== 'string' || !NUMERO.test(numero) || typeof cpf !== 'string') return false
    if (typeof atualizado_em !== 'string' || !/^.{23}Z$/.test(atualizado_em)) return false
    const person = this.records.personOf(cpf)
    const stamp = person < 0 ? undefined : instantOf(atualizado_em, this.#now)
    const owner = organizacao as string
    if (stamp === undefined || !this.#positions.has(owner)) return false
    if (mensagem === undefined) this.#addReport(numero, owner, person, stamp, null, false)
    else if (typeof aprovar !== 'boolean' || !this.records.hasMessage(mensagem as string)) return false
    else {
      const decision = { aprovar, mensagem: mensagem as string }
      this.#addReport(numero, owner, person, stamp, decision, false)
    }
    return true
  }

  #head(fixture: Fixture): void {
    this.#knowsOrganizations = this.#knows('organizacoes', 'id')
    this.#knowsPersons = this.#knows('pessoas', 'cpf')
    this.#seed = fixture.semente ?? 1
    this.#isAlone = fixture.organizacoes === undefined
    const written = fixture.organizacoes ?? [{ id: 'org-1', nome: 'Aurora Crédito' }]
    this.#first = (written.find(({ habilitada }) => habilitada !== false) ?? written[0])?.id ?? ''
    const tokens = new Map<string, number>()
    const unique = (known: Map<string, number>, value: string, k: number, key: string, rule: string) => {
      const first = known.get(value)
      if (first === undefined) return void known.set(value, k)
      this.#add(error(rule, ['organizacoes', k, key], repeated(`this ${key}`, ['organizacoes', first])))
    }
    for (const [k, { id, nome = id, token = tokenAt(this.#seed, k), habilitada }] of written.entries()) {
      if (id !== undefined) unique(this.#positions, id, k, 'id', 'repeated-organization')
      unique(tokens, token, k, 'token', 'repeated-token')
      this.#doubtName(nome, ['organizacoes', k])
      this.organizations.push({ id, nome, token, ...(habilitada !== undefined && { habilitada }) })
    }
    this.#gerar(fixture)
  }

  #gerar(fixture: Fixture): void {
    const { gerar = [] } = fixture
    if (isRecipe(gerar)) {
      this.origin = { seed: this.#seed, persons: gerar.pessoas, organizations: gerar.organizacoes }
      const beside = ['organizacoes', 'pessoas', 'relatorios'].find((key) => Object.hasOwn(fixture, key))
      if (beside === undefined) return
      const message = 'cannot be used beside gerar.organizacoes, which generates all of the data'
      return void this.#add(error('recipe', [beside], message))
    }
    this.#groups = [gerar].flat().map((group, n) => {
      return { ...group, path: Array.isArray(gerar) ? ['gerar', n] : ['gerar'] }
    })
    this.#refuseLargeGroups()
    for (const { nome, organizacao, atualizado_em, path } of this.#groups) {
      this.#doubtName(nome, path)
      if (organizacao !== undefined) this.#owners(organizacao, [...path, 'organizacao'])
      this.#time(atualizado_em, path)
    }
  }

  #refuseLargeGroups(): void {
    const sum = (of: (group: Generated) => number) =>
      this.#groups.reduce((all, group) => all + (group.pessoas ?? 0) * of(group), 0)
    const persons = sum(() => 1)
    const reports = sum(({ organizacao }) => (Array.isArray(organizacao) ? organizacao.length : 1))
    const characters = sum(({ nome = '' }) => nome.length)
    const both = `${persons} persons and ${reports} reports`
    const limits: [count: number, most: number, says: string][] = [
      [persons, GENERATED_MAXIMUM, `generates ${persons} persons: at most`],
      [persons + reports, bounds.records, `expands to ${both}: together at most`],
      [characters, bounds.characters, `expands to ${characters} characters of names: at most`],
    ]
    const large = limits.find(([count, most]) => count > most)
    if (large === undefined) return
    const [, most, says] = large
    this.#add(error('range', ['gerar'], `${says} ${most} are allowed`))
    throw new Enough()
  }

  #person(person: FixturePerson): void {
    const i = this.records.persons
    const path = ['pessoas', i]
    const { nome = '', cpf, organizacao, atualizado_em, relatorios: own } = person
    const fault = cpf === undefined || this.#allowInvalidCpf ? undefined : cpfFault(cpf)
    if (fault) this.#add(error(fault.rule, [...path, 'cpf'], fault.message))
    const first = this.records.addPerson(cpf, nome)
    if (cpf === undefined) this.#withoutCpf.push(i)
    if (first >= 0)
      this.#add(error('repeated-cpf', [...path, 'cpf'], repeated('this CPF', ['pessoas', first])))
    this.#doubtName(nome, path)
    if (organizacao !== undefined) this.#owners(organizacao, [...path, 'organizacao'])
    const stamp = this.#time(atualizado_em, path) ?? WRITTEN - (i + 1) * HOUR
    this.#withoutEffect(person, path)

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
      return uuidAt(
        this.#seed,
        i,
        PERSON_PURPOSE + nth * ORGANIZATIONS_MAXIMUM + (this.#positions.get(id) ?? ORGANIZATIONS_MAXIMUM - 1),
      )
    }
  }

  /** Warns of values that have no effect on any list. */
  #withoutEffect({ cpf, organizacao, atualizado_em, relatorios: own }: FixturePerson, path: Path): void {
    if (organizacao !== undefined) return
    const warn = (at: Path, message: string) =>
      this.findings.push({ severity: 'warning', rule: 'no-effect', path: at, message })
    if (own === undefined && cpf === undefined && this.#hasList)
      warn(
        path,
        'appears in no list: in a file with a list of reports, a person without organizacao gets no generated report',
      )
    const isOverruled = own?.length && own.every((report) => report.atualizado_em !== undefined)
    if (atualizado_em !== undefined && isOverruled)
      warn([...path, 'atualizado_em'], 'has no effect: every report of this person has its own')
  }

  #listedReport(report: ListedReport): void {
    const n = this.records.reports - this.#listed
    const path = ['relatorios', n]
    const person = report.cpf === undefined ? -1 : this.records.personOf(report.cpf)
    if (person < 0 && report.cpf !== undefined && this.#knowsPersons) {
      const fault = this.#allowInvalidCpf ? undefined : cpfFault(report.cpf)
      const { rule, message } = fault ?? STRANGER
      this.#add(error(rule, [...path, 'cpf'], message))
    }
    const { organizacao: owner = this.#first } = report
    const numero = () => uuidAt(this.#seed, n, LIST_PURPOSE)
    this.#report(report, path, owner, Math.max(0, person), WRITTEN - (n + 1) * HOUR, numero)
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
    decision: { aprovar: boolean; mensagem: string } | null,
    isGenerated: boolean,
  ): void {
    const { records } = this
    if (records.persons + records.reports >= bounds.records) {
      this.#add(error('range', [], `expands to more than ${bounds.records} persons and reports`))
      throw new Enough()
    }
    const organization = this.#positions.get(owner) ?? 0
    const first = records.addReport(numero, organization, person, stamp, decision)
    if (first < 0 || (isGenerated && !this.#positions.has(owner))) return
    const path = this.#pathOfReport(isGenerated ? first : records.reports - 1)
    const message = isGenerated
      ? 'is repeated: a generated report has this number. Use another one'
      : repeated('this report number', this.#pathOfReport(first))
    this.#add(error('repeated-report', [...path, 'numero'], message))
  }

  #pathOfReport(report: number): Path {
    if (report >= this.#listed) return ['relatorios', report - this.#listed]
    const { person, nth } = this.records.placeOf(report)
    return ['pessoas', person, 'relatorios', nth]
  }

  #generate(nameAt: (seed: number, i: number) => string): void {
    let i = GENERATED_POSITION
    let count = 0
    for (const { pessoas, nome, organizacao, atualizado_em } of this.#groups) {
      const owners = [organizacao ?? this.#first].flat()
      for (let n = 0; n < pessoas; n++, i++) {
        const name = nameAt(this.#seed, i)
        const given = nome === undefined ? name : `${name.split(' ').slice(0, -1).join(' ')} ${nome}`.trim()
        this.records.addPerson(this.#freeCpf(i), given)
        count++
        const stamp =
          atualizado_em === undefined ? GENERATED - count * MINUTE : instantOf(atualizado_em, this.#now)
        const numberOf = this.#numbers(i)
        for (const id of owners)
          this.#addReport(numberOf(id), id, this.records.persons - 1, stamp as number, null, true)
      }
    }
  }

  /** Returns a CPF that nobody has. */
  #freeCpf(i: number): string {
    for (let at = i; ; at += ASIDE) {
      const cpf = cpfAt(this.#seed, at)
      if (this.records.personOf(cpf) < 0) return cpf
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
      this.#doubt('time-zone', path, `"${text}" names no time zone, so it is read as UTC: write ${time}`, '')
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
      this.#doubt('control-character', path, message)
    }
    this.#doubtPersonal(nome, path)
  }

  #doubtPersonal(text: string, path: Path): void {
    for (const [pattern, message] of PERSONAL_DATA)
      if (pattern.test(text)) this.#doubt('personal-data', path, message)
  }

  /** @param kind distinguishes doubts with the same rule */
  #doubt(rule: string, path: Path, message: string, kind = message): void {
    const found = this.#doubts.get(rule + kind)
    if (found) found.others++
    else this.#doubts.set(rule + kind, { finding: { severity: 'warning', rule, path, message }, others: 0 })
  }

  /** Returns whether this key is valid in every record so far of a list. */
  #knows(list: string, key: string): boolean {
    if (this.#shape.told.size === 0) return true
    const paths = [...this.#shape.told].map((text) => JSON.parse(text) as Path)
    return !paths.some((path) => path[0] === list && (path.length <= 2 || path[2] === key))
  }

  #add(finding: Finding): void {
    const { told } = this.#shape
    // What has a wrong shape was reported as that, when it was removed.
    const isShape = SHAPE_RULES.has(finding.rule)
    if (!isShape && told.size > 0 && told.has(JSON.stringify(finding.path))) return
    if (this.findings.length >= bounds.findings) {
      this.findings.push(TOO_MANY)
      throw new Enough()
    }
    this.findings.push(finding)
  }
}

const SHAPE_RULES = new Set(['type', 'form', 'empty', 'range', 'unknown-key', 'missing-key'])

type PlainReport = Partial<Record<keyof ListedReport, unknown>>
type ListedReport = FixtureReport & { cpf?: string }

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown, name: 'pessoas' | 'relatorios'): unknown[] | undefined {
  const list = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return Array.isArray(list) ? list : undefined
}

function isRecipe(gerar: Fixture['gerar']): gerar is Recipe {
  return gerar !== undefined && 'organizacoes' in gerar
}

function repeated(what: string, first: Path): string {
  return `${what} is repeated; first at ${pathText(first)}`
}
