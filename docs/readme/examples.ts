import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programOf } from '../../bin/testing/program.ts'

/** An example in a page, and the block below it: what it prints. */
const EXAMPLE = /(?<=^```js\n)(.*?)(^```\n\n```text\n)(.*?)(?=^```$)/gms

const programAt = (path: string) => programOf(new URL(path, import.meta.url).href)
export const entries = {
  'pessoas-sim/conformance': programAt('../../conformance/index.ts'),
  'pessoas-sim': programAt('../../src/index.ts'),
}

export interface Example {
  code: string
  /** What the page says that it prints. */
  shown: string
}

export function examplesOf(page: string): Example[] {
  return [...page.matchAll(EXAMPLE)].map(([, code, , shown]) => ({
    code: code as string,
    shown: shown as string,
  }))
}

/** Runs the examples one after another, with the sources in place of the package, and returns what each one prints. */
export async function runExamples(examples: readonly Example[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pessoas-sim-examples-'))
  const end = randomUUID()
  try {
    for (const [i, { code }] of examples.entries()) writeFileSync(join(folder, `${i}.mjs`), withSources(code))
    const imports = examples.map((_, i) => `await import('./${i}.mjs')\nconsole.log('${end}')\n`)
    writeFileSync(join(folder, 'all.mjs'), imports.join(''))
    // One process: starting one for each example would take most of the time.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...entries['pessoas-sim'].nodeArgs, 'all.mjs'],
      { cwd: folder, timeout: 240_000 },
    )
    return stdout
      .split(`${end}\n`)
      .map((output) => `${output.trimEnd()}\n`)
      .slice(0, -1)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns an example with the sources in place of the package. */
export function withSources(code: string): string {
  return code.replace(/ from '([^']*)'$/gm, (line, name: string) =>
    Object.hasOwn(entries, name) ? ` from '${entries[name as keyof typeof entries].url}'` : line,
  )
}
