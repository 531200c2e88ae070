import { defaultOrigin, hostNameFault, originFault, originRanges, STORE_PERSONS } from '../../src/cli.ts'
import { say } from '../terminal/say.ts'
import {
  commas,
  type Flags,
  flag,
  names,
  numberUpTo,
  oneOf,
  pairs,
  single,
  text,
  wholeNumber,
  yes,
} from './flag.ts'
import { readTokenText } from './token-text.ts'
import { UsageError } from './usage-error.ts'

/** Reads tokens of the simulator, which have no scheme. */
const ownTokens = (texts: string[], name: string): string[] =>
  texts.map((given) => {
    const own = readTokenText(given, `--${name}`, say)
    if (!/^bearer\s/i.test(own)) return own
    throw new UsageError(
      `--${name} begins with "Bearer". Use only the token. With --set authorization=bearer, clients must send "Bearer" before it.`,
    )
  })

/** Reads a port, or the `false` of --no-control. */
const controlPort = (texts: string[], name: string): number | false => {
  if (single(texts, name) === 'false') return false
  return wholeNumber(0, 65_535)(texts, name)
}

/** Reads origins, or a switch: without a value it means the pages of this machine. */
const origins = (texts: string[], name: string): string[] | boolean => {
  const [only = '', ...more] = texts
  if (more.length === 0 && /^(true|1|false|0|)$/.test(only)) return yes(texts, name)
  return names(originFault)(texts, name)
}

/** Reads a word, or a switch: without a value it is an empty string. */
const wordOrSwitch = (texts: string[], name: string): string | false => {
  const word = single(texts, name)
  if (!/^(true|1|false|0|)$/.test(word)) return word
  return yes(texts, name) && ''
}

const origin = {
  persons: flag(wholeNumber(0, STORE_PERSONS), 'number of persons of the first organization', {
    placeholder: 'N',
    fallback: String(defaultOrigin.persons),
    rivals: ['fixture'],
  }),
  organizations: flag(
    wholeNumber(...originRanges.organizations),
    'number of enabled organizations; one disabled organization is added',
    {
      placeholder: 'N',
      fallback: String(defaultOrigin.organizations),
      rivals: ['fixture'],
    },
  ),
  seed: flag(wholeNumber(...originRanges.seed), 'seed of the generated data', {
    placeholder: 'S',
    fallback: String(defaultOrigin.seed),
    rivals: ['fixture'],
  }),
}

export const profileFlags = {
  profile: flag(
    text,
    'choices for what the interface leaves open: a JSON file, or the name of a profile of this package',
    {
      placeholder: 'FILE|NAME',
      fallback: 'default',
    },
  ),
  set: flag(pairs, 'one choice of a profile; repeatable; wins over --profile', {
    placeholder: 'KNOB=CHOICE',
    commandLineOnly: true,
  }),
} satisfies Flags

/** The default state folder. */
export const DEFAULT_STATE = '.pessoas-sim'

export const store = flag(
  text,
  'PostgreSQL database for the data and the decisions, which several simulators may serve at once',
  { placeholder: 'URL', fallback: 'none', rivals: ['state', 'memory'] },
)

export const serveFlags = {
  port: flag(wholeNumber(0, 65_535), 'port to listen on; 0 picks a free one', {
    placeholder: 'PORT',
    fallback: '3210',
  }),
  host: flag(text, 'address to listen on', {
    placeholder: 'ADDRESS',
    fallback: 'loopback: 127.0.0.1 and ::1',
  }),
  cors: flag(origins, 'allow requests from web pages: of this machine, or of these origins', {
    placeholder: 'ORIGIN…',
    several: true,
    isValueOptional: true,
    fallback: 'no web page',
  }),
  'base-path': flag(text, 'path before those of the interface, such as /api/v1', {
    placeholder: 'PATH',
    fallback: 'none',
  }),
  'allowed-hosts': flag(
    names(hostNameFault),
    'names that the header Host may have; .NAME means all names below it',
    {
      placeholder: 'NAME…',
      several: true,
      fallback: 'localhost, *.localhost and addresses',
    },
  ),
  state: flag(text, 'folder for the data and the decisions', {
    placeholder: 'DIR',
    fallback: `${DEFAULT_STATE}; with --fixture, none`,
    rivals: ['memory', 'store'],
  }),
  store,
  memory: flag(yes, 'keep nothing on disk', { rivals: ['state', 'store'] }),
  fixture: flag(
    text,
    'fixture to serve: a file, which is never written, or the name of one of this package',
    {
      placeholder: 'FILE|NAME',
      fallback: 'seeded data',
      rivals: ['persons', 'organizations', 'seed'],
    },
  ),
  watch: flag(yes, 'watch the file of --fixture: serve valid changes at once, print the errors of others'),
  'allow-invalid-cpf': flag(
    yes,
    'accept CPFs of a fixture with a mask, another length or wrong check digits',
  ),
  ...origin,
  token: flag(ownTokens, 'token of the first organization; repeat it for the next ones', {
    placeholder: 'TOKEN',
    fallback: "the dataset's",
    commandLineOnly: true,
  }),
  ...profileFlags,
  quirk: flag(commas, 'break clauses on purpose: names from --list-quirks, separated by commas; repeatable', {
    placeholder: 'NAMES',
  }),
  layer: flag(
    commas,
    'ES module that changes requests or answers: export default (next) => (request) => answer; repeatable, the first is the outermost',
    { placeholder: 'FILE' },
  ),
  faults: flag(text, 'faults that strike requests: a JSON file, or the name of a plan of this package', {
    placeholder: 'FILE|NAME',
    fallback: 'none',
  }),
  'list-quirks': flag(wordOrSwitch, 'print the quirks, or those about a word, and exit', {
    placeholder: 'WORD',
    isValueOptional: true,
    commandLineOnly: true,
  }),
  log: flag(oneOf('pretty', 'json', 'silent'), 'access log on standard error: pretty, json or silent', {
    placeholder: 'FORM',
    fallback: 'pretty',
  }),
  control: flag(
    controlPort,
    'port of the control API, on this machine only; 0 picks a free one, --no-control opens none',
    { placeholder: 'PORT', fallback: '3211; with --port 0, a free one' },
  ),
  'ready-file': flag(text, 'file to write when ready, with the line of --json, and to delete at the end', {
    placeholder: 'FILE',
  }),
  json: flag(yes, 'print one line of JSON on standard output when ready, and nothing else there'),
} satisfies Flags

export const waitFlags = {
  timeout: flag(numberUpTo(86_400), 'how long to wait, in seconds', {
    placeholder: 'SECONDS',
    fallback: '30',
    commandLineOnly: true,
  }),
} satisfies Flags

/** The flag of commands that write a file which may have been edited. */
export const force = {
  force: flag(yes, 'replace an existing file', { commandLineOnly: true }),
} satisfies Flags

export const seedFlags = {
  ...origin,
  out: flag(text, 'file to write; - for standard output', { placeholder: 'FILE', rivals: ['store'] }),
  store: { ...store, describe: 'PostgreSQL database to load, in place of a file', rivals: ['out'] },
  fixture: flag(text, 'fixture to load with --store, in place of generated data', {
    placeholder: 'FILE|NAME',
    commandLineOnly: true,
  }),
  ...force,
} satisfies Flags
