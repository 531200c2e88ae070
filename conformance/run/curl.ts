import { printable } from '../../src/contract/printable.ts'
import { shellQuoted } from '../../src/contract/shell-word.ts'
import {
  type Credentials,
  type Encoding,
  encodedName,
  encodedPath,
  encodingOf,
  headerName,
  lastSegment,
  percentEncoded,
  type Question,
} from '../client/exchange.ts'
import type { Redactor } from '../redaction/redact.ts'
import type { RunSettings } from './options.ts'

/** Which certificates curl accepts. */
export type Trust = Partial<Pick<RunSettings, 'insecure' | 'inShell'>>

/** Lines for a POSIX shell that repeat a request exactly. */
export interface ShellLines {
  /** Lines that set the variables of the command. A reader fills in those that are empty. */
  sets: string[]
  /** The command. It reads the token from where the operator keeps it. */
  curl: string
}

/** Returns the lines that repeat a request. Redacted values are variables, which `--reveal` fills in. */
export function shellLines(
  question: Question,
  baseUrl: string,
  redactor: Redactor,
  { insecure, inShell }: Trust = {},
): ShellLines {
  const { method, contentType, accept, acceptEncoding, acceptLanguage, authorization, body, chunked } = question
  // Readers know the documented spelling; HTTP makes no difference between that and the usual one.
  const name = (documented: string) => headerName(documented, question.headerNames ?? 'as-documented')
  const variables = createVariables(redactor)
  const data = body === undefined ? '' : `--data-raw ${bodyWord(body, redactor, variables)}`
  const url = urlWord(question, baseUrl, redactor, variables)
  const curl = [
    // With -X HEAD, curl would wait for a body.
    `curl -s${method === 'HEAD' ? ' -I' : method === 'GET' && body === undefined ? '' : ` -X ${method}`}`,
    insecure ? '-k' : '',
    inShell?.ca === undefined ? '' : `--cacert ${shellQuoted(inShell.ca)}`,
    authorization.value === undefined ? '' : header(name('Authorization'), authorization),
    // Without this header, curl would send a body as a form.
    contentType !== undefined || body === undefined ? '' : "-H 'Content-Type:'",
    contentType === undefined ? '' : `-H ${word(`${name('Content-Type')}: ${contentType}`)}`,
    accept === undefined ? '' : accept === null ? "-H 'Accept:'" : `-H ${word(`${name('Accept')}: ${accept}`)}`,
    acceptEncoding === undefined ? '' : `-H ${word(`${name('Accept-Encoding')}: ${acceptEncoding}`)}`,
    acceptLanguage === undefined ? '' : `-H ${word(`${name('Accept-Language')}: ${acceptLanguage}`)}`,
    chunked ? "-H 'Transfer-Encoding: chunked'" : '',
    data,
    url,
  ]
  return { sets: variables.lines(curl.join(' ')), curl: curl.filter((part) => part !== '').join(' ') }
}

/** Returns the header for curl, which sends an empty value only if the header ends in a semicolon. */
function header(name: string, { value, label, inShell = label }: Credentials): string {
  return value === '' ? `-H '${name};'` : `-H "${name}: ${inShell}"`
}

function urlWord(question: Question, baseUrl: string, redactor: Redactor, variables: Variables): string {
  const { query = [] } = question
  const how = encodingOf(question)
  const pieces = query.map(([name, value], i) => {
    const begin = word(`${i === 0 ? '?' : '&'}${encodedName(name, how)}=`)
    if (name === 'cpf' || name === 'nome') {
      const shown = redactor.searched(name, value)
      if (shown) return begin + variables.encoded(name, value, shown, how)
    }
    const shown = redactor.ours(value)
    return (
      begin + (shown === value ? word(percentEncoded(value, how)) : variables.encoded('text', value, { shown }, how))
    )
  })
  // Quotes that end where the next ones begin say nothing.
  return [word(redactor.ours(baseUrl)) + pathWord(question, redactor, variables), ...pieces]
    .join('')
    .replace(/(?<=[^\\'])''(?=[^'])/g, '')
}

function pathWord(question: Question, redactor: Redactor, variables: Variables): string {
  const { path, pathEscapes } = question
  if (!pathEscapes) return word(redactor.ours(path))
  const [above, last] = lastSegment(path)
  const label = redactor.ours(last)
  if (label === last) return word(encodedPath(question))
  return word(redactor.ours(above)) + variables.encodedReport(label)
}

function bodyWord(body: string, redactor: Redactor, variables: Variables): string {
  const runs = body.split(RUN)
  const shown = runs.map((text, i) => (i % 3 === 0 ? redactor.ours(text) : text))
  if (shown.some((text) => MASK.test(text)) && shown.join('') !== runs.join(''))
    return variables.plain('body', body, { shown: 'a body with personal data' })
  return body === '' ? "''" : word(body, redactor)
}

/** A character that is repeated so often that a shell had better repeat it, as a text and as one character. */
const RUN = /(([A-Za-z0-9])\2{199,})/
const MASK = /(?:cpf|nome)#[\da-f]|…/
const LABEL = /(\$(?:REPORT_\d+|FOREIGN_REPORT)\b)/

