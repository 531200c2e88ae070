import { isIP } from 'node:net'
import { looksPersonal } from '../../contract/personal-key.ts'
import { printable } from '../../contract/printable.ts'
import { wordSet } from '../../contract/word-set.ts'

/**
 * What may be shown of the names that a client sends. Where the name of a field belongs, what looks like one is; where
 * a value may stand, only words of interfaces are: any other word may be a person.
 */

/** What a service knows of people and tokens, none of which is shown. */
export interface Known {
  /** Whether a word, in lower case and without accents, is part of a person's name. */
  hasName(word: string): boolean
  /** Whether a text has a token in it, in letters of any case. */
  hasToken(text: string): boolean
}

export const NOBODY: Known = { hasName: () => false, hasToken: () => false }

/** The words of the wire. */
const WIRE = [
  ...['page', 'rows', 'cpf', 'nome', 'sort', 'atualizado_em'],
  ...['aprovar', 'mensagem', 'numero'],
  ...['pessoas', 'relatorios', 'validar'],
]

/** What clients write, and the word of the wire that they mean by it. */
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

/** Words that mean nothing here, and nobody. */
const OTHERS = wordSet(`
  access account action admin agent api app application assets at auth authorization bearer begin body by
  client code com config console content created criado css data date de desc asc do docs em empresa end env
  error false favicon fields format from gateway graph graphql header health healthz help host html http https
  ico id ids img include index info int json jwt key language last latest length list live lista local login
  logout metrics me method mode model new null number oauth object off offset ok on openapi options org
  organizacao organization organizations params password path pdf png private produces profile public put
  query ready readyz ref reset resource rest result robots root schema secret service services session signup
  simulator skip socket spec start state static status svc swagger system teste test tests time timestamp to
  token tokens total true txt type uid undefined until update updated url use user users uuid value values
  version wp web webhook well-known where ws xml yaml
`)

const KNOWN = new Set([
  ...WIRE.flatMap(words),
  ...[...MEANT.keys()].flatMap(words),
  ...[...OTHERS].flatMap(words),
])
/** Longer than any name that an interface gives. */
const LONGEST = 40
/** One slip away from a word as short as this may be a person: Tome, Ross, Rosa. */
const LONG_WORD = 6

/** Whether a name consists of words of interfaces only, with a slip of the finger at most. */
export function isHarmless(name: string): boolean {
  if (name.length === 0 || name.length > LONGEST) return false
  if (isNearWire(name.toLowerCase())) return true
  const parts = words(name)
  return parts.length > 0 && parts.every((word) => KNOWN.has(word) || /^v\d{1,2}$/.test(word))
}

/** Whether a segment of a path names people or reports, or what they are found by: behind it stands one of them. */
export function isBeforeValue(segment: string): boolean {
  const word = words(segment).join('_')
  return COLLECTIONS.has(word) || COLLECTIONS.has(MEANT.get(word) ?? '')
}

const COLLECTIONS = wordSet(`
  pessoas relatorios validar cpf nome client cliente clientes clients customer customers id user users usuario
  usuarios
`)

/** Whether a text that a client sent has a token in it, percent-encoded or as it is. */
export function holdsToken(text: string, known: Known): boolean {
  if (known.hasToken(text)) return true
  // Tokens are ASCII: what else the text has need not be UTF-8.
  const plain = text.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  return plain !== text && known.hasToken(plain)
}

/** Whether the name of a field, a parameter or the beginning of a path may be shown. */
export function isNameOfField(name: string, known: Known = NOBODY): boolean {
  if (holdsToken(name, known)) return false
  return isHarmless(name) || !looksPersonal(name, (word) => known.hasName(word))
}

/** Whether a host may be shown: an address, or a name of which no part may be a person. */
export function isNameOfHost(host: string, known: Known): boolean {
  if (holdsToken(host, known)) return false
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0
  return isAddress || host.split('.').every((part) => isNameOfField(part.toLowerCase(), known))
}

/** What stands in place of what may be a person or a token. */
export const MASK = '***'

/** A name that a client sent, or `***` where it may be a person. */
export function shownName(name: string, known?: Known): string {
  return isNameOfField(name, known) ? printable(name) : MASK
}

/** Which of the known names a client means by another one, if that can be told. */
export function meantBy(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined
  const parts = words(name)
  const lower = parts.join('_')
  const meant = MEANT.get(lower)
  const near = known.find((one) => one === lower || isOneSlipAway(one, lower))
  // filter[nome], nome_like
  return near ?? known.find((one) => one === meant) ?? parts.find((part) => known.includes(part))
}

function isNearWire(lower: string): boolean {
  return WIRE.some((word) => (word.length >= LONG_WORD ? isOneSlipAway(word, lower) : isSwapped(word, lower)))
}

/** The words of a name in any of the ways to join them: `perPage`, `per_page`, `per-page`. */
function words(name: string): string[] {
  return name
    .replace(/([a-zà-ú])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
}

/** Whether one letter is left out, too much or another one, or two neighbours are swapped. */
function isOneSlipAway(a: string, b: string): boolean {
  const [x, y] = difference(a, b)
  return (x.length <= 1 && y.length <= 1) || isSwapped(a, b)
}

function isSwapped(a: string, b: string): boolean {
  const [x, y] = difference(a, b)
  return x.length === 2 && x === [...y].reverse().join('')
}

/** What is left of two texts between their common beginning and their common end. */
function difference(a: string, b: string): [string, string] {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)]
}

function all(meant: string, names: string): [name: string, meant: string][] {
  return names.split(' ').map((name) => [name, meant])
}
