import { completeProfile, type PartialProfile } from '../../src/contract/profile.ts'
import { connect } from '../run/connect.ts'
import { type ProbeOptions, settleProbe } from '../run/options.ts'
import { createRunState } from '../run/run-state.ts'
import { createTwin, readTargetData } from '../twin/target-data.ts'
import { type Likeness, verify } from '../twin/verify.ts'

/** Measures how alike a profile answers as a target does, with the same questions in each run, as `--verify` does with others. */
export async function measuredTwin(
  options: ProbeOptions,
  found: PartialProfile,
  { questions, seed }: { questions: number; seed: number },
): Promise<Likeness> {
  const settled = settleProbe(options)
  const { target, redactor, openSession, close } = connect(settled, 'probe', createRunState())
  try {
    const session = openSession()
    const profile = completeProfile(found)
    const data = { ...(await readTargetData(session.as('verify'), profile)), baseUrl: settled.baseUrl }
    return await verify({
      target,
      twin: createTwin(data.dataset),
      data,
      profile,
      questions,
      seed,
      redactor,
      concurrency: 4,
      isSteady: async () => true,
      // The persons are made up, and whoever reads a difference wants to see them.
      show: {
        question: ({ method, path, query, contentType, authorization: { label }, body = '' }) =>
          `${method} ${path} ${JSON.stringify(query ?? [])} ${label} ${contentType} ${body}`,
        answer: ({ status, json, text }) =>
          `${status} ${json === undefined ? text : JSON.stringify(json)}`.slice(0, 400),
        text: (text) => text,
      },
    })
  } finally {
    await close()
  }
}
