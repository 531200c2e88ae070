import fc from 'fast-check'
import { defaultProfile } from '../../src/cli.ts'
import { type Knob, type KnobName, knobs, type Profile } from '../../src/index.ts'

/** The highest values that the probe sends: it cannot detect a limit above them. */
const MOST: Partial<Record<KnobName, number>> = {
  rowsMaximum: 102_375,
  mensagemMaximum: 32_767,
  nomeMinimum: 6,
  nomeMaximum: 1_049,
}

/** Any complete profile. */
export const aProfile = fc.record(anyChoices()) as fc.Arbitrary<unknown> as fc.Arbitrary<Profile>

function anyChoices(): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(
    Object.entries(knobs).map(([name, knob]) => [name, aChoice(name as KnobName, knob)]),
  )
}

function aChoice(name: KnobName, knob: Knob): fc.Arbitrary<unknown> {
  if (knob.kind === 'choice') return fc.constantFrom(...knob.choices)
  if (knob.kind === 'subset') return fc.subarray([...knob.choices], { minLength: 1 })
  if (knob.kind === 'limit') {
    const { least, step } = knob
    const some = fc.oneof(
      fc.constantFrom(least, least + step, least + 2 * step),
      fc.integer({ min: 1, max: (MOST[name] as number) / step }).map((n) => Math.max(least, n * step)),
    )
    return fc.option(some, { nil: null })
  }
  const aText = fc.constantFrom(
    'Acesso negado. Confira o token.',
    'Protocolo inexistente',
    'token "inválido"\\n',
    'á\u00a0é 1.234',
  )
  return fc.record(Object.fromEntries(Object.keys(defaultProfile.texts).map((text) => [text, aText])))
}

/** Returns the knobs that have no effect because of other choices in a profile. */
export function hiddenKnobs({ rowsMaximum, rowsAboveMaximum, rowsOffGrid, sortFields }: Profile): KnobName[] {
  const isCappedAtDefault = rowsMaximum === 25 && rowsAboveMaximum === 'cap'
  return [
    ...(isCappedAtDefault && /round-down|round-up|use-default/.test(rowsOffGrid)
      ? (['rowsOffGrid'] as const)
      : []),
    ...(rowsMaximum === null ? (['rowsAboveMaximum'] as const) : []),
    ...(sortFields.includes('nome') ? [] : (['nomeCollation'] as const)),
  ]
}
