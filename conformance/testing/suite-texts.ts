import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { clauses } from '../../src/contract/clauses.ts'

const SUITE = fileURLToPath(new URL('..', import.meta.url))
/** Files whose texts are not redacted or not in a report: HTML, lists of words and of codes, the texts of --help. */
const NOT_TEXT =
  /\.test\.ts$|testing|redact|style-sheet|markup|html|junit|reports|option-tables|made-up|constraint-codes/

/** Returns every string in the source of the suite that may appear in a report, without interpolated values. */
export function suiteTexts(): string[] {
  const files = (readdirSync(SUITE, { recursive: true }) as string[]).filter(
    (file) => file.endsWith('.ts') && !NOT_TEXT.test(file),
  )
  return [...files.flatMap((file) => textsOf(join(SUITE, file))), ...clauses.map(({ says }) => says)]
}

function textsOf(file: string): string[] {
  const texts: string[] = []
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return
    // How an experiment is seen is for --dry-run and docs/open-points.md.
    if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'seen') return
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}
