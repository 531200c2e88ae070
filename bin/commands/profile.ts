import { experiments } from '../../conformance/cli.ts'
import { choiceText, defaultProfile, knobNames, profileSchemaText } from '../../src/cli.ts'
import { type Knob, type KnobName, knobs, type Profile, profiles } from '../../src/index.ts'
import { type ChosenProfile, chooseProfile } from '../flags/chosen-profile.ts'
import type { Values } from '../flags/flag.ts'
import type { profileCommandFlags } from '../flags/profile-command-flags.ts'
import { profileText } from '../terminal/profile-text.ts'

/** Prints the profile that serve uses with the same flags, and the source of each choice. */
export function profile(flags: Values<typeof profileCommandFlags>): void {
  const { stdout } = process
  if (flags.list) return void stdout.write(knobList())
  if (flags.schema) return void stdout.write(profileSchemaText())
  const chosen = chooseProfile(flags)
  stdout.write(flags.json ? profileText(chosen.profile) : originTable(chosen))
}

function originTable({ profile, sources }: ChosenProfile): string {
  const rows = knobNames.flatMap((knob) => {
    if (knob !== 'texts') return [row(knob, profile[knob], originOf(sources, knob))]
    return (Object.keys(profile.texts) as (keyof Profile['texts'])[]).map((text) => {
      const origin = sources.findLast(({ choices }) => choices.texts?.[text] !== undefined)?.name
      return row(`texts.${text}`, profile.texts[text], origin ?? 'default (assumed)')
    })
  })
  const width = (column: 0 | 1): number => Math.max(...rows.map((cells) => cells[column].length))
  // The choice stands last: a text may be as long as it likes.
  return rows
    .map(([name, origin, choice]) => `${name.padEnd(width(0))}  ${origin.padEnd(width(1))}  ${choice}\n`)
    .join('')
}

function originOf(sources: ChosenProfile['sources'], knob: KnobName): string {
  return (
    sources.findLast(({ choices }) => choices[knob] !== undefined)?.name ?? `default (${knobs[knob].basis})`
  )
}

type Row = readonly [name: string, origin: string, choice: string]

function row(name: string, value: Profile[KnobName] | string, origin: string): Row {
  return [name, origin, choiceText(value as Profile[KnobName]).replace(/[\p{Cc}\p{Cf}]/gu, escaped)]
}

function knobList(): string {
  const list = Object.entries<Knob>(knobs).map(([name, knob]) =>
    [
      `${name}  ${choicesOf(knob)}`,
      `  ${plain(knob.says)} (clause ${knob.clause})`,
      `  default: ${choiceText(defaultProfile[name as KnobName])} (${knob.basis})`,
      `  seen at risk ${experiments[name as KnobName].risk}: ${plain(experiments[name as KnobName].seen)}`,
      '',
    ].join('\n'),
  )
  const shipped = Object.entries(profiles).map(([name, { says }]) => `${name.padEnd(10)} ${says}`)
  return `${list.join('\n')}\nThe profiles of this package\n\n${shipped.join('\n')}\n`
}

/** A terminal shows no Markdown. */
function plain(text: string): string {
  return text.replaceAll('`', '')
}

function choicesOf(knob: Knob): string {
  if (knob.kind === 'choice') return knob.choices.join(' | ')
  if (knob.kind === 'subset') return `one or more of ${knob.choices.join(', ')}`
  if (knob.kind === 'texts') return Object.keys(knob.texts).join(', ')
  return `none (in JSON: null) | ${knob.least} or more${knob.step > 1 ? `, a multiple of ${knob.step}` : ''}`
}

/** Returns the escape of a character that a terminal would act on. */
function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) as number).toString(16).padStart(4, '0')}`
}
