import { formDecodedOrSame } from '../../contract/decoded.ts'
import { printable } from '../../contract/printable.ts'
import { UUID } from '../../contract/wire.ts'
import { wordSet } from '../../contract/word-set.ts'
import { looksPersonal } from '../../operator/personal-key.ts'
import { isGatewayPage } from '../faults/gateway-page.ts'
import type { Parts } from './parts.ts'
import type { PseudonymKind, Pseudonyms } from './pseudonyms.ts'

/** The known people and tokens, which tell names of people from names of fields. */
export interface Known {
  /** Whether a word, in lower case and without accents, is part of a person's name. */
  hasName(word: string): boolean
  /** Whether a text has a token in it. */
  hasToken(text: string): boolean
}

/** Words that this service, its clients and its errors use as names. */
const FIELDS = wordSet(`
  page rows cpf nome sort atualizado_em aprovar mensagem numero numero_do_relatorio result status_code busca itens
  paginacao atual linhas total error message validation source keys value payload query params
`)
const ROUTES = wordSet('pessoas relatorios validar')
/** Behind these stand people, or what they are found by. */
const COLLECTIONS = wordSet('pessoas relatorios validar pessoa persons people clientes cliente cpf nome')
/** Values that clients send for a choice. */
const CHOICES = wordSet('true false null undefined sim nao não yes no on off')
/** Headers whose values say nothing of people. */
const HEADERS = wordSet(`
  accept accept-encoding accept-language accept-charset cache-control connection content-encoding content-length
  content-type date expect host keep-alive origin pragma priority retry-after sec-fetch-dest sec-fetch-mode
  sec-fetch-site sec-fetch-user server te transfer-encoding upgrade-insecure-requests user-agent vary x-content-type-options
`)
/** Fields of answers whose texts are the service's own. */
const OWN_TEXTS = wordSet('error source')

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const SORT = /^-?(cpf|nome|atualizado_em)?$/
/** Numbers with more digits may be somebody's. */
const SMALL_NUMBER = /^-?\d{0,7}(\.\d{1,4})?$/
const PERSONAL_NUMBER = /\d[\d.\s/-]{5,}\d/g

/** Shows exchanges without people and tokens. One of these knows what it hid of one exchange. */
export class Redaction {
  readonly #pseudonyms: Pseudonyms
  readonly #known: Known
  /** What was hidden, and the name that stands for it. */
  readonly #hidden = new Map<string, string>()

  constructor(pseudonyms: Pseudonyms, known: Known) {
    this.#pseudonyms = pseudonyms
    this.#known = known
  }

