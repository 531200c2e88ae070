import type { Search } from '../../contract/dialect.ts'
import { withoutAccents } from '../../contract/without-accents.ts'
import { isBroken } from '../../store/expression.ts'
import { causes } from '../causes/causes.ts'
import { countingOf } from '../characters.ts'
import { reason } from '../refusal.ts'
import { drop, oneOf, overlook, type RawValue, type Reading, textOf } from './reading.ts'
import type { Settled } from './settled.ts'

const { query: cause } = causes

/** A search by name. */
export interface ReadNome {
  /** Undefined to search for none. */
  nome: string | undefined
  /** Whether it finds nobody, whatever the names are. */
  nobody: boolean
}

type Limits = Pick<Search, 'least' | 'most' | 'wildcards'> & { count: (text: string) => number }
type Kind = 'empty' | 'short-blank' | 'blank' | 'padded' | 'gaps' | OfText
type OfText = 'short' | 'long' | 'nul' | 'signs' | 'expression'

const ABSENT: ReadNome = { nome: undefined, nobody: false }
const LETTER = /\p{L}/u
const ANYTHING = /.*/s
const ONE_BLANK = /^\S+( \S+)*$/

const bytesBy: Record<NonNullable<Search['counted']>, (text: string) => number> = {
  bytes: (text) => Buffer.byteLength(text),
  'bytes-without-accents': (text) => Buffer.byteLength(withoutAccents(text)),
}

/** The kinds of a `nome` in the order in which they are judged. A text can be of several. */
const kinds: readonly [kind: Kind, isOf: (text: string, limits: Limits) => boolean][] = [
  ['empty', (text) => text === ''],
  ['short-blank', (text, limits) => isBlank(text) && isShort(text, limits)],
  ['blank', (text, limits) => isBlank(text) && !isShort(text, limits)],
  ['padded', (text) => text.trim() !== text && text.trim() !== ''],
  ['gaps', (text) => /\S\s{2,}\S/.test(text)],
  ['short', isShort],
  ['long', (text, { most = Number.POSITIVE_INFINITY, count }) => text.length > most && count(text) > most],
  ['nul', (text) => text.includes('\0')],
  ['signs', (text) => text.trim() !== '' && !LETTER.test(text)],
  ['expression', (text, { wildcards }) => wildcards === 'expression' && isBroken(text)],
]

function isBlank(text: string): boolean {
  return text !== '' && text.trim() === ''
}

function isShort(text: string, { least = 0, count }: Limits): boolean {
  return least > 0 && text !== '' && count(text) < least
}

/** Returns the reader of `nome`, which judges only what is not simply taken. */
export function createReadNome({ nome: cells }: Settled): (raw: RawValue, reading: Reading) => ReadNome {
  const judged = kinds.filter(([kind]) => cells[kind] !== 'take')
  return (raw, reading) => {
    if (raw === undefined) return ABSENT
    if (typeof raw === 'string') return readText(raw, judged, reading)
    const choice = cells.repeated
    if (choice !== 'refuse' && choice !== 'absent') return readText(oneOf(raw, choice), judged, reading)
    return dropRepeated(choice, raw, reading)
  }
}

function dropRepeated(choice: 'refuse' | 'absent', raw: string[], reading: Reading): ReadNome {
  drop(reading, choice, {
    row: 'nome',
    kind: 'repeated',
    cause: () => cause.repeated('nome'),
    reasons: [reason.type('nome', 'a string')],
    slots: { value: textOf(raw), json: JSON.stringify(raw) },
  })
  return ABSENT
}

function readText(sent: string, judged: typeof kinds, reading: Reading): ReadNome {
  const { profile } = reading
  const { search } = profile.dialect
  const limits = { ...search, count: search.counted ? bytesBy[search.counted] : countingOf(profile).count }
  let nome = sent
  let nobody = false
  for (const [kind, isOf] of judged) {
    if (!isOf(nome, limits)) continue
    const choice = reading.settled.nome[kind]
    const odd = {
      row: 'nome',
      kind,
      ...(kind === 'empty' && { cause: () => cause.empty('nome', reading.settled.nome.empty) }),
      ...complaint(kind, nome, limits),
    } as const
    if (choice === 'refuse' || choice === 'absent') {
      drop(reading, choice, odd)
      return ABSENT
    }
    if (choice === 'trim') nome = nome.trim()
    else if (choice === 'collapse') nome = nome.replace(/\s+/g, ' ')
    else {
      overlook(reading, odd, 'it finds nobody')
      nobody = true
    }
  }
  return { nome, nobody }
}

function complaint(kind: Kind, value: string, { least = 0, most = 0, count }: Limits) {
  const length = count(value)
  switch (kind) {
    case 'empty':
    case 'blank':
      return { reasons: [reason.empty('nome')], slots: { value } }
    case 'short-blank':
      return { reasons: [reason.empty('nome')], slots: { value, limit: least, length } }
    case 'padded':
    case 'gaps':
    case 'nul':
      return { reasons: [reason.pattern('nome', value, ONE_BLANK)], slots: { value } }
    case 'expression':
      return { reasons: [reason.pattern('nome', value, ANYTHING)], slots: { value } }
    case 'signs':
      return { reasons: [reason.pattern('nome', value, LETTER)], slots: { value } }
    case 'short':
      return { reasons: [reason.short('nome', least)], slots: { value, limit: least, length } }
    case 'long':
      return { reasons: [reason.long('nome', most)], slots: { value, limit: most, length } }
  }
}
