import type { bodyTable } from './body-table.ts'
import type { parameterTable } from './parameter-table.ts'
import type { routeTable } from './route-table.ts'

/** What a profile may say of a table: one choice for each kind that it names. */
type TableOf<T> = {
  -readonly [Row in keyof T]?: {
    -readonly [Column in keyof T[Row]]?: T[Row][Column] extends readonly (infer C)[] ? C : never
  }
}
export type Parameters = TableOf<typeof parameterTable>
export type Bodies = TableOf<typeof bodyTable>
export type Routes = TableOf<typeof routeTable>
