import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkSync } from 'recheck'
import ts from 'typescript'

/**
 * Proves of every regular expression of the sources that the time it takes grows no faster than the text that it is
 * asked of: `npm run patterns`. A pattern that grows faster holds everybody up.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ROOMS = ['src', 'bin', 'conformance']

/** Patterns that are put together while the program runs, and why they are sound: nobody else can prove that. */
const BUILT: Record<string, string> = {
  "new RegExp(pattern, 'u')": 'the patterns of the schema, which are proven where they are written',
  "new RegExp(forms.join('|'), 'giu')": 'a few words, escaped: the credentials of a run',
  "new RegExp(`\\\\b(?:${Object.values(STATUS_CODES).join('|')})\\\\b`, 'g')":
    'the words of statuses, as Node has them',
  "new RegExp(`\\\\S.{0,${WIDTH - 1}}(?= |$)`, 'g')": 'at most a line',
  "new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'g')":
    'it begins only where a blank does not follow another',
  "new RegExp(`^(?!\\\\.)${escaped.join('.*')}$`)": 'what the operator types, against names of files',
  "new RegExp(`^${[before, ...after].join('([^/?]+)')}$`)":
    'a path of a profile, escaped, with one segment that is any',
}

interface Pattern {
  place: string
  source: string
  flags: string
}

const patterns = new Map<string, Pattern>()
const faults: string[] = []
const built = new Set<string>()

for (const file of sources()) examine(file)
for (const { place, source, flags } of patterns.values()) {
  const verdict = checkSync(source, flags, { timeout: 60_000 })
  if (verdict.status === 'safe') continue
  const why =
    verdict.status === 'vulnerable'
      ? `takes ${verdict.complexity.summary} time, such as for ${verdict.attack.pattern}`
      : `could not be judged: ${verdict.error.kind}`
  faults.push(`${place}: /${source}/${flags} ${why}`)
}
for (const text of Object.keys(BUILT)) {
  if (!built.has(text)) faults.push(`bench/patterns.ts: BUILT names what there is no more: ${text}`)
}

for (const fault of faults) console.log(fault)
console.log(`${patterns.size} patterns and ${built.size} that are built, ${faults.length} at fault`)
process.exitCode = faults.length === 0 ? 0 : 1

function sources(): string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
  ).filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))
}

function examine(file: string): void {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    const place = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      add({ place: place(), source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    } else if (isSchemaPattern(node)) {
      add({ place: place(), source: node.initializer.text, flags: 'u' })
    } else if (isBuilt(node)) {
      const call = node.getText().replace(/\s+/g, ' ')
      built.add(call)
      if (!Object.hasOwn(BUILT, call)) {
        faults.push(
          `${place()}: ${call} is built while the program runs: say in bench/patterns.ts why it is sound`,
        )
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
}

function add(pattern: Pattern): void {
  patterns.set(`/${pattern.source}/${pattern.flags}`, pattern)
}

/** What a JSON Schema says of a text. */
function isSchemaPattern(node: ts.Node): node is ts.PropertyAssignment & { initializer: ts.StringLiteral } {
  return (
    ts.isPropertyAssignment(node) && node.name.getText() === 'pattern' && ts.isStringLiteral(node.initializer)
  )
}

function isBuilt(node: ts.Node): boolean {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
}
