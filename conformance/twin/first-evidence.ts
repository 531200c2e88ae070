import { jsonValue } from '../../src/contract/json-value.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { objectOf } from '../service/lists.ts'
import { mostTelling } from './most-telling.ts'
import { distance, type Evidence, type Oracle } from './profile-fitter.ts'
import { SEVERAL, severalFaults } from './several-faults.ts'
import { said } from './step-of.ts'
import { isOftenAccepted, refusedFirst } from './strata/often-accepted.ts'
import type { TwinQuestion } from './twin-question.ts'

/** How many questions of each stratum are asked at first. */
const FIRST = 2
/** Strata whose questions are nearly alike, or that are judged together with many others. */
const ALIKE: ReadonlySet<string> = new Set([
  ...[
    'unknown.options',
    'unknown.method',
    'unknown.empty-json.options',
    'route.elsewhere.slash',
    'path.trailing-slash-report',
    'route.root',
    'route.below-report',
    'route.between',
    'route.before-number',
    'route.before-number.get',
    'path.trailing-slashes',
    'path.leading-slashes',
    'path.dots',
    'path.leading-slashes.report',
    'type.accept',
    'type.accept-post',
    'method.other',
    'method.other.get',
    'method.other.list',
    'body.with-query',
    'body.untyped',
    'body.repeated-key',
    'body.repeated-key.value',
    'body.repeated-key.legal',
    'query.two-values',
    'type.other-text',
    'type.plain.malformed',
    'type.text-xml',
    'type.bytes',
    'type.multipart',
    'type.charset',
    'type.unknown-charset',
  ],
  ...[
    'report.padded',
    'body.scalar',
    'body.early.unknown',
    'body.early.type',
    'path.json-suffix',
    'unknown.elsewhere',
    'unknown.elsewhere.escape',
    'route.escape',
    'path.encoded',
    'token.empty',
    'token.scheme-twice',
    'token.scheme-token',
    'token.scheme-token.lower-case',
    'path.encoded-slash',
    'path.semicolon',
    'path.raw-signs',
    'path.raw-bytes',
    'others.semicolon',
    'others.comma',
    'others.nested.page',
    'others.no-value',
    'others.no-value.number',
    'path.query-escapes',
    'path.query-escapes.bytes',
    'report.compact.unknown',
    'report.capitals.unknown',
    'report.short-groups',
    'report.urn',
    'body.chunked',
    'body.empty-text',
    'cpf.short.zeros',
    'nome.not-utf-8.half',
    'json.blank',
    'report.encoded-slash',
    'report.encoded',
    'report.shape-with-json',
    'report.braces.unknown',
  ],
  ...['page.blank', 'rows.blank', 'cpf.blank', 'nome.blank', 'sort.blank'],
  'mensagem.zero',
  ...['sort.list', 'body.number', 'list.if-none-match', 'list.body', 'cpf.gaps'],
  // A second question would be about another decision.
  'report.rejected-approved',
  'report.rejected-again',
  ...['method.head.report', 'method.trace.list', 'method.trace.report', 'route.unknown-head'],
])
const ALIKE_ROWS: ReadonlySet<string> = new Set(['precedence', 'search', 'combined'])
/** Kinds whose values differ little, in whichever row. */
const ALIKE_KINDS: ReadonlySet<string> = new Set([
  ...['infinity', 'leading-zeros', 'point', 'other-digits', 'underscores', 'hexadecimal', 'plus'],
  ...[
    'negative-zero',
    'huge-multiple',
    'beyond-64-bits',
    'beyond-nobody',
    'same-digits',
    'half-masked',
    'newline',
    'long-word',
    'two-dashes',
    'question-mark',
    'padded-name',
    'camel-case',
    'gap',
    'unknown-list',
    'negative-off-grid',
    'above-off-grid',
  ],
  ...[
    'expression',
    'tracking',
    'nameless',
    'nested',
    'text-nested',
    'cpf-nested',
    'sort-nested',
    'unknown-nested',
    'indexed',
    'other-charset',
    'proto',
    'nul',
    'json-api',
    'long-array',
    'empty-array',
    'empty-object',
    'boolean',
    'false',
    'letter',
    'on',
    'listed',
    'long-number',
    'surrogate',
    'short-blank',
    'trailing',
    'broken',
  ],
])
const FIRST_OF_ALIKE = 1
/** Texts of parsers have places in them, which few examples do not tell from words. */
const PARSER_STRATA = /^json\.(?!blank$)/
const FIRST_OF_PARSERS = 5
/** At most this many questions of such a stratum are drawn, to ask about each kind of fault that the twin distinguishes. */
const LOOKED_AT = 60
const MOST_OF_A_KIND = 2

