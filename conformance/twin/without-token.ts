import type { Profile } from '../../src/contract/profile.ts'
import { withCell } from './options.ts'
import type { Evidence, Oracle } from './profile-fitter.ts'
import { said, stepOf } from './step-of.ts'

/**
 * Tells requests without a token apart where there is no route, if all of them have the same words, and no other one has
 * these. It takes more than one, on different paths: what names its path differs anyway.
 */
export async function withoutTokenApart(
  profile: Profile,
  evidence: readonly Evidence[],
  oracle: Pick<Oracle, 'twin'>,
): Promise<Profile> {
  const without: Evidence[] = []
  const others: Evidence[] = []
  for (const one of evidence) {
    const { question } = one.asked
    // What HEAD is answered with says nothing.
    if (question.method === 'HEAD' || one.answer.status < 400) continue
    const isOfRoute = stepOf(await oracle.twin(profile, one.asked)) === 'route'
    if (isOfRoute && !question.authorization.value) without.push(one)
    else others.push(one)
  }
  const paths = new Set(without.map(({ asked }) => asked.question.path))
  const [words, ...more] = new Set(without.map(({ answer }) => said(answer)))
  const isOwn =
    words !== undefined && more.length === 0 && others.every(({ answer }) => said(answer) !== words)
  return isOwn && paths.size > 1 ? withCell(profile, 'routes', 'unknown', 'without-token', 'apart') : profile
}
