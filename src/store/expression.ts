/**
 * Searches that are regular expressions, as of services that hand `nome` to a database or to a RegExp. Every way through
 * an expression is followed at once, so that none takes long, whatever a client sends: V8 follows one after the other.
 */

/** Tells whether an expression is somewhere in a text. */
export type IsFound = (text: string) => boolean

/** Where an expression must be in a name. */
export type Anchored = 'anywhere' | 'start' | 'whole'

/** Returns whether a text has signs that mean something in an expression. */
export function isExpression(text: string): boolean {
  return /[\\^$.|?*+()[\]{}]/.test(text)
}

/** Returns whether a text is not a regular expression. */
export function isBroken(text: string): boolean {
  try {
    // Nothing is searched with it: V8 only reads it.
    new RegExp(text)
    return false
  } catch {
    return true
  }
}

/**
 * Returns what finds an expression; nothing is found by one that is broken, too long, or looks around or back.
 * @param fold makes letters equal that are not told apart; texts are folded already
 */
export function expressionFinder(
  text: string,
  anchored: Anchored,
  fold: (text: string) => string = (letter) => letter,
): IsFound {
  const tree = isBroken(text) || UNREAD.test(text) ? undefined : new Reader(text, fold).read()
  if (tree === undefined) return () => false
  const program: Program = { steps: [], left: MOST_STEPS }
  if (!compile(tree, program)) return () => false
  program.steps.push({ kind: 'found' })
  return (folded) => run(program.steps, folded, anchored)
}

/** Letters by their numbers, and control characters. */
const UNREAD = /(?<!\\)(?:\\\\)*\\[xuc]/

type IsOf = (sign: string) => boolean
type Place = 'start' | 'end' | 'border' | 'inside'

type Tree =
  /** `weight` is how many comparisons it takes. */
  | { kind: 'sign'; isOf: IsOf; weight?: number }
  | { kind: 'place'; place: Place }
  | { kind: 'row'; parts: Tree[] }
  | { kind: 'either'; ways: Tree[] }
  | { kind: 'repeat'; part: Tree; least: number; most: number }

type Step =
  | { kind: 'sign'; isOf: IsOf }
  | { kind: 'place'; place: Place }
  | { kind: 'ways'; to: number[] }
  | { kind: 'found' }

/** The steps of an expression, and how many more there may be. */
interface Program {
  steps: Step[]
  left: number
}

/** The most comparisons and parts of an expression, and the most levels of its brackets. */
const MOST_STEPS = 300
const MOST_LEVELS = 50

const isWord: IsOf = (sign) => /^\w$/.test(sign)
const CLASSES: Readonly<Record<string, IsOf>> = {
  d: (sign) => /^\d$/.test(sign),
  w: isWord,
  s: (sign) => /^\s$/.test(sign),
  D: (sign) => !/^\d$/.test(sign),
  W: (sign) => !isWord(sign),
  S: (sign) => !/^\s$/.test(sign),
}
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', v: '\v', f: '\f', 0: '\0' }
/** `{2}`, `{2,}` and `{2,5}` */
const COUNTS = /\{(\d+)(?:(,)(\d*))?\}/y

/** Reads an expression that is not broken. */
class Reader {
  readonly #text: string
  readonly #fold: (text: string) => string
  #at = 0
  #level = 0

  constructor(text: string, fold: (text: string) => string) {
    this.#text = text
    this.#fold = fold
  }

  /** Returns undefined for an expression that cannot be followed. */
  read(): Tree | undefined {
    return this.#ways()
  }

  #ways(): Tree | undefined {
    if (this.#level++ > MOST_LEVELS) return undefined
    const ways: Tree[] = []
    do {
      const row = this.#row()
      if (row === undefined) return undefined
      ways.push(row)
    } while (this.#takes('|'))
    this.#level--
    return ways.length === 1 ? ways[0] : { kind: 'either', ways }
  }

  #row(): Tree | undefined {
    const parts: Tree[] = []
    while (this.#at < this.#text.length && !'|)'.includes(this.#next())) {
      const part = this.#part()
      const repeated = part && this.#repeated(part)
      if (repeated === undefined) return undefined
      parts.push(repeated)
    }
    return { kind: 'row', parts }
  }

