import { type FaultKindFacts, faultKinds } from '../../src/control/faults/kinds.ts'
import { faultPlans } from '../../src/control/faults/plans.ts'
import type { Schema } from '../../src/control/route.ts'

/** Returns the page of the kinds of faults and of the plans that ship. */
export function faultKindsPage(): string {
  const kinds = Object.entries(faultKinds).map(([kind, facts]) => {
    return `| \`${kind}\` | ${facts.says} ${optionsText(facts)}| ${facts.signature} |\n`
  })
  const plans = Object.entries(faultPlans).map(([name, { says }]) => `| \`${name}\` | ${says} |\n`)
  return `# Kinds of faults

[Faults](../control/faults.md) says how they are set. The build writes this page from the code.

| kind | what happens | on the wire |
| --- | --- | --- |
${kinds.join('')}
## Plans

| name | |
| --- | --- |
${plans.join('')}`
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
