import type { Profile } from '../contract/profile.ts'
import type { Whole } from '../contract/whole.ts'
import { ROWS_STEP } from '../contract/wire.ts'
import type { ListKey } from '../store/store.ts'
import type { BecauseOne } from './causes/cause.ts'
import { causes, overlooked } from './causes/causes.ts'
import { withCommas } from './reading/commas.ts'
import { nomeIn } from './reading/escapes.ts'
import { readCpf } from './reading/read-cpf.ts'
import { createReadNome } from './reading/read-nome.ts'
import { readPage, readRows } from './reading/read-numbers.ts'
import { othersOf, type RawQuery, readOthers, withoutBare, withTaken } from './reading/read-others.ts'
import { readSort } from './reading/read-sort.ts'
import { oneOf, type RawValue, type Reading, textOf } from './reading/reading.ts'
import { withSemicolons } from './reading/semicolons.ts'
import { settleParameters } from './reading/settled.ts'
import { type Fault, refusal } from './refusal.ts'

/** What a query asks for, after the profile settled its open points. */
export interface ListQuestion {
  page: Whole
  rows: Whole
  cpf: string | undefined
  nome: string | undefined
  /** The fields to sort by, the most important first; empty for the default order. */
  sort: readonly ListKey[]
  /** Whether the search finds nobody in any data. */
  nobody: boolean
  /** The values as they were sent. */
  sent: {
    page: Whole | undefined
    rows: Whole | undefined
    cpf: string | undefined
    nome: string | undefined
  }
}

/** Records a cause, which is built only when the log asks for it. */
export type Note = (cause: BecauseOne) => void

/**
 * Reads the query of `GET /pessoas` (clause 4.1, 8).
 * @param note called for everything that is tolerated
 * @param url what the query was read from, with its escapes
 * @throws {Refusal} 400 with the faults in the order of the schema, then unknown parameters as they came
 */
export type ReadListQuery = (raw: RawQuery, note: Note, url?: string) => ListQuestion

export function createReadListQuery(profile: Profile): ReadListQuery {
  const settled = settleParameters(profile)
  const readNome = createReadNome(settled)

  return (sent, note, url = '') => {
    const faults: Fault[] = []
    const reading: Reading = {
      profile,
      settled,
      refuse: (fault) => void faults.push(withArraySuffix(fault, sent)),
      overlook: (cause, so) => note((known) => overlooked(cause(known), so)),
    }

    const divided = withCommas(url, withSemicolons(url, sent, settled.others.semicolon), settled.others)
    const raw = withoutBare(divided, url, reading)
    const others = othersOf(raw)
    const query = others.length === 0 ? raw : withTaken(raw, others, reading)
    const page = readPage(query.page, reading)
    const rows = readRows(query.rows, reading)
    const cpf = readCpf(query.cpf, reading)
    const sentNome = sentOf(nomeIn(url, query.nome, reading), settled.nome)
    const { nome, nobody } = readNome(sentNome, reading)
    const sort = readSort(query.sort, reading)
    readOthers(raw, others, reading)
    if (nome !== undefined && (nome.includes('\uFFFD') || /%[\da-f]{2}/i.test(nome))) {
      note(() => causes.query.notUtf8('nome'))
    }
    if (faults.length > 0) throw refusal.invalid('query', faults, profile, raw)
    return {
      page: page.taken ?? 1,
      rows: rows.taken ?? ROWS_STEP,
      cpf,
      nome,
      sort,
      nobody,
      sent: {
        page: page.sent,
        rows: rows.sent,
        cpf: sentText(sentOf(query.cpf, settled.cpf)),
        nome: sentText(sentNome),
      },
    }
  }
}

/** Adds the slot `array`: `[]` if the parameter is repeated, because Spring then names the type `String[]`. */
function withArraySuffix(fault: Fault, sent: RawQuery): Fault {
  const { key, slots } = fault
  if (key !== 'page' && key !== 'rows') return fault
  return { ...fault, slots: { ...slots, array: typeof sent[key] === 'object' ? '[]' : '' } }
}

/** Returns a value as the service gets it from its framework, which may take one of several, or leave out U+0000. */
function sentOf(raw: RawValue, { repeated, nul }: { repeated: string; nul?: string }): RawValue {
  const isOne = repeated === 'first' || repeated === 'last' || repeated === 'joined'
  const one = typeof raw === 'object' && isOne ? oneOf(raw, repeated) : raw
  return nul === 'drop' && typeof one === 'string' ? one.replaceAll('\0', '') : one
}

function sentText(raw: RawValue): string | undefined {
  return raw === undefined ? undefined : textOf(raw)
}
