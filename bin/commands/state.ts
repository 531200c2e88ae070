import { counted, type KeptDecisions, printable, readState } from '../../src/cli.ts'
import { translate } from '../../src/messages/translate.ts'
import { DEFAULT_STATE, environmentName, type ValuesOf } from '../flags.ts'
import { writeOut } from '../terminal/files.ts'
import { say } from '../terminal/say.ts'

/** The exit code if decisions are left out because they are damaged, or if the file is empty. */
const INCOMPLETE = 3

/** Prints the decisions in a state folder, whether or not a simulator is running on it. */
export async function show({ state: named, json }: ValuesOf<'state show'>): Promise<void> {
  const state = named ?? DEFAULT_STATE
  const store = environmentName('store')
  if (named === undefined && process.env[store])
    say(
      `${store} is set, but these are the decisions of the folder ${state}. A database keeps its own: ask the control port of a simulator, GET /v1/changes.`,
    )
  const kept = await readState(state, say)
  if (!kept.isWhole) process.exitCode = INCOMPLETE
  await writeOut(json ? documentOf(kept) : linesOf(state, kept), json)
}

function* documentOf({ decisions }: KeptDecisions): Generator<string> {
  yield '{"decisoes":['
  let comma = ''
  for (const decision of decisions) {
    yield `${comma}\n${JSON.stringify(decision)}`
    comma = ','
  }
  yield '\n]}\n'
}

function* linesOf(state: string, { decisions }: KeptDecisions): Generator<string> {
  yield translate(`${state}: decisions on ${counted(decisions.length, 'report')}\n`)
  for (const { numero, aprovar, mensagem, decidido_em } of decisions)
    yield `${printable(numero)}  ${translate(aprovar ? 'approved' : 'rejected')}  ${printable(decidido_em)}  "${printable(mensagem)}"\n`
}
