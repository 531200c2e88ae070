/** One choice for each column of a table of kinds, which may leave out rows and columns. */
export type ChoicesOf<T> = {
  -readonly [Row in keyof T]?: {
    -readonly [Column in keyof T[Row]]?: T[Row][Column] extends readonly (infer C)[] ? C : never
  }
}
