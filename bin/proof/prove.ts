import { UsageError } from '../usage-error.ts'
import { selfTest, subjectsOf } from './self-test.ts'

// Proves the quirks and the variants with these names in seconds, for contributors: npm run -s prove -- NAME …

try {
  const subjects = subjectsOf(process.argv.slice(2))
  const isProven = await selfTest((line) => void process.stdout.write(`${line}\n`), subjects)
  process.exitCode = isProven ? 0 : 1
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
