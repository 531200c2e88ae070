import { askable, type Example, type FaultName, faults } from '../../src/contract/faults.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import type { Question } from '../client/exchange.ts'
import type { Target } from '../client/target.ts'
import { absentCpf } from '../model/persons.ts'
import { listQuestion, type Query } from '../model/questions.ts'
import type { TargetData } from './data.ts'
import { decisionAt, type Numbers, questionOf } from './examples.ts'
import { oddities, oddQuestion } from './recorded.ts'
import type { Twin } from './twin.ts'

export interface Drawn {
  /** `list`, `search`, `decision`, the name of a fault, or an odd request. */
  about: string
  kind: 'everyday' | 'oddity'
  question: Question
}

export interface DrawOptions {
  data: TargetData
  profile: Profile
  twin: Twin
  chance: Chance
  target: Pick<Target, 'allows' | 'unknownNumber'>
}

/** Of so many questions, this many are legal, this many have a fault, and the rest is odd: as clients send. */
const SHARES = { legal: 0.6, faulty: 0.3 } as const

const MESSAGES = [
  'Dados do relatório certos.',
  'Documento ilegível, favor enviar novamente.',
  'Aprovado após análise manual da documentação — ok!',
  'Rejeitado: o endereço não confere com o cadastro do cliente.',
]

export function everydayOf(count: number): number {
  return Math.round(count * SHARES.legal) + Math.round(count * SHARES.faulty)
}

/** Draws questions as clients send them: 60 % legal lists and decisions, 30 % with a fault of the table, 10 % odd ones. */
export async function draw(count: number, options: DrawOptions): Promise<Drawn[]> {
  const { chance, target } = options
  const legal = Math.round(count * SHARES.legal)
  const all: Drawn[] = Array.from({ length: legal }, () => legalOne(options))
  const names = askable.filter(
    (name) => name !== 'body.too-large' && name !== 'report.decided' && name !== 'report.foreign',
  )
  const turns: FaultName[] = []
  for (let tries = 0; all.length < everydayOf(count) && tries < count * 10; tries++) {
    if (turns.length === 0) turns.push(...chance.shuffled(names))
    const one = await faultyOne(turns.pop() as FaultName, options)
    if (one) all.push(one)
  }
  while (all.length < count) all.push(oddOne(options))
  return all.filter(({ question: { method } }) => method === 'GET' || target.allows('w0'))
}

/** Returns new report numbers, and where a body is judged, if it is to be seen. */
function numbersOf({ data, profile, target }: DrawOptions): Numbers {
  const unknown = target.unknownNumber()
  const declared = target.allows('w2') ? data.reports[0] : undefined
  const bodies = profile.reportFirst === 'no' ? unknown : declared
  return { unknown, shapeless: target.unknownNumber('other'), bodies }
}

/** A client reads page after page, searches, sorts, and decides. */
function legalOne({ data, profile, chance, target }: DrawOptions): Drawn {
  const { keys, people } = data
  if (target.allows('w0') && chance.once(6)) {
    const body = { aprovar: chance.once(2), mensagem: chance.pick(MESSAGES) }
    const question = decisionAt(keys.own, target.unknownNumber(), body)
    return { about: 'decision', kind: 'everyday', question }
  }
  const most = profile.rowsMaximum ?? 200
  const rows = chance.once(3)
    ? ROWS_STEP * chance.whole(1, Math.max(1, Math.min(8, most / ROWS_STEP)))
    : ROWS_STEP
  const isSearch = chance.once(2) && people.length > 0
  const page = () => chance.whole(1, Math.max(1, Math.ceil(people.length / rows)))
  const query = {
    ...(isSearch ? searchOf(data, profile, chance) : chance.once(2) && { page: page() }),
    ...((rows !== ROWS_STEP || chance.once(8)) && { rows }),
    ...(chance.once(3) && { sort: (chance.once(2) ? '-' : '') + chance.pick(profile.sortFields) }),
  }
  return { about: isSearch ? 'search' : 'list', kind: 'everyday', question: listQuestion(keys.own, query) }
}

