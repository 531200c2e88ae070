import type { Profile } from '../../src/contract/profile.ts'
import { objectOf } from '../service/lists.ts'
import { cells, type Point } from './options.ts'
import type { Oracle } from './profile-fitter.ts'
import type { Answer } from './target-data.ts'
import type { TwinQuestion } from './twin-question.ts'

/** At most this many questions are drawn to choose one. */
const LOOKED_AT = 5
/** Rows whose values decide which choices look alike: `25abc` gives 25 rows to a service that reads its digits, and to one that ignores it. */
const PARAMETER_STRATA = /^(?:page|rows|cpf|nome|sort)\./

/**
 * Draws questions of a stratum and returns the one that best distinguishes the choices of its cell, by the answers of the
 * twin under each. So an expected answer hardly ever comes from another choice.
 * @param before other questions of the stratum that are asked, too
 */
export async function mostTelling(
  stratum: string,
  profile: Profile,
  oracle: Pick<Oracle, 'draw' | 'twin'>,
  before: readonly TwinQuestion[] = [],
): Promise<TwinQuestion | undefined> {
  const first = oracle.draw(stratum)
  const cell = PARAMETER_STRATA.test(stratum) ? cells.find(({ name }) => name === stratum) : undefined
  if (first === undefined || cell === undefined) return first
  let best = { asked: first, alike: await alikeIn([...before, first], cell, profile, oracle) }
  for (let i = 1; i < LOOKED_AT; i++) {
    const asked = oracle.draw(stratum)
    if (asked === undefined) break
    const alike = await alikeIn([...before, asked], cell, profile, oracle)
    if (alike < best.alike) best = { asked, alike }
  }
  return best.asked
}

/** The first choice of a cell is the likeliest: distinguishing the others from it matters most. */
const WEIGHT_OF_FIRST = 6

/** Weighs the pairs of choices that answer all questions alike, each with itself, too. */
async function alikeIn(
  all: readonly TwinQuestion[],
  { options }: Point,
  profile: Profile,
  { twin }: Pick<Oracle, 'twin'>,
): Promise<number> {
  const counts = new Map<string, number>()
  for (const [i, option] of options(profile).entries()) {
    const answers = await Promise.all(all.map(async (asked) => shownBy(await twin(option, asked))))
    const seen = answers.join()
    counts.set(seen, (counts.get(seen) ?? 0) + (i === 0 ? WEIGHT_OF_FIRST : 1))
  }
  return [...counts.values()].reduce((sum, count) => sum + count ** 2, 0)
}

/**
 * Returns what an answer shows whatever its words are. What `busca` repeats is learned only later, and so is the status
 * of refusals.
 */
function shownBy({ status, json }: Pick<Answer, 'status' | 'json'>): string {
  if (status >= 400) return 'refused'
  const { itens, paginacao } = objectOf(objectOf(json)?.result) ?? {}
  return JSON.stringify([itens, paginacao])
}
