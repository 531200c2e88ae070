import { isUtf8 } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { hasCheckDigits } from '../contract/cpf.ts'
import type { Dataset, Organizacao } from '../contract/dataset.ts'
import { OperatorError } from '../operator/operator-error.ts'
import { checkFixtureValue } from './check.ts'
import { datasetOf } from './dataset.ts'
import { bounds, lengths } from './fixture.ts'
import type { DatasetSink, DatasetSource } from './source.ts'
import { instantOf } from './time.ts'

/** From this many bytes on, it is worth the trouble. */
const LARGE = 2 ** 22
/** Bytes that are read at once. A longer line is for the ordinary check. */
const PIECE = 2 ** 16
const NEWLINE = 0x0a

// Texts without escapes, and without digits and @, of which telephone numbers and addresses consist.
const ORGANIZATION = /^(\{.+\})(,?)$/
const PERSON = /^\{"cpf":"((?!(\d)\2{10})\d{11})","nome":"([^\s"\\@\d\p{Cc}][^"\\@\d\p{Cc}]*)"\}(,?)$/u
const REPORT =
  /^\{"numero":"([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})","organizacao":"([^"\\]+)","cpf":"(\d{11})","atualizado_em":"([\d-]{10}T[\d:.]{12}Z)"(?:,"aprovar":(true|false),"mensagem":"([^"\\@\d\p{Cc}]{25,})")?\}(,?)$/u

/**
 * Returns the data of a large file that is a dataset exactly as `datasetText` writes one. It is read a record at a time:
 * once to check it, and again to write it.
 * @param least from how many bytes on
 * @returns undefined for any other file, and for one with anything to report, which the ordinary check can explain
 */
export function datasetLines(path: string, least = LARGE): DatasetSource | undefined {
  try {
    const stats = statSync(path)
    require(stats.isFile() && stats.size >= least && stats.size <= bounds.bytes.lines)
    const { hash, counts, persons, stamps } = check(path)
    const write = (sink: DatasetSink) => require(read(path, sink, (_, n) => [persons[n], stamps[n]]) === hash)
    return { hash, seed: null, counts, write }
  } catch {
    return undefined
  }
}

function require(holds: boolean): void {
  if (!holds) throw new OperatorError('The file of the fixture changed while it was read. Try again.')
}

/** Checks a file, and returns the person and the time of each report, so that they need not be looked up again. */
function check(path: string) {
  const counts = { organizacoes: 0, pessoas: 0, relatorios: 0 }
  // Memory that is not written costs nothing.
  const [persons, stamps] = [new Uint32Array(bounds.records), new Float64Array(bounds.records)]
  const numbers = new Float64Array(bounds.records)
  /** By the first nine digits of the CPF: a Map of small numbers is fastest. */
  const positions = new Map<number, number>()
  const sink: DatasetSink = {
    organization: () => void counts.organizacoes++,
    person: (cpf, nome) => {
      require(hasCheckDigits(cpf) && nome.length <= lengths.nome && counts.pessoas < bounds.records)
      positions.set(Number(cpf.slice(0, 9)), counts.pessoas++)
      require(positions.size === counts.pessoas)
    },
    report: (numero, _, person, stamp) => {
      const n = counts.relatorios++
      require(n + counts.pessoas < bounds.records)
      persons[n] = person
      stamps[n] = stamp
      // As many of its digits as a number can hold.
      numbers[n] = Number.parseInt(numero.slice(0, 8) + numero.slice(-5), 16)
    },
  }
  const hash = read(path, sink, ({ 3: cpf = '', 4: time = '' }) => [
    hasCheckDigits(cpf) ? positions.get(Number(cpf.slice(0, 9))) : undefined,
    instantOf(time, 0),
  ])
  const sorted = numbers.subarray(0, counts.relatorios).sort()
  for (let n = 1; n < sorted.length; n++) require(sorted[n] !== sorted[n - 1])
  return { hash, counts, persons, stamps }
}

type Find = (parts: RegExpExecArray, n: number) => [person: number | undefined, stamp: number | undefined]

/** Writes the records of a file into a sink, and returns the hash of the file. */
function read(path: string, sink: DatasetSink, find: Find): string {
  const hash = createHash('sha256')
  const file = openSync(path, 'r')
  try {
    const lines = linesOf(file, hash)
    const requireNext = (line: string | undefined) => require(lines.next().value === line)
    const each = (list: keyof Dataset, record: RegExp, take: (parts: RegExpExecArray, n: number) => void) => {
      requireNext(`"${list}": [`)
      for (let [n, comma] = [0, ',']; comma === ','; n++) {
        const parts = record.exec(lines.next().value ?? '') as RegExpExecArray
        require(parts !== null)
        take(parts, n)
        comma = parts.at(-1) as string
      }
      requireNext(list === 'relatorios' ? ']' : '],')
    }
    requireNext('{')
    const written: string[] = []
    each('organizacoes', ORGANIZATION, ([, text = '']) => void written.push(text))
    const organizations = organizationsOf(written)
    const organizationOf = new Map(organizations.map(({ id }, k) => [id, k]))
    for (const organization of organizations) sink.organization(organization)
    each('pessoas', PERSON, (parts) => sink.person(parts[1] as string, parts[3] as string))
    each('relatorios', REPORT, (parts, n) => {
      const k = organizationOf.get(parts[2] as string)
      const [i, stamp] = find(parts, n)
      if (k === undefined || i === undefined || stamp === undefined) return require(false)
      const mensagem = parts[6]
      const decision = mensagem === undefined ? null : { aprovar: parts[5] === 'true', mensagem }
      sink.report(parts[1] as string, k, i, stamp, decision)
    })
    requireNext('}')
    requireNext(undefined)
    return hash.digest('hex').slice(0, 12)
  } finally {
    closeSync(file)
  }
}

function organizationsOf(texts: readonly string[]): Organizacao[] {
  const organizacoes = texts.map((text) => JSON.parse(text) as Organizacao)
  require(JSON.stringify(organizacoes) === `[${texts.join()}]`)
  const check = checkFixtureValue({ organizacoes }, 0, {}, () => '')
  require(check.findings.length === 0)
  return datasetOf(check.source('')).organizacoes
}

/** Yields each line, which must end in a line feed. */
function* linesOf(file: number, hash: Hash): Generator<string> {
  const buffer = Buffer.alloc(PIECE)
  for (let used = 0; ; ) {
    const count = readSync(file, buffer, used, PIECE - used, null)
    if (count === 0) return require(used === 0)
    hash.update(buffer.subarray(used, used + count))
    used += count
    const end = buffer.lastIndexOf(NEWLINE, used - 1) + 1
    require(isUtf8(buffer.subarray(0, end)))
    const lines = buffer.toString('utf8', 0, end).split('\n')
    lines.pop()
    yield* lines
    buffer.copyWithin(0, end, used)
    used -= end
  }
}
