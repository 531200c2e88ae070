import { checkDigits } from '../../src/contract/cpf.ts'

/** Digits that belong together, and where they stand. */
interface Group {
  at: number
  end: number
  digits: string
  /** Runs of digits with nothing between them. */
  runs: { at: number; end: number; digits: string }[]
}

/** Where digits stand that are a CPF, or may be one. */
export interface FoundCpf {
  at: number
  end: number
  digits: string
}

/** How much may pass for a CPF of somebody who is not known. */
export type Doubt = 'eleven-digits' | 'any-number'

export interface Cpfs {
  learn(cpf: string): void
  find(text: string, doubt: Doubt | undefined): FoundCpf[]
}

const LENGTH = 11
/** Numbers of so many digits may be a part of a CPF, or one that lost its zeros. */
const SHORTEST = 5
/** Digits with at most four characters between any two, which are neither letters nor digits. */
const GROUPS = /\d+(?:[^\p{L}\p{M}\d]{1,4}\d+)*/gu
const MASKED = /^3,3,3,2$/

export function createCpfs(): Cpfs {
  const known = new Set<string>()

  const findKnown = ({ digits, runs, at, end }: Group): FoundCpf[] => {
    if (known.has(digits)) return [{ at, end, digits }]
    const found: FoundCpf[] = runs.filter((run) => known.has(run.digits))
    // Where each digit of the group stands.
    const places = runs.flatMap((run) => Array.from(run.digits, (_, i) => run.at + i))
    for (let i = 0; i + LENGTH <= digits.length; i++) {
      const some = digits.slice(i, i + LENGTH)
      if (!known.has(some)) continue
      found.push({ at: places[i] as number, end: (places[i + LENGTH - 1] as number) + 1, digits: some })
    }
    return found
  }

  return {
    learn(cpf) {
      const digits = cpf.replace(/\D/g, '').slice(0, 4 * LENGTH)
      const shortest = digits.replace(/^0+/, '')
      if (shortest.length >= SHORTEST) known.add(digits).add(shortest)
    },
    find(text, doubt) {
      return groupsOf(text).flatMap((group) => {
        if (group.digits.length < SHORTEST) return []
        return [...findKnown(group), ...(doubt === undefined ? [] : findDoubtful(group, doubt))]
      })
    },
  }
}

/** Eleven digits as CPFs are written or with the right check digits; where it is asked for, every longer number. */
function findDoubtful({ at, end, digits, runs }: Group, doubt: Doubt): FoundCpf[] {
  const isShaped = runs.length === 1 || MASKED.test(runs.map((run) => run.digits.length).join())
  if (digits.length === LENGTH && (isShaped || digits.endsWith(checkDigits(digits.slice(0, 9)))))
    return [{ at, end, digits }]
  // Four runs as a CPF has them may stand beside other numbers.
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

function groupsOf(text: string): Group[] {
  return Array.from(text.matchAll(GROUPS), ({ 0: found, index }) => {
    const runs = Array.from(found.matchAll(/\d+/g), (run) => {
      const at = index + run.index
      return { at, end: at + run[0].length, digits: run[0] }
    })
    return { at: index, end: index + found.length, digits: runs.map((run) => run.digits).join(''), runs }
  })
}