  #repeated(part: Tree): Tree {
    const counts = this.#counts()
    if (counts === undefined) return part
    // How much a part takes if it can take less does not change whether a text is found.
    this.#takes('?')
    return { kind: 'repeat', part, ...counts }
  }

  #counts(): { least: number; most: number } | undefined {
    if (this.#takes('*')) return { least: 0, most: Number.POSITIVE_INFINITY }
    if (this.#takes('+')) return { least: 1, most: Number.POSITIVE_INFINITY }
    if (this.#takes('?')) return { least: 0, most: 1 }
    COUNTS.lastIndex = this.#at
    const found = COUNTS.exec(this.#text)
    if (found === null) return undefined
    this.#at = COUNTS.lastIndex
    const least = Number(found[1])
    if (found[2] === undefined) return { least, most: least }
    return { least, most: found[3] ? Number(found[3]) : Number.POSITIVE_INFINITY }
  }

  #part(): Tree | undefined {
    const sign = this.#take()
    if (sign === '^') return { kind: 'place', place: 'start' }
    if (sign === '$') return { kind: 'place', place: 'end' }
    if (sign === '.') return { kind: 'sign', isOf: (one) => !/^[\n\r\u2028\u2029]$/.test(one) }
    if (sign === '(') return this.#group()
    if (sign === '[') return this.#class()
    if (sign !== '\\') return this.#exactly(sign)
    const escaped = this.#take()
    if (escaped === 'b' || escaped === 'B')
      return { kind: 'place', place: escaped === 'b' ? 'border' : 'inside' }
    // What was found before is not kept.
    if (/[1-9k]/.test(escaped)) return undefined
    const isOf = CLASSES[escaped]
    return isOf ? { kind: 'sign', isOf } : this.#exactly(this.#meant(escaped))
  }

  #group(): Tree | undefined {
    if (this.#takes('?')) {
      const named = /<[\w$]+>/y
      named.lastIndex = this.#at
      if (named.test(this.#text)) this.#at = named.lastIndex
      else if (!this.#takes(':')) return undefined
    }
    const inner = this.#ways()
    return inner && this.#takes(')') ? inner : undefined
  }

  #class(): Tree {
    const isNot = this.#takes('^')
    const parts: IsOf[] = []
    while (!this.#takes(']')) {
      const [from, isOf] = this.#inClass()
      if (isOf !== undefined || this.#next() !== '-' || this.#text[this.#at + 1] === ']') {
        parts.push(isOf ?? this.#isExactly(from))
        continue
      }
      this.#take()
      const [to, ofEnd] = this.#inClass()
      parts.push(ofEnd ?? this.#isBetween(from, to))
    }
    const isOf: IsOf = (sign) => parts.some((isPart) => isPart(sign)) !== isNot
    return { kind: 'sign', isOf, weight: parts.length }
  }

  #inClass(): [sign: string, isOf: IsOf | undefined] {
    const sign = this.#take()
    if (sign !== '\\') return [sign, undefined]
    const escaped = this.#take()
    return escaped === 'b' ? ['\b', undefined] : [this.#meant(escaped), CLASSES[escaped]]
  }

  #isExactly(sign: string): IsOf {
    const folded = this.#fold(sign)
    return (one) => one === folded
  }

  #exactly(sign: string): Tree {
    // Folding may make several letters of one.
    const parts = [...this.#fold(sign)].map((one): Tree => ({ kind: 'sign', isOf: (other) => other === one }))
    return parts.length === 1 ? (parts[0] as Tree) : { kind: 'row', parts }
  }

  #isBetween(from: string, to: string): IsOf {
    const isIn = (sign: string) => sign >= from && sign <= to
    const isFolding = this.#fold('A') === 'a'
    return (sign) => isIn(sign) || (isFolding && (isIn(sign.toUpperCase()) || isIn(sign.toLowerCase())))
  }

  #meant(escaped: string): string {
    return CONTROLS[escaped] ?? escaped
  }

  #next(): string {
    const code = this.#text.codePointAt(this.#at)
    return code === undefined ? '' : String.fromCodePoint(code)
  }

  #take(): string {
    const sign = this.#next()
    this.#at += sign.length
    return sign
  }

  #takes(sign: string): boolean {
    if (this.#next() !== sign) return false
    this.#at++
    return true
  }
}

