import { datasetText } from '../fixture/dataset-text.ts'
import { digest } from '../fixture/digest.ts'
import type { Origin } from '../fixture/make/origin.ts'
import { Seeding } from '../fixture/make/seed.ts'
import { sortByKey } from '../store/sort-by-key.ts'
import type { ListSource, PersonColumns, ReportLine, WorldSource } from '../store/sql/source.ts'
import type { Words } from '../store/words.ts'

/** The persons whose reports are one part. */
const PART = 40_000

export interface SeededSource {
  source: WorldSource
  /** As the same data has it in memory. */
  hash: string
  counts: { organizacoes: number; pessoas: number; relatorios: number }
}

/**
 * Generates data for a database: numbers and words in arrays, never all records.
 * @param onProgress receives the completed share, 0 to 1, now and then
 */
export function seededSource(origin: Origin, onProgress?: (share: number) => void): SeededSource {
  const seeding = new Seeding(origin)
  const { everyone } = seeding
  const names = new WordsWriter(everyone)
  const organizacoes = seeding.organizacoes()
  let relatorios = 0
  function* pessoas() {
    for (let i = 0; i < everyone; i++) {
      if (i % 50_000 === 0) onProgress?.(i / everyone / 2)
      const person = seeding.person(i)
      names.add(i, person.nome)
      yield person
    }
  }
  function* reports() {
    for (let i = 0; i < everyone; i++) {
      if (i % 50_000 === 0) onProgress?.(0.5 + i / everyone / 2)
      const cpf = seeding.cpf(i)
      for (let k = 0; k < origin.organizations; k++) {
        for (const report of seeding.reports(i, k, cpf)) {
          relatorios++
          yield report
        }
      }
    }
  }
  const hash = digest(datasetText({ organizacoes, pessoas: pessoas(), relatorios: reports() }))
  onProgress?.(1)
  const words = names.words()
  const lists = organizacoes.map(({ id, nome, token, habilitada = true }, k): ListSource<NumberedPersons> => {
    const persons = seeding.personsOf(k)
    // The reports of a person follow its number, which the list has not: it is numbered by CPF.
    let rowOf: Uint32Array | undefined
    return {
      organization: { id, name: nome, token, enabled: habilitada, persons },
      persons: () => personsOf(seeding, k, words),
      parts: persons === 0 ? 0 : Math.ceil(everyone / PART),
      *reports(part, columns): Generator<ReportLine> {
        rowOf ??= rowsOf(columns, persons, everyone)
        const end = Math.min((part + 1) * PART, everyone)
        for (let i = part * PART; i < end; i++) {
          for (const [n, { numero, atualizado_em, aprovar, mensagem }] of seeding.reports(i, k).entries()) {
            const decided = aprovar === undefined || mensagem === undefined ? {} : { aprovar, mensagem }
            const stamp = Date.parse(atualizado_em)
            yield { numero, row: rowOf[i] as number, place: 2 * i + n, stamp, ...decided }
          }
        }
        if (end === everyone) rowOf = undefined
      },
    }
  })
  return {
    source: { lists },
    hash,
    counts: { organizacoes: organizacoes.length, pessoas: everyone, relatorios },
  }
}

interface NumberedPersons extends PersonColumns {
  /** Returns the number of a person in the data. */
  number(row: number): number
}

function rowsOf({ number }: NumberedPersons, persons: number, everyone: number): Uint32Array {
  const rows = new Uint32Array(everyone)
  for (let row = 0; row < persons; row++) rows[number(row)] = row
  return rows
}

function personsOf(seeding: Seeding, k: number, all: Words): NumberedPersons {
  const count = seeding.personsOf(k)
  const persons = new Uint32Array(count)
  for (let i = 0, found = 0; i < seeding.everyone; i++) if (seeding.queried(i, k)) persons[found++] = i
  const cpfs = new Float64Array(seeding.everyone)
  for (const i of persons) cpfs[i] = Number(seeding.cpf(i))
  sortByKey(persons, cpfs)
  const words = picked(all, persons)
  return {
    cpf: (row) => String(cpfs[persons[row] as number]).padStart(11, '0'),
    names: { length: count, at: (row) => nameAt(words, row) },
    words,
    stamps: Float64Array.from(persons, (i) => seeding.stamp(i, k)),
    number: (row) => persons[row] as number,
  }
}

function nameAt({ words, ids, ends }: Words, row: number): string {
  let name = ''
  const start = row === 0 ? 0 : (ends[row - 1] as number)
  const end = ends[row] as number
  for (let at = start; at < end; at++) {
    const word = words[ids[at] as number] as string
    name = at === start ? word : `${name} ${word}`
  }
  return name
}

/** Returns the words of some texts, in their order, and no others. */
function picked({ words, ids, ends }: Words, texts: Uint32Array): Words {
  const startOf = (text: number) => (text === 0 ? 0 : (ends[text - 1] as number))
  let length = 0
  for (const text of texts) length += (ends[text] as number) - startOf(text)
  const own: string[] = []
  const ownId = new Int32Array(words.length).fill(-1)
  const ownIds = new Uint32Array(length)
  const ownEnds = new Uint32Array(texts.length)
  let at = 0
  for (const [place, text] of texts.entries()) {
    for (let i = startOf(text); i < (ends[text] as number); i++) {
      const id = ids[i] as number
      if (ownId[id] === -1) ownId[id] = own.push(words[id] as string) - 1
      ownIds[at++] = ownId[id] as number
    }
    ownEnds[place] = at
  }
  return { words: own, ids: ownIds, ends: ownEnds }
}

/** The words of texts that come one after the other. */
class WordsWriter {
  readonly #words: string[] = []
  readonly #idOf = new Map<string, number>()
  readonly #ends: Uint32Array
  #ids: Uint32Array
  #length = 0

  constructor(texts: number) {
    this.#ends = new Uint32Array(texts)
    this.#ids = new Uint32Array(4 * texts)
  }

  add(text: number, name: string): void {
    for (const word of name.split(' ')) {
      let id = this.#idOf.get(word)
      if (id === undefined) {
        id = this.#words.push(word) - 1
        this.#idOf.set(word, id)
      }
      if (this.#length === this.#ids.length) this.#grow()
      this.#ids[this.#length++] = id
    }
    this.#ends[text] = this.#length
  }

  words(): Words {
    return { words: this.#words, ids: this.#ids.subarray(0, this.#length), ends: this.#ends }
  }

  #grow(): void {
    const ids = new Uint32Array(Math.ceil(this.#ids.length * 1.25) + 16)
    ids.set(this.#ids)
    this.#ids = ids
  }
}
