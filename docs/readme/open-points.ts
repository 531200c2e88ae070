import { experiments } from '../../conformance/cli.ts'
import { type Knob, type KnobName, knobs } from '../../src/contract/knobs.ts'

/** The open points as their page shows them, each row made from the code as far as it has the words. */
export interface TableLanguage {
  heading: string
  /** Behind the name and the choices of a knob. */
  cells: (name: KnobName, knob: Knob) => readonly string[]
  from: (least: number, step: number) => string
  some: string
}

export const english: TableLanguage = {
  heading:
    '| knob | choices, the default first | what is open | basis | how it is seen, at which risk |\n| --- | --- | --- | --- | --- |',
  cells: (name, { says, basis }) => [says, basis, `${experiments[name].seen}; \`${experiments[name].risk}\``],
  from: (least, step) => `a number from ${least}${step > 1 ? ` in steps of ${step}` : ''}`,
  some: 'some of them',
}

/** @param page where the words are that the code has not, in the last cell of each row */
export function portuguese(page: string): TableLanguage {
  const saysOf = (name: string) =>
    new RegExp(`^\\| \`${name}\` .*\\| ([^|]+) \\|$`, 'm').exec(page)?.[1] ?? ''
  return {
    heading:
      '| knob | escolhas, a primeira é o padrão | risco ao vê-lo | o que é |\n| --- | --- | --- | --- |',
    cells: (name) => [`\`${experiments[name].risk}\``, saysOf(name)],
    from: (least, step) => `um número a partir de ${least}${step > 1 ? `, de ${step} em ${step}` : ''}`,
    some: 'alguns deles',
  }
}

export function openPointsTable({ heading, cells, from, some }: TableLanguage): string {
  const choicesOf = (knob: Knob): string => {
    if (knob.kind === 'choice') return knob.choices.map(code).join(' · ')
    if (knob.kind === 'limit') return `\`null\` · ${from(knob.least, knob.step)}`
    if (knob.kind === 'subset') return `${knob.choices.map(code).join(', ')} · ${some}`
    return Object.keys(knob.texts).map(code).join(', ')
  }
  const rows = Object.entries<Knob>(knobs).map(
    ([name, knob]) => `| ${[code(name), choicesOf(knob), ...cells(name as KnobName, knob)].join(' | ')} |`,
  )
  return `${[heading, ...rows].join('\n')}\n`
}

const code = (text: string): string => `\`${text}\``
