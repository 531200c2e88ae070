/** What a fault does to a request. Milliseconds are whole numbers. */
export type FaultEffect =
  | {
      kind: 'stale-keep-alive'
      /** How the connection ends; `fin` by default. */
      close?: Closing
    }
  | {
      kind: 'lost-answer'
      /** Whether the service decides first, which its client cannot see; `seeded` draws it. True by default. */
      decided?: boolean | 'seeded'
      /** What comes before the connection ends; `nothing` by default. */
      sends?: 'nothing' | 'status-line'
      /** How the connection ends; `fin` by default. */
      close?: Closing
    }
  | { kind: 'gateway'; status: GatewayStatus; decided?: boolean }
  | {
      kind: 'rate-limit'
      /** Tokens that the bucket gets back in a second. */
      perSecond: number
      /** Tokens in a full bucket; as many as come back in a second by default. */
      burst?: number
      /** How the answer says when to come back; `seconds` by default. */
      retryAfter?: RetryAfter
    }
  | {
      kind: 'silence'
      decided?: boolean
      /** Milliseconds until the connection ends; by default it ends when its client goes. */
      until?: number
    }
  | {
      kind: 'trickle'
      /** Milliseconds between two pieces, just under the read time limit of the client. */
      every: number
      /** Pieces of the body; 10 by default. */
      pieces?: number
    }
  | {
      kind: 'long-length'
      /** Bytes that are announced and never come; 1 by default. */
      missing?: number
    }
  | {
      kind: 'broken-json'
      /** `cut`: the last half is missing; `comma`: there is one too many; `bytes`: no UTF-8. */
      how?: 'cut' | 'comma' | 'bytes'
    }
  | {
      kind: 'reset-in-body'
      /** The share of the body that comes; a half by default. */
      share?: number
    }
  | { kind: 'unauthorized' }
  | {
      kind: 'latency'
      decided?: boolean
      /** Milliseconds. */
      fixed?: number
      /** Milliseconds from the first to the second. */
      uniform?: readonly [number, number]
      /** Milliseconds: half of the delays are below the median, none is above `most`, one minute by default. */
      logNormal?: { median: number; sigma: number; most?: number }
    }
  | { kind: 'status'; status: number; message?: string; decided?: boolean; retryAfter?: number }

export type FaultKind = FaultEffect['kind']
export type EffectOf<K extends FaultKind> = Extract<FaultEffect, { kind: K }>
export type Closing = 'fin' | 'reset'
export type RetryAfter = 'seconds' | 'date' | 'past' | 'none'
export type GatewayStatus = 413 | 431 | 502 | 503 | 504

/** One fault: what it does, to which requests, when, how often and how long. */
export interface FaultRule {
  /** Unique; the journal has it beside each request that was struck. */
  name: string
  fault: FaultEffect
  /** Which requests it may strike; by default all. */
  on?: {
    /** The handle of an organization. */
    organization?: string
    endpoint?: Endpoint
    /** Values of parameters of the query, decoded, or of the path: `numero_do_relatorio`. */
    parameters?: Readonly<Record<string, string>>
  }
  /** What counts as the same call again for `when`, `strikes` and `rest`; `request` by default. */
  per?: CountedBy
  /** Which calls of those it strikes; all by default. */
  when?: {
    /** Which calls, from 1. */
    calls?: readonly number[]
    /** The first call that is struck; then every later one, or only every Nth with `every`. */
    from?: number
    every?: number
    /** The share of the calls, drawn with the seed. */
    share?: number
    /** A time, or milliseconds after the fault was set, at which it begins. */
    after?: number | string
    /** A time, or milliseconds after the fault was set, at which it ends. */
    before?: number | string
  }
  /** The most strikes. */
  strikes?: number
  /** Calls, or milliseconds, that it spares after each strike. */
  rest?: { calls?: number; time?: number }
  /** Milliseconds after which it is removed; null for never. */
  ttl?: number | null
}

export type Endpoint = 'list' | 'validation'
/** `request` counts by method, path and parameters; `all` counts those of all organizations together. */
export type CountedBy = 'request' | 'endpoint' | 'organization' | 'all'

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
