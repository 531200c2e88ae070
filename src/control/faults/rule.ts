/** What a fault does to a request. Times are in milliseconds; `decided` lets the service handle the request first. */
export type FaultEffect =
  /** By a fixed time, or by one that is drawn between two. */
  | { kind: 'latency'; ms: number | readonly [number, number]; decided?: boolean }
  /** `html` answers with the page of a gateway; `retryAfter` is in seconds. */
  | {
      kind: 'status'
      status: number
      message?: string
      retryAfter?: number
      html?: boolean
      decided?: boolean
    }
  /** A full bucket has `burst` tokens, by default as many as come back in a second. */
  | { kind: 'rate-limit'; perSecond: number; burst?: number }
  /** `keptAlive` strikes only a connection that has answered before, as the head of its next request arrives. */
  | {
      kind: 'drop'
      after?: 'nothing' | 'status-line' | 'half'
      close?: 'fin' | 'reset'
      decided?: boolean | 'seeded'
      keptAlive?: boolean
    }
  | { kind: 'silence'; until?: number; decided?: boolean }
  | { kind: 'trickle'; every: number; pieces?: number }
  | { kind: 'corrupt'; how: 'cut' | 'comma' | 'bytes' | 'length' }

export type FaultKind = FaultEffect['kind']
export type EffectOf<K extends FaultKind> = Extract<FaultEffect, { kind: K }>

/** One fault: what it does, to which requests, how often and how long. */
export interface FaultRule {
  /** Unique; the journal has it beside each request that was struck. */
  name: string
  fault: FaultEffect
  /** Which requests it may strike; by default all. Parameters are decoded; `numero_do_relatorio` is in the path. */
  on?: {
    /** A handle. */
    organization?: string
    endpoint?: 'list' | 'validation'
    parameters?: Readonly<Record<string, string>>
  }
  /** What counts as the same call again: the same request of an organization, the default, or any of its requests. */
  per?: 'request' | 'organization'
  /** Which calls it strikes, from 1; all by default. */
  calls?: readonly number[]
  /** The share of these calls, drawn with the seed. */
  share?: number
  /** The most strikes in all. */
  times?: number
  /** Milliseconds after which it is removed; null for never. */
  ttl?: number | null
}

/** Faults that belong together, and the seed of what they draw. */
export interface FaultPlan {
  /** The JSON Schema of the file, for editors. */
  $schema?: string
  /** What it is for. */
  says?: string
  /** 1 by default. */
  seed?: number
  faults: readonly FaultRule[]
}
