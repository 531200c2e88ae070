/** Returns whether a value is an object as a literal makes it, in whatever context: no Promise, Map or instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  // Object.prototype is another one in Jest, and after structuredClone() in a worker.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Returns what a value is that is no plain object, and what to do: `a Promise: add await`; undefined for a plain one. */
export function otherKind(value: unknown): string | undefined {
  if (isPlainObject(value)) return undefined
  if (value === null || value === undefined) return String(value)
  if (typeof (value as { then?: unknown }).then === 'function') return 'a Promise: add await'
  if (typeof value !== 'object') return `a ${typeof value}`
  const name = String(value.constructor?.name)
  if (name === 'Object' || name === '') return 'an object that inherits from another: copy its fields'
  return `${/^(a|e|i|o)/i.test(name) ? 'an' : 'a'} ${Array.isArray(value) ? 'array' : name}`
}
