import { counted, type KeptDecisions, printable, readState } from '../../src/cli.ts'
import type { stateShowFlags } from '../flags/fixture-flags.ts'
import { environmentName, type Values } from '../flags/flag.ts'
import { DEFAULT_STATE } from '../flags/flags.ts'
import { writeOut, writeOutJson } from '../terminal/files.ts'
import { say } from '../terminal/say.ts'

/** The exit code if decisions are left out because they are damaged, or if the file is empty. */
const INCOMPLETE = 3

const STORE = environmentName('store')

/** Prints the decisions in a state folder, whether or not a simulator is running on it. */
export async function show({ state: named, json }: Values<typeof stateShowFlags>): Promise<void> {
  const state = named ?? DEFAULT_STATE
  if (named === undefined && process.env[STORE])
    say(
      `${STORE} is set, but these are the decisions of the folder ${state}. A database keeps its own: ask the control port of a simulator, GET /v1/changes.`,
    )
  const kept = await readState(state, say)
  if (!kept.isWhole) process.exitCode = INCOMPLETE
  if (json) await writeOutJson(documentOf(kept))
  else await writeOut(linesOf(state, kept))
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

function* linesOf(state: string, { reports, decisions }: KeptDecisions): Generator<string> {
  yield `${state}: decisions on ${counted(reports, 'report')}\n`
  for (const { numero, aprovar, mensagem, decidido_em } of decisions) {
    yield `${printable(numero)}  ${aprovar ? 'approved' : 'rejected'}  ${printable(decidido_em)}  "${printable(mensagem)}"\n`
  }
}
