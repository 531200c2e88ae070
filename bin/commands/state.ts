import { counted, type KeptDecisions, printable, readState } from '../../src/cli.ts'
import type { stateShowFlags } from '../flags/fixture-flags.ts'
import type { Values } from '../flags/flag.ts'
import { DEFAULT_STATE } from '../flags/flags.ts'
import { writeOut, writeOutJson } from '../terminal/files.ts'
import { say } from '../terminal/say.ts'

/** The exit code if decisions are left out because they are damaged, or if the file is empty. */
const INCOMPLETE = 3

/** Prints the decisions in a state folder, whether or not a simulator is running on it. */
export async function show({ state = DEFAULT_STATE, json }: Values<typeof stateShowFlags>): Promise<void> {
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
