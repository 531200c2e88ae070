import type { Shape } from '../../src/contract/dialect.ts'
import { comparedHeaders, isComparedByPresence } from './exemptions.ts'
import type { Answer } from './world.ts'

type Headers = NonNullable<Shape['headers']>

/** What the simulator sends without being told. */
const OWN: Headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
}

/** Learns the headers that all answers have in common, where they differ from those of the simulator. */
export function headersOf(answers: readonly Answer[], usual: Headers = OWN): Headers {
  const [first, ...others] = answers.map(compared)
  if (first === undefined) return {}
  const common = Object.entries(first).filter(([name, value]) =>
    others.every((one) => one[name] === value || (isComparedByPresence(name) && one[name] !== undefined)),
  )
  const added = common.filter(
    ([name, value]) =>
      usual[name] !== value && !(isComparedByPresence(name) && typeof usual[name] === 'string'),
  )
  const missing = Object.keys(usual).filter(
    (name) => usual[name] !== null && [first, ...others].every((one) => one[name] === undefined),
  )
  return { ...Object.fromEntries(added), ...Object.fromEntries(missing.map((name) => [name, null])) }
}

/** Returns the headers that hold for every answer when some of them are replaced. */
export function withHeaders(replaced: Headers, usual: Headers = OWN): Headers {
  return { ...usual, ...replaced }
}

function compared({ headers }: Answer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value !== undefined && (isComparedByValue(name) || isComparedByPresence(name))
        ? [[name, [value].flat().join(', ')]]
        : [],
    ),
  )
}

function isComparedByValue(name: string): boolean {
  return (comparedHeaders as readonly string[]).includes(name)
}
