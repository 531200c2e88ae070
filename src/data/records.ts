import type { Organizacao } from '../contract/dataset.ts'
import { grown, KeyIndex } from './key-index.ts'
import type { DatasetSink, DatasetSource, GivenDecision } from './source.ts'
import { uuidOf, wordsOf } from './uuid.ts'

const WORD = 2 ** 32

/** The persons and reports of a fixture as numbers and bytes, because millions of objects take gigabytes. */
export class Records {
  readonly #messages = new Map<string, number>()
  readonly #cpfs: KeyIndex
  readonly #numeros: KeyIndex
  /** CPFs of another form than eleven digits: they are kept only where invalid CPFs are accepted. */
  readonly #oddCpfs = new Map<number, string>()
  readonly #byOddCpf = new Map<string, number>()
  /** Report numbers that are not in lower case. */
  readonly #capitals = new Map<number, string>()
  #names: Buffer
  #nameEnds: Uint32Array
  #organizations: Uint16Array
  #persons: Uint32Array
  #stamps: Float64Array
  /** 0 for none, else twice the position of its message plus 2, plus 1 if it approves. */
  #decisions: Uint32Array

  /** @param bytes the size of the dataset as text, if it is known; memory is reserved for its records */
  constructor(bytes = 0) {
    const [persons, reports] = [Math.ceil(bytes / 280), Math.ceil(bytes / 180)]
    this.#cpfs = new KeyIndex(2, persons)
    this.#numeros = new KeyIndex(4, reports)
    this.#names = Buffer.alloc(persons * 26)
    this.#nameEnds = new Uint32Array(persons)
    this.#organizations = new Uint16Array(reports)
    this.#persons = new Uint32Array(reports)
    this.#stamps = new Float64Array(reports)
    this.#decisions = new Uint32Array(reports)
  }

  get persons(): number {
    return this.#cpfs.length
  }

  get reports(): number {
    return this.#numeros.length
  }

  /** Adds a person; a CPF that is left out can be set later. Returns the first person with this CPF, or -1. */
  addPerson(cpf: string | undefined, nome: string): number {
    const length = Buffer.byteLength(nome)
    const end = this.#roomForName(length)
    this.#names.write(nome, end)
    this.#cpfs.pushUnknown()
    this.#nameEnds[this.persons - 1] = end + length
    return cpf === undefined ? -1 : this.setCpf(this.persons - 1, cpf)
  }

  /** Returns the first person with this CPF, or -1. */
  setCpf(person: number, cpf: string): number {
    if (/^\d{11}$/.test(cpf))
      return this.#cpfs.set(person, Number(cpf) % WORD, Math.floor(Number(cpf) / WORD))
    this.#oddCpfs.set(person, cpf)
    const first = this.#byOddCpf.get(cpf) ?? -1
    if (first < 0) this.#byOddCpf.set(cpf, person)
    return first
  }

  /** Returns the person with a CPF, or -1. */
  personOf(cpf: string): number {
    if (!/^\d{11}$/.test(cpf)) return this.#byOddCpf.get(cpf) ?? -1
    return this.#cpfs.find(Number(cpf) % WORD, Math.floor(Number(cpf) / WORD))
  }

  /** Adds a report. Returns the first one with this number, a UUID in letters of either case, or -1. */
  addReport(
    numero: string,
    organization: number,
    person: number,
    stamp: number,
    decision: GivenDecision | null,
  ): number {
    const report = this.reports
    this.#numeros.pushUnknown()
    const [a, b, c, d] = wordsOf(numero)
    const first = this.#numeros.set(report, a, b, c, d)
    if (/[A-F]/.test(numero)) this.#capitals.set(report, numero)
    if (report >= this.#stamps.length) this.#growReports(report + 1)
    this.#organizations[report] = organization
    this.#persons[report] = person
    this.#stamps[report] = stamp
    if (decision !== null) this.#decisions[report] = this.#decisionOf(decision)
    return first
  }

  hasMessage(mensagem: string): boolean {
    return this.#messages.has(mensagem)
  }

  /** Returns the person of a report, and how many reports on that person came right before it. */
  placeOf(report: number): { person: number; nth: number } {
    const person = this.#persons[report] as number
    let nth = 0
    while (nth < report && this.#persons[report - nth - 1] === person) nth++
    return { person, nth }
  }

  #cpf(person: number): string {
    const odd = this.#oddCpfs.get(person)
    if (odd !== undefined) return odd
    return String(this.#cpfs.word(person, 1) * WORD + this.#cpfs.word(person, 0)).padStart(11, '0')
  }

  /** Returns the data as a source. */
  source(organizacoes: readonly Organizacao[], hash: string): DatasetSource {
    const counts = { organizacoes: organizacoes.length, pessoas: this.persons, relatorios: this.reports }
    const write = (sink: DatasetSink) => {
      for (const organizacao of organizacoes) sink.organization(organizacao)
      this.#write(sink)
    }
    return { hash, seed: null, counts, write }
  }

  #write(sink: DatasetSink): void {
    for (let i = 0, start = 0; i < this.persons; i++) {
      const end = this.#nameEnds[i] as number
      sink.person(this.#cpf(i), this.#names.toString('utf8', start, end))
      start = end
    }
    const messages = [...this.#messages.keys()]
    for (let i = 0; i < this.reports; i++) {
      const decision = this.#decisions[i] as number
      sink.report(
        this.#capitals.get(i) ?? uuidOf([0, 1, 2, 3].map((n) => this.#numeros.word(i, n))),
        this.#organizations[i] as number,
        this.#persons[i] as number,
        this.#stamps[i] as number,
        decision === 0
          ? null
          : { aprovar: decision % 2 === 1, mensagem: messages[(decision >> 1) - 1] as string },
      )
    }
  }

  #decisionOf({ aprovar, mensagem }: GivenDecision): number {
    const message = this.#messages.get(mensagem) ?? this.#messages.size
    this.#messages.set(mensagem, message)
    return 2 * message + 2 + (aprovar ? 1 : 0)
  }

  /** Returns where the next name begins. */
  #roomForName(length: number): number {
    const start = this.persons === 0 ? 0 : (this.#nameEnds[this.persons - 1] as number)
    if (start + length > this.#names.length) {
      const names = Buffer.alloc(Math.ceil((start + length) * 1.5) + 1000)
      this.#names.copy(names)
      this.#names = names
    }
    if (this.persons >= this.#nameEnds.length) this.#nameEnds = grown(this.#nameEnds, this.persons + 16)
    return start
  }

  #growReports(length: number): void {
    this.#organizations = grown(this.#organizations, length)
    this.#persons = grown(this.#persons, length)
    this.#stamps = grown(this.#stamps, length)
    this.#decisions = grown(this.#decisions, length)
  }
}
