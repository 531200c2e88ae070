import type { Situation } from '../../../src/twin.ts'
import { objectOf } from '../../service/lists.ts'
import type { Answer } from '../target-data.ts'

/** An answer of the target that refuses, and what the twin says was wrong. */
export interface Refused {
  situations: readonly Situation[]
  /** The key of the frame that it has without one of its own: the source or the status that the twin gives by its knobs. */
  defaultFrameKey: string
  answer: Answer
  /** Whether the twin answers the same by default, without an entry. */
  matchesDefault: boolean
  /** Whether the twin says it in the same words, though maybe in another form. */
  matchesDefaultText: boolean
  /** What it may repeat of the request itself. */
  request: Situation['slots']
  /** Whether the question is named after its first situation, and so meant to be refused for that reason. */
  isNamed?: boolean
  /** Words that the question made up. */
  invented?: readonly string[]
}

/** The rows of tables whose faults are told together, by their source. */
const SOURCES: Record<string, 'query' | 'payload'> = {
  page: 'query',
  rows: 'query',
  cpf: 'query',
  nome: 'query',
  sort: 'query',
  others: 'query',
  aprovar: 'payload',
  mensagem: 'payload',
  payload: 'payload',
}

export function sourceOf(situation: string): string | undefined {
  return SOURCES[situation.replace(/\..*/s, '')]
}

/** Returns the text of a refusal in the form of the interface; empty for other forms. */
export function messageOf({ json }: Pick<Answer, 'json'>): string {
  const message = objectOf(json)?.message
  return typeof message === 'string' ? message : ''
}
