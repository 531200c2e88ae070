import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A literal of a source, and its own text between what is filled in. */
export interface SourceText {
  file: string
  line: number
  pieces: string[]
}

/** Returns the literals in the sources of rooms, without those of tests, imports and types. */
export function sourceTexts(rooms: readonly string[]): SourceText[] {
  return rooms
    .flatMap((room) => readdirSync(room, { recursive: true }).map((name) => join(room, String(name))))
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.includes('/testing/'))
    .flatMap(textsIn)
}

function textsIn(file: string): SourceText[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const texts: SourceText[] = []
  const add = (node: ts.Node, pieces: string[]) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    // Some literals have slots that are filled in later. Each line of a text is a message.
    const lines = pieces
      .map((piece) => piece.replace(/\{[a-z]\w*\}/gi, '\0'))
      .join('\0')
      .split('\n')
    for (const text of lines) texts.push({ file, line, pieces: text.split('\0') })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    // The name of a row may be its label.
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) add(node, [node.name.text])
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, [node.text])
    if (ts.isTemplateExpression(node))
      add(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}
