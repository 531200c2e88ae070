import { jsonValue } from '../../src/contract/json-value.ts'
import type { Exchange, Question } from '../client/exchange.ts'
import { TargetFailure } from '../client/failure.ts'
import type { Target } from '../client/target.ts'
import { type List, objectOf, readList } from '../model/lists.ts'
import type { Redactor } from '../redaction/redact.ts'

export interface Answer {
  /** 0 stands for an answer that never came. */
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Undefined for a body that is not valid JSON. */
  json: unknown
  /** The beginning of a body that is not valid JSON; empty for valid JSON. */
  text: string
}

export const SILENCE: Answer = { status: 0, headers: {}, json: undefined, text: '' }

export interface Decided {
  about: string
  numero: string
  body: { aprovar?: unknown; mensagem?: unknown }
  answer: Answer
}

/** Of the questions of an experiment, the second interview asks the first one anew, and so many-th of the others. */
const ASKED_ANEW = 5

/** Asks a target, and remembers its answers. A second one asks a part of the same questions anew, and is told the rest. */
export class Interview {
  readonly #target: Pick<Target, 'attempt'>
  readonly #redactor: Pick<Redactor, 'learn'>
  readonly #known = new Map<string, Promise<Answer>>()
  readonly decisions: Decided[] = []

  /** What each header said in every answer so far; undefined if it said different things. */
  readonly headers = new Map<string, string | undefined>()

  readonly #first: Interview | undefined
  /** How many questions each experiment has asked. */
  readonly #turns = new Map<string, number>()

  constructor(target: Pick<Target, 'attempt'>, redactor: Pick<Redactor, 'learn'>, first?: Interview) {
    this.#target = target
    this.#redactor = redactor
    this.#first = first
  }

  /**
   * @param about appears in the User-Agent
   * @throws {RiskRefused} before anything is sent
   */
  ask(question: Question, about: string): Promise<Answer> {
    const key = keyOf(question)
    const known = this.#known.get(key)
    if (known) return known
    const turn = this.#turns.get(about) ?? 0
    this.#turns.set(about, turn + 1)
    const told = turn % ASKED_ANEW === 0 || !this.#first ? undefined : this.#first.#known.get(key)
    const answer = told ?? this.again(question, about)
    this.#known.set(key, answer)
    answer.catch(() => this.#known.delete(key))
    return answer
  }

  async again(question: Question, about: string): Promise<Answer> {
    const exchange = await this.#target.attempt(question, about)
    if (exchange instanceof TargetFailure) return SILENCE
    for (const { raw } of readList(exchange).list?.people ?? []) this.#redactor.learn(raw)
    const { status, headers, json, text } = exchange.response
    const answer = { status, headers, json, text }
    for (const [name, value] of Object.entries(headers)) {
      const said = [value].flat().join(', ')
      if (!this.headers.has(name)) this.headers.set(name, said)
      else if (this.headers.get(name) !== said) this.headers.set(name, undefined)
    }
    const body = objectOf(jsonValue(question.body ?? ''))
    const numero = /^\/relatorios\/validar\/([^/]+)$/.exec(question.path)?.[1]
    if (numero && body) this.decisions.push({ about, numero: decodeURIComponent(numero), body, answer })
    return answer
  }

  /** How a second decision on a report is refused, if it is. */
  get stateRefusal(): Answer | undefined {
    const own = this.decisions.find(({ about, answer }) => about === 'revalidation' && answer.status >= 400)
    return own?.answer ?? this.#first?.stateRefusal
  }

  /** Forgets the answers, because a decision may have changed them. */
  forget(): void {
    this.#known.clear()
  }
}

export function keyOf({ method, path, query, contentType, authorization, body }: Question): string {
  return JSON.stringify([method, path, query ?? [], contentType, authorization.value, body])
}

export function listIn({ status, headers, json, text }: Answer): List | undefined {
  const response = { status, headers, json, text } as Exchange['response']
  return readList({ response } as Exchange).list
}
