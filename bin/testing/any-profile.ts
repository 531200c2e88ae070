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
const aText = fc.constantFrom(
  'Acesso negado. Confira o token.',
  'Protocolo inexistente',
  'token "inválido"\\n',
  'á\u00a0é 1.234',
)

/** Any complete profile. */
export const aProfile = anyOf(knobs, aChoice) as fc.Arbitrary<unknown> as fc.Arbitrary<Profile>

function anyOf<T>(values: Record<string, T>, arbitraryOf: (value: T, name: string) => fc.Arbitrary<unknown>) {
  return fc.record(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, arbitraryOf(value, name)])),
  )
}

function aChoice(knob: Knob, name: string): fc.Arbitrary<unknown> {
  if (knob.kind === 'choice') return fc.constantFrom(...knob.choices)
  if (knob.kind === 'subset') return fc.subarray([...knob.choices], { minLength: 1 })
  if (knob.kind === 'texts') return anyOf(defaultProfile.texts, () => aText)
  const { least, step } = knob
  const some = fc.oneof(
    fc.constantFrom(least, least + step, least + 2 * step),
    fc
      .integer({ min: 1, max: (MOST[name as KnobName] as number) / step })
      .map((n) => Math.max(least, n * step)),
  )
  return fc.option(some, { nil: null })
}