/** Returns the expansion of a label such as `$REPORT_1`, with which the shell refuses a command that nobody filled in. */
function guarded(label: string): string {
  return `"\${${label.slice(1)}:?}"`
}

/** Returns a text as one word of a POSIX shell, without a line break, in which report numbers are variables. */
function word(text: string, { ours }: Pick<Redactor, 'ours'> = { ours: (one) => one }): string {
  return text
    .split(RUN)
    .map((piece, i) => {
      if (i % 3 === 1) return `"$(printf '%${piece.length}s' | tr ' ' ${piece[0]})"`
      return i % 3 === 2 ? '' : ours(piece).split(LABEL).map(literal).join('')
    })
    .join('')
}

function literal(text: string, at: number): string {
  if (text === '') return ''
  if (at % 2 === 1) return guarded(text)
  if (printable(text) === text) return shellQuoted(text)
  const bytes = Array.from(Buffer.from(text), (byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && !`%\\'`.includes(String.fromCharCode(byte))
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`
  })
  return `"$(printf '${bytes.join('').replaceAll('%', '%%')}')"`
}

/** What a report shows of a redacted value. */
interface Shown {
  /** The pseudonym, or what the value is. */
  shown: string
  /** Where a reader finds the value. */
  place?: string | undefined
}

/** The variables of one command. */
interface Variables {
  /** Returns the expansion of a variable with this value. */
  plain(kind: string, value: string, shown: Shown): string
  /** Returns the expansion of a variable with this value, percent-encoded. */
  encoded(kind: string, value: string, shown: Shown, how: Encoding): string
  /** Returns the expansion of the variable of a report number, every byte percent-encoded. */
  encodedReport(label: string): string
  /** Returns the lines that set them and the report numbers of a command. */
  lines(command: string): string[]
}

function createVariables({ reveals, ours }: Redactor): Variables {
  const names = new Map<string, string>()
  const lines: string[] = []
  const nameOf = (kind: string, value: string, { shown, place }: Shown): string => {
    const known = names.get(`${kind} ${value}`)
    if (known !== undefined) return known
    const number = [...names.keys()].filter((key) => key.startsWith(`${kind} `)).length + 1
    const name = `${kind.toUpperCase()}_${number}`
    names.set(`${kind} ${value}`, name)
    const text = Buffer.from(value).toString()
    const isFilled = reveals && ours(text) === text
    const where = place ?? (isFilled ? '' : 'see --reveal')
    const comment = [isFilled ? '' : shown, where].filter((part) => part !== '').join(', ')
    lines.push(`${name}=${isFilled ? word(text) : '""'}${comment === '' ? '' : `  # ${comment}`}`)
    return name
  }
  return {
    plain: (kind, value, shown) => `"\${${nameOf(kind, value, shown)}:?}"`,
    encoded(kind, value, shown, how) {
      const name = nameOf(kind, value, shown)
      if (percentEncoded(value, how) === value) return `"\${${name}:?}"`
      const encoded = `${name}_ENCODED`
      const line = `${encoded}=$(printf %s "$${name}" | ${encoderOf(how)})`
      if (!lines.includes(line)) lines.push(line)
      return `"\${${encoded}:?}"`
    },
    encodedReport(label) {
      lines.push(`${label.slice(1)}_ENCODED=$(printf %s ${guarded(label)} | ${encoderOf({ escapes: ['upper'] })})`)
      return `"\${${label.slice(1)}_ENCODED:?}"`
    },
    lines(command) {
      const all = [command, ...lines].join('\n')
      const names = new Set([...all.matchAll(/\$\{(REPORT_\d+|FOREIGN_REPORT):/g)].map(([, name]) => name))
      const reports = [...names].map((name) => {
        const [, number] = /_(\d+)$/.exec(name as string) ?? []
        const from = number === undefined ? 'the report of --foreign-report' : `report ${number} of --report`
        return `${name}=""  # ${from}`
      })
      return [...reports, ...lines]
    },
  }
}

/** Percent-encodes bytes exactly as {@link percentEncoded}, which curl does not: it encodes an apostrophe, too. */
const ENCODE = `od -An -v -tx1 | LC_ALL=C awk 'BEGIN { for (i = 33; i < 127; i++) { c = sprintf("%c", i); if (c ~ /[A-Za-z0-9._~\\041*()\\047-]/) plain[sprintf("%02x", i)] = c } } { for (i = 1; i <= NF; i++) printf "%s", ($i in plain) ? plain[$i] : "%" toupper($i) }'`

/** Returns the shell command that encodes as {@link percentEncoded} does. */
function encoderOf({ blank, escapes = [] }: Encoding): string {
  if (escapes.includes('upper') || escapes.includes('lower')) {
    const letters = escapes.includes('upper') ? ' | tr a-f A-F' : ''
    return `od -An -v -tx1 | tr -d ' \\n'${letters} | sed 's/../%&/g'`
  }
  return `${ENCODE}${blank === '+' ? " | sed 's/%20/+/g'" : ''}`
}
