import { jsonValue } from '../../contract/json-value.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import { isDeep } from '../is-deep.ts'
import { ControlRefusal, type ControlRoute, ControlStream, unknownOrganization } from '../route.ts'
import type { Expectation } from './expectation.ts'
import { type ExportFormat, exportFormats } from './export/export.ts'
import type { Journal } from './journal.ts'
import type { ExchangeMatcher } from './matcher.ts'
import {
  countSchema,
  exchangeSchema,
  exportQuery,
  findQuery,
  foundSchema,
  lookQuery,
  markSchema,
  scopeQuery,
  streamQuery,
  verifiedSchema,
  verifyBody,
} from './schemas.ts'
import { JournalGapError, VerificationError } from './verification-error.ts'

/** The journals that the control port shows. */
export interface Journals {
  whole: Journal
  /** Returns the journal of an organization by its handle; undefined if there is none. */
  byHandle(handle: string): Journal | undefined
}

type Query = Record<string, string>

/** The routes of the journal. */
export function journalRoutes(journals: Journals): ControlRoute[] {
  const journalOf = (organization: string | undefined): Journal => {
    if (organization === undefined) return journals.whole
    const journal = journals.byHandle(organization)
    if (journal) return journal
    throw unknownOrganization()
  }

  return [
    {
      method: 'GET',
      path: '/journal',
      summary: 'Finds exchanges, the latest of those that match, in the order of arrival.',
      query: findQuery,
      answer: foundSchema,
      handle: told(({ query }) => {
        const journal = journalOf(query.organization)
        const { since, from, to, limit = '100', body } = query
        const matcher = { ...matcherOf(query), ...(body !== undefined && { body: bodyOf(body) }) }
        const exchanges = journal.find(matcher, {
          ...(since !== undefined && { since: Number(since) }),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
          limit: Number(limit),
          reveal: query.reveal === 'true',
        })
        return { exchanges, totals: journal.totals, mark: journal.mark() }
      }),
    },
    {
      method: 'GET',
      path: '/journal/{id}',
      summary: 'Returns one exchange.',
      query: { type: 'object', properties: { reveal: { type: 'boolean' } } },
      answer: exchangeSchema,
      handle: told(({ params, query }) => {
        const exchange = journals.whole.get(Number(params.id), { reveal: query.reveal === 'true' })
        if (exchange) return exchange
        throw new ControlRefusal(
          404,
          'unknown-exchange',
          `The journal has no exchange ${JSON.stringify(params.id)}.`,
          'It was dropped or cleared, or it never came. GET /v1/journal lists what is kept.',
        )
      }),
    },
    {
      method: 'DELETE',
      path: '/journal',
      summary: 'Forgets what came until now, and returns a mark for since.',
      query: scopeQuery,
      answer: markSchema,
      handle: told(({ query }) => ({ mark: journalOf(query.organization).clear() })),
    },
    {
      method: 'GET',
      path: '/journal/count',
      summary: 'Counts exchanges; 409 if some that may match were dropped.',
      query: lookQuery,
      answer: countSchema,
      handle: told(({ query }) => ({
        count: journalOf(query.organization).count(matcherOf(query), sinceOf(query)),
      })),
    },
    {
      method: 'GET',
      path: '/journal/stream',
      summary: 'Follows new exchanges as server-sent events: exchange, and missed for how many more came.',
      query: streamQuery,
      answer: { type: 'text/event-stream' },
      handle: told(({ query, signal }) => {
        const events = journalOf(query.organization).stream(matcherOf(query), {
          signal,
          reveal: query.reveal === 'true',
        })
        return new ControlStream('text/event-stream', events)
      }),
    },
    {
      method: 'GET',
      path: '/journal/export',
      summary: 'Exports exchanges as HAR 1.2, .http, curl, or a test file that replays them.',
      query: exportQuery(exportFormats),
      answer: { type: 'text/plain' },
      handle: told(({ query }) => {
        const { format } = query as { format: ExportFormat }
        const text = journalOf(query.organization).export(format, {
          matcher: matcherOf(query),
          ...sinceOf(query),
          reveal: query.reveal === 'true',
        })
        return new ControlStream(format === 'har' ? 'application/json' : 'text/plain', [text])
      }),
    },
    {
      method: 'POST',
      path: '/verify',
      summary: 'Waits until exchanges match as expected; 409 if they do not, or if the journal cannot tell.',
      body: verifyBody,
      answer: verifiedSchema,
      handle: told(async ({ body, signal }) => {
        const { organization, matcher, ...expectation } = body as VerifyBody
        const { after, noneAfter } = expectation
        for (const one of [matcher, after, noneAfter]) {
          if (typeof one === 'object') journalOf(one.organization)
        }
        const journal = journalOf(organization)
        const matched = await journal.verify(matcher, expectation, signal)
        const isSilent = matched.length === 0 && hasNothing(journal, expectation.since)
        return { verified: true, matched, ...(isSilent && { hint: NOTHING_CAME }) }
      }),
    },
  ]
}

const NOTHING_CAME =
  'No exchange at all was received here, so this would also be true of a client with a wrong URL or another token. Verify something that the client must send, too.'

/** Returns whether a journal never had an exchange after a mark, kept or not. */
function hasNothing(journal: Journal, since: number | undefined): boolean {
  try {
    return journal.count({}, since === undefined ? {} : { since }) === 0
  } catch (error) {
    if (error instanceof JournalGapError) return false
    throw error
  }
}

type VerifyBody = Expectation & { organization?: string; matcher: ExchangeMatcher }

function matcherOf({ method, path, report, status, fault, why }: Query): ExchangeMatcher {
  return {
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(report !== undefined && { report }),
    ...(status !== undefined && { status }),
    ...(fault !== undefined && { fault: fault === 'true' ? true : fault === 'false' ? false : fault }),
    ...(why !== undefined && { why }),
  }
}

function sinceOf({ since }: Query): { since?: number } {
  return since === undefined ? {} : { since: Number(since) }
}

/** @throws {ControlRefusal} when it is not a JSON object */
function bodyOf(text: string): object {
  const value = jsonValue(text)
  if (typeof value === 'object' && value !== null && !isDeep(value)) return value
  throw new ControlRefusal(
    400,
    'query',
    'body is not a JSON object.',
    'Send body={"aprovar":true}, percent-encoded.',
  )
}

/** Has an error of the journal answered as one of the control port. */
function told(handle: ControlRoute['handle']): ControlRoute['handle'] {
  return async (call) => {
    try {
      return await handle(call)
    } catch (error) {
      if (error instanceof VerificationError) throw new ControlRefusal(409, 'not-verified', error.message)
      if (error instanceof JournalGapError) throw new ControlRefusal(409, 'journal-gap', error.message)
      if (error instanceof OperatorError) throw new ControlRefusal(400, 'invalid-question', error.message)
      throw error
    }
  }
}
