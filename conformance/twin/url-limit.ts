import { MOST_URL } from '../../src/contract/dialect-form.ts'
import { largestTaken } from '../service/largest-taken.ts'
import type { LimitsOptions } from './limits.ts'
import { said } from './step-of.ts'
import { LONG_URL, listOfLength } from './strata/sizes.ts'
import type { Answer } from './target-data.ts'

/** The longest URLs that servers take: some count all of the request line, of which 13 bytes are not of the URL. */
const LIKELY = [
  ...[2_000, 2_035, 2_048, 4_000, 4_081, 4_083, 4_094, 4_096, 5_000, 8_000, 8_175, 8_177, 8_179, 8_190],
  ...[8_192, 10_000, 10_240, 24_000, 25_000, 30_000, 32_755, 32_768, 40_000, 50_000],
]
/** Longer than any `nome` has to be. */
const USUAL_URL = 1_000
const LONGER_URL = 60_000
/** Between these lies the limit of Node, which counts the headers, too. */
const NODE = { taken: 15_000, refused: 16_385 }

/**
 * Finds the maximum length of a URL. Undefined where it is that of Node, which the simulator has by itself, or where it
 * was not seen.
 */
export async function urlLimitOf({
  data,
  ask,
}: Omit<LimitsOptions, 'bodiesAt'>): Promise<number | undefined> {
  const answerTo = (length: number) =>
    ask({ stratum: 'size.url', risk: 'r', question: listOfLength(length, { data }) })
  const usual = await answerTo(USUAL_URL)
  const longest = usual && (await answerTo(LONG_URL))
  if (usual === undefined || longest === undefined) return undefined
  const taken = outlineOf(usual)
  const isTaken = async (length: number) => {
    const answer = await answerTo(length)
    return answer !== undefined && outlineOf(answer) === taken
  }
  if (outlineOf(longest) === taken) {
    if (await isTaken(LONGER_URL)) return MOST_URL
    return largestTaken(isTaken, { least: LONG_URL, most: LONGER_URL, likely: LIKELY, hints: [] })
  }
  if (!(await isTaken(NODE.taken)))
    return largestTaken(isTaken, { least: USUAL_URL, most: NODE.taken, likely: LIKELY, hints: [] })
  if (!(await isTaken(NODE.refused))) return undefined
  return largestTaken(isTaken, { least: NODE.refused, most: LONG_URL, likely: LIKELY, hints: [] })
}

/** Returns what an answer is, whatever it repeats of a name and whomever it finds. */
function outlineOf(answer: Answer): string {
  if (answer.status < 400) return String(answer.status)
  return `${answer.status} ${said(answer).replaceAll(/x{9,}/g, 'x').replaceAll(/\d+/g, '0')}`
}
