/** The one place that imports jsonc-parser: the build puts it into this file. */
export { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
