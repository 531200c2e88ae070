import type { PartialProfile } from '../../src/index.ts'

/** The longest line for an object or a list that is written on one. */
const WIDTH = 100

/**
 * Returns the text of a profile file, in which what is short stands on one line, so that people can read and compare it. Its
 * $schema lets editors complete it if the package is installed beside it.
 */
export function profileText({ $schema: _, seen = {}, ...profile }: PartialProfile): string {
  const $schema = './node_modules/pessoas-sim/fixtures/profile.schema.json'
  const isSeen = Object.keys(seen).length > 0
  return `${written({ $schema, ...profile, ...(isSeen && { seen }) }, '')}\n`
}

function written(value: unknown, indent: string, before = 0): string {
  const inner = `${indent}  `
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const short = JSON.stringify(value, null, 1).replace(/\n */g, ' ')
  if (indent !== '' && indent.length + before + short.length <= WIDTH) return short
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const lines = Array.isArray(value)
    ? value.map((one) => written(one, inner))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${JSON.stringify(name)}: ${written(one, inner, name.length + 4)}`)
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indent}${close}`
}