/** Writes the steps of a tree; returns false where there are too many. */
function compile(tree: Tree, program: Program): boolean {
  // Also parts without a step count: they may be repeated as often as the others.
  program.left -= tree.kind === 'sign' ? Math.max(1, tree.weight ?? 1) : 1
  if (program.left < 0) return false
  switch (tree.kind) {
    case 'sign':
    case 'place':
      program.steps.push(tree)
      return true
    case 'row':
      return tree.parts.every((part) => compile(part, program))
    case 'either':
      return compileWays(tree.ways, program)
    case 'repeat':
      return compileRepeat(tree, program)
  }
}

function compileWays(ways: readonly Tree[], program: Program): boolean {
  const { steps } = program
  const fork = addFork(steps)
  const ends: { to: number[] }[] = []
  for (const way of ways) {
    fork.to.push(steps.length)
    if (!compile(way, program)) return false
    ends.push(addFork(steps))
  }
  for (const { to } of ends) to.push(steps.length)
  return true
}

function compileRepeat({ part, least, most }: Extract<Tree, { kind: 'repeat' }>, program: Program): boolean {
  const { steps } = program
  for (let i = 0; i < least; i++) if (!compile(part, program)) return false
  if (most === Number.POSITIVE_INFINITY) {
    const back = steps.length
    const fork = addFork(steps, back + 1)
    if (!compile(part, program)) return false
    addFork(steps, back)
    fork.to.push(steps.length)
    return true
  }
  const forks: { to: number[] }[] = []
  for (let i = least; i < most; i++) {
    forks.push(addFork(steps, steps.length + 1))
    if (!compile(part, program)) return false
  }
  for (const { to } of forks) to.push(steps.length)
  return true
}

function addFork(steps: Step[], ...to: number[]): { to: number[] } {
  const fork = { kind: 'ways' as const, to }
  steps.push(fork)
  return fork
}

/** Follows all ways through a program at once. */
function run(program: readonly Step[], text: string, anchored: Anchored): boolean {
  const signs = [...text]
  let now = new Set<number>()
  for (let at = 0; at <= signs.length; at++) {
    if (at === 0 || anchored === 'anywhere') enter(program, 0, { signs, at, into: now })
    if (now.size === 0) return false
    const isEnd = anchored !== 'whole' || at === signs.length
    if (isEnd && now.has(program.length - 1)) return true
    const next = new Set<number>()
    for (const place of now) {
      const step = program[place] as Step
      if (step.kind === 'sign' && at < signs.length && step.isOf(signs[at] as string))
        enter(program, place + 1, { signs, at: at + 1, into: next })
    }
    now = next
  }
  return false
}

interface Entering {
  signs: readonly string[]
  at: number
  /** The places that wait for a sign, and the end. */
  into: Set<number>
}

/** Adds a place and all that can be reached from it without a sign. */
function enter(program: readonly Step[], first: number, { signs, at, into }: Entering): void {
  const open = [first]
  while (open.length > 0) {
    const place = open.pop() as number
    if (into.has(place)) continue
    into.add(place)
    const step = program[place] as Step
    if (step.kind === 'ways') open.push(...step.to)
    else if (step.kind === 'place' && isAt(step.place, signs, at)) open.push(place + 1)
  }
}

function isAt(place: Place, signs: readonly string[], at: number): boolean {
  if (place === 'start') return at === 0
  if (place === 'end') return at === signs.length
  const isBorder = isWord(signs[at - 1] ?? '') !== isWord(signs[at] ?? '')
  return isBorder === (place === 'border')
}
