const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/

/** Returns a base path without a slash at its end; an empty string for `/`. Undefined if it is not valid. */
export function basePathOf(text: string): string | undefined {
  const path = text.replace(/(?<!\/)\/$/, '')
  return text === '/' || path === '' ? '' : BASE_PATH.test(path) ? path : undefined
}