export async function firstEvidence(
  strata: readonly string[],
  profile: Profile,
  oracle: Oracle,
): Promise<Evidence[]> {
  const evidenceOf = async (stratum: string) => {
    const own: Evidence[] = []
    for await (const asked of questionsOf(stratum, profile, oracle, own)) {
      await askFor(asked, oracle, own)
      if (await isEnough(stratum, own, profile, oracle)) break
      if (own.length > 0 && oracle.mayAskFurther?.() === false) break
    }
    return own
  }
  const isInTurn = (stratum: string) => oracle.isInTurn?.(stratum) ?? false
  const apart = strata.filter((stratum) => !isInTurn(stratum))
  // If requests run out, a second question of a stratum shows less than which faults are reported together.
  const several = new Map<string, readonly Evidence[]>()
  await Promise.all(
    apart
      .filter((stratum) => SEVERAL.has(stratum))
      .map(async (stratum) => several.set(stratum, await evidenceOf(stratum))),
  )
  const found = await Promise.all(apart.map((stratum) => several.get(stratum) ?? evidenceOf(stratum)))
  return [...found.flat(), ...(await inTurn(strata.filter(isInTurn), profile, oracle))]
}

/**
 * Asks one question after the other, first those that every service refuses: a body that is accepted uses a report up. Of
 * what many accept, and then of what else the twin accepts, one of each stratum is asked, as long as there are reports.
 */
async function inTurn(strata: readonly string[], profile: Profile, oracle: Oracle): Promise<Evidence[]> {
  const found: Evidence[] = []
  const accepted: string[] = []
  for (const stratum of refusedFirst(strata)) {
    for await (const asked of questionsOf(stratum, profile, oracle)) {
      const isOften = isOftenAccepted(stratum)
      const isAccepted = !isOften && (await oracle.twin(profile, asked)).status === 200
      if (isAccepted) accepted.push(stratum)
      else await askFor(asked, oracle, found)
      // Each second question about a type goes to a report that nobody has, and uses none up.
      if (isAccepted || (isOften && !stratum.startsWith('type.'))) break
    }
  }
  for (const stratum of accepted) await askFor(oracle.draw(stratum), oracle, found)
  return found
}

/** Rows of which a choice shows in one answer; where it does not, further questions are asked. */
const ROWS_SHOWN_AT_ONCE: ReadonlySet<string> = new Set([
  ...['page', 'rows', 'cpf', 'nome', 'sort', 'others'],
  ...['aprovar', 'mensagem', 'payload', 'type', 'body', 'coding'],
])

/** Returns whether the answers so far leave nothing to learn from more of their kind: the target takes a value as the twin does. */
async function isEnough(
  stratum: string,
  own: readonly Evidence[],
  profile: Profile,
  oracle: Oracle,
): Promise<boolean> {
  const last = own.at(-1)
  if (last === undefined) return false
  const [row = ''] = stratum.split('.')
  if (!ROWS_SHOWN_AT_ONCE.has(row) || SEVERAL.has(stratum)) return false
  const twin = await oracle.twin(profile, last.asked)
  const isTaken = twin.status === 200 || twin.situations[0]?.name === 'report.unknown'
  return isTaken && distance(last.answer, twin) === 0
}

/**
 * The first questions of a stratum.
 * @param own what was answered so far
 */
