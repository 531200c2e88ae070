import { type Knob, type KnobName, knobs } from '../contract/knobs.ts'

const HEADINGS: [first: KnobName, heading: string][] = [
  ['defaultOrder', '`GET /pessoas`'],
  ['faults', '`POST /relatorios/validar/{numero_do_relatorio}`'],
  ['authorization', 'Both'],
]

/** The open points as the README shows them: a table for each part of the interface. */
export function openPointsTable(): string {
  const all = Object.entries<Knob>(knobs)
  return HEADINGS.map(([first, heading], i) => {
    const next = HEADINGS[i + 1]?.[0]
    const own = all.slice(
      all.findIndex(([name]) => name === first),
      next === undefined ? all.length : all.findIndex(([name]) => name === next),
    )
    const rows = own.map(([name, knob]) => `| ${cells(name, knob).join(' | ')} |\n`)
    return `| ${heading} | choices, the default first | what is open | basis | how it is seen |\n| --- | --- | --- | --- | --- |\n${rows.join('')}`
  }).join('\n')
}

/** The name and the choices of a knob, which are the same in every language. */
export function nameAndChoices(name: string, knob: Knob): [string, string] {
  return [`\`${name}\``, choicesOf(knob)]
}

function cells(name: string, knob: Knob): string[] {
  return [...nameAndChoices(name, knob), knob.says, knob.basis, `${knob.risk}: ${knob.seen}`]
}

function choicesOf(knob: Knob): string {
  if (knob.kind === 'texts') return Object.keys(knob.texts).map(code).join(', ')
  if (knob.kind === 'limit')
    return `${code('null')} · a number from ${knob.least}${knob.step > 1 ? ` in steps of ${knob.step}` : ''}`
  if (knob.kind === 'subset') return `${knob.choices.map(code).join(', ')} · some of them`
  return knob.choices.map(code).join(' · ')
}

const code = (text: string): string => `\`${text}\``
