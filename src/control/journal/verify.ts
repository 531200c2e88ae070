import { inspect } from 'node:util'
import { clearTimeout, performance, setImmediate, setTimeout } from '../../contract/real-globals.ts'
import { OperatorError } from '../../operator/operator-error.ts'
import type { Entry } from './entry.ts'
import type { Exchange, Shower } from './exchange.ts'
import { createExpected, type Expectation, type Expected, exchanges } from './expectation.ts'
import { failureOf } from './failure.ts'
import { inFlight, type JournalExcerpt, type Judgement, judgeExpectation } from './judge-expectation.ts'
import type { ExchangeMatcher } from './matcher.ts'
import type { Recorder } from './recorder.ts'
import { type Scope, sinceOf, wholeScope } from './scope.ts'
import { JournalGapError } from './verification-error.ts'

/** Waits until an expectation is met, or fails. Returns those that matched. */
export async function verify(
  matcher: ExchangeMatcher,
  expectation: Expectation,
  { recorder, shower, scope }: { recorder: Recorder; shower: Shower; scope: Scope },
  signal?: AbortSignal,
): Promise<Exchange[]> {
  const expected = createExpected(matcher, expectation, recorder)
  const since = sinceOf(expectation, { recorder, scope })
  const began = performance.now()
  const look = (): JournalExcerpt => ({
    entries: scope.entries(recorder, since),
    losers: scope.losers(recorder, since),
  })
  const { judgement, entries } = await awaitVerdict(expected, look, recorder, scope, signal)
  const waited = expected.within === 0 ? 0 : performance.now() - began
  const { verdict, matched, gap, unsure } = judgement
  const isSure = verdict === 'not-met' || (verdict === 'met' && !expected.forbids)
  if (!isSure && gap > 0) throw gapError(gap, since, scope.horizon)
  if (!isSure && unsure.length > 0 && couldChange(judgement, expected)) throw unsureError(unsure)
  if (verdict !== 'met')
    throw failureOf(expected, judgement, {
      entries,
      shower,
      waited,
      hint: silenceHint(recorder, entries, since),
    })
  requireKnown(expected, recorder, entries)
  return matched.map((entry) => shower.exchange(entry, expected.reveal))
}

/**
 * A handle that is misspelled matches nothing, so what forbids exchanges of it would pass.
 * @throws {OperatorError} when no organization has it
 */
function requireKnown(
  { matching, noneAfter, least }: Expected,
  recorder: Recorder,
  entries: readonly Entry[],
): void {
  const forbidden = [...(least === 0 ? matching.wants : []), ...(noneAfter?.wants ?? [])]
  for (const { name, expected } of forbidden) {
    if (name !== 'organization' || typeof expected !== 'string' || recorder.hasHandle(expected)) continue
    // One that is closed may have left exchanges.
    if (entries.some((entry) => recorder.ownerOf(entry).handle === expected)) continue
    throw new OperatorError(
      `The matcher names the organization ${inspect(expected)}, which is neither open nor has recorded exchanges, so the verification would prove nothing. Use a handle such as 'org-1', or verify before the organization is closed.`,
    )
  }
}

/** Returns what may be wrong with a client of which nothing came. */
function silenceHint(recorder: Recorder, entries: readonly Entry[], since: number): string | undefined {
  if (entries.length > 0) return undefined
  const when = since === 0 ? '' : ` after the mark ${since}`
  if (recorder.last <= since) return `No request at all came${when}. Check the URL of the client.`
  const { nobody } = recorder.owners
  const unknown = wholeScope()
    .entries(recorder, since)
    .filter((entry) => recorder.ownerOf(entry) === nobody).length
  if (unknown === 0) return undefined
  const requests = `${unknown} request${unknown === 1 ? '' : 's'}`
  return `${requests} came${when} without a known token. Check the token of the client.`
}

/** What is not known could only bring more exchanges that match. */
function couldChange({ verdict }: Judgement, { forbids }: Expected): boolean {
  return verdict === 'not-yet' || forbids
}

/** Judges whenever something is heard, until the judgement stays or the time is over. */
async function awaitVerdict(
  expected: Expected,
  look: () => JournalExcerpt,
  recorder: Recorder,
  scope: Scope,
  signal: AbortSignal | undefined,
): Promise<{ judgement: Judgement; entries: readonly Entry[] }> {
  const judgeNow = () => {
    const excerpt = look()
    return { judgement: judgeExpectation(expected, excerpt), entries: excerpt.entries }
  }
  const first = judgeNow()
  const { within, quiet, forbids } = expected
  const isOver = ({ verdict, gap }: Judgement) =>
    verdict === 'not-met' || (forbids && gap > 0) || (verdict === 'met' && !forbids)
  if (within === 0 || isOver(first.judgement)) return first

  return new Promise((resolve) => {
    let calm: NodeJS.Timeout | undefined
    let isAsked = false
    let isEnded = false
    const end = () => {
      isEnded = true
      stop()
      clearTimeout(late)
      clearTimeout(calm)
      signal?.removeEventListener('abort', end)
      resolve(judgeNow())
    }
    const wait = ({ judgement, entries }: ReturnType<typeof judgeNow>) => {
      if (isEnded) return
      if (isOver(judgement)) return end()
      clearTimeout(calm)
      if (judgement.verdict === 'met' && inFlight(entries).length === 0) calm = setTimeout(end, quiet)
    }
    // Many exchanges of one turn are judged once.
    const stop = recorder.listen((entry) => {
      if (isAsked || !scope.has(recorder.ownerOf(entry))) return
      isAsked = true
      setImmediate(() => {
        isAsked = false
        wait(judgeNow())
      })
    })
    const late = setTimeout(end, within)
    signal?.addEventListener('abort', end, { once: true })
    wait(first)
  })
}

function gapError(gap: number, since: number, horizon: number): JournalGapError {
  const from = since === horizon ? '' : ` after the mark ${since}`
  const what = `The journal dropped ${exchanges(gap)}${from} that could matter, so it cannot tell.`
  const remedy =
    'Verify earlier, narrow the matcher by method or organization, pass a later `since` (clear() and mark() return one), or keep more: startSimulator({ journal: { exchanges: 10_000 } }).'
  return new JournalGapError(`${what} ${remedy}`, gap)
}

function unsureError(unsure: readonly Entry[]): JournalGapError {
  const ids = unsure
    .slice(0, 5)
    .map(({ id }) => `#${id}`)
    .join(', ')
  const pending = inFlight(unsure)
  if (pending.length > 0) {
    return new JournalGapError(
      `${exchanges(pending.length)} that could matter ${pending.length === 1 ? 'is' : 'are'} still in flight (${ids}), so the journal cannot tell. Wait for the answer, or give \`within\`.`,
      0,
    )
  }
  return new JournalGapError(
    `${exchanges(unsure.length)} that could matter had answers too long to keep (${ids}), so the journal cannot tell. Ask for fewer rows, or leave \`answer\` and \`listed\` out.`,
    unsure.length,
  )
}
