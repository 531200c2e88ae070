import type { FaultName } from './faults.ts'
import type { Template } from './template.ts'

/** What a deployment was seen to do where the interface shows nothing and no knob decides: the learned part of a profile. */
export interface Seen {
  /** The order in which a request is judged. */
  order?: readonly Step[]
  /** By the name of a fault, or of a group of them: `page.word`, then `page.*`, `*.word`, `*`. */
  faults?: Readonly<Record<FaultName | string, SeenFault>>
  /** What stands between the texts of several faults; only the first one is told if it is absent. */
  between?: string
  /** The body of a list. */
  list?: Template
  /** The body of a decision. */
  decision?: Template
  /** The body of a rejection, if it is not that of a decision. */
  rejection?: Template
  /** Headers of all answers, and those of refusals beside them. */
  headers?: Readonly<Record<string, string>>
  refusalHeaders?: Readonly<Record<string, string>>
  /** Odd requests, with what was answered. */
  recorded?: readonly Recorded[]
}

/** A fault that is not told, or how it is told. */
export type SeenFault = 'ignore' | SeenRefusal

export interface SeenRefusal {
  status: number
  body: Template
  headers?: Readonly<Record<string, string>>
}

/** A request that is answered as another one, or as it was. */
export interface Recorded {
  /** `GET /pessoas/` */
  request: string
  /** The path of the request whose answer it gets. */
  as?: string
  status?: number
  body?: Template
  headers?: Readonly<Record<string, string>>
}

export const steps = ['route', 'token', 'type', 'json', 'body', 'query', 'report', 'state'] as const
export type Step = (typeof steps)[number]
