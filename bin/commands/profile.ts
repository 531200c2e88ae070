import {
  checkProfile,
  choiceText,
  completeProfile,
  defaultProfile,
  knobNames,
  profileSchemaText,
  readChoice,
} from '../../src/cli.ts'
import {
  type Knob,
  type KnobName,
  knobs,
  OperatorError,
  type PartialProfile,
  type Profile,
  profiles,
  readProfile,
} from '../../src/index.ts'
import type { ValuesOf } from '../flags.ts'
import { profileText } from '../terminal/profile-text.ts'
import { UsageError } from '../usage-error.ts'

/** The profile that the flags select. */
export interface ChosenProfile {
  profile: Profile
  /** The sources of the choices; later ones win over earlier ones. */
  sources: readonly { name: string; choices: PartialProfile }[]
}

/**
 * @throws {UsageError} for an invalid --set
 * @throws {OperatorError} for a file that is not a valid profile
 */
export function chooseProfile(
  name: string | undefined,
  set: readonly [knob: string, choice: string | undefined][] = [],
): ChosenProfile {
  const sources = [
    ...(name === undefined ? [] : [{ name, choices: readProfile(name) }]),
    ...set.map(([knob, choice]) => ({ name: '--set', choices: readSet(knob, choice) })),
  ]
  return { profile: completeProfile(...sources.map(({ choices }) => choices)), sources }
}

function readSet(knob: string, choice: string | undefined): PartialProfile {
  if (choice === undefined)
    throw new UsageError(
      `--set needs a choice: --set ${knob}=… ("npx pessoas-sim profile --list" lists them).`,
    )
  if (knob === 'texts')
    throw new UsageError('--set texts needs the name of a text, such as --set texts.unauthorized=…')
  try {
    return checkProfile(readChoice(knob, choice), `--set ${knob}=${choice}`)
  } catch (error) {
    throw error instanceof OperatorError ? new UsageError(error.message) : error
  }
}

/** Prints the profile that serve uses with the same flags, and the source of each choice. */
export async function profile(name: string | undefined, flags: ValuesOf<'profile'>): Promise<void> {
  if (name !== undefined && flags.profile !== undefined)
    throw new UsageError('The name of the profile and --profile set the same thing: use one.')
  const chosen = () => chooseProfile(name ?? flags.profile, flags.set)
  if (flags.list) process.stdout.write(await knobList())
  else if (flags.schema) process.stdout.write(profileSchemaText())
  else process.stdout.write(flags.json ? profileText(chosen().profile) : originTable(chosen()))
}

function originTable({ profile: { texts, ...profile }, sources }: ChosenProfile): string {
  const rows = [
    ...Object.entries(profile).map(([knob, choice]) => {
      const from = sources.findLast(({ choices }) => choices[knob as KnobName] !== undefined)?.name
      return [knob, from ?? `default (${knobs[knob as KnobName]?.basis})`, choiceText(choice as never)]
    }),
    ...Object.entries(texts).map(([text, value]) => {
      const from = sources.findLast(({ choices }) => Object.hasOwn(choices.texts ?? {}, text))?.name
      return [`texts.${text}`, from ?? 'default (assumed)', choiceText(value as never)]
    }),
  ].filter(([knob]) => knobNames.includes(knob?.split('.')[0] as KnobName))
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => (row[column] as string).length))
  // The choice stands last: a text may be as long as it likes.
  return rows
    .map(([name = '', origin = '', choice = '']) => {
      const shown = choice.replace(/[\p{Cc}\p{Cf}]/gu, escaped)
      return `${name.padEnd(width(0))}  ${origin.padEnd(width(1))}  ${shown}\n`
    })
    .join('')
}

/** Returns the escape of a character that a terminal would act on. */
function escaped(character: string): string {
  return `\\u${(character.codePointAt(0) as number).toString(16).padStart(4, '0')}`
}

async function knobList(): Promise<string> {
  const { experiments } = await import('../../conformance/cli.ts')
  const list = Object.entries<Knob>(knobs).map(([name, knob]) => {
    const { risk, seen } = experiments[name as KnobName]
    return `${name}  ${choicesOf(knob)}
  ${knob.says} (clause ${knob.clause})
  default: ${choiceText(defaultProfile[name as KnobName])} (${knob.basis})
  seen at risk ${risk}: ${seen}
`
  })
  const shipped = Object.entries(profiles).map(([name, { says }]) => `${name.padEnd(10)} ${says}\n`)
  // A terminal shows no Markdown.
  return `${list.join('\n').replaceAll('`', '')}\nThe profiles of this package\n\n${shipped.join('')}`
}

function choicesOf(knob: Knob): string {
  if (knob.kind === 'choice') return knob.choices.join(' | ')
  if (knob.kind === 'subset') return `one or more of ${knob.choices.join(', ')}`
  if (knob.kind === 'texts') return Object.keys(knob.texts).join(', ')
  return `none (in JSON: null) | ${knob.least} or more${knob.step > 1 ? `, a multiple of ${knob.step}` : ''}`
}
