export { findQuirks, type Quirk, quirks } from '../../service/quirks/index.ts'
export { withQuirks } from './with-quirks.ts'
