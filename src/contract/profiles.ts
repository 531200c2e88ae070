import type { PartialProfile } from './profile.ts'

/** The profiles that ship, by name: what each is for, and what it chooses otherwise than the default. */
export const profiles = {
  default: { says: 'what the document, the measurements and public clients point to', choices: {} },
  strict: {
    says: 'refuses whatever is in doubt, finds exact names alone',
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
    says: 'takes whatever can be made sense of',
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
    says: 'what the measured framework family does by itself: the first fault, bare texts, converted booleans',
    choices: { faults: 'first', unknownKeyText: 'bare', aprovarAsText: 'accept' },
  },
} as const satisfies Record<string, { says: string; choices: PartialProfile }>

export type ProfileName = keyof typeof profiles
