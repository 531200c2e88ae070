import { askable, type Example, type FaultName, faults } from '../../src/contract/faults.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { ROWS_STEP } from '../../src/contract/wire.ts'
import { withoutAccents } from '../../src/contract/without-accents.ts'
import type { Question } from '../client/exchange.ts'
import type { Chance } from './chance.ts'
import { absentCpf, type TargetData } from './data.ts'
import { decisionAt, listQuestion, type Numbers, questionOf } from './examples.ts'
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
  /** Returns a new report number that no report has. */
  unknownNumber: (shape?: 'other') => string
  /** Where a body is judged; undefined if it is nowhere to be seen. */
  bodiesAt: (() => string) | undefined
  allows: (question: Question) => boolean
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
  const [legal, faulty] = [Math.round(count * SHARES.legal), Math.round(count * SHARES.faulty)]
  const all: Drawn[] = []
  while (all.length < legal) all.push(legalOne(options))
  const names = askable.filter(
    (name) => name !== 'body.too-large' && name !== 'report.decided' && name !== 'report.foreign',
  )
  const turns: FaultName[] = []
  for (let tries = 0; all.length < legal + faulty && tries < count * 10; tries++) {
    if (turns.length === 0) turns.push(...options.chance.shuffled(names))
    const one = await faultyOne(turns.pop() as FaultName, options)
    if (one) all.push(one)
  }
  for (let tries = 0; all.length < count && tries < count * 10; tries++) {
    const one = oddOne(options)
    if (options.allows(one.question)) all.push(one)
  }
  return all.filter(({ question }) => options.allows(question))
}

/** A client reads page after page, searches, sorts, and decides. */
function legalOne({ data, profile, chance, unknownNumber, allows }: DrawOptions): Drawn {
  const { keys, people } = data
  if (chance.once(6)) {
    const body = { aprovar: chance.once(2), mensagem: chance.pick(MESSAGES) }
    const question = decisionAt(unknownNumber(), body, { authorization: keys.own })
    if (allows(question)) return { about: 'decision', kind: 'everyday', question }
  }
  const query: [string, string][] = []
  const most = profile.rowsMaximum ?? 200
  const rows = chance.once(3)
    ? ROWS_STEP * chance.whole(1, Math.max(1, Math.min(8, most / ROWS_STEP)))
    : ROWS_STEP
  const isSearch = chance.once(2) && people.length > 0
  if (isSearch) query.push(searchOf(data, profile, chance))
  else if (chance.once(2))
    query.push(['page', String(chance.whole(1, Math.max(1, Math.ceil(people.length / rows))))])
  if (rows !== ROWS_STEP || chance.once(8)) query.push(['rows', String(rows)])
  if (chance.once(3)) query.push(['sort', (chance.once(2) ? '-' : '') + chance.pick(profile.sortFields)])
  return { about: isSearch ? 'search' : 'list', kind: 'everyday', question: listQuestion(keys.own, query) }
}

/** Returns a search as a form sends it: a CPF, a name or a part of one, in any case. */
function searchOf(
  { people }: TargetData,
  { nomeMinimum, nomeMaximum }: Profile,
  chance: Chance,
): [string, string] {
  const { id, nome } = chance.pick(people)
  if (chance.once(4)) return ['cpf', chance.once(5) ? absentCpf(people) : id]
  const words = nome.split(/\s+/).filter((word) => word.length > 1)
  const [first = nome, last = nome] = [words[0], words.at(-1)]
  const parts = [
    nome,
    first,
    last,
    first.slice(0, 3),
    nome.slice(0, -2),
    words.slice(0, 2).join(' '),
    `${first} ${last}`,
    last.slice(1, 5),
    chance.letters(9),
  ]
  const text = chance.pick(parts)
  const spelled = chance
    .pick([text, text, text.toLowerCase(), text.toUpperCase(), withoutAccents(text)])
    .trim()
  const isLegal = spelled.length >= (nomeMinimum ?? 1) && spelled.length <= (nomeMaximum ?? 200)
  return ['nome', isLegal ? spelled : nome.slice(0, nomeMaximum ?? 200)]
}

/** Draws a request with a fault: an example of the table with other letters and digits, if it has the same fault then. */
async function faultyOne(name: FaultName, options: DrawOptions): Promise<Drawn | undefined> {
  const { data, chance, twin, profile, unknownNumber, bodiesAt, allows } = options
  const examples = faults[name].ask ?? []
  const numbers: Numbers = {
    unknown: unknownNumber(),
    shapeless: unknownNumber('other'),
    bodies: bodiesAt?.(),
  }
  const bare = { ...profile, seen: {} }
  for (let tries = 0; tries < 4; tries++) {
    const example = chance.pick(examples)
    const [question, original] = [tries < 3 ? varied(example, chance) : example, example].map((one) =>
      questionOf(one, data, numbers),
    )
    if (!question || !original || !allows(question)) return undefined
    const [own, its] = [await twin.ask(bare, question), await twin.ask(bare, original)]
    const isSame =
      JSON.stringify(own.faults.map((one) => one.name)) ===
        JSON.stringify(its.faults.map((one) => one.name)) && own.status === its.status
    if (isSame) return { about: name, kind: 'everyday', question }
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
  if (query !== undefined) {
    const isOfNames = /^(?:sort=(?:nome|cpf)&|[a-z]+=$|[a-z]+=&)/.test(query)
    return isOfNames
      ? example
      : {
          ...example,
          query: query
            .replace(/(?<==)[^&]+/g, other)
            .replace(/^(?:limite|ordem)/, (word) => `${word}_${chance.letters(3)}`),
        }
  }
  if (body === undefined) return example
  const isText = /"mensagem":"([^"]{2,24})"/.exec(body)?.[1]
  if (isText) return { ...example, body: body.replace(isText, other(isText)) }
  return {
    ...example,
    body: body.replace(/"(?:extra|motivo)"/, (word) => `${word.slice(0, -1)}_${chance.letters(3)}"`),
  }
}

function oddOne({ data, chance, unknownNumber }: DrawOptions): Drawn {
  const numbers: Numbers = { unknown: unknownNumber(), shapeless: unknownNumber('other'), bodies: undefined }
  const odd = chance.pick(oddities)
  return { about: `${odd[0]} ${odd[1]}`, kind: 'oddity', question: oddQuestion(odd, { data, numbers }) }
}
