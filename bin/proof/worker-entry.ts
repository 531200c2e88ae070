/**
 * Returns the code of a worker that imports a module, from its source or as built: `new Worker(code, { eval: true })`.
 * A worker cannot load TypeScript, because `--import tsx` registers its loader in the main thread only; so the code
 * registers it again.
 * @param url the address of the module
 */
export function workerEntry(url: string): string {
  const load = `import(${JSON.stringify(url)})`
  if (!url.endsWith('.ts')) return load
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  return `import(${tsx}).then(({ register }) => register() && ${load})`
}
