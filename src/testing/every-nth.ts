/** Returns every n-th case of a table whose cases are alike: the same ones in every run. */
export function everyNth<T>(cases: readonly T[], n: number): readonly T[] {
  return cases.filter((_, i) => i % n === 0)
}
