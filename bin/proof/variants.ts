import { defaultOrigin } from '../../src/cli.ts'
import type { KnobName, Profile } from '../../src/index.ts'
import type { Sharing } from './dataset.ts'
import { habits } from './habits.ts'

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
  /** Whether lists come from a copy, which hears of each decision a moment later. */
  hasCopy?: true
}

const { persons } = defaultOrigin

/** The choices of every knob other than the default, one at a time. */
export const choices: { [K in KnobName]: readonly Partial<Profile>[] } = {
  defaultOrder: [{ defaultOrder: 'oldest-first' }],
  rowsOffGrid: [
    { rowsOffGrid: 'round-down' },
    { rowsOffGrid: 'round-up' },
    { rowsOffGrid: 'use-default' },
    { rowsOffGrid: 'honour' },
  ],
  rowsMaximum: [{ rowsMaximum: 50 }, { rowsMaximum: 25 }],
  rowsAboveMaximum: [{ rowsMaximum: 75, rowsAboveMaximum: 'cap' }],
  pageBelowOne: [{ pageBelowOne: 'use-first' }],
  pageBeyondEnd: [
    { pageBeyondEnd: 'refuse' },
    { pageBeyondEnd: 'not-found' },
    { pageBeyondEnd: 'last-page' },
  ],
  notANumber: [{ notANumber: 'use-default' }],
  nomeMatching: [
    { nomeMatching: 'prefix' },
    { nomeMatching: 'word' },
    { nomeMatching: 'exact' },
    { nomeMatching: 'words' },
    { nomeMatching: 'whole-words' },
    { nomeMatching: 'word-beginnings' },
    { nomeMatching: 'text-at-word' },
  ],
  nomeMinimum: [{ nomeMinimum: 3 }],
  // Fewer than the longest name has would hide its person from a search, which a clause forbids.
  nomeMaximum: [{ nomeMaximum: 60 }],
  nomeFolding: [{ nomeFolding: 'case-and-accents' }, { nomeFolding: 'none' }],
  nomeCollation: [{ nomeCollation: 'code-point' }, { nomeCollation: 'case-blind' }],
  cpfMalformed: [{ cpfMalformed: 'strip-mask' }, { cpfMalformed: 'no-match' }],
  cpfLength: [{ cpfLength: 'eleven' }],
  emptyParameter: [{ emptyParameter: 'as-absent' }],
  sortUnknown: [{ sortUnknown: 'refuse' }],
  sortFields: [
    { sortFields: ['cpf'] },
    { sortFields: ['nome'] },
    { sortFields: ['atualizado_em'] },
    { sortFields: ['cpf', 'nome'], sortUnknown: 'refuse' },
  ],
  queryUnknown: [{ queryUnknown: 'ignore' }],
  busca: [{ busca: 'nome' }, { busca: 'always-empty' }],
  faults: [{ faults: 'first' }],
  unknownKeyText: [{ unknownKeyText: 'bare' }],
  aprovarAsText: [{ aprovarAsText: 'accept' }],
  characters: [{ characters: 'code-points' }, { characters: 'graphemes' }],
  mensagemMaximum: [{ mensagemMaximum: 255 }, { mensagemMaximum: 26 }],
  revalidation: [
    { revalidation: 'refuse-400' },
    { revalidation: 'refuse-409' },
    { revalidation: 'repeat-only' },
  ],
  reportNumberShape: [{ reportNumberShape: 'refuse' }],
  foreignReport: [{ foreignReport: 'forbidden' }],
  reportFirst: [{ reportFirst: 'yes' }],
  bodyType: [{ bodyType: 'any' }],
  malformedBody: [{ malformedBody: 'with-validation' }],
  touchOnValidation: [{ touchOnValidation: 'no' }],
  authorization: [{ authorization: 'bearer' }, { authorization: 'either' }],
  texts: [{ texts: { unauthorized: 'Acesso negado.', notFound: 'Nada aqui.' } }],
  routeUnknown: [{ routeUnknown: 'method-not-allowed' }],
}

const byKnob: Variant[] = Object.values(choices)
  .flat()
  .map((profile) => ({
    name: Object.entries(profile)
      .map(([knob, choice]) => `${knob}=${knob === 'texts' ? 'other' : String(choice)}`)
      .join(' '),
    persons,
    profile,
    ...(profile.authorization === 'bearer' && { scheme: 'Bearer ' }),
  }))

/** The number of persons decides which checks can be decided. */
const bySize: Variant[] = [0, 1, 2, 25, 26, 50, 51].map((persons) => ({
  name: `${persons} persons`,
  persons,
}))

/** What a habit needs to be one of a conformant service. */
const profiles: { [H in keyof typeof habits]?: Partial<Profile> } = {
  'decided-before-body': { revalidation: 'refuse-409' },
}

const byHabit: Variant[] = (Object.keys(habits) as (keyof typeof habits)[]).map((habit) => ({
  name: habit,
  persons,
  habit,
  profile: profiles[habit] ?? {},
}))

/** Choices for a page after the last one, with lists of different lengths. */
const byEnd: Variant[] = [1, 26, 51, 60, 75].flatMap((persons) =>
  (['refuse', 'not-found', 'last-page'] as const).map((pageBeyondEnd) => ({
    name: `pageBeyondEnd=${pageBeyondEnd} ${persons} persons`,
    persons,
    profile: { pageBeyondEnd },
  })),
)

/** A few persons with nearly equal values, and a service that sorts by one field only. */
const byFew: Variant[] = [1, 2, 3].flatMap((persons) =>
  (['cpf', 'nome', 'atualizado_em'] as const).map((field) => ({
    name: `sortFields=${field} ${persons} persons`,
    persons,
    profile: { sortFields: [field] },
  })),
)

/** Organizations that share persons, as the interface allows. */
const bySharing: Variant[] = (['everybody', 'fewer', 'more', 'nobody'] as const).map((sharing) => ({
  name: `the other organization: ${sharing}`,
  persons: defaultOrigin.persons,
  sharing,
}))

/** A decision is in the lists a moment after it was answered. */
const byCopy: Variant[] = [{ name: 'lists from a copy that is a moment late', persons, hasCopy: true }]

/** Everybody ties in one order. */
const byTies: Variant[] = (['atualizado_em', 'nome'] as const).map((same) => ({
  name: `the same ${same} everywhere`,
  persons,
  same,
}))

export const variants: readonly Variant[] = [
  ...bySize,
  ...byKnob,
  ...byEnd,
  ...byFew,
  ...byTies,
  ...byHabit,
  ...byCopy,
  ...bySharing,
]
