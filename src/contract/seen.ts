import type { FaultName } from './faults.ts'
import type { Template } from './slots.ts'

/** What a deployment was seen to do where the interface shows nothing and no knob decides: the learned part of a profile. */
export interface Seen {
  /** The order in which a request is judged. */
  order?: readonly Step[]
  /**
   * By the name of a fault, maybe with the type of its value, or of a group of them: `aprovar.wrong-type:object`, then
   * `aprovar.wrong-type`, `aprovar.*`, `*.wrong-type`, `*`. What one of these does not say, the next one does.
   */
  faults?: Readonly<Record<FaultName | string, SeenFault>>
  /** What stands between the texts of several faults; only the first one is told if it is absent. */
  between?: string
  /** The body of a list: its slots are `itens`, `busca`, and the facts of page-facts.ts. */
  list?: Template
  /** A person in a list: `cpf`, `nome`, `atualizado_em`. */
  item?: Template
  /** The body of a decision: `numero`, `aprovar`, `mensagem`. */
  decision?: Template
  /** The body of a rejection, if it is not that of a decision. */
  rejection?: Template
  /** Headers of all answers, in place of the default ones; with the slots of the answer. */
  headers?: SeenHeaders
  /** Headers of decisions beside them; null for one that they do not have. Those of refusals are in their rules. */
  decisionHeaders?: SeenHeaders
  /** Odd requests, with what was answered. */
  recorded?: readonly Recorded[]
}

export type SeenHeaders = Readonly<Record<string, string | null>>

/** Faults that a deployment may tell by the type of the value, which follows the name after a colon. */
export const typedFaults = ['aprovar.wrong-type', 'mensagem.wrong-type', 'body.not-an-object'] as const
export const valueTypes = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const

/** A fault that is not told, how it is read, or how it is told. */
export type SeenFault = 'ignore' | SeenReading | SeenRefusal

/**
 * What a value with a fault is read as: another value, or as another choice of the knob of the fault does. The list may show
 * something else, such as `{ busca: '{value}' }`.
 */
export type SeenReading = ({ as: string | boolean } | { choice: string }) & {
  shows?: Readonly<Record<string, Template>>
}

/**
 * What is absent is as a more general name of the fault says, or as the simulator does it. The slots of all: those of the
 * fault, `status`, `reason`, `method`, `path`, `numero`, `now`, `uuid`, `sent`, `text`, `own`, `keys`.
 */
export interface SeenRefusal {
  status?: number
  /** The text of one fault, which the body repeats as `{text}`. */
  text?: string
  /** Other texts of one fault, such as a code, which the body repeats as `{own.code}`. */
  own?: Readonly<Record<string, Template>>
  body?: Template
  headers?: SeenHeaders
}

/** A request that is answered as another one, or as it was. */
export interface Recorded {
  /** `GET /pessoas/`, without a query; `{numero}` is any report number. */
  request: string
  /** The path of the request whose answer it gets. */
  as?: string
  status?: number
  /** A string is sent as it is, all else as JSON. */
  body?: Template
  headers?: SeenHeaders
}

export const steps = ['route', 'token', 'type', 'json', 'body', 'query', 'report', 'state'] as const
export type Step = (typeof steps)[number]
