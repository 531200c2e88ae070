import { type FaultKindFacts, faultKinds } from '../../src/control/faults/kinds.ts'
import { faultPlans } from '../../src/control/faults/plans.ts'
import type { Schema } from '../../src/control/route.ts'

/** Returns the table of the kinds of faults. */
export function faultKindsTable(): string {
  const rows = Object.entries(faultKinds).map(([kind, facts]) => {
    return `| \`${kind}\` | ${facts.says} ${optionsText(facts)}| ${facts.signature} |\n`
  })
  return `| kind | what happens | on the wire |\n| --- | --- | --- |\n${rows.join('')}`
}

/** Returns the table of the plans that ship. */
export function faultPlansTable(): string {
  const rows = Object.entries(faultPlans).map(([name, { says }]) => `| \`${name}\` | ${says} |\n`)
  return `| name | |\n| --- | --- |\n${rows.join('')}`
}

function optionsText({ options, required = [] }: FaultKindFacts): string {
  const names = Object.entries(options).map(
    ([name, schema]) => `\`${name}${required.includes(name) ? '' : '?'}\`${valuesText(schema)}`,
  )
  return names.length === 0 ? '' : `Options: ${names.join(', ')}. `
}

function valuesText({ enum: choices, default: usual }: Schema): string {
  const shown = choices?.map((choice) => `\`${choice}\``).join(', ')
  const otherwise = usual === undefined || choices ? '' : `\`${usual}\` by default`
  const text = shown ?? otherwise
  return text === '' ? '' : ` (${text})`
}