  path(path: string): string {
    let isValue = false
    const segments = path.split('/').map((segment, i, all) => {
      isValue ||= COLLECTIONS.has((all[i - 1] ?? '').toLowerCase())
      const isShown = ROUTES.has(segment) || (!isValue && this.#isName(formDecodedOrSame(segment)))
      return isShown ? printable(segment) : this.segment(segment)
    })
    return segments.join('/')
  }

  /** Returns a part of a path that is a value. */
  segment(segment: string): string {
    return segment === '' || UUID.test(segment) ? segment : this.#hide('value', formDecodedOrSame(segment))
  }

  /** Returns a query as it was sent, with names in place of what is hidden. */
  query(query: string): string {
    const shown = query.split('&').map((parameter) => {
      const at = parameter.indexOf('=')
      const name = formDecodedOrSame(at === -1 ? parameter : parameter.slice(0, at))
      const named = this.#name(name)
      if (at === -1) return named
      const raw = parameter.slice(at + 1)
      const value = formDecodedOrSame(raw)
      const told = this.#parameter(name, value)
      return `${named}=${told === value ? raw : told}`
    })
    return shown.join('&')
  }

  parameters(parameters: Record<string, string | string[]>): Record<string, string | string[]> {
    const entries = Object.entries(parameters).map(([name, value]) => {
      const told = [value].flat().map((one) => this.#parameter(name, one))
      return [this.#name(name), Array.isArray(value) ? told : (told[0] as string)] as const
    })
    return Object.fromEntries(entries)
  }

  headers(headers: Record<string, string>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => {
        if (name === 'authorization') return [name, this.#authorization(value)]
        const isShown = HEADERS.has(name) && !this.#known.hasToken(value)
        return [
          this.#isName(name) ? name : this.#hide('name', name),
          isShown ? value : this.#hide('value', value),
        ]
      }),
    )
  }

  /** Returns a JSON value, or a text that is none. */
  body(value: unknown): unknown {
    if (typeof value === 'string') return value === '' ? '' : this.#hide('body', value)
    return this.#value('', value)
  }

  /** Returns the value of an answer: what it repeats of the request has the same names as there. */
  answer(value: unknown): unknown {
    return this.#value('', value, true)
  }

  /** Returns the value of a field. */
  field(key: string, value: unknown, isAnswer = false): unknown {
    if (key === 'body' && typeof value === 'string') return this.body(value)
    return this.#value(key, value, isAnswer)
  }

  /** Gets to know what a request hides. */
  request({ path, parameters, body }: Pick<Parts, 'path' | 'parameters' | 'body'>): void {
    this.path(path)
    this.parameters(parameters)
    this.body(body)
  }

  /** Returns a text of the service's own, with names in place of what it repeats. */
  text(text: string): string {
    let shown = text
    const longestFirst = [...this.#hidden].sort(([a], [b]) => b.length - a.length)
    for (const [hidden, name] of longestFirst) {
      // One letter says nothing of anybody, and would take the words of the text apart.
      if (hidden.length > 1) shown = shown.replaceAll(hidden, name)
    }
    return shown.replace(PERSONAL_NUMBER, (number) => this.#pseudonyms.of('cpf', number))
  }

  #value(key: string, value: unknown, isAnswer = false): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#value(key, one, isAnswer))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [this.#name(name), this.#value(name, one, isAnswer)]),
      )
    }
    if (typeof value === 'string') return this.#string(key, value, isAnswer)
    if (typeof value === 'number')
      return SMALL_NUMBER.test(String(value)) ? value : this.#hide('value', String(value))
    return value
  }

  #string(key: string, value: string, isAnswer: boolean): string {
    if (/^\s*$/.test(value) || UUID.test(value) || INSTANT.test(value)) return value
    if (CHOICES.has(value.toLowerCase())) return value
    if (isAnswer && (OWN_TEXTS.has(key) || isGatewayPage(value))) return value
    if (isAnswer && key === 'message') return this.text(value)
    if (isAnswer && key === 'keys') return this.#name(value)
    if (SMALL_NUMBER.test(value) && key !== 'cpf') return value
    if (key === 'mensagem') return `${this.#hide('mensagem', value)} (${value.length} characters)`
    return this.#hide(kindOf(key, value), value)
  }

  #parameter(name: string, value: string): string {
    if (value === '') return value
    if (name === 'sort' && SORT.test(value)) return value
    if (name !== 'cpf' && name !== 'nome' && /^-?\d{1,7}$/.test(value)) return value
    return this.#hide(kindOf(name, value), value)
  }

  #authorization(value: string): string {
    const [, scheme, token] = /^(bearer|basic|token) +([^ ].*)$/i.exec(value) ?? []
    return scheme === undefined
      ? this.#hide('token', value)
      : `${scheme} ${this.#hide('token', token as string)}`
  }

  #name(name: string): string {
    return this.#isName(name) ? printable(name) : this.#hide('name', name)
  }

  #isName(name: string): boolean {
    if (FIELDS.has(name)) return true
    return !looksPersonal(name, (word) => this.#known.hasName(word)) && !this.#known.hasToken(name)
  }

  #hide(kind: PseudonymKind, value: string): string {
    const name = this.#pseudonyms.of(kind, value)
    this.#hidden.set(value, name)
    return name
  }
}

/** A CPF and a name are the same wherever they are written. */
function kindOf(key: string, value: string): PseudonymKind {
  if (key === 'cpf' || /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/.test(value)) return 'cpf'
  return key === 'nome' || key === 'busca' ? 'nome' : 'value'
}
