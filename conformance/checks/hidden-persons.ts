import { type Axes, type Cell, coveringCells, nameOf } from '../judging/cells.ts'
import { Violation } from '../judging/judgement.ts'
import type { Person, Query } from '../service/lists.ts'
import type { Service } from '../service/service.ts'
import { type AnsweredSubject, alike, nobodysCpfLike, nobodysNameLike, plainText } from './alike.ts'
import { few, mustHaveNobodyElse, mustHold, onlyIn, type Side } from './two-organizations.ts'

export const ORDERS = ['none', 'cpf', '-cpf', 'nome', '-nome', 'atualizado_em', '-atualizado_em']
const ROWS = ['25', '50', '100']

/** The contexts in which an organization asks for a person that only the other one has. */
const hiddenAxes: Axes = {
  subject: ['cpf', 'nome', 'cpf-and-nome'],
  order: ORDERS,
  asker: ['own', 'other'],
  rows: ROWS,
  page: ['1', '2'],
}

const TURNS = ['nobody', 'hidden', 'hidden', 'nobody', 'hidden', 'nobody'] as const
/**
 * What is asked after a difference, which counts if every question about the one is answered alike, and no question about
 * the other. Each is asked in places of both parities, so that two to four nodes that answer in turn are not blamed, and
 * so often that it is no chance if other checks take some of the turns.
 */
const IN_TURN = [...TURNS, ...TURNS, 'hidden', 'nobody'] as const

export const hiddenCells = coveringCells(hiddenAxes, {
  strength: 2,
  groups: [['subject', 'order', 'asker']],
})

export interface Hidden {
  people: number
  cpfs: readonly string[]
  /** A name by which the asker finds nobody; undefined if there is none. */
  nome: string | undefined
}

/** Returns the persons that only the other side has, and the name of one by which the asker finds nobody. */
export async function hiddenFrom(
  service: Service,
  [mine, theirs]: readonly [Side, Side],
): Promise<Hidden | undefined> {
  const hidden = mine.list.capped
    ? await notFoundByCpf(service, mine, few(onlyIn(theirs, mine), 20))
    : onlyIn(theirs, mine)
  if (hidden.length === 0) return undefined
  const known = mine.list.people.map(({ nome }) => plainText(nome))
  const unlike = hidden.filter(({ nome }) => {
    const plain = plainText(nome)
    return plain.length > 3 && !known.some((other) => other.includes(plain) || plain.includes(other))
  })
  let nome: string | undefined
  for (const person of few(unlike, 4)) {
    const answer = await service.get({ nome: person.nome }, mine.how)
    await mustHaveNobodyElse(service, mine, theirs, answer)
    // Some services match any word of a name, and find persons of the asker.
    if (answer.list && answer.list.people.length > 0) continue
    nome = person.nome
    break
  }
  return { people: hidden.length, cpfs: few(hidden, 7).map(({ id }) => id), nome }
}

/** Returns the persons whom the asker, whose list is too long to be read, does not find by CPF. */
async function notFoundByCpf(service: Service, mine: Side, people: readonly Person[]): Promise<Person[]> {
  const answers = await Promise.all(people.map(({ id }) => service.get({ cpf: id }, mine.how)))
  const hidden = people.filter((_, i) => answers[i]?.list?.people.length === 0)
  for (const { id } of hidden) mine.hidden.add(id)
  return hidden
}

/** Asks for a hidden person and for nobody in one context. @throws {Violation} if the answers differ */
export async function answersAsForNobody(
  service: Service,
  mine: Side,
  theirs: Side,
  cell: Cell,
  { cpfs, nome }: Hidden,
): Promise<void> {
  const place = hiddenCells.indexOf(cell)
  const cpf = cpfs[place % cpfs.length] as string
  const others = new Set([...mine.ids, ...theirs.ids])
  const hidden = subjectOf(cell, cpf, nome)
  const control = () => subjectOf(cell, nobodysCpfLike(cpf, others), nome && nobodysNameLike(nome, service))
  const query = (subject: Query): Query => ({ ...subject, ...parametersOf(cell) })
  const where = nameOf(cell, hiddenAxes)
  const ask = async (subject: Query) => ({ subject, answer: await service.get(query(subject), mine.how) })

  const [asked, compared] = await Promise.all([ask(hidden), ask(control())])
  await mustHaveNobodyElse(service, mine, theirs, asked.answer, where)
  const differs = alike(asked, compared)
  if (differs === undefined) return
  const isSame = (one: AnsweredSubject, other: AnsweredSubject) => alike(one, other) === undefined
  let last = { hidden: asked, nobody: compared }
  for (const of of IN_TURN) {
    const next = await ask(of === 'hidden' ? hidden : control())
    if (!isSame(next, of === 'hidden' ? asked : compared)) return
    if (isSame(next, of === 'hidden' ? compared : asked)) return
    last = { ...last, [of]: next }
  }
  await mustHold(service, mine)
  throw new Violation(`the same answer as for nobody (${where})`, `another ${differs}`, [
    last.hidden.answer.exchange,
    last.nobody.answer.exchange,
  ])
}

function subjectOf({ subject }: Cell, cpf: string, nome: string | undefined): Query {
  return {
    ...(subject !== 'nome' && { cpf }),
    ...(subject !== 'cpf' && { nome: nome ?? '' }),
  }
}

function parametersOf({ order, rows, page }: Cell): Query {
  return {
    ...(order !== 'none' && { sort: order as string }),
    ...(rows !== '25' && { rows: rows as string }),
    ...(page !== '1' && { page: page as string }),
  }
}
