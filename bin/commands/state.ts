import { counted, type KeptDecisions, readState } from '../../src/index.ts'
import { writeOut } from '../files.ts'
import type { stateShowFlags } from '../fixture-flags.ts'
import { DEFAULT_STATE, type Values } from '../flags.ts'

/** Prints the decisions in a state folder, whether or not a simulator is running on it. */
export async function show({ state = DEFAULT_STATE, json }: Values<typeof stateShowFlags>): Promise<void> {
  const kept = readState(state, (line) => process.stderr.write(`${line}\n`))
  await writeOut(json ? documentOf(kept) : linesOf(state, kept))
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
    yield `${visible(numero)}  ${aprovar ? 'approved' : 'rejected'}  ${visible(decidido_em)}  "${visible(mensagem)}"\n`
  }
}

/** What a client has sent must not move the cursor of a terminal or turn its lines around. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  )
}
