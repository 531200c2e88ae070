import {
  checkProfile,
  choiceText,
  completeProfile,
  defaultProfile,
  printable,
  profileSchema,
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
import { translate } from '../../src/messages/translate.ts'
import type { ValuesOf } from '../flags.ts'
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
  else if (flags.schema) process.stdout.write(`${JSON.stringify(profileSchema(), null, 2)}\n`)
  else process.stdout.write(flags.json ? profileText(chosen().profile) : originTable(chosen()))
}

function originTable({ profile: { texts, ...profile }, sources }: ChosenProfile): string {
  const rows = Object.entries(profile).flatMap(([name, choice]) => {
    const knob = knobs[name as KnobName]
    const from = sources.findLast(({ choices }) => choices[name as KnobName] !== undefined)?.name
    return knob ? [[name, from ?? translate(`default (${knob.basis})`), choiceText(choice as never)]] : []
  })
  for (const [name, text] of Object.entries(texts)) {
    const from = sources.findLast(({ choices }) => Object.hasOwn(choices.texts ?? {}, name))?.name
    rows.push([`texts.${name}`, from ?? translate('default (assumed)'), choiceText(text as never)])
  }
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  // The choice is the last column: a text may be as long as it likes.
  const line = (row: string[]) => row.map((cell, i) => printable(cell).padEnd(widths[i] ?? 0)).join('  ')
  return rows.map((row) => `${line(row)}\n`).join('')
}

/** Returns the text of a profile file. Its $schema lets editors complete it if the package is installed beside it. */
export function profileText({ $schema: _, seen = {}, ...profile }: PartialProfile): string {
  const $schema = './node_modules/pessoas-sim/fixtures/profile.schema.json'
  const isSeen = Object.keys(seen).length > 0
  return `${JSON.stringify({ $schema, ...profile, ...(isSeen && { seen }) }, null, 2)}\n`
}

async function knobList(): Promise<string> {
  const { experiments } = await import('../../conformance/cli.ts')
  const list = Object.entries<Knob>(knobs).map(([name, knob]) => {
    const { risk, seen } = experiments[name as KnobName]
    const lines = [
      `${name}  ${translate(choicesOf(knob))}`,
      `${translate(knob.says)} ${translate(`(clause ${knob.clause})`)}`,
      translate(`default: ${choiceText(defaultProfile[name as KnobName])} (${knob.basis})`),
      `${translate(`seen at risk ${risk}:`)} ${translate(seen)}`,
    ]
    return `${lines.join('\n  ')}\n`
  })
  const shipped = Object.entries(profiles).map(
    ([name, { says }]) => `${name.padEnd(10)} ${translate(says)}\n`,
  )
  // A terminal shows no Markdown.
  return `${list.join('\n').replaceAll('`', '')}\n${translate('The profiles of this package')}\n\n${shipped.join('')}`
}

function choicesOf(knob: Knob): string {
  if (knob.kind === 'choice') return knob.choices.join(' | ')
  if (knob.kind === 'subset') return `one or more of ${knob.choices.join(', ')}`
  if (knob.kind === 'texts') return Object.keys(knob.texts).join(', ')
  return `none (in JSON: null) | ${knob.least} or more${knob.step > 1 ? `, a multiple of ${knob.step}` : ''}`
}
