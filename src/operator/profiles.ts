import type { PartialProfile } from '../contract/profile.ts'

/** The profiles that ship, by name: what each is for, and where it differs from the default. */
export const profiles = {
  default: { says: 'what the interface, the measurements and public clients point to', choices: {} },
  strict: {
    says: 'refuses anything in doubt and finds exact names only',
    choices: {
      rowsMaximum: 100,
      pageBeyondEnd: 'refuse',
      nomeMatching: 'exact',
      nomeFolding: 'none',
      cpfLength: 'eleven',
      sortUnknown: 'refuse',
      mensagemMaximum: 255,
      revalidation: 'refuse-409',
      reportNumberShape: 'refuse',
      foreignReport: 'forbidden',
      routeUnknown: 'method-not-allowed',
    },
  },
  lenient: {
    says: 'accepts anything it can understand',
    choices: {
      rowsOffGrid: 'honour',
      pageBelowOne: 'use-first',
      notANumber: 'use-default',
      nomeFolding: 'case-and-accents',
      cpfMalformed: 'strip-mask',
      emptyParameter: 'as-absent',
      queryUnknown: 'ignore',
      aprovarAsText: 'accept',
      bodyType: 'any',
      authorization: 'either',
    },
  },
  framework: {
    says: 'the defaults of the measured framework family: the first fault only, bare texts, converted booleans',
    choices: { faults: 'first', unknownKeyText: 'bare', aprovarAsText: 'accept' },
  },
} as const satisfies Record<string, { says: string; choices: PartialProfile }>

export type ProfileName = keyof typeof profiles
