import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A text in a source: the parts of a literal between what is filled in. */
export interface SourceText {
  place: string
  pieces: string[]
}

/** Returns the literals of the sources of rooms, without those of tests, imports and types. */
export function textsOf(rooms: readonly string[]): SourceText[] {
  return rooms
    .flatMap((room) => readdirSync(room, { recursive: true }).map((name) => join(room, String(name))))
    .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && !/\/testing\//.test(file))
    .flatMap(textsIn)
}

function textsIn(file: string): SourceText[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const texts: SourceText[] = []
  const add = (node: ts.Node, pieces: string[]) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    // Some literals are templates, whose slots are filled in later.
    const parts = pieces.flatMap((piece) => piece.split(/\{[a-z]\w*\}|\n/i))
    texts.push({ place: `${file}:${line + 1}`, pieces: parts })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, [node.text])
    if (ts.isTemplateExpression(node))
      add(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}
