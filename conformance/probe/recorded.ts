import { dateNow } from '../../src/contract/real-globals.ts'
import type { Recorded } from '../../src/contract/seen.ts'
import { JSON_TYPE, type Method, type Question } from '../client/exchange.ts'
import { APPROVAL } from '../model/questions.ts'
import type { Answer } from './answer.ts'
import { compare } from './compare.ts'
import type { Lab } from './experiment.ts'
import { generalise } from './generalise.ts'
import { toldHeaders } from './headers.ts'
import { withoutNow } from './volatile.ts'

/** What stands for any report number in a path. */
const ANY = '{numero}'
const REPORT = `/relatorios/validar/${ANY}`

/** Odd requests that tools and mistakes send, with the path that they may have been meant for. */
export const oddities: readonly (readonly [method: Method, path: string, meant?: string])[] = [
  ['GET', '/pessoas/', '/pessoas'],
  ['HEAD', '/pessoas'],
  ['OPTIONS', '/pessoas'],
  ['PUT', '/pessoas'],
  ['GET', '/'],
  ['GET', '/Pessoas', '/pessoas'],
  ['GET', '//pessoas', '/pessoas'],
  ['GET', '/nao-existe'],
  ['GET', REPORT],
  ['OPTIONS', REPORT],
  ['POST', `${REPORT}/`, REPORT],
  ['POST', '/relatorios/validar/'],
]

export function oddQuestion(
  [method, path]: (typeof oddities)[number],
  { data, numbers }: Pick<Lab, 'data' | 'numbers'>,
): Question {
  return {
    method,
    path: path.replace(ANY, numbers.unknown),
    authorization: data.keys.own,
    contentType: JSON_TYPE,
    ...(method === 'POST' && { body: JSON.stringify(APPROVAL) }),
  }
}

/** What learns from the answers of a target: it asks, and tells what a profile may keep. */
export interface Learner {
  lab: Lab
  ask: (question: Question) => Promise<Answer | undefined>
  isKept: (text: string) => boolean
}

/** Records what is answered to odd requests, where that is not what the service answers with what was learned before. */
export async function recordedOf({ lab, ask, isKept }: Learner): Promise<Recorded[]> {
  const all: Recorded[] = []
  const numero = lab.numbers.unknown
  for (const odd of oddities) {
    const [method, odder, meant] = odd
    const question = oddQuestion(odd, lab)
    const answer = await ask(question)
    if (!answer || answer.status === 0) continue
    const isAlike = async (other: Question, level: 'behaves' | 'letter') =>
      compare(question, answer, await lab.twin.ask(lab.profile, other))[level] === undefined
    if (await isAlike(question, 'letter')) continue
    const request = `${method} ${odder}`
    if (meant && (await isAlike({ ...question, path: meant.replace(ANY, numero) }, 'behaves'))) {
      all.push({ request, as: meant })
      continue
    }
    const { path } = question
    const { status, json, text } = answer
    const slots = { numero, path, route: path.replace(/^\/|\/$/g, ''), method, status }
    const value = json === undefined ? text : withoutNow(json, dateNow(), Object.values(slots))
    const body = generalise([{ value, slots }])
    const recorded = { request, status, ...(body !== '' && { body }), headers: toldHeaders(answer) }
    if (isKept(JSON.stringify(recorded))) all.push(recorded)
  }
  return all
}
