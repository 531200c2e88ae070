import { printable } from '../contract/printable.ts'
import { wordSet } from '../contract/word-set.ts'
import { nearest } from './hint.ts'
import { looksPersonal } from './personal-key.ts'

/**
 * Decides which names from a request may be shown. In the place of a name, everything that looks like a name of a field
 * is shown; in the place of a value, only words of interfaces are, because any other word may be a person.
 */

/** The persons and tokens that the service knows; none of them is shown. */
export interface Known {
  /** Returns whether a word, in lower case and without accents, is part of a person's name. */
  hasName(word: string): boolean
  /** Returns whether a text contains a token, ignoring case. */
  hasToken(text: string): boolean
}

export const NOBODY: Known = { hasName: () => false, hasToken: () => false }

/** The words of the wire. */
const WIRE = [
  ...['page', 'rows', 'cpf', 'nome', 'sort', 'atualizado_em'],
  ...['aprovar', 'mensagem', 'numero'],
  ...['pessoas', 'relatorios', 'validar'],
]

/** What clients write, and the word of the wire that they mean. */
const MEANT = new Map([
  ...all('page', 'p pg pagina página page_number number current_page atual'),
  ...all('rows', 'row linhas linha limit per_page page_size size count take tamanho rows_per_page limite'),
  ...all(
    'nome',
    'name full_name nome_completo search q query busca buscar pesquisa filter filtro text texto',
  ),
  ...all('cpf', 'cpfs document documento doc tax_id cpf_number numero_cpf'),
  ...all('sort', 'sort_by order order_by ordem ordenar ordenacao ordenar_por sorting direction'),
  ...all('aprovar', 'aprovado aprova approve approved aprovacao aceitar accept accepted valido'),
  ...all(
    'mensagem',
    'message msg mensagens motivo justificativa observacao comentario comment reason texto_mensagem',
  ),
  ...all('pessoas', 'pessoa person persons people'),
  ...all('relatorios', 'relatorio relatório relatórios report reports'),
  ...all('validar', 'validate validacao validação validation valida'),
])

const KNOWN = new Set([...WIRE, ...MEANT.keys()].flatMap(words))
/** No name in an interface is longer. */
const LONGEST = 40

/** Returns whether a name consists only of words of interfaces. */
export function isHarmless(name: string): boolean {
  const parts = name.length > LONGEST ? [] : words(name)
  return parts.length > 0 && parts.every((word) => KNOWN.has(word))
}

/** Returns whether the segment after this one is a value: this one names persons or reports, or a key to find them. */
export function isBeforeValue(segment: string): boolean {
  const word = words(segment).join('_')
  return COLLECTIONS.has(word) || COLLECTIONS.has(MEANT.get(word) ?? '')
}

const COLLECTIONS = wordSet(`
  pessoas relatorios validar cpf nome client cliente clientes clients customer customers id user users usuario
  usuarios
`)

/** Returns whether a text from a client contains a token, percent-encoded or not. */
export function holdsToken(text: string, known: Known): boolean {
  if (known.hasToken(text)) return true
  // Tokens are ASCII, so the rest of the text need not be valid UTF-8.
  const plain = text.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return plain !== text && known.hasToken(plain)
}

/** Returns whether the name of a field or a parameter, or the beginning of a path, may be shown. */
export function isNameOfField(name: string, known: Known = NOBODY): boolean {
  if (holdsToken(name, known)) return false
  return isHarmless(name) || !looksPersonal(name, (word) => known.hasName(word))
}

/** Returns whether a host may be shown. It names a machine, not a person, unless it has a token or a CPF in it. */
export function isNameOfHost(host: string, known: Known): boolean {
  return !holdsToken(host, known) && !/\d{3}\.?\d{3}\.?\d{3}-?\d{2}/.test(host)
}

/** Replaces what may be a person or a token. */
export const MASK = '***'

/** Returns a name from a request, or `***` if it may be a person. */
export function shownName(name: string, known?: Known): string {
  return isNameOfField(name, known) ? printable(name) : MASK
}

/** Returns the known name that a client probably means, if there is one. */
export function meantBy(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined
  const parts = words(name)
  const lower = parts.join('_')
  const meant = MEANT.get(lower)
  // filter[nome], nome_like
  return (
    nearest(lower, known) ?? known.find((one) => one === meant) ?? parts.find((part) => known.includes(part))
  )
}

/** Splits a name into words: `perPage`, `per_page` and `per-page` have the same. */
function words(name: string): string[] {
  return name
    .replace(/([a-zà-ú])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
}

function all(meant: string, names: string): [name: string, meant: string][] {
  return names.split(' ').map((name) => [name, meant])
}
