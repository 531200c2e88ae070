import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { shellQuoted } from '../src/cli.ts'
import { everyNth } from '../src/testing/every-nth.ts'
import { inFolder } from '../src/testing/world.ts'
import { COMMAND, runCommand, runHere } from './testing/command.ts'
import { Running } from './testing/running.ts'

const test = suite('exit codes')

const TARGET = 'http://127.0.0.1:1'
const NUMERO = 'c0ffee00-0000-4000-8000-00000000000a'
/** Words that stand for others in the lines below. */
const WORDS: Record<string, string[]> = {
  TARGET: [TARGET],
  DRY: ['conformance', TARGET, '--dry-run'],
  NUMERO: [NUMERO],
}

/**
 * What is in the folder where they run: `sound.yaml`, `unsound.yaml`, `profile.json` and `bad.json` (a profile with an
 * unknown knob), `folder/`, `a.csv` without names, `broken.pem`.
 */
const lines: [code: number, args: string | string[], said: RegExp, env?: Record<string, string>][] = [
  [0, '--version', /^$/],
  [0, '--help', /^$/],
  [0, '--list-quirks', /^$/],
  [0, 'profile framework', /^$/],
  [0, 'profile profile.json --set rowsOffGrid=honour', /^$/],
  [0, 'lint sound.yaml', /^$/],
  [0, 'fixture show sound.yaml', /^$/],
  [0, 'conformance --list --only AUTH-01', /^$/],
  [0, 'probe --diff default default', /^$/],
  [1, '--memory --fixture none.yaml', /There is no file none\.yaml/],
  [1, '--memory --fixture unsound.yaml', /unsound\.yaml cannot be used:\n.*did you mean pessoas\?/],
  [1, '--memory --fixture folder', /folder cannot be read: it is a folder\./],
  [1, '--memory --profile bad.json', /bad\.json cannot be used:\n.*did you mean faults\?/],
  [1, '--memory --host 192.0.2.1', /192\.0\.2\.1 is not an address of this machine/],
  [1, '--state /dev/null/x', /cannot be used: ENOTDIR\b.*\. Instead, use .*--memory/],
  [
    2,
    '--memory',
    /PESSOAS_SIM_CONTROL_TOKEN must have at least 16 visible ASCII/,
    { PESSOAS_SIM_CONTROL_TOKEN: 'short' },
  ],
  [1, '--memory --ready-file none/r.json', /cannot be used: .* Use another file with --ready-file/],
  [1, 'reset', /The state folder \.pessoas-sim does not exist\. Use --state to name another one\./],
  [1, 'lint unsound.yaml', /^$/],
  [1, 'fixture from-csv a.csv', /a\.csv/],
  [
    2,
    '--prot 1',
    /^pessoas-sim: Unknown flag: --prot\. Did you mean --port\?\nUse "pessoas-sim serve --help" for help\.\n$/,
  ],
  [2, 'sead', /Unknown command\. Did you mean seed\?/],
  [2, 'profile a b', /Unknown argument: b/],
  [2, '\u001b[31mx', /Unknown command: \\u001b\[31mx/],
  [2, '--port x', /--port must be a whole number from 0 to 65535, not "x"/],
  [2, '--port', /^pessoas-sim: --port needs a value\.\nUse "pessoas-sim serve --help" for help\.\n$/],
  [
    2,
    '--memory --base-path api/v1',
    /^pessoas-sim: --base-path: "api\/v1" is not a path such as \/api\/v1\.\n$/,
  ],
  [2, '--memory', /^pessoas-sim: PESSOAS_SIM_BASE_PATH: "x" is not a path/, { PESSOAS_SIM_BASE_PATH: 'x' }],
  [2, '--port 1 --port 2', /--port must not be repeated/],
  [2, '', /--port \(from PESSOAS_SIM_PORT\) must be a whole number/, { PESSOAS_SIM_PORT: 'x' }],
  [2, '--log jsn', /--log cannot be "jsn"\. Use one of "pretty", "json", "silent"\.\n/],
  [2, '--memory=perhaps', /--memory must be true or false, not "perhaps"/],
  [2, ['conformance', '--rate 5'], /"--rate 5" is one argument\. Write --rate=5\./],
  [2, '--fixture sound.yaml --seed 1', /--fixture and --seed exclude each other: use one of them\.\n/],
  [2, '--allow-invalid-cpf', /--allow-invalid-cpf needs --fixture: use both/],
  [2, '--memory --watch', /--watch watches the file of a fixture\. Use --fixture with a file/],
  [
    2,
    '--memory --watch --fixture homonyms',
    /^pessoas-sim: --watch .*homonyms ships with the package and never changes\. Use --fixture with a file/,
  ],
  [2, '--memory --quirk total-as-numbr', /quirk "total-as-numbr" is unknown: did you mean total-as-number/],
  [2, '--memory', /quirk "none" is unknown/, { PESSOAS_SIM_QUIRK: 'busca-null,none' }],
  [2, '--memory --set faults=frist', /did you mean first\?/],
  [2, '--memory --set texts=a', /texts\.unauthorized/],
  [2, 'profile --set faults', /--set needs a choice: --set faults=/],
  [2, 'profile strict --profile lenient', /--profile set the same thing/],
  [2, '--memory --fixture homonym', /There is no file or fixture named homonym: did you mean homonyms\?/],
  [2, ['--memory', '--token', 'a b'], /visible ASCII/],
  [2, ['--memory', '--token', 'Bearer a'], /--token begins with "Bearer"\. Use only the token/],
  [2, 'fixture', /Use one of fixture list, fixture show, /],
  [2, 'fixture shw x', /Unknown command\. Did you mean show\?/],
  [2, 'fixture show', /^pessoas-sim: fixture show needs <source>\.\n/],
  [2, 'fixture show a --bogus', /\nUse "pessoas-sim fixture show --help" for help\.\n$/],
  [2, 'fixture from-csv a.csv --out none/x.yaml', /none\/x\.yaml cannot be written/],
  [2, 'lint', /lint needs <file\.\.>/],
  [2, 'seed', /--out is missing/],
  [2, 'seed --out /no/such/folder/x.json', /cannot be written/],
  [2, 'seed --out - --persons -4', /--persons/],
  [2, 'conformance', /The base URL of the service is missing/],
  [2, 'conformance TARGET', /The token is missing/],
  [2, 'conformance TARGET --tokne x1', /^\S+ Unknown flag: --tokne\. Did you mean --token\?\nUse .*\n$/],
  [2, 'conformance TARGET --token x --token-file sound.yaml', /--token-file and --token exclude each other/],
  [
    2,
    'conformance TARGET',
    /--token-file and --token exclude each other/,
    { PESSOAS_SIM_TOKEN: 'x', PESSOAS_SIM_TOKEN_FILE: 'sound.yaml' },
  ],
  [2, 'conformance TARGET --token-file none', /There is no file none/, { PESSOAS_SIM_TOKEN: 'x' }],
  [4, 'conformance TARGET --token x', /warning: --token is visible/, { PESSOAS_SIM_TOKEN_FILE: 'none' }],
  [2, 'conformance ftp://a --token x', /must look like https:.*, not "ftp:/],
  [2, 'DRY --only AUTH-99', /"AUTH-99"/],
  [2, 'DRY --skip nope', /"nope"/],
  [2, 'DRY --reporter nope', /--reporter must be .*not "nope"/],
  [2, 'DRY --reporter json=/dev/null/x.json', /\/dev\/null\/x\.json cannot be written/],
  [2, 'DRY --baseline none.json', /--baseline: There is no file none\.json\./],
  [2, 'DRY --ca sound.yaml', /contains no certificate/],
  [2, 'DRY --ca broken.pem', /certificate 1 in broken\.pem is damaged or cut off/],
  [
    2,
    ['conformance', 'https://ana:senha x@ho st/y', '--dry-run'],
    /must look like https:\/\/staging\.example\/api\.\n/,
  ],
  [2, 'DRY --timeout 0', /--timeout must be a number above 0/],
  [2, 'DRY --allow-writes', /--report NUMBER/],
  [2, 'conformance TARGET --token a\nb', /--token contains a line break/],
  [2, 'probe', /Exactly one base URL is needed, not 0\. Example: npx pessoas-sim probe https/],
  [2, 'probe TARGET https://a:b@c', /needed, not 2\. Example: \S+ pessoas-sim probe https\S+\n/],
  [2, 'probe TARGET --verify abc', /--verify must be a whole number from 1 to 100000, not "abc"/],
  [2, 'probe TARGET --out - --evidence -', /would both be printed/],
  [
    2,
    'probe --verify 20 TARGET --at-least 0.99',
    /--at-least 0\.99 needs more questions, even if none shows a difference\. Use --verify 332\.\n/,
  ],
  [
    2,
    'probe TARGET --verify --at-least 1',
    /cannot be proved, even with --verify 100000 and no difference\. Use a smaller share\.\n/,
  ],
  [2, 'probe TARGET --verify --at-least 2', /--at-least must be a number above 0 and at most 1/],
  [2, 'probe TARGET --report abc', /--report "abc" is not a report number: give a UUID/],
  [
    2,
    'probe TARGET --report NUMERO --foreign-report NUMERO --allow-writes',
    /--report and --foreign-report name the same report/,
  ],
  [2, 'DRY --report junit=report.xml', /--report "junit=report\.xml" is not a report number/],
  [2, 'probe --diff default strict --out x.json', /--diff and --out exclude each other/],
  [2, 'probe TARGET --out none/x.json --token x', /none\/x\.json cannot be written/],
  [2, 'probe --diff default', /Exactly two profiles are needed/],
  [2, 'probe TARGET --fail-on-change framwork --token x', /did you mean framework\?/],
  [4, 'probe TARGET --token x --out learned.json', /warning: --token is visible/],
]

function fill(folder: string): void {
  writeFileSync(join(folder, 'broken.pem'), '-----BEGIN CERTIFICATE-----\nMIIB\n')
  writeFileSync(join(folder, 'sound.yaml'), 'pessoas: [{ nome: Ana }]\n')
  writeFileSync(join(folder, 'unsound.yaml'), 'pesoas: [{ nome: Ana }]\n')
  writeFileSync(join(folder, 'profile.json'), '{"faults":"first"}')
  writeFileSync(join(folder, 'bad.json'), '{"fault":"first"}')
  writeFileSync(join(folder, 'a.csv'), 'x;y\n1;2\n')
  mkdirSync(join(folder, 'folder'))
}

for (const [code, words, said, env] of lines) {
  const args = (typeof words === 'string' ? words.split(' ') : words).flatMap((word) => WORDS[word] ?? [word])
  const line = [...Object.entries(env ?? {}).map((pair) => pair.join('=')), 'pessoas-sim', ...args].join(' ')
  test(`${JSON.stringify(line.slice(0, 100))} ends with ${code}`, () =>
    inFolder(async (cwd) => {
      fill(cwd)
      const before = readdirSync(cwd, { recursive: true })
      const { status, stdout, stderr } = await runHere(args, { cwd, ...(env && { env }) })
      assert.is(status, code, stderr)
      assert.match(stderr, said)
      assert.not.match(stderr, /\n {4}at /)
      if (code === 2) assert.is(stdout, '')
      // Whatever could not be done has changed nothing.
      assert.equal(readdirSync(cwd, { recursive: true }), before)
    }))
}

const typed: [what: string, keys: string, code: number, said: RegExp][] = [
  ['Ctrl-C', '\u0003', 130, /No token was typed\./],
  ['Ctrl-C behind a part of it', 'xyz\u0003', 130, /No token was typed\./],
  ['Ctrl-D', '\u0004', 2, /The typed token is empty\./],
  ['nothing', '\r', 2, /The typed token is empty\./],
  ['a token', 'xyz\r', 4, /could not be reached|unreachable|ECONNREFUSED/],
]
for (const [what, keys, code, said] of everyNth(typed, 4)) {
  test(`${what} at the prompt ends with ${code}`, async () => {
    const line = [process.execPath, ...COMMAND, 'conformance', TARGET].map(shellQuoted).join(' ')
    const terminal = new Running('script', ['-qec', line, '/dev/null'])
    await terminal.says(/value of the header Authorization, not shown while you type\.\r?\nAuthorization: /)
    terminal.child.stdin?.write(keys)
    assert.is(await terminal.exited, code, terminal.stdout)
    assert.match(terminal.stdout, said)
    // No run has it in its id.
    assert.not.match(terminal.stdout, /xyz/)
  })
}

test('a working directory that is gone is told in one line, with 1', async () => {
  // Loading TypeScript needs a working directory, too: it goes away when that is done.
  const vanish =
    'data:text/javascript,import fs from "node:fs";const f=fs.mkdtempSync("/tmp/gone-");process.chdir(f);fs.rmdirSync(f)'
  // Node needs a working directory to write its coverage.
  const place = { env: { NODE_V8_COVERAGE: '' }, nodeArgs: ['--import', vanish] }
  const { status, stdout, stderr } = await runCommand(['--port', '0'], place)
  assert.equal([status, stdout], [1, ''])
  assert.match(stderr, /^pessoas-sim: The working directory no longer exists\. .*\n$/)
})

test.run()