async function* questionsOf(
  stratum: string,
  profile: Profile,
  oracle: Oracle,
  own: readonly Evidence[] = [],
): AsyncGenerator<TwinQuestion> {
  if (SEVERAL.has(stratum)) return yield* await severalFaults(stratum, profile, oracle)
  if (PARSER_STRATA.test(stratum)) {
    const { varied, kinds } = await variedOf(stratum, profile, oracle)
    const first = Math.max(2, kinds)
    yield* varied.slice(0, first)
    const words = new Set(own.map(({ answer }) => said(answer)))
    // Who says the same of each kind says it of others of them, too.
    if (own.length < 2 || words.size > 1) yield* varied.slice(first)
    return
  }
  const drawn: TwinQuestion[] = []
  for (let i = 0; i < firstOf(stratum); i++) {
    const asked = FIELD_STRATA.test(stratum)
      ? drawOther(stratum, drawn, oracle)
      : await mostTelling(stratum, profile, oracle, drawn)
    if (asked === undefined) continue
    drawn.push(asked)
    yield asked
  }
}

async function askFor(asked: TwinQuestion | undefined, oracle: Oracle, found: Evidence[]): Promise<void> {
  const answer = asked && (await oracle.target(asked))
  if (answer !== undefined) found.push({ asked: asked as TwinQuestion, answer })
}

/** At most this many questions are drawn to find one whose value differs from those before. */
const TRIES = 6

/** Draws a question with another value than the earlier ones of the stratum, if it can be: answers may repeat it. */
function drawOther(
  stratum: string,
  before: readonly TwinQuestion[],
  oracle: Oracle,
): TwinQuestion | undefined {
  let asked = oracle.draw(stratum)
  const known = new Set(before.map(valueIn))
  for (let i = 0; i < TRIES && asked !== undefined && known.has(valueIn(asked)); i++)
    asked = oracle.draw(stratum) ?? asked
  return asked
}

/** Strata of bodies in which one field has a fault, or is unknown, and of forms, which may be JSON in fact. */
const FIELD_STRATA = /^(?:(?:aprovar|mensagem|payload)\.|type\.form$)/

/**
 * Returns what a stratum is about, as JSON: the value of a field, the names of the unknown ones, which texts repeat, or
 * whether a form is one.
 */
function valueIn({ stratum, question: { body } }: TwinQuestion): string {
  const whole = objectOf(jsonValue(body ?? ''))
  const { aprovar, mensagem, ...others } = whole ?? {}
  const values = { aprovar: [aprovar], mensagem: [mensagem], type: [whole === undefined] }[
    stratum.replace(/\..*/s, '')
  ]
  return JSON.stringify(values ?? Object.keys(others))
}

/** Draws malformed bodies: first one for each kind that the twin distinguishes, then more of these kinds. */
async function variedOf(
  stratum: string,
  profile: Profile,
  oracle: Oracle,
): Promise<{ varied: TwinQuestion[]; kinds: number }> {
  const different: TwinQuestion[] = []
  const again: TwinQuestion[] = []
  const left: TwinQuestion[] = []
  const counts = new Map<string, number>()
  for (let i = 0; i < LOOKED_AT; i++) {
    const asked = oracle.draw(stratum)
    if (asked === undefined) continue
    const name = (await oracle.twin(profile, asked)).situations[0]?.name ?? ''
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count === 1) different.push(asked)
    else if (count <= MOST_OF_A_KIND) again.push(asked)
    else left.push(asked)
  }
  const missing = Math.max(0, FIRST_OF_PARSERS - different.length - again.length)
  return { varied: [...different, ...again, ...left.slice(0, missing)], kinds: different.length }
}

function firstOf(stratum: string): number {
  return isAlike(stratum) ? FIRST_OF_ALIKE : FIRST
}

function isAlike(stratum: string): boolean {
  const parts = stratum.split('.')
  const [row = '', kind = ''] = [parts[0], parts.at(-1)]
  return ALIKE.has(stratum) || ALIKE_ROWS.has(row) || ALIKE_KINDS.has(kind)
}
