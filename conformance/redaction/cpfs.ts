import { hasCheckDigits } from '../../src/contract/cpf.ts'

/** Digits that belong together, and their place. */
interface Group {
  at: number
  end: number
  digits: string
  /** Runs of digits with nothing between them. */
  runs: FoundCpf[]
}

/** A place with digits that are a CPF or may be one. */
export interface FoundCpf {
  at: number
  end: number
  digits: string
}

/** Which unknown numbers count as a CPF. */
export type Doubt = 'eleven-digits' | 'any-number'

export interface Cpfs {
  /** Returns whether it may have been unknown. */
  learn(cpf: string): boolean
  find(text: string, doubt: Doubt | undefined): FoundCpf[]
}

const LENGTH = 11
/** A longer text is not a CPF, and is not kept. */
const LONGEST_HEARD = 40
/** The digits of a CPF from which its check digits follow. */
const BASE = 9
/** The fewest digits of a number that may be part of a CPF, or a CPF without its leading zeros. */
const SHORTEST = 5
/** Digits with at most four characters between any two that are neither letters nor digits. */
const GROUPS = /\d+(?:[^\p{L}\p{M}\d]{1,4}\d+)*/gu
const MASKED = /^3,3,3,2$/
/** A CPF of which some digits are covered, such as `***.982.247-**`, with a mask or without one. */
const COVERED =
  /(?<![\p{L}\d*•#])(?:[\d*•#x]{3}\.[\d*•#x]{3}\.[\d*•#x]{3}-[\d*•#x]{2}|[\d*•#]{11})(?![\p{L}\d*•#])/giu

export function createCpfs(): Cpfs {
  const known = new Set<string>()
  const heard = new Set<string>()

  const findKnown = ({ digits, runs, at, end }: Group): FoundCpf[] => {
    if (known.has(digits)) return [{ at, end, digits }]
    const found: FoundCpf[] = runs.filter((run) => known.has(run.digits))
    // The place of each digit of the group.
    const places = runs.flatMap((run) => Array.from(run.digits, (_, i) => run.at + i))
    for (let i = 0; i + LENGTH <= digits.length; i++) {
      const some = digits.slice(i, i + LENGTH)
      if (!known.has(some)) continue
      found.push({ at: places[i] as number, end: (places[i + LENGTH - 1] as number) + 1, digits: some })
    }
    for (const [i, { at }] of runs.entries()) {
      const three = runs.slice(i, i + 3)
      const base = three.map((run) => run.digits).join('')
      if (base.length !== BASE || !known.has(base) || known.has(base + runs[i + 3]?.digits)) continue
      found.push({ at, end: (three.at(-1) as FoundCpf).end, digits: base })
    }
    return found
  }

  return {
    learn(cpf) {
      // Most persons are in many lists.
      if (heard.has(cpf)) return false
      if (cpf.length <= LONGEST_HEARD) heard.add(cpf)
      const digits = cpf.replace(/\D/g, '').slice(0, 4 * LENGTH)
      const shortest = digits.replace(/^0+/, '')
      if (shortest.length >= SHORTEST) known.add(digits).add(shortest)
      if (shortest.length >= SHORTEST && digits.length === LENGTH) known.add(digits.slice(0, BASE))
      return true
    },
    find(text, doubt) {
      const found = groupsOf(text).flatMap((group) => {
        if (group.digits.length < SHORTEST) return []
        return [...findKnown(group), ...(doubt === undefined ? [] : findDoubtful(group, doubt))]
      })
      return doubt === undefined ? found : [...found, ...findCovered(text)]
    },
  }
}

/** Finds eleven digits in the form of a CPF or with valid check digits; for `any-number`, also every long number. */
function findDoubtful({ at, end, digits, runs }: Group, doubt: Doubt): FoundCpf[] {
  const isShaped = runs.length === 1 || MASKED.test(runs.map((run) => run.digits.length).join())
  if (digits.length === LENGTH && (isShaped || hasCheckDigits(digits))) return [{ at, end, digits }]
  // The four parts of a masked CPF may be next to other numbers.
  const masked = runs.flatMap((_, i) => {
    const four = runs.slice(i, i + 4)
    if (!MASKED.test(four.map((run) => run.digits.length).join())) return []
    return [
      {
        at: (runs[i] as FoundCpf).at,
        end: (four[3] as FoundCpf).end,
        digits: four.map((run) => run.digits).join(''),
      },
    ]
  })
  if (doubt === 'eleven-digits') return [...masked, ...runs.filter((run) => run.digits.length === LENGTH)]
  return [...masked, ...runs.filter((run) => run.digits.length >= SHORTEST)]
}

/** Finds CPFs of which a target has covered some digits: those that it shows still tell persons apart. */
function findCovered(text: string): FoundCpf[] {
  return Array.from(text.matchAll(COVERED), ({ 0: found, index }) => {
    return { at: index, end: index + found.length, digits: found.replace(/[.-]/g, '') }
  }).filter(({ digits }) => /\d/.test(digits) && /\D/.test(digits))
}

function groupsOf(text: string): Group[] {
  return Array.from(text.matchAll(GROUPS), ({ 0: found, index }) => {
    const runs = Array.from(found.matchAll(/\d+/g), (run) => {
      const at = index + run.index
      return { at, end: at + run[0].length, digits: run[0] }
    })
    return { at: index, end: index + found.length, digits: runs.map((run) => run.digits).join(''), runs }
  })
}
