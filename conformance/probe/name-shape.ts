import { withoutAccents } from '../../src/contract/without-accents.ts'

/** What a made-up word has in common with a word of a name. */
export interface WordShape {
  /** A word such as `da`, which joins names. */
  particle: boolean
  accent: boolean
  sign: '' | "'" | '-'
  form: 'title' | 'capitals' | 'lower'
  /** Undefined for any length. */
  length: 'short' | 'usual' | 'long' | undefined
}

/** Words that join names. */
export const PARTICLES: readonly string[] = ['da', 'de', 'do', 'das', 'dos', 'e']
/** A shape that fewer persons have identifies them. */
const FEWEST = 5

/**
 * Returns a shape for each name: as much of its own as at least five persons have in common. What fewer persons have is
 * merged with others.
 */
export function shapesOf(names: readonly string[]): readonly (readonly WordShape[])[] {
  const all = names.map((nome) => LEVELS.map((generalise) => generalise(shapeOf(nome))))
  const counts = new Map<string, number>()
  for (const levels of all) {
    for (const key of new Set(levels.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const isCommon = (shape: Shape, level: number) =>
    shape.length > 0 && (counts.get(keyOf(shape, level)) as number) >= FEWEST
  return all.map((levels) => levels.find(isCommon) ?? COMMON)
}

type Shape = readonly WordShape[]

const PLAIN: WordShape = { particle: false, accent: false, sign: '', form: 'title', length: undefined }
/** Stands for every shape that is too rare. */
const COMMON: Shape = [PLAIN, PLAIN]

/** From all of a shape to little of it. */
const LEVELS: readonly ((shape: Shape) => Shape)[] = [
  (shape) => shape,
  (shape) => shape.map((word) => ({ ...word, length: undefined })),
  (shape) => shape.map(({ particle }) => ({ ...PLAIN, particle })),
  (shape) => shape.filter(({ particle }) => !particle).map(() => PLAIN),
]

function keyOf(shape: Shape, level: number): string {
  return JSON.stringify([level, shape])
}

function shapeOf(nome: string): Shape {
  const words = nome.split(/\s+/).filter((word) => word !== '')
  return words.map((word) => {
    const letters = word.replace(/[^\p{L}\p{M}]/gu, '')
    const particle = PARTICLES.includes(word.toLowerCase())
    return {
      particle,
      accent: withoutAccents(word) !== word,
      sign: /['’]/.test(word) ? "'" : word.includes('-') ? '-' : '',
      form: formOf(letters),
      length: particle ? undefined : letters.length < 4 ? 'short' : letters.length < 8 ? 'usual' : 'long',
    }
  })
}

function formOf(letters: string): WordShape['form'] {
  if (letters === letters.toLowerCase()) return 'lower'
  return letters.length > 1 && letters === letters.toUpperCase() ? 'capitals' : 'title'
}
