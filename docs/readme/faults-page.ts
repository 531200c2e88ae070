import { type FaultName, type FaultRow, faultNames, faults, type Telling } from '../../src/contract/faults.ts'
import { fill } from '../../src/contract/slots.ts'

const INTRODUCTION = `# Faults

Everything that can be wrong with a request. The name of a fault is its code in the [log](options.md) and in the \`why\` of the [journal](../control/journal.md), and
its key in a [learned profile](profile.md). Words in braces stand for values of the request or of the profile. The build writes this page from the code.

`

const sections: readonly [heading: string, subjects: RegExp][] = [
  ['The route and the token', /^(?:route|token)\./],
  ['GET /pessoas', /^(?:page|rows|cpf|nome|sort|query)\./],
  ['POST /relatorios/validar/{numero_do_relatorio}', /^(?:type|body|json|aprovar|mensagem|payload|report)\./],
  ['The transport', /^(?:host|origin|request)\./],
  ['The simulator', /^service\./],
]

/** Returns the page of the faults: what a client is told, and what the log says. */
export function faultsPage(): string {
  const parts = sections.map(([heading, subjects]) => {
    const rows = faultNames.filter((name) => subjects.test(name)).map(rowOf)
    return `## ${heading}\n\n| fault | answer | reason | remedy | knob |\n| --- | --- | --- | --- | --- |\n${rows.join('')}`
  })
  return INTRODUCTION + parts.join('\n')
}

function rowOf(name: FaultName): string {
  const row: FaultRow = faults[name]
  const { why, fix = '', knob } = row
  const cells = [
    `\`${name}\``,
    answerOf(row),
    plain(why),
    plain(fix),
    knob === undefined ? '' : `\`${knob}\``,
  ]
  return `| ${cells.join(' | ')} |\n`
}

/** Returns the status and the text; hints have neither. */
function answerOf({ text, told = {}, ...row }: FaultRow): string {
  if (text === undefined) return ''
  const all: readonly [choice: string | undefined, Telling][] = [
    [undefined, { ...row, text }],
    ...Object.entries(told),
  ]
  return all
    .map(([choice, { status = 400, text }]) => {
      return `${choice === undefined ? '' : `\`${choice}\`: `}${status} ${escaped(text)}`
    })
    .join('<br>')
}

function plain(text: FaultRow['why']): string {
  const template = typeof text === 'function' ? text({ names: '{names}', meant: undefined }) : text
  return escaped(fill(template, { or: '', orStart: '' }))
}

/** Returns a text that Markdown shows as it is. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replace(/[|_*<[\]]/g, '\\$&')
}
