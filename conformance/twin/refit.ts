import type { Profile } from '../../src/contract/profile.ts'
import { compare, SPELLING } from './compare.ts'
import { cells, type Point, showsIn, withCell } from './options.ts'
import type { Evidence, Oracle, ProfileFitter } from './profile-fitter.ts'
import type { LearnWords, WordedProfile } from './words.ts'

/** At most this many times, the words are learned again. */
const MOST_REFITS = 24

/**
 * Numbers that a service cannot read may get the same status as pages beyond the end and rows above the maximum; only the
 * message distinguishes them. Until their cells are right, their messages are learned as those of such pages and rows,
 * which they outnumber.
 */
const unreadable: readonly Point[] = Object.entries({
  page: ['large', 'huge'],
  rows: ['large', 'huge', 'huge-multiple'],
}).map(([row, columns]) => ({
  name: `${row}.large`,
  strata: ['beyond-end', 'above-maximum', ...columns].map((column) => `${row}.${column}`),
  options: (profile) => [columns.reduce((done, column) => refusing(done, row, column), profile)],
}))

/**
 * Cells whose choices differ only in the text of answers: how many digits of a huge number they repeat, and how they
 * report a comma, which most services refuse whichever way they read it.
 */
const BY_WORDS_ONLY: ReadonlySet<string> = new Set([
  'others.comma',
  'page.huge',
  'page.beyond-64-bits',
  'rows.huge',
  'rows.huge-multiple',
])
/** Cells that questions of other strata show, too: numbers with escapes that they need. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['report.encoded'])
const pointsOfWords: readonly Point[] = [
  ...unreadable,
  ...cells.filter(({ name }) => BY_WORDS_ONLY.has(name)),
  ...cells.filter(({ name }) => !BY_WORDS_ONLY.has(name)).reverse(),
]

function refusing(profile: Profile, row: string, column: string): Profile {
  return withCell(profile, 'parameters', row, column, 'refuse')
}

/**
 * Tries other choices where target and twin refuse alike, but with different messages: the target's may have another
 * reason. Takes a choice if the words learned with it reproduce more answers exactly, and no fewer answers behave alike.
 */
export async function refitToWords(
  fitter: ProfileFitter,
  learnWords: LearnWords,
  oracle: Pick<Oracle, 'twin'>,
): Promise<WordedProfile> {
  const first = await learnWords(fitter.profile)
  const compared = async (profile: Profile, { asked, answer }: Evidence) =>
    compare(asked.question, answer, await oracle.twin(profile, asked))
  const scoreOf = async (profile: Profile): Promise<Score> => {
    const score = { behaves: 0, letter: 0 }
    for (const one of fitter.evidence) {
      const { behaves, letter } = await compared(profile, one)
      if (behaves === undefined) score.behaves++
      if (letter === undefined) score.letter++
    }
    return score
  }
  let found = first
  let score: Score | undefined
  let left = MOST_REFITS
  for (const point of pointsOfWords) {
    const isOwn = (stratum: string) =>
      unreadable.includes(point) || SHOWN_ELSEWHERE.has(point.name)
        ? showsIn(point, stratum)
        : point.name === cellOf(stratum)
    const own = fitter.evidence.filter(({ asked }) => isOwn(asked.stratum))
    const isExplained = await Promise.all(
      own.map(async (one) => {
        const { letter } = await compared(found.profile, one)
        // Lists also differ in what decisions have moved.
        return letter === undefined || (one.answer.status < 400 && letter.point !== SPELLING)
      }),
    )
    if (isExplained.every((is) => is)) continue
    score ??= await scoreOf(found.profile)
    const before = fitter.profile
    const { joining = {} } = found.profile.dialect.refusals
    for (const option of point.options(before)) {
      if (left === 0) return found
      left--
      const again = await learnWords(option, joining)
      const own = await scoreOf(again.profile)
      const isBetter = own.letter > score.letter && own.behaves >= score.behaves
      if (!isBetter) continue
      ;[found, score, fitter.profile] = [again, own, option]
    }
  }
  return found
}

/** How many answers a profile explains. */
interface Score {
  behaves: number
  letter: number
}

/** Returns the cell that a stratum is about: the first two parts of its name. */
function cellOf(stratum: string): string {
  return stratum.split('.').slice(0, 2).join('.')
}
