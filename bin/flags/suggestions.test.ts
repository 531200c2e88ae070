import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandFlags } from './command-flags.ts'
import { unknownWords } from './suggestions.ts'

const test = suite('suggestions')

const P = '--port, --persons or --profile'
const cases: [line: string, said: string[]][] = [
  ['-p', [`Unknown flag: -p. Did you mean ${P}?`]],
  ['-p 3210', [`Unknown flag: -p. Did you mean ${P}?`]],
  ['-P 3210', [`Unknown flag: -P. Did you mean ${P}?`]],
  ['-p3210', [`Unknown flag: -p3210. Did you mean ${P}?`]],
  ['-port 3210', ['Unknown flag: -port. Did you mean --port?']],
  ['--Port 3210', ['Unknown flag: --Port. Did you mean --port?']],
  ['--PORT=3210', ['Unknown flag: --PORT. Did you mean --port?']],
  ['--prot 1', ['Unknown flag: --prot. Did you mean --port?']],
  ['serve --listQuirks', ['Unknown flag: --listQuirks. Did you mean --list-quirks?']],
  ['--list_quirks', ['Unknown flag: --list_quirks. Did you mean --list-quirks?']],
  ['--organ 3', ['Unknown flag: --organ. Did you mean --organizations?']],
  [
    '--memroy --prot 0',
    ['Unknown flag: --memroy. Did you mean --memory?', 'Unknown flag: --prot. Did you mean --port?'],
  ],
  ['-z', ['Unknown flag: -z']],
  ['--no-colour', ['Unknown flag: --no-colour']],
  ['--no-memory --json -v', []],
  // Only flags of the command at hand.
  ['seed -p 3', ['Unknown flag: -p. Did you mean --persons?']],
  ['seed --prt 3', ['Unknown flag: --prt']],
  ['probe http://a -o x.json', ['Unknown flag: -o. Did you mean --out?']],
  [
    'conformance -t x',
    ['Unknown flag: -t. Did you mean --token-file, --token, --timeout or --tenants-disjoint?'],
  ],
  ['reset -s x', ['Unknown flag: -s. Did you mean --state or --store?']],
  [
    '--port 0 probe -o x.json',
    ['Unknown flag: --port. It is a flag of serve, not of probe.', 'Unknown flag: -o. Did you mean --out?'],
  ],
  ['--hostname x', ['Unknown flag: --hostname. Did you mean --host?']],
  ['--bind x', ['Unknown flag: --bind. Did you mean --host?']],
  ['--orgs 3', ['Unknown flag: --orgs. Did you mean --organizations?']],
  ['seed --bind x', ['Unknown flag: --bind']],
  ['--only AUTH', ['Unknown flag: --only. It is a flag of conformance, not of serve.']],
  ['--timeout 3', ['Unknown flag: --timeout. It is a flag of conformance, probe and wait, not of serve.']],
  [
    'fixture show x --out y',
    ['Unknown flag: --out. It is a flag of seed, probe and fixture from-csv, not of fixture show.'],
  ],
  ['--state probe --prot 0', ['Unknown flag: --prot. Did you mean --port?']],
  ['--memroy reset', ['Unknown flag: --memroy']],
  // Commands.
  ['serv', ['Unknown command: serv. Did you mean serve?']],
  ['Serve', ['Unknown command: Serve. Did you mean serve?']],
  ['sead', ['Unknown command: sead. Did you mean seed?']],
  ['init', ['Unknown command: init. Did you mean fixture init?']],
  ['lst', ['Unknown command: lst. Did you mean fixture list?']],
  ['fixture lst', ['Unknown command: fixture lst. Did you mean fixture list?']],
  ['fixture bake', ['Unknown command: fixture bake']],
  ['fixture', []],
  ['version', ['Unknown command: version. Did you mean --version?']],
  ['http://a/b', ['Unknown command: http://a/b. Did you mean conformance http://a/b or probe http://a/b?']],
  ['test http://a', ['Unknown command: test. Did you mean conformance http://a?']],
  ['ask http://a', ['Unknown command: ask. Did you mean conformance http://a or probe http://a?']],
  ['test', ['Unknown command: test. Did you mean conformance?']],
  ['start --port 0', ['Unknown command: start. Did you mean serve?']],
  ['my.yaml --watch', ['Unknown command: my.yaml. Did you mean --fixture my.yaml?']],
  ['nonsense', ['Unknown command: nonsense']],
  ['-- nonsense', []],
  ['\u001b[31m', ['Unknown command: \\u001b[31m']],
  ['--a\u001b=b', ['Unknown flag: --a\\u001b']],
]
for (const [line, said] of cases) {
  test(`${JSON.stringify(line)}`, () => assert.equal(unknownWords(line.split(' ')), said))
}

test('a flag that is written right is never called unknown, and no value is repeated', () => {
  const aCommand = fc.constantFrom(...Object.entries(commandFlags))
  const aLine = aCommand.chain(([command, flags]) => {
    const names = Object.keys(flags)
    const given = names.length === 0 ? fc.constant([]) : fc.subarray(names)
    return given.map((chosen) => [
      ...command.split(' '),
      ...chosen.flatMap((name) =>
        flags[name]?.placeholder === undefined ? [`--${name}`] : [`--${name}`, 'SECRET'],
      ),
    ])
  })
  fc.assert(
    fc.property(aLine, (line) => {
      assert.equal(unknownWords(line), [])
      assert.not.match(unknownWords([...line, '--tokne', 'SECRET', '--tokne=SECRET']).join(), /SECRET/)
    }),
  )
})

test.run()