/** Returns a search as a form sends it: a CPF, a name or a part of one, in any case. */
function searchOf({ people }: TargetData, profile: Profile, chance: Chance): Query {
  const { nomeMinimum, nomeMaximum } = profile
  const { id, nome } = chance.pick(people)
  if (chance.once(4)) return { cpf: chance.once(5) ? absentCpf(people) : id }
  const words = nome.split(/\s+/).filter((word) => word.length > 1)
  const [first = nome, last = nome] = [words[0], words.at(-1)]
  const parts = [first.slice(0, 3), nome.slice(0, -2), words.slice(0, 2).join(' '), last.slice(1, 5)]
  const text = chance.pick([nome, first, last, ...parts, `${first} ${last}`, chance.letters(9)])
  const spelled = chance
    .pick([text, text, text.toLowerCase(), text.toUpperCase(), withoutAccents(text)])
    .trim()
  const isLegal = spelled.length >= (nomeMinimum ?? 1) && spelled.length <= (nomeMaximum ?? 200)
  return { nome: isLegal ? spelled : nome.slice(0, nomeMaximum ?? 200) }
}

/** Draws a request with a fault: an example of the table with other letters and digits, if it has the same fault then. */
async function faultyOne(name: FaultName, options: DrawOptions): Promise<Drawn | undefined> {
  const { data, chance, twin, profile } = options
  const examples = faults[name].ask ?? []
  const numbers = numbersOf(options)
  const bare = { ...profile, seen: {} }
  for (let tries = 0; tries < 4; tries++) {
    const example = chance.pick(examples)
    const [question, original] = [tries < 3 ? varied(example, chance) : example, example].map((one) =>
      questionOf(one, data, numbers),
    )
    if (!question || !original) return undefined
    const told = async (one: Question) => {
      const { faults, status } = await twin.ask(bare, one)
      return [status, ...faults.map(({ name }) => name)].join()
    }
    if ((await told(question)) === (await told(original))) return { about: name, kind: 'everyday', question }
  }
  return undefined
}

/** Returns an example with other letters and digits in its values. */
function varied(example: Example, chance: Chance): Example {
  const { query, body } = example
  const other = (text: string) =>
    text.length > 200
      ? text + chance.letters(3)
      : text.replace(/[1-9]/g, () => String(chance.whole(1, 9))).replace(/[a-z]/g, () => chance.letters(1))
  if (query !== undefined && !/^(?:sort=(?:nome|cpf)&|[a-z]+=$|[a-z]+=&)/.test(query)) {
    const values = query.replace(/(?<==)[^&]+/g, other)
    return {
      ...example,
      query: values.replace(/^(?:limite|ordem)/, (word) => `${word}_${chance.letters(3)}`),
    }
  }
  if (body === undefined) return example
  const [, text] = /"mensagem":"([^"]{2,24})"/.exec(body) ?? []
  if (text) return { ...example, body: body.replace(text, other(text)) }
  const named = body.replace(/"(?:extra|motivo)"/, (word) => `${word.slice(0, -1)}_${chance.letters(3)}"`)
  return { ...example, body: named }
}

function oddOne(options: DrawOptions): Drawn {
  const odd = options.chance.pick(oddities)
  const question = oddQuestion(odd, { data: options.data, numbers: numbersOf(options) })
  return { about: `${odd[0]} ${odd[1]}`, kind: 'oddity', question }
}

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']

/** Numbers that are drawn from a seed: the same seed draws the same numbers. */
export type Chance = ReturnType<typeof createChance>

export function createChance(seed: number) {
  let state = seed >>> 0
  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)] as T
  return {
    whole,
    pick,
    once: (times: number) => whole(1, times) === 1,
    shuffled<T>(list: readonly T[]): T[] {
      const left = [...list]
      return list.flatMap(() => left.splice(whole(0, left.length - 1), 1))
    },
    letters: (length: number) => Array.from({ length }, () => pick(ALPHABET)).join(''),
  }
}
