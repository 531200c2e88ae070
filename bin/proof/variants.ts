import { defaultOrigin } from '../../src/cli.ts'
import type { Profile } from '../../src/index.ts'
import type { Sharing } from './dataset.ts'
import type { habits } from './habits.ts'

/** A conformant service that differs from the default one; no check may fail on it. */
export interface Variant {
  name: string
  persons: number
  profile?: Partial<Profile>
  habit?: keyof typeof habits
  /** The field that has one value for everybody. */
  same?: 'atualizado_em' | 'nome'
  /** The scheme before the token. */
  scheme?: string
  /** Whom the other organization queried. */
  sharing?: Sharing
}

const { persons } = defaultOrigin

/** What the interface leaves open: each choice is in one of these profiles, with others that it does not touch. */
const profiles: readonly Partial<Profile>[] = [
  { defaultOrder: 'oldest-first', rowsOffGrid: 'round-down', nomeMatching: 'prefix', busca: 'nome' },
  { rowsOffGrid: 'round-up', pageBelowOne: 'use-first', nomeMatching: 'word', busca: 'always-empty' },
  { rowsOffGrid: 'use-default', pageBeyondEnd: 'refuse', nomeMatching: 'exact' },
  { rowsOffGrid: 'honour', pageBeyondEnd: 'not-found', nomeMatching: 'words', nomeMinimum: 3 },
  { rowsMaximum: 50, pageBeyondEnd: 'last-page', nomeMatching: 'whole-words', nomeMaximum: 60 },
  { rowsMaximum: 25, notANumber: 'use-default', nomeMatching: 'word-beginnings' },
  { rowsMaximum: 75, rowsAboveMaximum: 'cap', nomeMatching: 'text-at-word' },
  { nomeFolding: 'case-and-accents', nomeCollation: 'code-point', cpfMalformed: 'strip-mask' },
  { nomeFolding: 'none', nomeCollation: 'case-blind', cpfMalformed: 'no-match', cpfLength: 'eleven' },
  { emptyParameter: 'as-absent', sortUnknown: 'refuse', sortFields: ['cpf'] },
  { sortFields: ['nome'], queryUnknown: 'ignore', faults: 'first' },
  { sortFields: ['atualizado_em'], unknownKeyText: 'bare', aprovarAsText: 'accept' },
  { sortFields: ['cpf', 'nome'], sortUnknown: 'refuse', characters: 'code-points', mensagemMaximum: 255 },
  { characters: 'graphemes', mensagemMaximum: 26, revalidation: 'refuse-400' },
  { revalidation: 'refuse-409', reportNumberShape: 'refuse', foreignReport: 'forbidden' },
  { revalidation: 'repeat-only', reportFirst: 'yes', bodyType: 'any' },
  { malformedBody: 'with-validation', touchOnValidation: 'no', authorization: 'bearer' },
  { authorization: 'either', texts: { unauthorized: 'Acesso negado.', notFound: 'Nada aqui.' } },
  { routeUnknown: 'method-not-allowed', reportFirst: 'yes', revalidation: 'refuse-409' },
]

const named = (profile: Partial<Profile>) =>
  Object.entries(profile)
    .map(([knob, choice]) => `${knob}=${knob === 'texts' ? 'other' : String(choice)}`)
    .join(' ')

export function variantsWith(names: readonly (keyof typeof habits)[]): readonly Variant[] {
  return [
    ...[0, 1, 2, 25, 26, 51].map((persons) => ({ name: `${persons} persons`, persons })),
    ...profiles.map((profile): Variant => {
      const scheme = profile.authorization === 'bearer' ? { scheme: 'Bearer ' } : {}
      return { name: named(profile), persons, profile, ...scheme }
    }),
    { name: 'pageBeyondEnd=last-page 51 persons', persons: 51, profile: { pageBeyondEnd: 'last-page' } },
    { name: 'sortFields=nome 3 persons', persons: 3, profile: { sortFields: ['nome'] } },
    { name: 'the same atualizado_em everywhere', persons, same: 'atualizado_em' },
    { name: 'the same nome everywhere', persons, same: 'nome' },
    ...names.map(
      (habit): Variant => ({
        ...{ name: habit, persons, habit },
        profile: habit === 'decided-before-body' ? { revalidation: 'refuse-409' } : {},
      }),
    ),
    ...(['everybody', 'fewer', 'more', 'nobody'] as const).map(
      (sharing): Variant => ({ name: `the other organization: ${sharing}`, persons, sharing }),
    ),
  ]
}
