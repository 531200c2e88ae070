import { bodyTable } from '../../src/contract/body-table.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { withCell } from './options.ts'
import type { Evidence, Oracle } from './profile-fitter.ts'
import { said } from './step-of.ts'

/**
 * Learns how the names of fields in a form are read from JSON that was sent as a form: the whole of it is a name, which
 * the target repeats as an unknown field. Of the names that its words include, the longest is the one that was read.
 */
export async function withFormNames(
  profile: Profile,
  evidence: readonly Evidence[],
  oracle: Pick<Oracle, 'twin'>,
): Promise<Profile> {
  let [found, longest] = [profile, 0]
  for (const { asked, answer } of evidence) {
    if (asked.stratum !== 'type.form' || answer.status < 400) continue
    const words = said(answer)
    for (const choice of bodyTable.form.names) {
      const option = choice === 'as-sent' ? profile : withCell(profile, 'bodies', 'form', 'names', choice)
      const { situations } = await oracle.twin(option, asked)
      const key = String(situations.find(({ name }) => name === 'payload.unknown')?.slots.key ?? '')
      if (key.length <= longest || !words.includes(JSON.stringify(key).slice(1, -1))) continue
      ;[found, longest] = [option, key.length]
    }
  }
  return found
}
