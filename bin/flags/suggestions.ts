import { nearest, printable } from '../../src/cli.ts'
import { commandFlags } from './command-flags.ts'
import type { Flags } from './flag.ts'
import { listText } from './list-text.ts'
import { commandMeantBy, flagMeantBy } from './synonyms.ts'

const COMMANDS = [...new Set(Object.keys(commandFlags).map((command) => command.split(' ')[0] as string))]
/** Commands of two words. */
const PAIRS = Object.keys(commandFlags).filter((command) => command.includes(' '))
const ALL_FLAGS: Flags = Object.assign({}, ...Object.values(commandFlags))
const ANYWHERE = ['help', 'version']

/** Returns the command of a command line as it is typed; empty if it is unknown, and serve if there is none. */
export function commandOf(args: readonly string[]): string {
  const [first = 'serve', second = ''] = [...wordsOf(args)].filter((word) => !isFlag(word))
  if (PAIRS.includes(`${first} ${second}`)) return `${first} ${second}`
  return COMMANDS.includes(first) ? first : ''
}

/**
 * Returns a line for each unknown command or flag, with a suggestion. recommendCommands of yargs knows only commands,
 * not flags, synonyms and files.
 */
export function unknownWords(args: readonly string[]): string[] {
  const words = [...wordsOf(args)]
  const [first = 'serve', second = ''] = words.filter((word) => !isFlag(word))
  if (!COMMANDS.includes(first))
    return [`Unknown command: ${printable(first)}${asked(commandsLike(first, second))}`]
  const pairs = PAIRS.filter((pair) => pair.startsWith(`${first} `))
  const command = pairs.length > 0 ? `${first} ${second}` : first
  const flags = commandFlags[command]
  if (flags === undefined) {
    const near = nearest(second, pairs.map(secondWord))
    return second === ''
      ? []
      : [`Unknown command: ${printable(command)}${asked(near ? [`${first} ${near}`] : [])}`]
  }
  return words
    .filter((word) => isFlag(word) && !isKnown(word, flags))
    .map((word) => `Unknown flag: ${printable(word.split('=')[0] as string)}${advice(word, command, flags)}`)
}

/** Yields the words of a command line, without the values of flags and the words after `--`. */
function* wordsOf(args: readonly string[]): Generator<string> {
  for (let k = 0; k < args.length; k++) {
    const word = args[k] as string
    if (word === '--') return
    yield word
    const next = args[k + 1]
    if (next === undefined || isFlag(next) || !isFlag(word) || word.includes('=')) continue
    // The word after an unknown flag is probably its value, unless it is a command.
    const known = Object.hasOwn(ALL_FLAGS, nameOf(word)) ? ALL_FLAGS[nameOf(word)] : undefined
    if (known ? known.placeholder !== undefined : !COMMANDS.includes(next)) k++
  }
}

const secondWord = (pair: string) => pair.split(' ')[1] as string

const isFlag = (word: string) => /^-[^\d]/.test(word)

/** Returns `port` for `--port=0`. */
const nameOf = (word: string) => word.replace(/^-+/, '').split('=')[0] as string

function isKnown(word: string, flags: Flags): boolean {
  if (!word.startsWith('--')) return /^-[hv]+$/.test(word)
  const name = nameOf(word)
  return (
    ANYWHERE.includes(name) || Object.hasOwn(flags, name) || Object.hasOwn(flags, name.replace(/^no-/, ''))
  )
}

function advice(word: string, command: string, flags: Flags): string {
  const known = [...Object.keys(flags), ...ANYWHERE]
  const name = nameOf(word)
    .replace(/(?<=[a-z])(?=[A-Z])|_/g, '-')
    .toLowerCase()
  const [, letter] = /^([a-z])\d*$/.exec(name) ?? []
  if (known.includes(name)) return asked([`--${name}`])
  const owners = Object.keys(commandFlags).filter((other) =>
    Object.hasOwn(commandFlags[other] as Flags, name),
  )
  if (owners.length > 0) return `. It is a flag of ${listText(owners, 'and')}, not of ${command}.`
  const meant = flagMeantBy(name)
  if (meant !== undefined && known.includes(meant)) return asked([`--${meant}`])
  const begins = known.filter((flag) => flag.startsWith(letter ?? name))
  const near = nearest(name, known)
  return asked((begins.length > 0 || near === undefined ? begins : [near]).map((flag) => `--${flag}`))
}

function commandsLike(word: string, next: string): string[] {
  if (ANYWHERE.includes(word)) return [`--${word}`]
  const meant = commandMeantBy(word)
  const url = [word, next].find((text) => /^https?:/i.test(text))
  if (url !== undefined) {
    const asking = ['conformance', 'probe']
    const commands = asking.filter((command) => command === meant)
    return (commands.length > 0 ? commands : asking).map((command) => `${command} ${printable(url)}`)
  }
  if (meant !== undefined) return [meant]
  if (/\.(ya?ml|json)$/i.test(word)) return [`--fixture ${printable(word)}`]
  const near = nearest(word, [...COMMANDS, ...PAIRS.map(secondWord)])
  if (near === undefined) return []
  return COMMANDS.includes(near) ? [near] : PAIRS.filter((pair) => secondWord(pair) === near)
}

/** The maximum number of suggestions; more would not help. */
const SUGGESTED = 4

function asked(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? '' : `. Did you mean ${listText(suggestions.slice(0, SUGGESTED), 'or')}?`
}
