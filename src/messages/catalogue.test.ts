import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { clauses, headings } from '../contract/clauses.ts'
import { type FaultRow, faults } from '../contract/faults.ts'
import { knobs } from '../contract/knobs.ts'
import { sourceTexts } from '../testing/source-texts.ts'
import { ptBr } from './pt-br/index.ts'
import { isTranslated, setLanguage } from './translate.ts'

const test = suite('the Portuguese catalogue')
test.before.each(() => setLanguage('pt-BR', ptBr))
test.after.each(() => setLanguage('en'))

const SLOT = /\{\w+[*#!@]?\}/g
const all = sourceTexts(['bin', 'conformance', 'src']).filter(({ file }) => !file.startsWith('src/messages/'))

/** Sources whose texts stay English, and why. */
const ENGLISH: readonly [files: RegExp, why: string][] = [
  [/^src\/control\/(?!faults\/plans)/, 'the control port is a machine format'],
  [/^src\/console\//, 'the page has its own texts'],
  [/^src\/openapi\//, 'a document for programs'],
  [/^src\/runners\//, 'in the output of test runners, which speak English'],
  [/^src\/service\/quirks\//, '--list-quirks describes more than 200 quirks in English'],
  [/^src\/(data\/fixture|operator\/profile-schema)\.ts/, 'the JSON Schemas are files for editors'],
  [
    /^src\/index\.ts|^src\/simulator\/(start-options|hearing|hosted-world|open-organization|control)\.ts/,
    'only code can cause these',
  ],
  [
    /^src\/world\/(people|organization-with|changes|world)\.ts|package-version\.ts$/,
    'only code and the control port can cause these',
  ],
  [
    /^conformance\/(run\/lazy-run|reports\/index|run\/options)\.ts/,
    'only code can cause these; the others are in the table below',
  ],
  [
    /^src\/operator\/(words|personal-key)\.ts|^conformance\/redaction\/|probe\/(headers|questions|data)\.ts$/,
    'words of requests',
  ],
  [/^src\/data\/(seed|shipped)\.ts|probe\/fixture-like\.ts$/, 'data'],
  [/^src\/world\/log\/postgres\/(events|origin|schema|log|database)\.ts/, 'SQL, and errors of the database'],
  [/style-sheet\.ts$/, 'CSS'],
  [/^bin\/proof\//, 'for those who change pessoas-sim'],
]

/** Literals that nobody reads as a message. */
const NO_MESSAGES: readonly RegExp[] = [
  /^ *<|<(?:li|tr|ul|h\d|td|dd|dt|div|span|nav)\b|class="|charset=|^ *[.:@]|\{ *[a-z-]+: |^[^a-zA-Z]*--[a-z]+: #/, // HTML, CSS
  /^(?:[A-Z][\w-]+, )+[A-Z][\w-]+$|^[A-Z]+, |gzip|x-www-form/, // headers
  /^(?:fixture|state) [a-z-]+$|^\$0 |^ ?npx pessoas-sim|^\{|\|Show help\||^\(\{/, // command lines
  /%s|^not yet known$|^--cors ORIGIN$|^\[object|^pessoas-sim (?:snapshot|pseudonyms)|compiles a schema$/, // compared, not printed
  /[\u00e0-\u00ff]|^ *Mensagem |^Conferido |^Teste |^Aprovado |^Aurora |^Pessoa |^Texto |^Tudo|^dois nomes|^cpf ok|<b>/i, // bodies, names
  /^(?:status|selection|total|order|known|status-code|access)(?: [a-z-]+)+$/, // aspects of answers
  /^(?:A service on a bad day|A slow service|Five requests a second|One validation in five)/, // descriptions in plans
  /has no choices$|^The list was not read yet|^The log is closed|^a layer answers/, // bugs of code
  /baseline entry: |^known since |^the report of --foreign|not valid JSON\0\)$|looks like HTML/, // names and data in reports
  /^(?:lists|bodies|forms|tokens|decisions|foreign|odd|decided|every|unknown|two) [a-z ]+$/, // names of tables
]
const told = Object.values<FaultRow>(faults).flatMap(({ text = '', told = {} }) => [
  text,
  ...Object.values(told).map(({ text }) => text),
])
/** The texts of refusals, which are sent. */
const sent = new Set(
  [
    ...told,
    'Bad Request',
    'child "{field}" fails because [{fault}]',
    'Malformed request',
    'Request Entity Too Large',
    '{n} more are not listed',
  ].map((text) => text.replace(/\{\w+\}/g, '\0')),
)

const isProse = (piece: string) => /[a-z]{2,}[,.:;)]? \(?[a-z"]/i.test(piece)
const parts = Object.keys(ptBr).flatMap((key) => key.split(SLOT))
/** Whether a piece is at one of the ends of a template's own text, or of a sentence or clause in it. */
function isPart(piece: string): boolean {
  const own = piece.replace(/^[\s.,;:()]+|[\s.,;:()]+$/g, '')
  return parts.some((part) => {
    const at = part.indexOf(own)
    const [before, after] = [part.slice(0, Math.max(0, at)), part.slice(at + own.length)]
    return at >= 0 && (/(?:^|[.,;:()\d]) ?$/.test(before) || /^ ?(?:[.,;:()?]|$)/.test(after))
  })
}

test('every text that a user of the command line can read is in it', () => {
  const missing = all.filter(({ file, pieces }) => {
    if (ENGLISH.some(([files]) => files.test(file)) || !pieces.some(isProse)) return false
    const text = pieces.join('\0')
    if (sent.has(text) || NO_MESSAGES.some((pattern) => pattern.test(text)) || isTranslated(pieces.join('7')))
      return false
    // A part of a message is in the template of the whole.
    return pieces.some((piece) => isProse(piece) && !isPart(piece))
  })
  const lines = missing.map(({ file, line, pieces }) => `${file}:${line}: ${pieces.join('{}')}`)
  assert.equal(lines, [], 'add them to src/messages/pt-br')
})

test('every text of it is still in the sources', () => {
  const wordsOf = (text: string) => text.match(/[a-z]{3,}/gi) ?? []
  const files = new Map<string, Set<string>>()
  for (const { file, pieces } of all) {
    const words = files.get(file) ?? new Set()
    for (const word of pieces.flatMap(wordsOf)) words.add(word).add(`${word}s`)
    files.set(file, words)
  }
  const pieces = new Set(all.flatMap(({ pieces }) => pieces))
  const isThere = (part: string) => [...pieces].some((piece) => piece.includes(part.trim()))
  const stale = Object.keys(ptBr).filter((key) => {
    if (key.split(SLOT).every(isThere)) return false
    // It is put together of several texts, all of one file, but for those that say what was meant.
    const words = wordsOf(key.replace(/: did you mean .*/, '').replace(SLOT, ' '))
    return ![...files.values()].some((own) => words.every((word) => own.has(word)))
  })
  assert.equal(stale, [])
})

test('both languages of a message have the same slots', () => {
  for (const [key, text] of Object.entries(ptBr)) {
    const slots = (template: string) => (template.match(SLOT) ?? []).toSorted()
    assert.equal(slots(text), slots(key), key)
    assert.not.match(key, /\}\{/, `${key}: nothing tells two slots apart`)
    // Otherwise it would take almost any text for its own.
    if (/^\{\w+\}/.test(key)) assert.ok(key.replace(SLOT, '').length >= 8, key)
  }
})

test('every row of a table is translated as a whole', () => {
  const texts = [
    ...clauses.map(({ says }) => says),
    ...Object.values(headings),
    ...Object.values(knobs).map(({ says }) => says),
    ...Object.values<FaultRow>(faults).flatMap(({ why, fix = '' }) =>
      [why, fix].filter((text) => typeof text === 'string'),
    ),
  ]
  const isWord = (text: string) => /^\S+$/.test(text) && !Object.hasOwn(ptBr, text)
  const filled = texts.map((text) =>
    text
      .replace(/\{(?:or|orStart|remedy)\}/g, '')
      .replace('{form}', 'Authorization: TOKEN')
      .replace(/\{\w+\}/g, '7'),
  )
  assert.equal(
    filled.filter((text) => text !== '' && (isWord(text) || !isTranslated(text))),
    [],
  )
})

test.run()
