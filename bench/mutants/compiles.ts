import { readFileSync } from 'node:fs'
import ts from 'typescript'
import type { Mutant } from './instrument.ts'

/** Returns a function that tells whether the file of a mutant still has the right types. */
export function createCompiler(root: string, files: readonly string[]): (mutant: Mutant) => boolean {
  const config = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile).config
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const originals = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const changed = { file: '', text: '', version: 0 }
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...files],
    getScriptVersion: (file) => (file === changed.file ? String(changed.version) : '0'),
    getScriptSnapshot: (file) => {
      const text = file === changed.file ? changed.text : (originals.get(file) ?? ts.sys.readFile(file))
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  })
  return ({ fileName, location: { start, end }, replacement }) => {
    const text = originals.get(fileName) as string
    const lines = text.split('\n')
    const offset = ({ line, column }: typeof start) =>
      lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, column)
    changed.file = fileName
    changed.text = text.slice(0, offset(start)) + replacement + text.slice(offset(end))
    changed.version++
    return (
      [...service.getSyntacticDiagnostics(fileName), ...service.getSemanticDiagnostics(fileName)].length === 0
    )
  }
}
