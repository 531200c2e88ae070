import type { SortField } from '../../src/contract/profile.ts'
import type { Credentials, Exchange, Question } from '../client/exchange.ts'
import type { TargetFailure } from '../client/failure.ts'
import type { OldKeyring } from '../client/old-keyring.ts'
import type { NearText, NumberShape, SharedGroups } from '../client/unknown-number.ts'
import type { WantedCells } from '../judging/cells.ts'
import type { Redactor } from '../redaction/redact.ts'
import type { Contradictions } from './contradictions.ts'
import type { Facts } from './discover.ts'
import type { Format } from './format.ts'
import type { List, ListAnswer, Pages, Query } from './lists.ts'
import type { Spoken } from './spoken.ts'
import type { Tokens } from './tokens.ts'

/** The number of a report: an unknown one or a declared one. */
export interface Numero {
  value: string
  /** Replaces the number in reports. */
  label: string
}

/** A declared report that the service did not know at one moment. */
export interface MissedReport {
  missed: Exchange
  found: Exchange | undefined
}

export interface How {
  authorization?: Credentials | undefined
  /** Null sends no header; undefined sends the documented type. */
  contentType?: string | null | undefined
  blank?: Question['blank']
  escapes?: Question['escapes']
  connection?: Question['connection']
  chunked?: Question['chunked']
  pathEscapes?: Question['pathEscapes']
  accept?: Question['accept']
  acceptEncoding?: Question['acceptEncoding']
  acceptLanguage?: Question['acceptLanguage']
  headerNames?: Question['headerNames']
}

/** The organization whose list is read, by its token. */
export type Caller = Pick<How, 'authorization'>

/** The service under test as one check sees it. */
export interface Service {
  /** Returns the answer to `GET /pessoas`, sent once for each query while the list stays the same. */
  get(query?: Query, how?: How): Promise<ListAnswer>
  /** Like `get`, but sends the request even if it was sent before. */
  again(query?: Query, how?: How): Promise<ListAnswer>
  /** Sends a question for a list once more exactly as it was sent before. */
  repeat(question: Question): Promise<ListAnswer>
  /** Like `get`, but returns only an answer that came on a connection of its own. */
  fresh(query?: Query): Promise<ListAnswer>
  /**
   * Like `get`, but always sends the request, and also returns 5xx, at once. Without `connection: 'same'`, the first list
   * is the answer for others, too. The look at the target before any check uses it.
   */
  observe(query?: Query, how?: How): Promise<ListAnswer>
  /** Like `get`, for open points: returns whatever happened, even that there was no answer. */
  tryOut(query: Query, how?: How): Promise<Attempt>
  /** Returns the list for a valid query. */
  list(query?: Query, how?: How): Promise<List>
  /** Returns every page of a list, each read once in a run. */
  pages(query?: Query, how?: Caller): Promise<Pages>
  /**
   * Returns every page of a list in an order in which nobody moves between pages: the order without sort, or by CPF if
   * persons with equal timestamps move.
   */
  everyone(query?: Query, how?: Caller): Promise<Pages>
  facts(): Promise<Facts>
  /** Returns whether the service orders by a field, because it may ignore or reject any of them. */
  sortsBy(field: SortField): Promise<boolean>
  /** Sends `POST /relatorios/validar/{numero}`. A string is sent as it is, any other body as JSON. */
  validate(numero: Numero, body: unknown, how?: How): Promise<Exchange>
  /** Like `validate`, for open points. */
  tryValidate(numero: Numero, body: unknown, how?: How): Promise<Attempt>
  /** Sends a GET to the path that the interface shows only for POST. */
  tryGetOf(numero: Numero): Promise<Attempt>
  unknownNumber(shape?: NumberShape): Numero
  /** Returns an unknown number that shares groups of digits with a declared report, or nearly all its text. */
  nearNumber(report: Numero, shared: SharedGroups | NearText): Numero
  /** Returns the answer to a body that must be rejected with 400, sent for an unknown number. */
  refusal(body: Record<string, unknown>): Promise<Exchange>
  /** Returns one documented refusal of each kind and every other one of the run. */
  refusals(): Promise<readonly Exchange[]>
  /** The faults of lists in this run. */
  readonly format: Format
  /** What the answers of this run had in common and what was odd. */
  readonly spoken: Spoken
  /** Valid tokens that were refused in this run. */
  readonly tokens: Tokens
  /** Questions that were refused although others like them were answered. */
  readonly contradictions: Contradictions
  /** The first 404 for each declared report, and the first decision after it that was accepted, by label. */
  readonly missedReports: ReadonlyMap<string, MissedReport>
  /** Returns the result of work that several checks share and that runs once. */
  once<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Like `once`, but the work is done again after the list changed. */
  whileSteady<T>(name: string, work: () => Promise<T>): Promise<T>
  /**
   * Does work whose answers other checks may disturb that run beside it. If it finds a difference, it does it once more
   * without them, and asks everything anew.
   */
  undisturbed<T>(work: (anew: boolean) => Promise<T>): Promise<T>
  /** Whether work found a difference while other checks ran beside it. */
  readonly wasDisturbed: boolean
  readonly keys: OldKeyring
  /** The reports that the run may decide. */
  readonly reports: readonly Numero[]
  readonly foreignReport: Numero | undefined
  /** Returns whether the run has decided a report. */
  wasDecided(report: Numero): boolean
  /** Whether the operator declares that no person belongs to both organizations. */
  readonly tenantsDisjoint: boolean
  readonly redactor: Redactor
  /** Returns random letters that no name contains. */
  gibberish(length: number): string
  /** Which cells the run asks. */
  readonly wantedCells: WantedCells
}

/** The outcome of a request that the interface does not mention. */
export interface Attempt {
  status: number | 'no answer'
  exchange: Exchange | undefined
  list: List | undefined
  /** Set if there was no answer, or one that only says that the service is unavailable. */
  failure?: TargetFailure | undefined
}

/** A valid body that names its sender. It has 26 characters, one more than the minimum, in case there is a maximum. */
export const LEGAL_BODY = { aprovar: true, mensagem: 'Teste via npx pessoas-sim.' }
export const LEGAL_REJECTION = { ...LEGAL_BODY, aprovar: false }

/** A field that no valid body has. */
export const UNKNOWN_KEY = 'campo_desconhecido'
