import { cpfAt } from '../../src/contract/cpf.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { createKeyring } from '../client/credentials.ts'
import type { Exchange, Question, Risk } from '../client/exchange.ts'
import { risks } from '../client/exchange.ts'
import type { Target } from '../client/target.ts'
import type { Person } from '../service/lists.ts'
import { answerOfTwin, type TargetData, type Twin, targetDataOf, twinRequest } from '../twin/target-data.ts'

const FIRST = ['Ana', 'João', 'Maria José', 'Conceição', 'LUÍS', 'ana', 'Bento']
const LAST = ['da Silva', 'Sousa', "D'Ávila", 'dos Santos e Lima', 'Ramos-Leão', 'Assunção']

/** Persons with homonyms, ties of time and CPFs with leading zeros. */
export function somePeople(count = 60): Person[] {
  return Array.from({ length: count }, (_, i) => {
    const person = {
      cpf: cpfAt(7, i),
      nome: `${FIRST[i % FIRST.length]} ${LAST[i % LAST.length]}`,
      atualizado_em: new Date(Date.UTC(2026, 0, 1) - Math.floor(i / 3) * 7_777_777).toISOString(),
    }
    return { id: person.cpf, nome: person.nome, stamp: person.atualizado_em, raw: person }
  })
}

/** The data of a target as a probe would have read them. Its report numbers are random. */
export function someTargetData(more: Partial<TargetData> = {}): TargetData {
  return targetDataOf({
    people: somePeople(),
    complete: true,
    keys: createKeyring('segredo-de-teste-0123456789', undefined, 'desligado-de-teste-0123456789'),
    reports: [],
    foreignReport: undefined,
    unknownNumber: (shape) => (shape === 'other' ? 'nao-existe-0a1b2c3d' : crypto.randomUUID()),
    ...more,
  })
}

/** A target that is another twin, without a socket. */
export function targetOf(
  twin: Twin,
  profile: Profile,
  {
    most = 'w0',
    change = (answer) => answer,
  }: {
    most?: Risk
    change?: (answer: Exchange['response'], question: Question) => Exchange['response']
  } = {},
): Pick<Target, 'attempt' | 'allows'> {
  return {
    allows: (risk) => risks.indexOf(risk) <= risks.indexOf(most),
    async attempt(question) {
      const answer = answerOfTwin(await twin.ask(profile, twinRequest(question)))
      const response = { ...answer, headers: { ...answer.headers }, size: 0, cost: 0 }
      return { question, risk: 'r', response: change(response, question), ms: 0 }
    },
  }
}
