/** The headings in the help of a command, with the flags under each. Other flags are listed last, under "Options". */
export type Groups = Readonly<Record<string, readonly string[]>>

export const serveGroups: Groups = {
  Data: ['fixture', 'watch', 'allow-invalid-cpf', 'persons', 'organizations', 'seed', 'token'],
  State: ['state', 'memory', 'store'],
  Answers: ['profile', 'set', 'quirk', 'list-quirks', 'layer', 'faults'],
  Network: ['port', 'host', 'base-path', 'cors', 'allowed-hosts', 'control'],
  Output: ['log', 'json', 'ready-file'],
}

export const targetGroups: Groups = {
  Access: ['token', 'token-file', 'other-token', 'disabled-token', 'ca', 'insecure'],
  Decisions: ['report', 'allow-writes', 'foreign-report', 'read-only'],
  Pace: ['timeout', 'deadline', 'concurrency', 'rate', 'max-pages'],
  Checks: [
    'only',
    'skip',
    'tenants-disjoint',
    'strict-wording',
    'reading',
    'requirements',
    'baseline',
    'write-baseline',
    'self-test',
  ],
  Learning: ['knobs-only', 'verify', 'at-least', 'fail-on-change', 'diff'],
  Output: ['reporter', 'out', 'fixture-out', 'evidence', 'force', 'quiet', 'reveal', 'dry-run', 'list'],
}
